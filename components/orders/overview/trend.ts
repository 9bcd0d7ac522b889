/** Counts by day and method as a chart and a table need them. Pure. */
import type { Tone } from '#components/ui/display/pill.tsx'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'

type TrendDay = Overview['trend'][number]

/** From the bottom up, in the order of the contract. Told apart by place, legend and table too, not by colour alone. */
const TONES: readonly Tone[] = ['lab', 'wait', 'warn', 'move']

export const toneOf = (index: number): Tone => TONES[index % TONES.length] ?? 'place'

export interface TrendColumn {
  day: string
  /** Count of the orders shown. */
  total: number
  /** Some of its methods could not be counted. */
  partial: boolean
  parts: { method: string; from: number; to: number; tone: Tone }[]
}

export function trendColumns(trend: readonly TrendDay[]): TrendColumn[] {
  return trend.map(({ day, methods }) => {
    let total = 0
    const parts = methods.flatMap(({ method, count }, index) => {
      if (count === null || count === 0) return []
      const from = total
      total += count
      return [{ method, from, to: total, tone: toneOf(index) }]
    })
    return { day, total, partial: methods.some(({ count }) => count === null), parts }
  })
}

export const methodsOf = (trend: readonly TrendDay[]): string[] => trend[0]?.methods.map(({ method }) => method) ?? []

/** All of a day, as the list of orders takes it: a day of the viewer. */
export function dayQuery(day: string) {
  return { start_date: day, end_date: day }
}

/** All days that are counted. */
export function spanQuery(trend: readonly TrendDay[]) {
  return { start_date: trend[0]?.day, end_date: trend.at(-1)?.day }
}

/** The sum of what could be counted; null where nothing could. */
export function sumOf(counts: readonly (number | null)[]) {
  const known = counts.filter((count) => count !== null)
  return {
    count: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
    partial: known.length > 0 && known.length < counts.length,
  }
}

/** The sums of each method over all days, in the order of `methodsOf`. */
export function methodSums(trend: readonly TrendDay[]) {
  return methodsOf(trend).map((_, index) => sumOf(trend.map(({ methods }) => methods[index]?.count ?? null)))
}
