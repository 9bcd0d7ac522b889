import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { timeseriesData, webhookEvent } from '#lib/domains/events/event.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import { type NewSample, newEvent, type Series } from '#lib/domains/events/new-event.ts'
import { isDataType } from '#lib/domains/events/news.ts'
import { OUTCOMES } from '#lib/domains/events/outcomes.ts'
import {
  countEvents,
  countNewEvents,
  countSourceDays,
  type EventCounts,
  type EventCountsSearch,
  expungeEventBody,
  getEvent,
  listEvents,
  type ReceivedEvent,
  readEventBody,
  type ShownSeries,
  SOURCE_DAYS,
} from '#lib/domains/events/received.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { barsOf, COUNTED_ROWS, groupsWithin, inList, tally, windowOf } from '#lib/kernel/list/count-window.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { searchTerms } from '#lib/utils/text/typed-text.ts'
import { DAY, SECOND } from '#lib/utils/time/durations.ts'
import { compareInstants, instantOf } from '#lib/utils/time/instants.ts'
import type { LiveEvents } from './live.ts'
import type { EventGroup, EventStore } from './store.ts'

interface EventRoutesOptions {
  store: EventStore
  live: LiveEvents
  /** Whether the person who made a request may still have this environment’s events; asking doesn’t count as a use. */
  isStillAllowed: (request: Request, environment: string) => Promise<boolean>
  now: () => Date
}

/** Samples of a series that a chart can show. */
const SHOWN_SAMPLES = 500
/** Series of one event that are looked at. */
const SHOWN_SERIES = 5

/** Events of one user that are looked at, newest first: more than a sensor sends in two weeks. */
const COUNTED_OF_USER = 20_000
/** Days in which data of a source is looked for, also of one that isn’t connected any more. */
const YEAR_DAYS = 366

/** No proxy on the way may hold messages back. */
const STREAM = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

const NO_EVENT = new ApiError('not_found', 'No event with this number arrived in this environment.')
const NO_BODY = new ApiError('not_found', 'The body of this event isn’t kept any more.')

export function eventRoutes({ store, live, isStillAllowed, now }: EventRoutesOptions): ConsoleRoute[] {
  async function find(environment: string, id: number): Promise<ReceivedEvent> {
    const event = await store.findEvent(environment, id)
    if (!event) throw NO_EVENT
    return event
  }

  async function shownSeries(environment: string, event: ReceivedEvent) {
    const body = event.form === 'timeseries' ? await store.eventBody(environment, event.id) : null
    if (body === null) return { series: [], unreadable_samples: 0 }
    const { groups, unreadable_samples } = bySeries(body, event)
    const series = await Promise.all(groups.map((samples) => seriesOf(environment, event, samples)))
    return { series: series.flat().slice(0, SHOWN_SERIES), unreadable_samples }
  }

  /** The day up to the newest sample: what is there now, and what this event said of it. */
  async function seriesOf(
    environment: string,
    { id }: ReceivedEvent,
    own: readonly NewSample[],
  ): Promise<ShownSeries[]> {
    const said = new Map(own.map((one) => [one.at, one]))
    const moments = [...said.keys()].sort(compareInstants)
    // One millisecond more: what is finer than that lies behind its millisecond.
    const to = new Date(Date.parse(moments.at(-1) ?? '1970') + 1)
    const first = new Date(moments[0] ?? 0)
    const from = new Date(Math.min(first.getTime(), to.getTime() - DAY))
    const series: Series = own[0]?.series ?? { user_id: '', resource: '', source_slug: '', source_type: '' }
    const current = await store.seriesSamples(environment, series, { from, to, limit: SHOWN_SAMPLES })
    const samples = current.map(({ seq, ...sample }) => {
      const before = said.get(sample.at)
      const was = before?.unit === sample.unit ? before.value : null
      return { ...sample, is_own: was === sample.value, was: seq > id && was !== sample.value ? was : null }
    })
    // Values of two units are two lines: 180 mg/dL and 10 mmol/L are the same. One unit in two spellings is one.
    const byUnit = Map.groupBy(samples, ({ unit }) =>
      searchTerms(unit)
        .map(([word]) => word)
        .join(' '),
    )
    return [...byUnit.values()].map((those) => ({ source_type: series.source_type, samples: those }))
  }

  return [
    route(listEvents, async ({ params: { environment }, query }) => ({
      body: await store.searchEvents(environment, query),
    })),

    route(
      countNewEvents,
      async ({ params: { environment }, query: { after, ...filters } }) => ({
        body: { count: await store.countNewEvents(environment, filters, after) },
      }),
      { audited: false },
    ),

    route(
      watchEvents,
      async ({ params: { environment }, query: { after, order_id, orders = [], seconds } }, { viewer, request }) => {
        const seen = Number(request.headers.get('last-event-id') ?? Number.NaN)
        const stream = await live.watch({
          environment,
          order_id: order_id ?? null,
          orders,
          after: Number.isSafeInteger(seen) && seen >= 0 ? seen : (after ?? null),
          viewer: viewer.id,
          lasts: seconds * SECOND,
          isStillAllowed: () => isStillAllowed(request, environment),
        })
        return new Response(stream, { headers: STREAM })
      },
      { audited: false },
    ),

    route(
      countEvents,
      async ({ params: { environment }, query }) => {
        const { user_id, order_id } = query
        const { from, to, bars } = windowOf(query)
        const of = { ...(user_id && { user_id }), ...(order_id && { order_id }) }
        const { groups, is_cut } = await store.groupEvents(environment, {
          from,
          to,
          bars,
          limit: COUNTED_ROWS,
          ...of,
        })
        const rejections = await store.rejections(environment, { from, to })
        return { body: { ...countsOf(groups, query), rejections, is_cut } }
      },
      { audited: false },
    ),

    route(
      countSourceDays,
      async ({ params: { environment }, query: { user_id, to } }) => {
        const end = instantOf(to)
        const window = { from: new Date(end.getTime() - YEAR_DAYS * DAY), to: end, bars: YEAR_DAYS }
        const found = await store.groupEvents(environment, { ...window, user_id, limit: COUNTED_OF_USER })
        return { body: { sources: daysOf(found.groups, end), is_cut: found.is_cut } }
      },
      { audited: false },
    ),

    route(getEvent, async ({ params: { environment, event_id } }) => {
      const event = await find(environment, event_id)
      return { body: { event, ...(await shownSeries(environment, event)) } }
    }),

    route(readEventBody, async ({ params: { environment, event_id } }) => {
      const event = await find(environment, event_id)
      const body = await store.eventBody(environment, event_id)
      if (body === null) throw NO_BODY
      const before = event.replaces_id === null ? null : await store.eventBody(environment, event.replaces_id)
      return { body: { event, body: JSON.parse(body), replaced_body: before === null ? null : JSON.parse(before) } }
    }),

    route(expungeEventBody, async ({ params: { environment, event_id } }, { about }) => {
      const event = await find(environment, event_id)
      about([event.user_id], 'asked', 'users')
      if (!(await store.expungeBody(environment, event_id, now()))) throw NO_BODY
      return { body: { event: await find(environment, event_id) } }
    }),
  ]
}

/** The samples of a body, those of one series together. */
function bySeries(body: string, { message_id, sent_at, received_at }: ReceivedEvent) {
  const event = webhookEvent.parse(JSON.parse(body))
  const batch = timeseriesData.safeParse(event.data)
  if (!batch.success) return { groups: [], unreadable_samples: 0 }
  const { samples } = newEvent({ environment: '', message_id, event, body, sent_at, received_at })
  const groups = Map.groupBy(samples, ({ series }) => series.source_type)
  return { groups: [...groups.values()].slice(0, SHOWN_SERIES), unreadable_samples: batch.data.unreadable }
}

/** Facets and bars of the events page, from groups of events. Pure. */
type Facet = 'outcomes' | 'event_types' | 'sources'
type Counted = Omit<EventCounts, 'rejections' | 'is_cut'>

/** Returns each facet within all other filters, and the bars within all of them but the range. */
function countsOf(groups: readonly EventGroup[], search: EventCountsSearch): Counted {
  const { from, each } = windowOf(search)
  const within = groupsWithin<Facet, EventGroup>(groups, {
    outcomes: ({ outcome }) => inList(outcome, search.outcomes),
    event_types: ({ event_type }) => inList(event_type, search.event_types),
    sources: ({ source_slug }) => inList(source_slug ?? '', search.sources),
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

/** Returns on which days data of each source arrived; what came twice, or from no source, is not counted. */
function daysOf(groups: readonly EventGroup[], end: Date) {
  const bySlug = new Map<string, { days: number[]; newest: number }>()
  for (const { event_type, source_slug, outcome, bar, count } of groups) {
    if (source_slug === null || outcome === 'duplicate' || !isDataType(event_type)) continue
    const known = bySlug.get(source_slug) ?? { days: Array.from({ length: SOURCE_DAYS }, () => 0), newest: 0 }
    const place = bar - (YEAR_DAYS - SOURCE_DAYS)
    const days = known.days.map((before, day) => before + (day === place ? count : 0))
    bySlug.set(source_slug, { days, newest: Math.max(known.newest, bar) })
  }
  return [...bySlug]
    .map(([slug, { days, newest }]) => {
      const last_until = new Date(end.getTime() - (YEAR_DAYS - 1 - newest) * DAY).toISOString()
      return { slug, days, last_until }
    })
    .sort((a, b) => byCodePoint(a.slug, b.slug))
}
