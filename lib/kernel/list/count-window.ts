/** The window of a volume chart and its bars: one schema for every list that counts by time. Pure. */
import { z } from 'zod'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { instantOf, LATEST } from '#lib/utils/time/instants.ts'

const MAX_BARS = 120
/** Rows that are counted at most, newest first. */
export const COUNTED_ROWS = 100_000

/** The chart’s window; a list’s own range (`from`, `to`) is a part of it. */
export const countWindow = z.object({
  window_from: isoDateTime,
  window_to: isoDateTime,
  bars: z.int().min(1).max(MAX_BARS).default(48),
})
type CountWindow = z.output<typeof countWindow>

/** Bars begin at whole milliseconds (`each` long); the window ends within the years a database can store. */
export function windowOf({ window_from, window_to, bars }: CountWindow) {
  const from = new Date(Math.min(instantOf(window_from).getTime(), LATEST - bars))
  const wanted = Math.ceil((instantOf(window_to).getTime() - from.getTime()) / bars)
  const each = Math.max(1, Math.min(wanted, Math.floor((LATEST - from.getTime()) / bars)))
  return { from, to: new Date(from.getTime() + each * bars), bars, each }
}

/** Returns the bars of a window, oldest first, each with what was counted in it by key. */
export function barsOf<K extends string, G extends { bar: number; count: number }>(
  search: CountWindow,
  groups: readonly G[],
  keyOf: (group: G) => K,
): { from: string; counts: [K, number][] }[] {
  const { from, each, bars } = windowOf(search)
  const byBar = Map.groupBy(groups, ({ bar }) => bar)
  return Array.from({ length: bars }, (_, bar) => ({
    from: new Date(from.getTime() + bar * each).toISOString(),
    counts: tally(byBar.get(bar) ?? [], keyOf),
  }))
}

/** Returns the groups that pass all tests but one: a facet is counted within all other filters. */
export function groupsWithin<F extends string, G>(
  groups: readonly G[],
  fits: Readonly<Record<F, (group: G) => boolean>>,
): (but: F | null) => G[] {
  const tests = Object.entries<(group: G) => boolean>(fits)
  return (but) => groups.filter((group) => tests.every(([facet, isIn]) => facet === but || isIn(group)))
}

/** Returns how many there are of each key: most first, ties by key. */
export function tally<K extends string, G extends { count: number }>(
  groups: readonly G[],
  keyOf: (group: G) => K,
): [K, number][] {
  const counts = new Map<K, number>()
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count)
  return [...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
}

/** Returns whether a value is wanted; every value is where none is named. */
export function inList(value: string, wanted: readonly string[] | undefined): boolean {
  return !wanted?.length || wanted.includes(value)
}
