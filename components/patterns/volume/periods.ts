/** How far back a list of what arrived or was sent looks, and the bars of its chart. Pure. */
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'

export const PERIODS = {
  hour: { text: 'Last hour', short: '1 h', span: HOUR, bar: 2 * MINUTE },
  day: { text: 'Last 24 hours', short: '24 h', span: DAY, bar: 15 * MINUTE },
  week: { text: 'Last 7 days', short: '7 d', span: 7 * DAY, bar: 2 * HOUR },
  month: { text: 'Last 30 days', short: '30 d', span: 30 * DAY, bar: 8 * HOUR },
} as const
export type Period = keyof typeof PERIODS
export const PERIOD_IDS = ['hour', 'day', 'week', 'month'] as const satisfies readonly Period[]

/** The part of a period that is chosen in the chart, or typed; null for no end. */
export interface TimeRange {
  from: string | null
  to: string | null
}

/** Filters of a list with a chart. */
export interface TimeFilters extends TimeRange {
  within: Period
}

/** Returns the window of the chart; it ends with a whole bar, so that the same page isn’t asked for again every second. */
export function windowOf(within: Period, now: number) {
  const { span, bar } = PERIODS[within]
  const to = (Math.floor(now / bar) + 1) * bar
  return { from: new Date(to - span).toISOString(), to: new Date(to).toISOString(), bar, bars: span / bar }
}

/** Returns the shortest period that an instant is in; the longest where it is older. */
export function periodSince(instant: number, now: number): Period {
  return PERIOD_IDS.find((id) => Date.parse(windowOf(id, now).from) <= instant) ?? 'month'
}
