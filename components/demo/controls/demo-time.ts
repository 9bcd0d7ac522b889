import { orderStatus } from '#components/patterns/domain/order-status.ts'
import type { UpcomingEvent } from '#lib/demo/control.ts'
import { formatDuration } from '#lib/utils/time/durations.ts'
import { instantParts, type WallClock, withoutYear } from '#lib/utils/time/instants.ts'

const MINUTE_MS = 60_000

/** `22 Nov, 9:42 AM`, with its zone where it stands alone. */
export function clockTime(instant: number, clock: WallClock, zone = false): string {
  const parts = instantParts(instant, clock)
  return `${withoutYear(parts.day)}, ${parts.time}${zone ? ` ${parts.zone}` : ''}`
}

/** `draw completed in 38 min`. Words that begin with a capital for their own sake keep it. */
export function nextEventText({ at, status }: UpcomingEvent, now: number): string {
  const { label } = orderStatus(status)
  const name = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return at - now < MINUTE_MS ? `${name} in less than a minute` : `${name} in ${formatDuration(at - now)}`
}
