/** How the demo's clock and its next event read. */
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import type { UpcomingEvent } from '#lib/demo/control.ts'
import { formatDuration } from '#lib/utils/time/durations.ts'

const MINUTE_MS = 60_000

/** `Nov 22, 9:42 AM`, with its zone where it stands alone. */
export function clockTime(instant: number, timeZone: string, zone = false): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(zone && { timeZoneName: 'short' }),
  }).format(instant)
  // Newer browsers put a narrow space before AM and PM.
  return text.replaceAll('\u202F', ' ')
}

/** `draw completed in 38 min`. Words that begin with a capital for their own sake keep it. */
export function nextEventText({ at, status }: UpcomingEvent, now: number): string {
  const { label } = orderStatus(status)
  const name = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return at - now < MINUTE_MS ? `${name} in less than a minute` : `${name} in ${formatDuration(at - now)}`
}
