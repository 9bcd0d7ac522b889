/**
 * Instants and calendar days as the wire sends them, and how they read on screen in a viewer's zone. Our own:
 * @internationalized/date formats by a locale's pattern, which differs between server and browser.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const HAS_OFFSET = /(?:z|[+-]\d{2}:?\d{2})$/i
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Milliseconds since 1970; without an offset the text is read as UTC. NaN when it is no date-time. */
export function parseInstant(text: string): number {
  return Date.parse(HAS_OFFSET.test(text) || DAY.test(text) ? text : `${text}Z`)
}

export interface InstantParts {
  /** 12 Nov 2026 */
  day: string
  /** 09:13 */
  time: string
  /** 09:13:46 */
  exact_time: string
  /** CST, or GMT+1 where English has no short name. */
  zone: string
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Building a formatter costs far more than using it, and a list needs the same one hundreds of times. */
function formatter(zone: string) {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  formatters.set(zone, made)
  return made
}

/** Put together from numbers, never from a locale's own pattern, so that server and browser write the same text. */
export function instantParts(instant: number, zone: string): InstantParts {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatter(zone).formatToParts(instant)) parts[type] = value
  const time = `${parts.hour}:${parts.minute}`
  return {
    day: `${parts.day} ${MONTHS[Number(parts.month) - 1]} ${parts.year}`,
    time,
    exact_time: `${time}:${parts.second}`,
    zone: parts.timeZoneName ?? zone,
  }
}

/** `12 Nov 2026, 09:13 CST`; the text itself when it is no date-time. */
export function formatInstant(text: string, zone: string): string {
  const instant = parseInstant(text)
  if (Number.isNaN(instant)) return text
  const { day, time, zone: name } = instantParts(instant, zone)
  return `${day}, ${time} ${name}`
}

/** `3 Feb 1982`. A calendar day is never shifted by a zone; any other text is shown as it came. */
export function formatDay(text: string): string {
  const match = DAY.exec(text)
  const month = MONTHS[Number(match?.[2]) - 1]
  return match && month ? `${Number(match[3])} ${month} ${match[1]}` : text
}

/** Parses a date-time of the API, UTC where it has no offset, clamped to the range a database can store. */
export function instantOf(dateTime: string): Date {
  return storableInstant(utcInstant(dateTime))
}

/** Returns an instant, clamped to the range a database can store. */
export function storableInstant(instant: Date): Date {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, instant.getTime())))
}

/** Years of four digits that every driver reads back as they are; an offset can carry a date-time beyond them. */
const EARLIEST = Date.parse('1000-01-01T00:00:00Z')

const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** A date-time as an instant; without an offset it is UTC (gap "dates without an offset"). */
export function utcInstant(dateTime: string): Date {
  return new Date(HAS_OFFSET.test(dateTime) ? dateTime : `${dateTime}Z`)
}
