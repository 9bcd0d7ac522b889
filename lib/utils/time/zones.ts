/** Our own: @internationalized/date answers the same, and would add 4.6 kB of script to every list page. */

import { formatByZone } from './instants.ts'
import { zoneName } from './zone-spelling.ts'

const wallClock = formatByZone('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Returns the offset of a zone at an instant, in milliseconds east of UTC. */
export function offsetAt(instant: number, zone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of wallClock(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** The instants at which clocks of a zone show an hour of a day (`YYYY-MM-DD`): none where clocks skip it, two where they go back over it. */
export function wallInstants(day: string, hour: number, zone: string): Date[] {
  const wall = Date.parse(`${day}T00:00:00Z`) + Math.round(hour * 3_600_000)
  const offsets = new Set([offsetAt(wall - 86_400_000, zone), offsetAt(wall + 86_400_000, zone)])
  const instants = [...offsets].map((offset) => wall - offset).filter((at) => at + offsetAt(at, zone) === wall)
  return instants.sort((a, b) => a - b).map((at) => new Date(at))
}

/** An hour that clocks skip is read as before the change, a double one as its first; typed hours: `wallInstants`. */
export function zonedInstant(day: string, hour: number, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + Math.round(hour * 3_600_000)
  return wallInstants(day, hour, zone)[0] ?? new Date(wall - offsetAt(wall - 86_400_000, zone))
}

/** Returns the message for a time that clocks of a zone skip. */
export const skippedTime = (zone: string) =>
  `This time doesn’t exist that day: clocks in ${zoneName(zone)} skip it. Enter another time.`
