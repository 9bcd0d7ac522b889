'use client'
import clsx from 'clsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useHint } from '#components/ui/dialog/hint.tsx'
import { ExactTime } from '#components/ui/display/time-stamp.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
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
  const clock = useWallClock()
  const tabIndex = useTabIndex()
  const site = isKnownZone(iana_timezone) ? iana_timezone : undefined
  const hint = useHint(() => <ExactTime value={start_at} clock={clock} site={site} />)
  // Above what makes all of a row or card a link, wherever that stands in it.
  return (
    <button type="button" tabIndex={tabIndex} className={clsx('time-stamp relative z-1', className)} {...hint}>
      <time dateTime={start_at}>{words}</time>
    </button>
  )
}
