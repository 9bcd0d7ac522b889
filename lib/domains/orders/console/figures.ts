/** Figures: facts of each order are kept by the day they happened on, as orders are read, so that an answer reads its days alone. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import type { CatalogEntry } from '#lib/domains/catalog/catalog.ts'
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import type { SeenCritical } from '#lib/domains/orders/critical/critical.ts'
import { compareResults } from '#lib/domains/orders/critical/critical-state.ts'
import { AGES, FAILURE_CAUSES, type Figure, type Figures, getFigures, OLD_DAYS } from '#lib/domains/orders/figures.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { readEvents } from '#lib/domains/orders/status/timeline.ts'
import {
  type FinishedOrder,
  finishedOrder,
  LEAST_FINISHED,
  percentile,
  WAITING_STAGES,
} from '#lib/domains/orders/turnaround.ts'
import { COUNTED_FOR } from '#lib/domains/orders/worklist/overview.ts'
import { WORKLIST_LIMIT, type WorklistItem } from '#lib/domains/orders/worklist/worklist.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'
import { dayBegins, dayEnds, lastDays } from '#lib/utils/time/day-ranges.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import type { AcknowledgementStore, CallbackStore } from './store.ts'
import type { WorklistOf } from './worklist.ts'

/** Milliseconds for which facts are kept: the longest span, the one before it, and a year to look back. */
const KEPT_FOR = 550 * DAY
/** Days of facts that are read at once, so that others are answered in between. */
const DAYS_AT_ONCE = 31
/** Spans and zones that are remembered. */
const MOST_REMEMBERED = 12

const took = z.int().min(0).nullable()
const fact = z.object({
  test: z.string(),
  results: z.object({ at: z.int(), took: z.object({ placed: took, collecting: took, with_lab: took }) }).nullable(),
  failed: z.array(z.object({ low: z.enum(FAILURE_CAUSES), at: z.int() })),
})
type Fact = z.infer<typeof fact>
/** Those of one UTC day, by order. */
const keptFacts = z.object({ orders: z.record(z.string(), fact) })
const keptStart = z.object({ from: z.string() })

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Returns what happened to an order, by UTC day; null for a day on which nothing did that is still so. */
function factsOf(order: Pick<Order, 'events' | 'status' | 'lab_test'>): Map<string, Fact | null> {
  const events = readEvents(order.events)
  const days = new Map<string, Fact | null>()
  const isOfResults = ({ stage, low }: (typeof events)[number]) =>
    stage === 'results_in' || FAILURE_CAUSES.some((cause) => cause === low)
  for (const event of events) if (isOfResults(event)) days.set(utcDay(event.at), null)
  const ofDay = (at: number): Fact => days.get(utcDay(at)) ?? { test: order.lab_test.name, results: null, failed: [] }
  const results = finishedOrder(order)
  if (results) days.set(utcDay(results.at), { ...ofDay(results.at), results })
  for (const low of FAILURE_CAUSES) {
    const at = events.find((event) => event.low === low)?.at
    if (at === undefined) continue
    const known = ofDay(at)
    days.set(utcDay(at), { ...known, failed: [...known.failed, { low, at }] })
  }
  return days
}

/** Returns what keeps the facts of orders that were read; the same order again changes nothing. */
export function createFacts(store: RecordStore, now: () => Date) {
  const records = recordsOf(store, 'figure_facts', keptFacts)
  const starts = recordsOf(store, 'figure_start', keptStart)

  async function noteStart(environment: string, orders: readonly Order[]): Promise<void> {
    const earliest = orders.flatMap(({ events }) => events.map(({ created_at }) => parseInstant(created_at)))
    const at = earliest.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
    const [known] = await starts.find(environment, [''])
    if (at >= (known ? parseInstant(known.body.from) : Number.POSITIVE_INFINITY)) return
    const body = { from: new Date(at).toISOString() }
    await starts.save(environment, { key: '', version: (known?.version ?? 0) + 1, body, at: now().toISOString() })
  }

  return async (environment: string, orders: readonly Order[]): Promise<void> => {
    await noteStart(environment, orders)
    const oldest = now().getTime() - KEPT_FOR
    const news = newsByDay(orders, oldest)
    const known = new Map((await records.find(environment, [...news.keys()])).map((record) => [record.key, record]))
    for (const [day, ofDay] of news) {
      const before = known.get(day)
      const body = changedDay(before?.body.orders ?? {}, ofDay)
      if (body === null) continue
      // One of two processes that learn at once is saved; the other's orders are read again within the week.
      const version = (before?.version ?? 0) + 1
      await records.save(environment, { key: day, version, body, at: now().toISOString() })
    }
    if (known.size < news.size) await records.remove(environment, lastDays(DAYS_AT_ONCE, utcDay(oldest - DAY)))
  }
}

type DayNews = Map<string, Fact | null>

function newsByDay(orders: readonly Order[], oldest: number): Map<string, DayNews> {
  const days = new Map<string, DayNews>()
  for (const order of orders) {
    for (const [day, news] of factsOf(order)) {
      if (Date.parse(day) >= oldest) days.set(day, (days.get(day) ?? new Map()).set(order.id, news))
    }
  }
  return days
}

/** Null where nothing has changed. */
function changedDay(before: Readonly<Record<string, Fact>>, news: DayNews): z.infer<typeof keptFacts> | null {
  const all = new Map(Object.entries(before))
  const isSame = ([id, one]: [string, Fact | null]) => JSON.stringify(all.get(id) ?? null) === JSON.stringify(one)
  if ([...news].every(isSame)) return null
  for (const [id, one] of news) one ? all.set(id, one) : all.delete(id)
  return { orders: Object.fromEntries(all) }
}

/** Returns the days and as many before them, the instants at which they begin (one more: the end), and what tells the day of an instant. */
function calendarOf({ from, to, zone }: { from: string; to: string; zone: string }) {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
  const days = lastDays(2 * length, to)
  const begins = [...days.map((day) => Date.parse(dayBegins(day, zone))), Date.parse(dayEnds(to, zone)) + 1]
  const dayOf = (at: number) => {
    // Days of 23 and 25 hours put the guess off by one at most.
    let index = Math.min(days.length - 1, Math.floor((at - (begins[0] ?? 0)) / DAY) + 1)
    while ((begins[index] ?? 0) > at) index -= 1
    return days[index] ?? ''
  }
  return { days, length, begins, dayOf }
}

interface SeenFact extends Fact {
  order_id: string
}

export interface Seen {
  /** The earliest event that was read, in milliseconds; null before any was. */
  from: number | null
  is_whole: boolean
  facts: readonly SeenFact[]
  /** By the name of the test. */
  labOf: ReadonlyMap<string, string>
  results: readonly SeenCritical[]
  callbacks: readonly Callback[]
  bookings: readonly Booking[]
  open: { items: readonly WorklistItem[]; unchecked: number; missing: string | null }
}

/** Something of an order at an instant: what it took, and what is counted if that isn't the order. */
interface Entry {
  order_id: string
  at: number
  ms?: number
  id?: string
}
/** Those of the days, and of the days before; null where nobody knows. */
type Halves = readonly [now: readonly Entry[] | null, before: readonly Entry[] | null]

interface Count {
  counted: Omit<Figures, 'order_ids'>
  /** Orders of each number, by its kind and name. */
  orders: ReadonlyMap<string, readonly string[]>
}

type FigureKind = Figure['kind']
export const partOf = (kind: FigureKind, name: string) => `${kind} ${name}`
const countOf = (entries: readonly Entry[] | null) =>
  entries && new Set(entries.map(({ id, order_id }) => id ?? order_id)).size

function spreadOf(entries: readonly Entry[] | null | undefined) {
  const sorted = (entries ?? []).flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p95: sorted.length < LEAST_FINISHED ? null : percentile(sorted, 0.95) }
}

/** Pure. Each number and its orders come from the same entries; `now` in milliseconds. */
export function countFigures(seen: Seen, asked: { from: string; to: string; zone: string; now: number }): Count {
  const { days, length, begins, dayOf } = calendarOf(asked)
  const orders = new Map<string, readonly string[]>()
  const figures: Figure[] = []
  const put = (kind: FigureKind, name: string, [current, earlier]: Halves, label: string | null = null) => {
    const [spread, before] = [spreadOf(current), spreadOf(earlier)]
    const newest = (current ?? []).toSorted((a, b) => b.at - a.at)
    orders.set(partOf(kind, name), [...new Set(newest.map(({ order_id }) => order_id))])
    figures.push({
      ...{ kind, name, label, count: countOf(current), before: countOf(earlier) },
      ...{ p50_ms: spread.p50, p50_before_ms: before.p50, p95_ms: spread.p95, p95_before_ms: before.p95 },
    })
  }
  const inDays = (from: number, to: number) => {
    const [begin = 0, end = 0] = [begins[from], begins[to]]
    return ({ at }: Entry) => at >= begin && at < end
  }
  const [isNow, isBefore] = [inDays(length, 2 * length), inDays(0, length)]
  // Nobody knows what was before the first event that was read, and the newest orders are read last.
  const known_from = seen.is_whole && seen.from !== null ? seen.from : Number.POSITIVE_INFINITY
  const isSeenFrom = (day: number) => known_from < (begins[day] ?? 0)
  const ofConsole = (entries: readonly Entry[]): Halves => [entries.filter(isNow), entries.filter(isBefore)]
  const ofOrders = (entries: readonly Entry[]): Halves => {
    const [current, earlier] = ofConsole(entries)
    return [isSeenFrom(2 * length) ? current : null, known_from <= (begins[0] ?? 0) ? earlier : null]
  }
  const putNamed = (kind: FigureKind, entries: readonly Entry[], nameOf: (entry: Entry) => string | undefined) => {
    for (const [name, own] of Map.groupBy(entries.filter(isNow), nameOf)) {
      if (name !== undefined)
        put(kind, name, ofOrders([...own, ...entries.filter((one) => isBefore(one) && nameOf(one) === name)]))
    }
  }

  const finished = seen.facts.flatMap(({ order_id, results }) => (results ? [{ order_id, ...results }] : []))
  const testOf = new Map(seen.facts.map(({ order_id, test }) => [order_id, test]))
  const whole = finished.flatMap(({ order_id, at, took: { placed } }) =>
    placed === null ? [] : [{ order_id, at, ms: placed }],
  )
  put('turnaround', '', ofOrders(whole))
  putNamed('test', whole, ({ order_id }) => testOf.get(order_id))
  putNamed('lab', whole, ({ order_id }) => seen.labOf.get(testOf.get(order_id) ?? ''))
  for (const stage of WAITING_STAGES) put('stage', stage, ofOrders(finished.flatMap((one) => stageEntry(one, stage))))

  const failures = seen.facts.flatMap(({ order_id, failed }) => failed.map(({ low, at }) => ({ order_id, low, at })))
  const failedBy = Map.groupBy(failures, ({ low }) => low)
  const ended = [...finished, ...failures]
  put('ended', '', ofOrders(ended))
  for (const cause of FAILURE_CAUSES) put('failure', cause, ofOrders(failedBy.get(cause) ?? []))

  const calls = callEntries(seen)
  put(
    'result',
    '',
    ofConsole(seen.results.map(({ order_id, result_at }) => ({ order_id, at: parseInstant(result_at) }))),
  )
  put('callback', '', ofConsole(calls))
  const bookings = seen.bookings.map(({ id, order_id, state, asked_at }) => ({
    id,
    order_id,
    state,
    at: parseInstant(asked_at),
  }))
  for (const [state, own] of Map.groupBy(bookings, ({ state }) => state)) put('booking', state, ofConsole(own))
  putOpen(seen.open, asked.now, put)

  const byDay = (entries: readonly Entry[]) => Map.groupBy(entries.filter(inDays(0, 2 * length)), ({ at }) => dayOf(at))
  const [ofWhole, ofCalls, ofEnded] = [byDay(whole), byDay(calls), byDay(ended)]
  const ofRedraws = byDay(failedBy.get('sample_error') ?? [])
  return {
    orders,
    counted: {
      counted_at: new Date(asked.now).toISOString(),
      seen_from: seen.from === null ? null : new Date(seen.from).toISOString(),
      is_whole: seen.is_whole,
      missing: seen.open.missing,
      unchecked: seen.open.unchecked,
      figures,
      weeks: days.slice(length).flatMap((from, at) => {
        if (at % 7 > 0) return []
        const end = Math.min(length + at + 7, 2 * length)
        const isInside = inDays(length + at, end)
        const failed = FAILURE_CAUSES.map((cause) => (failedBy.get(cause) ?? []).filter(isInside).length)
        return [{ from, to: days[end - 1] ?? from, failed }]
      }),
      days: days.map((day, at) => ({
        day,
        turnaround_p50_ms: isSeenFrom(at + 1) ? spreadOf(ofWhole.get(day)).p50 : null,
        callback_p50_ms: spreadOf(ofCalls.get(day)).p50,
        redraws: isSeenFrom(at + 1) ? countOf(ofRedraws.get(day) ?? []) : null,
        ended: isSeenFrom(at + 1) ? countOf(ofEnded.get(day) ?? []) : null,
      })),
    },
  }
}

/** Returns how long an order was in a stage; nothing where no event tells of its beginning or its end. */
function stageEntry({ order_id, at, took }: FinishedOrder & { order_id: string }, stage: keyof FinishedOrder['took']) {
  const next = WAITING_STAGES[WAITING_STAGES.indexOf(stage) + 1]
  const [from, to] = [took[stage], next ? took[next] : 0]
  return from === null || to === null || from < to ? [] : [{ order_id, at, ms: from - to }]
}

/** Returns the first call that was read back of each result, dated by the result. */
function callEntries({ results, callbacks }: Pick<Seen, 'results' | 'callbacks'>): Entry[] {
  const ofOrder = Map.groupBy(callbacks, ({ order_id }) => order_id)
  return results.flatMap((result) => {
    const isOfResult = (call: Callback) => call.outcome === 'read_back' && compareResults(call, result) >= 0
    const read = ofOrder.get(result.order_id)?.find(isOfResult)
    const at = parseInstant(result.result_at)
    return read ? [{ order_id: result.order_id, at, ms: Math.max(0, parseInstant(read.at) - at) }] : []
  })
}

type Put = (kind: FigureKind, name: string, halves: Halves, label?: string | null) => void

function putOpen({ items, missing }: Seen['open'], now: number, put: Put): void {
  const entries = items.map(({ order_id, since, mark: { owner } }) => ({ order_id, at: parseInstant(since), owner }))
  const isUnread = missing !== null && items.length === 0
  const older = (days: number) => entries.filter(({ at }) => days === 0 || now - at >= days * DAY)
  put('open', '', [isUnread ? null : entries, null])
  put('old', '', [isUnread ? null : older(OLD_DAYS), null])
  for (const [index, days] of AGES.entries()) {
    const next = new Set(older(AGES[index + 1] ?? Number.POSITIVE_INFINITY))
    put('age', String(days), [isUnread ? null : older(days).filter((entry) => !next.has(entry)), null])
  }
  for (const [id, own] of Map.groupBy(entries, ({ owner }) => owner?.id ?? '')) {
    put('owner', id, [own, null], own[0]?.owner?.name ?? null)
  }
}

/** Reads of the other domains' stores. */
interface OtherStores {
  catalogEntries(environment: string): Promise<CatalogEntry[]>
  liveBookings(environment: string, askedSince: Date): Promise<Booking[]>
}

interface FigureOptions {
  store: RecordStore & AcknowledgementStore & CallbackStore & OtherStores
  now: () => Date
  worklist: Pick<WorklistOf, 'list'>
  hasAllOrders: (environment: string) => Promise<boolean>
}

/** Reads the days that are asked for, the days before, and the work that is open now. */
export function figureRoutes({ store, now, worklist, hasAllOrders }: FigureOptions): ConsoleRoute[] {
  const records = recordsOf(store, 'figure_facts', keptFacts)
  const starts = recordsOf(store, 'figure_start', keptStart)

  async function factsOn(environment: string, begin: number, end: number): Promise<SeenFact[]> {
    const length = Math.round((Date.parse(utcDay(end - 1)) - Date.parse(utcDay(begin))) / DAY) + 1
    const days = lastDays(length, utcDay(end - 1))
    const facts: SeenFact[] = []
    for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
      for (const { body } of await records.find(environment, days.slice(at, at + DAYS_AT_ONCE))) {
        for (const [order_id, one] of Object.entries(body.orders)) facts.push({ order_id, ...one })
      }
    }
    return facts
  }

  async function labsOf(environment: string): Promise<Map<string, string>> {
    const entries = await store.catalogEntries(environment)
    const labs = new Map(entries.flatMap(({ kind, id, name }) => (kind === 'lab' ? [[id, name] as const] : [])))
    const isTest = ({ kind }: (typeof entries)[number]) => kind === 'lab_test'
    return new Map(
      entries.filter(isTest).flatMap(({ name, lab_id }) => {
        const lab = lab_id === null ? undefined : labs.get(lab_id)
        return lab === undefined ? [] : [[name, lab] as const]
      }),
    )
  }

  async function make(key: string): Promise<Count> {
    const [environment = '', from = '', to = '', zone = ''] = key.split(' ')
    const { begins } = calendarOf({ from, to, zone })
    const [begin = 0, end = 0] = [begins[0], begins.at(-1)]
    const results = (await store.seenCritical(environment)).filter(({ result_at }) => parseInstant(result_at) >= begin)
    const ids = results.map(({ order_id }) => order_id)
    const [facts, labOf, callbacks, bookings, open, [start], is_whole] = await Promise.all([
      factsOn(environment, begin, end),
      labsOf(environment),
      store.callbacksOf(environment, ids),
      store.liveBookings(environment, new Date(begin)),
      worklist.list(environment, { filter: 'all', check: 'first', limit: WORKLIST_LIMIT, viewer_id: '' }),
      starts.find(environment, ['']),
      hasAllOrders(environment),
    ])
    const at = now().getTime()
    const first = start ? Math.max(parseInstant(start.body.from), at - KEPT_FOR) : null
    const seen = { from: first, is_whole, facts, labOf, results, callbacks, bookings, open }
    return countFigures(seen, { from, to, zone, now: at })
  }

  // By the computer's clock: that of a demo may stand still.
  const cache = ttlCache(COUNTED_FOR, () => new Date(), make, MOST_REMEMBERED)
  return [
    route(getFigures, async ({ params: { environment }, query: { from, to, time_zone, kind, name = '' } }) => {
      const key = [environment, from, to, time_zone].join(' ')
      const { counted, orders } = await cache.get(key)
      if (!counted.is_whole) cache.invalidate(key)
      return { body: { ...counted, order_ids: [...(kind ? (orders.get(partOf(kind, name)) ?? []) : [])] } }
    }),
  ]
}
