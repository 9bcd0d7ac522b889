import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Snooze, SnoozeReason } from '#lib/domains/orders/worklist/worklist.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'

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

export const REASON_LABELS: Readonly<Record<SnoozeReason, string>> = {
  patient: 'Waiting for the patient',
  courier: 'Waiting for the carrier',
  lab: 'Waiting for the lab',
  provider: 'Waiting for the provider',
  other: 'Something else',
}
