/** The bars of the volume chart and the part of them that is chosen. Pure. */
import type { Tone } from '#components/ui/display/pill.tsx'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'

export interface VolumeBar {
  from: string
  /** By what is counted: an outcome, a state. */
  counts: Readonly<Record<string, number>>
}

export interface VolumePart {
  label: string
  keys: readonly string[]
  /** Classes of its fill; with a tone `fill-tone-dot` is that of the tone. */
  fill: string
  tone?: Tone
}

/** Bars from `first` up to, not including, `end`. */
export interface Chosen {
  first: number
  end: number
}

export function partOf({ counts }: VolumeBar, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0)
}

export function totalOf({ counts }: VolumeBar): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Returns which bars a range covers; all of them without one. */
export function chosenBars(bars: readonly VolumeBar[], { from, to }: TimeRange): Chosen {
  const starts = bars.map((bar) => Date.parse(bar.from))
  const after = (instant: string, otherwise: number) => {
    const at = starts.findIndex((start) => start >= Date.parse(instant))
    return at < 0 ? otherwise : at
  }
  const within = from === null ? 0 : starts.findLastIndex((start) => start <= Date.parse(from))
  const first = Math.min(Math.max(0, within), bars.length - 1)
  const end = to === null ? bars.length : after(to, bars.length)
  return { first, end: Math.max(first + 1, end) }
}

/** Returns the range of bars as instants; no range for all of them. */
export function rangeOf(bars: readonly VolumeBar[], { first, end }: Chosen): TimeRange {
  return { from: first > 0 ? (bars[first]?.from ?? null) : null, to: bars[end]?.from ?? null }
}

/** How far back a list of what arrived or was sent looks, and the bars of its chart. Pure. */
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
