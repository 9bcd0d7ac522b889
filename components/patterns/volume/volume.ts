/** The bars of the volume chart and the part of them that is chosen. Pure. */
import type { Tone } from '#components/ui/display/pill.tsx'
import type { TimeRange } from './periods.ts'

export interface VolumeBar {
  from: string
  /** By what is counted: an outcome, a state. */
  counts: Readonly<Record<string, number>>
}

/** One segment of each bar. */
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
