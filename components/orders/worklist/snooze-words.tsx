'use client'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Snooze } from '#lib/domains/orders/worklist/worklist.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { REASON_LABELS } from './snooze-labels.ts'

/** Shows who snoozed an order, until when, and why. */
export function SnoozeWords({ snooze: { until, reason, comment, by_name } }: { snooze: Snooze }) {
  const clock = useWallClock()
  return (
    <>
      <span>
        Snoozed by {by_name} until {formatInstant(until, clock)}: {REASON_LABELS[reason].toLowerCase()}
      </span>
      {comment && `, “${comment}”`}
    </>
  )
}
