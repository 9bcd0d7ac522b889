/** Facets and bars of the events page, from groups of events. Pure. */
import { OUTCOMES } from '#lib/domains/events/outcomes.ts'
import { type EventCounts, type EventCountsSearch, SOURCE_DAYS } from '#lib/domains/events/received.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { instantOf } from '#lib/utils/time/instants.ts'
import type { EventGroup } from './store.ts'

type Facet = 'outcomes' | 'event_types' | 'sources'
type Counted = Omit<EventCounts, 'rejections' | 'is_cut'>

/** The window as it is asked for, with bars that begin at whole milliseconds. */
export function windowOf({ window_from, window_to, bars }: EventCountsSearch) {
  const from = instantOf(window_from)
  const each = Math.max(1, Math.ceil((instantOf(window_to).getTime() - from.getTime()) / bars))
  return { from, to: new Date(from.getTime() + each * bars), bars, each }
}

/** Returns each facet within all other filters, and the bars within all of them but the range. */
export function countsOf(groups: readonly EventGroup[], search: EventCountsSearch): Counted {
  const { from, each, bars } = windowOf(search)
  const fits: Record<Facet, (group: EventGroup) => boolean> = {
    outcomes: ({ outcome }) => among(outcome, search.outcomes),
    event_types: ({ event_type }) => among(event_type, search.event_types),
    sources: ({ source_slug }) => among(source_slug ?? '', search.sources),
  }
  const isChosen = (group: EventGroup, but?: Facet) =>
    Object.entries(fits).every(([facet, isIn]) => facet === but || isIn(group))
  // A bar counts where any of it lies in the range: the range is chosen by bars.
  const isInRange = ({ bar }: EventGroup) => {
    const starts = from.getTime() + bar * each
    return (
      (search.from === undefined || starts + each > instantOf(search.from).getTime()) &&
      (search.to === undefined || starts < instantOf(search.to).getTime())
    )
  }
  const facet = (but: Facet, keyOf: (group: EventGroup) => string) =>
    tally(
      groups.filter((group) => isInRange(group) && isChosen(group, but)),
      keyOf,
    )
  const names = new Map(groups.map(({ source_slug, source_name }) => [source_slug ?? '', source_name ?? '']))
  const shown = groups.filter((group) => isChosen(group))
  const byOutcome = facet('outcomes', ({ outcome }) => outcome)
  return {
    outcomes: OUTCOMES.flatMap((outcome) => {
      const count = byOutcome.find(([key]) => key === outcome)?.[1] ?? 0
      return count > 0 ? [{ outcome, count }] : []
    }),
    event_types: facet('event_types', ({ event_type }) => event_type).map(([event_type, count]) => ({
      event_type,
      count,
    })),
    sources: facet('sources', ({ source_slug }) => source_slug ?? '').map(([slug, count]) => ({
      source: { slug, name: names.get(slug) ?? slug },
      count,
    })),
    bars: Array.from({ length: bars }, (_, bar) => ({
      from: new Date(from.getTime() + bar * each).toISOString(),
      outcomes: Object.fromEntries(
        tally(
          shown.filter((group) => group.bar === bar),
          ({ outcome }) => outcome,
        ),
      ),
    })),
  }
}

/** Returns how many events of each source fell into each bar; what came twice, or from no source, is not counted. */
export function daysOf(groups: readonly EventGroup[]): { slug: string; days: number[] }[] {
  const bySlug = new Map<string, number[]>()
  for (const { source_slug, outcome, bar, count } of groups) {
    if (source_slug === null || outcome === 'duplicate') continue
    const days = bySlug.get(source_slug) ?? Array.from({ length: SOURCE_DAYS }, () => 0)
    bySlug.set(
      source_slug,
      days.map((known, day) => known + (day === bar ? count : 0)),
    )
  }
  return [...bySlug].map(([slug, days]) => ({ slug, days })).sort((a, b) => byCodePoint(a.slug, b.slug))
}

/** Most first, ties by key. */
function tally(groups: readonly EventGroup[], keyOf: (group: EventGroup) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count)
  return [...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
}

function among(value: string, wanted: readonly string[] | undefined): boolean {
  return !wanted?.length || wanted.includes(value)
}
