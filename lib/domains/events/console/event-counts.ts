/** Facets and bars of the events page, from groups of events. Pure. */
import { OUTCOMES } from '#lib/domains/events/outcomes.ts'
import { type EventCounts, type EventCountsSearch, SOURCE_DAYS } from '#lib/domains/events/received.ts'
import { among, barsOf, groupsWithin, tally, windowOf } from '#lib/kernel/list/count-window.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { instantOf } from '#lib/utils/time/instants.ts'
import type { EventGroup } from './store.ts'

type Facet = 'outcomes' | 'event_types' | 'sources'
type Counted = Omit<EventCounts, 'rejections' | 'is_cut'>

/** Returns each facet within all other filters, and the bars within all of them but the range. */
export function countsOf(groups: readonly EventGroup[], search: EventCountsSearch): Counted {
  const { from, each } = windowOf(search)
  const within = groupsWithin<Facet, EventGroup>(groups, {
    outcomes: ({ outcome }) => among(outcome, search.outcomes),
    event_types: ({ event_type }) => among(event_type, search.event_types),
    sources: ({ source_slug }) => among(source_slug ?? '', search.sources),
  })
  // A bar counts where any of it lies in the range: the range is chosen by bars.
  const isInRange = ({ bar }: EventGroup) => {
    const starts = from.getTime() + bar * each
    return (
      (search.from === undefined || starts + each > instantOf(search.from).getTime()) &&
      (search.to === undefined || starts < instantOf(search.to).getTime())
    )
  }
  const facet = (but: Facet, keyOf: (group: EventGroup) => string) => tally(within(but).filter(isInRange), keyOf)
  const names = new Map(groups.map(({ source_slug, source_name }) => [source_slug ?? '', source_name ?? '']))
  const byOutcome = new Map(facet('outcomes', ({ outcome }) => outcome))
  return {
    outcomes: OUTCOMES.map((outcome) => ({ outcome, count: byOutcome.get(outcome) ?? 0 })).filter(
      ({ count }) => count > 0,
    ),
    event_types: facet('event_types', ({ event_type }) => event_type).map(([event_type, count]) => ({
      event_type,
      count,
    })),
    sources: facet('sources', ({ source_slug }) => source_slug ?? '').map(([slug, count]) => ({
      source: { slug, name: names.get(slug) ?? slug },
      count,
    })),
    bars: barsOf(search, within(null), ({ outcome }) => outcome).map(({ from: starts, counts }) => ({
      from: starts,
      outcomes: Object.fromEntries(counts),
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
