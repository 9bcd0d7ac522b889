/** Ranges of calendar days: how one reads and where it begins and ends. Days are `YYYY-MM-DD`. */
import { type DayForm, formatByZone, formatDay } from './instants.ts'
import { zonedInstant } from './zones.ts'

const DAY = 86_400_000

// The Swedish way of writing a day is the one of the wire.
const swedishDay = formatByZone('sv-SE', { dateStyle: 'short' })

export function dayIn(zone: string, instant: number): string {
  return swedishDay(zone).format(instant)
}

/** Returns the last `days` days including `today`, or the month so far, as `YYYY-MM-DD`; both ends are included. */
export function presetDays(days: number | 'month', today: string): { from: string; to: string } {
  if (days === 'month') return { from: `${today.slice(0, 8)}01`, to: today }
  return { from: new Date(Date.parse(`${today}T00:00:00Z`) - (days - 1) * DAY).toISOString().slice(0, 10), to: today }
}

/** Returns the last `count` days including `today`, oldest first. */
export function lastDays(count: number, today: string): string[] {
  const end = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * DAY).toISOString().slice(0, 10),
  )
}

/** `between 1 Nov 2026 and 7 Nov 2026`, in two parts; null where neither end is given. */
export function rangeLabel(
  from: string | null,
  to: string | null,
  form: DayForm,
): { operator: string; value: string } | null {
  if (from === null) return to === null ? null : { operator: 'until', value: formatDay(to, form) }
  if (to === null) return { operator: 'from', value: formatDay(from, form) }
  if (from === to) return { operator: 'on', value: formatDay(from, form) }
  return { operator: 'between', value: `${formatDay(from, form)} and ${formatDay(to, form)}` }
}

/** The first instant of a day where clocks show a zone's time, in the form of the wire. */
export function dayBegins(day: string, zone: string): string {
  return zonedInstant(day, 0, zone).toISOString()
}

/** The last millisecond of a day; a day on which clocks change is an hour longer or shorter. */
export function dayEnds(day: string, zone: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
  return new Date(zonedInstant(next, 0, zone).getTime() - 1).toISOString()
}

type DateFilters = 'start_date' | 'end_date' | 'updated_start_date' | 'updated_end_date'

const isDay = (value: string) => value.length === 10

/** A day as the instant at which it begins or ends in a zone; an exact instant as it is. */
export const beginOf = <T extends string | null | undefined>(value: T, zone: string) =>
  value && isDay(value) ? dayBegins(value, zone) : value
export const endOf = <T extends string | null | undefined>(value: T, zone: string) =>
  value && isDay(value) ? dayEnds(value, zone) : value

/** Sends instants: the service would read a bare day in UTC, and end a range of updates as its last day begins. */
export function inZone<F extends { [K in DateFilters]?: string | null | undefined }>(filters: F, zone: string) {
  return {
    ...filters,
    ...(filters.start_date && { start_date: beginOf(filters.start_date, zone) }),
    ...(filters.end_date && { end_date: endOf(filters.end_date, zone) }),
    ...(filters.updated_start_date && { updated_start_date: beginOf(filters.updated_start_date, zone) }),
    ...(filters.updated_end_date && { updated_end_date: endOf(filters.updated_end_date, zone) }),
  }
}

/** As an address and a saved view hold them: so many days with today the last, or the month so far. */
export const RELATIVE_DAYS = ['1d', '7d', 'month', '30d', '90d', '365d'] as const
export type RelativeDays = (typeof RELATIVE_DAYS)[number]

export const RELATIVE_LABELS: Readonly<Record<RelativeDays, string>> = {
  '1d': 'Today',
  '7d': 'Last 7 days',
  month: 'This month',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last 365 days',
}

/** Returns how a filter reads, as in "Created in the last 7 days, your time": the days are those of whoever looks. */
export function relativeLabel(range: RelativeDays): { operator: string; value: string } {
  const words = RELATIVE_LABELS[range].toLowerCase()
  return { operator: words.startsWith('last') ? 'in the' : 'is', value: `${words}, your time` }
}

/** Returns the days of a range, `today` the last of them. */
export function relativeDays(range: RelativeDays, today: string): { from: string; to: string } {
  return presetDays(range === 'month' ? range : Number.parseInt(range, 10), today)
}

interface CreatedDays {
  created_within?: RelativeDays | null | undefined
  created_from?: string | null | undefined
  created_to?: string | null | undefined
}

/** Returns the first and last day of a filter by creation; a relative range stands in place of fixed days. */
export function createdDays({ created_within, created_from, created_to }: CreatedDays, today: string) {
  if (created_within) {
    const { from, to } = relativeDays(created_within, today)
    return { created_from: from, created_to: to }
  }
  return { ...(created_from && { created_from }), ...(created_to && { created_to }) }
}

interface Relative {
  created_within?: RelativeDays | null | undefined
  updated_within?: RelativeDays | null | undefined
}

/** Returns the filters with each relative range as its instants in a zone; it stands in place of fixed dates. */
export function resolveRelative<F extends Relative>(filters: F, zone: string, now: number) {
  const { created_within, updated_within, ...fixed } = filters
  const range = (within: RelativeDays) => {
    const { from, to } = relativeDays(within, dayIn(zone, now))
    return [dayBegins(from, zone), dayEnds(to, zone)] as const
  }
  const [start_date, end_date] = created_within ? range(created_within) : []
  const [updated_start_date, updated_end_date] = updated_within ? range(updated_within) : []
  return {
    ...fixed,
    ...(start_date && { start_date, end_date }),
    ...(updated_start_date && { updated_start_date, updated_end_date }),
  }
}
