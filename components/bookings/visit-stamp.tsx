'use client'
import clsx from 'clsx'
import { ExactOnDemand } from '#components/ui/display/time-stamp.tsx'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'

interface VisitStampProps {
  start_at: string
  iana_timezone: string | null
  /** As the clocks shown beside it have it. */
  words: string
  className?: string
}

/** When a visit begins, with its exact instant at the patient, for the viewer and in UTC on hover, focus or tap. */
export function VisitStamp({ start_at, iana_timezone, words, className }: VisitStampProps) {
  const site = isKnownZone(iana_timezone) ? iana_timezone : undefined
  // Above what makes all of a row or card a link, wherever that stands in it.
  return <ExactOnDemand value={start_at} words={words} site={site} className={clsx('relative z-1', className)} />
}
