'use client'
import { formatInstant, parseInstant } from '#lib/utils/time/instants.ts'
import { useTimeAgo, useWallClock } from './viewer.tsx'

/** How long ago an instant was, in words: where a link is around it, a time stamp that can be pressed has no place. */
export function Age({ at }: { at: string }) {
  const clock = useWallClock()
  const age = useTimeAgo(parseInstant(at))
  return (
    <time dateTime={at} title={formatInstant(at, clock)} className="whitespace-nowrap">
      {age}
    </time>
  )
}
