/** Our own: @internationalized/date formats by a locale's pattern, which differs between server and browser. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const HAS_OFFSET = /(?:z|[+-]\d{2}:?\d{2})$/i
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Milliseconds since 1970; without an offset the text is read as UTC. NaN when it is no date-time. */
export function parseInstant(text: string): number {
  return Date.parse(HAS_OFFSET.test(text) || DAY.test(text) ? text : `${text}Z`)
}

/** Returns whether a `YYYY-MM-DD` at the start of a text is a day of the calendar: `Date.parse` reads 30 February as 2 March. */
export const isRealDay = (text: string): boolean =>
  new Date(Date.parse(text.slice(0, 10))).toJSON()?.startsWith(text.slice(0, 10)) ?? false

const STRICT = /^[\d-]{10}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/
/** A space for the T, no seconds, `+00`, `+0000`, a small `z`, and the space that an address makes of a `+`. */
const LOOSE =
  /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: ?(z|utc|gmt)| ?([ +-]\d\d)(?::?(\d\d))?)?$/i

/** Returns a date-time in the form of RFC 3339 where it is written in another usual one, at its precision. */
export function wireInstant(text: string): string {
  // Java adds the name of the zone to its offset; the basic form of ISO 8601 has no signs between digits.
  const bare = text
    .replace(/(?<=z|[+-]\d\d:\d\d)\[[\w/+-]{1,64}\]$/i, '')
    .replace(/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)/i, '$1-$2-$3T$4:$5:$6')
  const parts = STRICT.test(text) && !/T24|:60/.test(text) ? null : LOOSE.exec(bare)
  if (!parts) return text
  const [, day, time, seconds = '00', fraction = '', utc, hours, minutes = '00'] = parts
  // Hours and minutes alone are what a person types: nothing says on which clock.
  if (!parts[3] && !utc && !hours) return text
  const offset = hours ? `${hours.replace(' ', '+')}:${minutes}` : ''
  const wall = time === '24:00' || seconds === '60' ? carried(day, time, seconds) : `${day}T${time}:${seconds}`
  return `${wall}${fraction && `.${fraction}`}${utc ? 'Z' : offset}`
}

/** `24:00` is the next day's midnight, and a leap second, which no clock of ours has, the next minute's first. */
function carried(day = '', time = '', seconds = ''): string {
  const [hour, minute] = time.split(':').map(Number)
  const isReal = (hour === 24 ? seconds === '00' : (hour ?? 24) < 24) && (minute ?? 60) < 60
  const wall = Date.parse(`${day}T00:00:00Z`) + ((hour ?? 0) * 3_600 + (minute ?? 0) * 60 + Number(seconds)) * 1_000
  return isReal && !Number.isNaN(wall) ? new Date(wall).toISOString().slice(0, 19) : `${day}T${time}:${seconds}`
}

/** Nanoseconds within its millisecond: `Date` drops them, and two events may differ in nothing else. */
export function nanosOf(text: string): number {
  return Number((/[.,]\d{3}(\d{1,6})/.exec(text)?.[1] ?? '').padEnd(6, '0'))
}

/** Compares two date-times to the nanosecond, whatever their offsets: negative where `a` is earlier, 0 for one instant. */
export function compareInstants(a: string, b: string): number {
  return parseInstant(a) - parseInstant(b) || nanosOf(a) - nanosOf(b)
}

/** Returns an instant of a database with what its milliseconds lack: `2026-11-26T03:00:47.106Z`, or `….106778Z`. */
export function exactInstant(at: Date, nanos: number): string {
  const finer = String(nanos).padStart(6, '0').replace(/0+$/, '')
  return at.toISOString().replace('Z', `${finer}Z`)
}

/** Returns one spelling of an instant: UTC, storable, at the precision it came with. */
export const canonicalInstant = (text: string): string => exactInstant(instantOf(text), nanosOf(text))

/** A clock on a wall: where it hangs, and whether its day has twice 12 hours or 24. */
export interface WallClock {
  /** IANA name. */
  zone: string
  hours: 12 | 24
  /** Whether the month or the day comes first; without it as the clock has it: the two go together in most of the world. */
  days?: 'mdy' | 'dmy'
}

/** How a viewer writes a calendar day. */
export type DayForm = Pick<WallClock, 'hours' | 'days'>

/** For forms, files and wherever there is no viewer whose habit is known. */
export const clock24 = (zone: string): WallClock => ({ zone, hours: 24 })

export interface InstantParts {
  /** 12 Nov 2026, or Nov 12, 2026 */
  day: string
  /** 21:13, or 9:13 PM */
  time: string
  /** 21:13:46, or 9:13:46 PM */
  exact_time: string
  /** 21:13:46.123, or 9:13:46.123 PM */
  precise_time: string
  /** CST, or GMT+1 where English has no short name. */
  zone: string
}

/** More zones than there are: spellings of one come from outside, too. */
const KEPT_ZONES = 700

/** Returns the format for a zone. Making one costs a hundred times what using it does, and a list needs it in each row. */
export function formatByZone(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (zone) => {
    const known = kept.get(zone)
    if (known) return known
    if (kept.size >= KEPT_ZONES) kept.clear()
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    kept.set(zone, made)
    return made
  }
}

const formatter = formatByZone('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** Put together from numbers, never from a locale's own pattern, so that server and browser write the same text. */
export function instantParts(instant: number, clock: WallClock): InstantParts {
  const { zone, hours } = clock
  const parts = numbers(instant, zone)
  const hour = hours === 24 ? parts.hour : Number(parts.hour) % 12 || 12
  // The space doesn't break: a line never ends between a time and its half of the day.
  const half = hours === 24 ? '' : `\u00a0${Number(parts.hour) < 12 ? 'AM' : 'PM'}`
  const minutes = `${hour}:${parts.minute}`
  const ms = String(((instant % 1_000) + 1_000) % 1_000).padStart(3, '0')
  return {
    day: dayOf(parts, clock),
    time: `${minutes}${half}`,
    exact_time: `${minutes}:${parts.second}${half}`,
    precise_time: `${minutes}:${parts.second}.${ms}${half}`,
    zone: parts.timeZoneName ?? zone,
  }
}

/** An hour of a day, 0 to 24, for a scale: `21`, or `9 PM`. */
export function hourLabel(hour: number, hours: WallClock['hours']): string {
  return hours === 24 ? String(hour) : `${hour % 12 || 12}\u00a0${hour % 24 < 12 ? 'AM' : 'PM'}`
}

export function instantDay(instant: number, clock: WallClock): string {
  return dayOf(numbers(instant, clock.zone), clock)
}

type Numbers = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

function numbers(instant: number, zone: string): Numbers {
  const parts: Numbers = {}
  for (const { type, value } of formatter(zone).formatToParts(instant)) parts[type] = value
  return parts
}

function dayOf({ day, month, year }: Numbers, { hours, days = hours === 12 ? 'mdy' : 'dmy' }: DayForm): string {
  const name = MONTHS[Number(month) - 1]
  return days === 'mdy' ? `${name} ${day}, ${year}` : `${day} ${name} ${year}`
}

/** `12 Nov` of a day, or `Nov 12`, whether its weekday stands before it or not. */
export const withoutYear = (day: string): string => day.replace(/,? \d{4}$/, '')

/** `12 Nov 2026, 09:13 CST`, or `Nov 12, 2026, 9:13 AM CST`; the text itself when it is no date-time. */
export function formatInstant(text: string, clock: WallClock): string {
  const instant = parseInstant(text)
  if (Number.isNaN(instant)) return text
  const { day, time, zone } = instantParts(instant, clock)
  return `${day}, ${time} ${zone}`
}

/** `3 Feb 1982`, or `Feb 3, 1982`. A calendar day is never shifted by a zone; any other text is shown as it came. */
export function formatDay(text: string, form: DayForm): string {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? []
  return MONTHS[Number(month) - 1] ? dayOf({ year, month, day: String(Number(day)) }, form) : text
}

/** Parses a date-time of the API, UTC where it has no offset, clamped to the range a database can store. */
export function instantOf(dateTime: string): Date {
  return storableInstant(utcInstant(dateTime))
}

/** Whole milliseconds are at or after this one exactly where they are at or after the date-time. */
export function boundOf(dateTime: string): Date {
  return storableInstant(new Date(utcInstant(dateTime).getTime() + Math.sign(nanosOf(dateTime))))
}

/** Returns an instant, clamped to the range a database can store. */
export function storableInstant(instant: Date): Date {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, instant.getTime())))
}

/** Years of four digits that every driver reads back as they are; an offset can carry a date-time beyond them. */
const EARLIEST = Date.parse('1000-01-01T00:00:00Z')

export const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** A date-time as an instant; without an offset it is UTC (gap "dates without an offset"). */
export function utcInstant(dateTime: string): Date {
  return new Date(HAS_OFFSET.test(dateTime) ? dateTime : `${dateTime}Z`)
}
