/** Ranges of days that move with the calendar: stored as they are named, resolved in the zone of whoever asks. */
import { dayBegins, dayEnds, dayIn, presetDays } from './day-ranges.ts'

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
