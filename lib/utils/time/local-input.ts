/** Between instants and what a `datetime-local` field holds: `YYYY-MM-DDTHH:mm` on the clocks of a zone. */
import { zonedInstant } from './zones.ts'

const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/

/** Returns the field's text, to the minute; empty for null. */
export function localInput(instant: string | null, zone: string): string {
  if (instant === null) return ''
  // The Swedish way of writing a day and a time is the one of the wire.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(Date.parse(instant)).replace(' ', 'T')
}

/** Returns the instant of a field's text as ISO 8601 in UTC; null for an empty field. */
export function localInstant(text: string, zone: string): string | null {
  const [, day, hour, minute] = LOCAL.exec(text) ?? []
  if (!day) return null
  return zonedInstant(day, Number(hour) + Number(minute) / 60, zone).toISOString()
}
