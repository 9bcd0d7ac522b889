/** Bars of a chart of counts, and shares in words. Pure. */
import type { ReactNode } from 'react'

export interface ChartBar {
  id: string
  label: string
  /** Beside the label: a picture or a tile. */
  mark?: ReactNode
  count: number
  /** How many of them are broken. */
  broken: number
  /** How many of them nobody has looked at yet. */
  unknown: number
}

/** The first `most` bars and whatever is selected stand alone; `others` is null where none is left. */
export function splitBars(bars: readonly ChartBar[], selected: ReadonlySet<string>, most: number) {
  const shown = bars.filter(({ id }, index) => index < most || selected.has(id))
  const rest = bars.filter((bar) => !shown.includes(bar))
  const [only] = rest
  // A bar of one other would take the place of the very one it stands for.
  if (only === undefined || rest.length === 1) return { shown: bars, others: null }
  return { shown, others: { bars: rest.length, count: sumOf(rest, 'count'), broken: sumOf(rest, 'broken') } }
}

function sumOf(bars: readonly ChartBar[], figure: 'count' | 'broken'): number {
  return bars.reduce((sum, bar) => sum + bar[figure], 0)
}

/** `12%`; what is little but not nothing is `<1%`, and what is not all never `100%`. */
export function shareOf(count: number, total: number): string {
  if (total === 0 || count === 0) return '0%'
  const percent = Math.round((count / total) * 100)
  if (percent === 0) return '<1%'
  return percent === 100 && count < total ? '>99%' : `${percent}%`
}
