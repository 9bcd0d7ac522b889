/** When a visit is, as clocks of a zone show it, with the zone's name as it is on that day; and the weeks of an agenda. */
import { DAY as DAY_LENGTH } from './durations.ts'
import { formatByZone, instantParts, parseInstant, type WallClock } from './instants.ts'

export interface VisitTime {
  /** Tue 24 Nov 2026, or Tue, Nov 24, 2026 */
  day: string
  /** 08:00 to 08:30, or 8:00 AM to 8:30 AM; with the zone's name at each end where clocks change in between. */
  time: string
  /** MST, as of the beginning. */
  zone: string
}

const weekdays = formatByZone('en-US', { weekday: 'short' })
const weekday = (instant: number, zone: string) => weekdays(zone).format(instant)

/** Null for what is no instant. `end_at` may be missing. */
export function visitTime(start_at: string, end_at: string | null, clock: WallClock): VisitTime | null {
  const start = parseInstant(start_at)
  if (Number.isNaN(start)) return null
  const from = instantParts(start, clock)
  // Month-first dates set off the weekday too.
  const day = `${weekday(start, clock.zone)}${/^\d/.test(from.day) ? '' : ','} ${from.day}`
  const end = end_at === null ? Number.NaN : parseInstant(end_at)
  if (Number.isNaN(end)) return { day, time: from.time, zone: from.zone }
  const to = instantParts(end, clock)
  const ends = [to.day === from.day ? null : to.day, to.time, to.zone === from.zone ? null : to.zone]
  const begins = to.zone === from.zone ? from.time : `${from.time} ${from.zone}`
  return { day, time: `${begins} to ${ends.filter(Boolean).join(' ')}`, zone: from.zone }
}

/** Whether this runtime knows a zone: what a service sends need not be one. */
export function isKnownZone(zone: string | null): zone is string {
  if (!zone) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** A calendar day so many days later. Days are `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_LENGTH).toISOString().slice(0, 10)
}

/** Monday where none is known. Our own: @internationalized/date caches by locale without limit. */
export function firstWeekday(locale: string): number {
  try {
    const named: object = new Intl.Locale(locale)
    const ask: unknown = Reflect.get(named, 'getWeekInfo')
    // Older browsers have it as a property.
    const info: unknown = typeof ask === 'function' ? ask.call(named) : Reflect.get(named, 'weekInfo')
    if (typeof info === 'object' && info !== null && 'firstDay' in info && typeof info.firstDay === 'number') {
      return info.firstDay % 7
    }
  } catch {
    // No language, or one that is none.
  }
  return 1
}

/** Whether clocks are read with 12 or 24 hours where a language is spoken; 24 where nobody says. */
export function clockHours(locale: string): WallClock['hours'] {
  try {
    const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
    return hour12 ? 12 : 24
  } catch {
    return 24
  }
}

/** Whether a language writes the month before the day of it. */
export function dayOrder(locale: string): NonNullable<WallClock['days']> {
  try {
    const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }).formatToParts(0)
    const at = (type: Intl.DateTimeFormatPartTypes) => parts.findIndex((part) => part.type === type)
    return at('month') < at('day') && at('day') < at('year') ? 'mdy' : 'dmy'
  } catch {
    return 'dmy'
  }
}

export function weekOf(day: string, first: number): string[] {
  const at = new Date(`${day}T00:00:00Z`).getUTCDay()
  const begin = addDays(day, -((at - first + 7) % 7))
  return Array.from({ length: 7 }, (_, index) => addDays(begin, index))
}
