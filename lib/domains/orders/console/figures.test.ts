/** Figures against the raw orders, calls, bookings and open work: each number is counted again by going through all of them. */
import { expect, test } from 'vitest'
import { memoryRecords } from '#lib/console/records.ts'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { FAILURE_CAUSES, type FigureKind, getFigures } from '#lib/domains/orders/figures.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { NO_MARK, type WorklistItem } from '#lib/domains/orders/worklist/worklist.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { dayIn, lastDays } from '#lib/utils/time/day-ranges.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { countFigures, createFacts, partOf, type Seen } from './figures.ts'

/** Clocks of Chicago go back on November 1, and those of Lord Howe went ahead half an hour on October 4. */
const FROM = '2026-10-20'
const TO = '2026-11-18'
const NOW = Date.UTC(2026, 10, 20, 12)
const TESTS = ['Heart risk', 'Lipid panel', 'Thyroid check']
const LABS = new Map([
  ['Heart risk', 'Ostrel Labs'],
  ['Lipid panel', 'Ostrel Labs'],
])
const STEPS = [
  'received.testkit.ordered',
  'collecting_sample.testkit.with_customer',
  'sample_with_lab.testkit.delivered_to_lab',
]
const isoOf = (at: number) => new Date(at).toISOString()
const idOf = (at: number) => `6d0f6a4e-0000-4c47-8ace-${String(at).padStart(12, '0')}`

interface Raw {
  id: string
  test: string
  /** Begin of each stage, then of the results; fewer where the order didn't get so far. */
  at: number[]
  failed: { cause: (typeof FAILURE_CAUSES)[number]; at: number } | null
}

function rawOrders(random: Random, count: number): Raw[] {
  return Array.from({ length: count }, (_, place) => {
    const at = [NOW - random.unit() * 110 * DAY]
    const reached = 1 + random.int(0, 3)
    while (at.length < reached) at.push((at.at(-1) ?? 0) + Math.round(random.unit() * 6 * DAY))
    const cause = FAILURE_CAUSES[random.int(0, 11)]
    const failed = cause && reached < 4 ? { cause, at: (at.at(-1) ?? 0) + Math.round(random.unit() * DAY) } : null
    return { id: idOf(place), test: TESTS[random.int(0, 2)] ?? '', at: at.map(Math.round), failed }
  })
}

function orderOf({ id, test: name, at, failed }: Raw): Order {
  const statuses = [...STEPS, 'completed.testkit.completed']
  const events = at.map((each, place) => ({ id: place + 1, created_at: isoOf(each), status: statuses[place] ?? '' }))
  if (failed) events.push({ id: 9, created_at: isoOf(failed.at), status: `failed.testkit.${failed.cause}` })
  return makeOrder({ id, events, lab_test: { name, method: 'testkit' } })
}

/** Returns what the console keeps of orders that it read in pages, some of them twice. */
async function learned(orders: readonly Order[]) {
  const store = memoryRecords()
  const learn = createFacts(store, () => new Date(NOW))
  for (let at = 0; at < orders.length; at += 50) await learn('sandbox', orders.slice(at, at + 70))
  const days = await store.records('sandbox', 'figure_facts')
  return days.flatMap(({ body }) =>
    Object.entries(Object(body).orders).map(([order_id, fact]) => ({ order_id, ...Object(fact) })),
  )
}

/** The smallest value that such a share of all doesn't exceed. */
function plain(times: readonly number[], share: number): number | null {
  const found = times.filter((one) => times.filter((other) => other <= one).length >= share * times.length)
  return found.length === 0 ? null : Math.min(...found)
}
const spread = (times: readonly number[], earlier: readonly number[]) => ({
  ...{ label: null, count: times.length, before: earlier.length },
  ...{ p50_ms: plain(times, 0.5), p50_before_ms: plain(earlier, 0.5) },
  p95_ms: times.length < 20 ? null : plain(times, 0.95),
  p95_before_ms: earlier.length < 20 ? null : plain(earlier, 0.95),
})

function count(seen: Seen, zone = 'UTC') {
  const { counted, orders } = countFigures(seen, { from: FROM, to: TO, zone, now: NOW })
  const find = (kind: FigureKind, name = '') => counted.figures.find((one) => one.kind === kind && one.name === name)
  return { ...counted, find, ordersOf: (kind: FigureKind, name = '') => orders.get(partOf(kind, name)) }
}

const OTHERS: Seen = {
  ...{ from: 0, is_whole: true, facts: [], labOf: LABS, results: [], callbacks: [], bookings: [] },
  open: { items: [], unchecked: 0, missing: null },
}

test.each(
  ['America/Chicago', 'Pacific/Kiritimati', 'Australia/Lord_Howe'].flatMap((zone) =>
    [1, 2].map((seed) => [zone, seed] as const),
  ),
)('every number of orders in %s, seed %i, is the one that counting all orders finds', async (zone, seed) => {
  const raw = rawOrders(new Random(seed, 0, 0), 700)
  const facts = await learned(raw.map(orderOf))
  const { figures, weeks, find, ordersOf, ...counted } = count({ ...OTHERS, facts }, zone)
  const days = lastDays(60, TO)
  const [earlier, current] = [new Set(days.slice(0, 30)), new Set(days.slice(30))]
  const isOn = (of: ReadonlySet<string>, at: number | undefined) => at !== undefined && of.has(dayIn(zone, at))
  const done = (of: ReadonlySet<string>, name?: string) =>
    raw.filter(({ test: own, at }) => isOn(of, at[3]) && (name === undefined || own === name))
  const timesOf = (found: readonly Raw[], from: number, to: number) =>
    found.map(({ at }) => (at[to] ?? 0) - (at[from] ?? 0))
  const row = (kind: FigureKind, name: string, own: (of: ReadonlySet<string>) => Raw[], from = 0, to = 3) => ({
    ...{ kind, name },
    ...spread(timesOf(own(current), from, to), timesOf(own(earlier), from, to)),
  })

  expect(find('turnaround')).toEqual(row('turnaround', '', (of) => done(of)))
  for (const name of TESTS) expect(find('test', name)).toEqual(row('test', name, (of) => done(of, name)))
  const ostrel = (of: ReadonlySet<string>) => done(of).filter(({ test: name }) => LABS.has(name))
  expect(figures.filter(({ kind }) => kind === 'lab')).toEqual([row('lab', 'Ostrel Labs', ostrel)])
  for (const [at, stage] of ['placed', 'collecting', 'with_lab'].entries())
    expect(find('stage', stage)).toEqual(row('stage', stage, (of) => done(of), at, at + 1))
  const failedBy = (of: ReadonlySet<string>, cause: string) =>
    raw.filter(({ failed }) => failed?.cause === cause && isOn(of, failed.at))
  for (const [at, cause] of FAILURE_CAUSES.entries()) {
    const [own, before] = [failedBy(current, cause), failedBy(earlier, cause)]
    expect(find('failure', cause)).toMatchObject({ count: own.length, before: before.length })
    expect(new Set(ordersOf('failure', cause))).toEqual(new Set(own.map(({ id }) => id)))
    for (const { from, to, failed } of weeks)
      expect(failed[at]).toBe(failedBy(new Set(days.filter((day) => day >= from && day <= to)), cause).length)
  }
  expect(weeks.map(({ from, to }) => `${from.slice(5)} ${to.slice(5)}`)).toEqual([
    ...['10-20 10-26', '10-27 11-02', '11-03 11-09', '11-10 11-16', '11-17 11-18'],
  ])
  const ended = (of: ReadonlySet<string>) =>
    done(of).length + FAILURE_CAUSES.flatMap((cause) => failedBy(of, cause)).length
  expect(find('ended')).toMatchObject({ count: ended(current), before: ended(earlier) })
  expect(counted.days).toEqual(
    days.map((day) => ({
      day,
      turnaround_p50_ms: plain(timesOf(done(new Set([day])), 0, 3), 0.5),
      callback_p50_ms: null,
      redraws: failedBy(new Set([day]), 'sample_error').length,
      ended: ended(new Set([day])),
    })),
  )
  expect(ordersOf('test', 'Heart risk')).toEqual(
    done(current, 'Heart risk')
      .sort((a, b) => (b.at[3] ?? 0) - (a.at[3] ?? 0))
      .map(({ id }) => id),
  )
})

test('calls count from the result to the first that was read back; bookings by when they were asked for', () => {
  const result = (place: number, result_at: string) => ({ order_id: idOf(place), result_at, result_id: place })
  const call = (place: number, at: string, changes: object) =>
    makeCallback({ order_id: idOf(place), result_at: '2026-11-02T01:00:00Z', result_id: place, at, ...changes })
  const read = { outcome: 'read_back', next_attempt_at: null } as const
  const booking = (place: number, state: Booking['state'], asked_at: string): Booking => ({
    ...{ id: idOf(place), order_id: idOf(place), state, version: 1, asked_at, answered_at: null, gives_up_at: null },
    ...{ asked_by: { id: 'r', name: 'Rosa Adeyemi' }, start_at: null, end_at: null, iana_timezone: null },
    ...{ provider: null, said: null, entered: null },
  })
  const seen: Seen = {
    ...OTHERS,
    results: [
      result(1, '2026-11-02T01:00:00Z'),
      result(2, '2026-11-02T01:00:00Z'),
      result(3, '2026-11-02T01:00:00Z'),
      result(4, '2026-11-19T23:00:00Z'),
    ],
    callbacks: [
      call(1, '2026-11-02T01:05:00Z', {}),
      call(1, '2026-11-02T01:30:00Z', read),
      call(1, '2026-11-02T01:50:00Z', read),
      // About the value before.
      call(2, '2026-11-02T01:10:00Z', { ...read, result_at: '2026-11-01T01:00:00Z' }),
      call(4, '2026-11-19T23:40:00Z', read),
    ],
    bookings: [
      booking(1, 'confirmed', '2026-10-21T00:00:00Z'),
      booking(2, 'confirmed', '2026-10-20T04:59:59Z'),
      booking(3, 'cancelled', '2026-11-19T05:59:59Z'),
      booking(4, 'pending', '2026-11-19T06:00:00Z'),
    ],
  }
  const { days, figures, find, ordersOf } = count(seen, 'America/Chicago')
  expect(find('result')?.count).toBe(3)
  expect(find('callback')).toMatchObject({ count: 1, p50_ms: 30 * MINUTE, p95_ms: null })
  const called = days.filter(({ callback_p50_ms }) => callback_p50_ms !== null)
  expect(called).toMatchObject([{ day: '2026-11-01', callback_p50_ms: 30 * MINUTE }])
  const booked = figures.filter(({ kind, count: own }) => kind === 'booking' && own !== 0)
  expect(booked.map(({ name, count: own, before }) => [name, own, before])).toEqual([
    ['confirmed', 1, 1],
    ['cancelled', 1, 0],
  ])
  expect(ordersOf('booking', 'cancelled')).toEqual([idOf(3)])
})

test('open work is in one age each, and of one person or nobody', () => {
  const rosa = { id: 'rosa', name: 'Rosa Adeyemi', at: isoOf(NOW) }
  const hours = [1, 23, 24, 71, 72, 167, 168, 335, 336, 719, 720, 9000]
  const items = hours.map((ago, place): WorklistItem => {
    const known = {
      user_id: null,
      test: '',
      method: '',
      status: 'sample_error',
      kind: 'sample_error',
      visit: null,
    } as const
    const mark = { ...NO_MARK, owner: place < 8 ? rosa : null }
    return { ...known, order_id: idOf(place), since: isoOf(NOW - ago * HOUR), mark }
  })
  const { figures, unchecked, find, ordersOf } = count({ ...OTHERS, open: { items, unchecked: 3, missing: null } })
  expect([find('open')?.count, unchecked, find('old')?.count]).toEqual([12, 3, 6])
  expect(['0', '1', '3', '7', '14', '30'].map((age) => find('age', age)?.count)).toEqual([2, 2, 2, 2, 2, 2])
  expect(ordersOf('old')).toHaveLength(6)
  expect(figures.flatMap((one) => (one.kind === 'owner' ? [[one.name, one.label, one.count]] : []))).toEqual([
    ['rosa', 'Rosa Adeyemi', 8],
    ['', null, 4],
  ])
})

test('what nobody has seen is unknown, not 0', () => {
  const lost = (changes: Partial<Seen>) => {
    const { count: now, before } = count({ ...OTHERS, ...changes }).find('failure', 'lost') ?? {}
    return [now, before]
  }
  expect(lost({ from: null })).toEqual([null, null])
  expect(lost({ is_whole: false })).toEqual([null, null])
  expect(lost({ from: Date.UTC(2026, 9, 10) })).toEqual([0, null])
  expect(lost({ from: Date.UTC(2026, 8, 20) })).toEqual([0, 0])
  const { days } = count({ ...OTHERS, from: Date.UTC(2026, 10, 5, 9) })
  expect(days.find(({ ended }) => ended !== null)?.day).toBe('2026-11-05')
  const open = { items: [], unchecked: 0, missing: 'The service can’t be reached.' }
  expect(count({ ...OTHERS, open }).find('open')?.count).toBeNull()
})

test('an order that changed is kept as it is now, and each environment’s apart', async () => {
  const store = memoryRecords()
  const learn = createFacts(store, () => new Date(NOW))
  const [raw] = rawOrders(new Random(3, 0, 0), 1)
  if (!raw) throw new Error('One was asked for.')
  const order = orderOf({ ...raw, at: [0, 1, 2, 3].map((days) => NOW - (9 - days) * DAY), failed: null })
  await learn('sandbox', [order])
  const kept = async (environment: string) =>
    (await store.records(environment, 'figure_facts')).map(({ body, version }) => [
      Object.keys(Object(body).orders).length,
      version,
    ])
  expect([await kept('sandbox'), await kept('production')]).toEqual([[[1, 1]], []])
  await learn('sandbox', [order])
  expect(await kept('sandbox')).toEqual([[1, 1]])
  const event = { id: 10, created_at: isoOf(NOW), status: 'cancelled.testkit.cancelled' }
  await learn('sandbox', [{ ...order, events: [...order.events, event] }])
  expect(await kept('sandbox')).toEqual([[0, 2]])
})

test('a span is a few months at most, and doesn’t end before it begins', () => {
  const read = (from: string, to: string) => getFigures.query.safeParse({ from, to }).success
  expect([
    read('2026-08-19', '2026-11-18'),
    read('2026-08-18', '2026-11-18'),
    read('2026-11-19', '2026-11-18'),
  ]).toEqual([true, false, false])
})
