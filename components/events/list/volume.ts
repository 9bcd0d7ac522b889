/** The bars of the volume chart and the part of them that is chosen. Pure. */
import type { Outcome } from '#lib/domains/events/outcomes.ts'
import type { EventCounts } from '#lib/domains/events/received.ts'

type Bar = EventCounts['bars'][number]

/** Bars from `first` up to, not including, `end`. */
export interface Chosen {
  first: number
  end: number
}

/** What the parts of a bar stand for, from the bottom up. */
export const PARTS = [
  { id: 'current', label: 'Current', outcomes: ['applied', 'stored'] },
  { id: 'replaced', label: 'Replaced or older', outcomes: ['superseded', 'older'] },
  { id: 'duplicate', label: 'Duplicate', outcomes: ['duplicate'] },
] as const satisfies readonly { id: string; label: string; outcomes: readonly Outcome[] }[]

export function partOf({ outcomes }: Bar, wanted: readonly Outcome[]): number {
  return wanted.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0)
}

export function totalOf({ outcomes }: Bar): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0)
}

/** Returns which bars a range covers; all of them without one. */
export function chosenBars(bars: readonly Bar[], from: string | null, to: string | null): Chosen {
  const starts = bars.map((bar) => Date.parse(bar.from))
  const after = (instant: string, otherwise: number) => {
    const at = starts.findIndex((start) => start >= Date.parse(instant))
    return at < 0 ? otherwise : at
  }
  const first = from === null ? 0 : Math.min(after(from, bars.length - 1), bars.length - 1)
  const end = to === null ? bars.length : after(to, bars.length)
  return { first: Math.max(0, first), end: Math.max(first + 1, end) }
}

/** Returns the range of bars as instants; no range for all of them. */
export function rangeOf(bars: readonly Bar[], { first, end }: Chosen): { from: string | null; to: string | null } {
  return { from: first > 0 ? (bars[first]?.from ?? null) : null, to: bars[end]?.from ?? null }
}
