import { expect, test } from 'vitest'
import { memoryRecords } from '#lib/console/records.ts'
import type { OrderSource } from '#lib/console/sources.ts'
import { createTurnaround } from '#lib/domains/orders/console/turnaround.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { makeOrder } from './order.testing.ts'
import { orderTimeline } from './status/timeline.ts'
import { expectationOf, expectationWords, finishedOrder, LEAST_FINISHED, turnaroundOf } from './turnaround.ts'

const START = Date.UTC(2026, 10, 1, 12)
const isoOf = (at: number) => new Date(at).toISOString()
const STEPS = [
  'received.testkit.ordered',
  'collecting_sample.testkit.with_customer',
  'sample_with_lab.testkit.delivered_to_lab',
]

/** An order that entered each stage after so many hours; the last one is its results. */
function orderOf(hours: readonly number[], end = 'completed.testkit.completed') {
  const statuses = [...STEPS, end]
  const events = hours.map((hour, at) => ({
    id: at + 1,
    created_at: isoOf(START + hour * HOUR),
    status: statuses[at] ?? '',
  }))
  return makeOrder({ events })
}

test('half and 95 of 100 are those that counting by hand finds, stage by stage', () => {
  // Every third order was with the lab three times as long.
  const hours = Array.from({ length: 41 }, (_, at) => [0, 10 + at, 40 + 2 * at, 100 + (at % 3 === 0 ? 9 : 3) * at])
  const orders = hours.map((each) => orderOf(each))
  const found = turnaroundOf(orders.flatMap((order) => finishedOrder(order) ?? []))
  for (const [at, { finished, p50_ms, p95_ms }] of found.entries()) {
    const waits = hours.map((each) => ((each[3] ?? 0) - (each[at] ?? 0)) * HOUR)
    // The value that at least half, or 95 of 100, of all values don't exceed: the smallest such.
    const smallest = (share: number) =>
      Math.min(...waits.filter((wait) => waits.filter((other) => other <= wait).length >= share * waits.length))
    expect({ finished, p50_ms, p95_ms }).toEqual({ finished: 41, p50_ms: smallest(0.5), p95_ms: smallest(0.95) })
  }
})

test('orders that are open, canceled, failed or have partial results are no history', () => {
  expect(finishedOrder(orderOf([0, 1, 2]))).toBeNull()
  for (const end of [
    'cancelled.testkit.cancelled',
    'failed.testkit.sample_error',
    'sample_with_lab.testkit.partial_results',
  ])
    expect(finishedOrder(orderOf([0, 1, 2, 3], end))).toBeNull()
  expect(finishedOrder(orderOf([0, 1, 2, 3]))?.took).toEqual({ placed: 3 * HOUR, collecting: 2 * HOUR, with_lab: HOUR })
})

const history = (count: number) =>
  turnaroundOf(
    Array.from({ length: count }, (_, at) => finishedOrder(orderOf([0, 24, 48, 49 + at]))).flatMap((one) => one ?? []),
  )
const atLab = orderTimeline(orderOf([0, 24, 48]))
const ENTERED = START + 48 * HOUR
const IN = (zone: string) => ({ zone, hours: 12, days: 'mdy' }) as const

test('with fewer finished orders than it takes, nothing is promised', () => {
  const expectation = expectationOf(atLab, history(LEAST_FINISHED - 1), ENTERED)
  expect(expectation).toEqual({ kind: 'unknown' })
  expect(expectationWords({ kind: 'unknown' }, IN('UTC'))).toBe('Results expected: Not enough history to say.')
  expect(expectationOf(atLab, history(LEAST_FINISHED), ENTERED)?.kind).toBe('expected')
})

test.each([
  ['Pacific/Kiritimati', 'Nov 5, 2026'],
  ['America/Chicago', 'Nov 4, 2026'],
  ['UTC', 'Nov 4, 2026'],
])('in %s the results are expected by %s', (zone, day) => {
  // The lab takes 1 to 24 hours; 95 of 100 are done within 23, at 11 AM UTC.
  const expectation = expectationOf(atLab, history(24), ENTERED + 20 * HOUR)
  expect(expectation).toEqual({ kind: 'expected', by: ENTERED + 23 * HOUR, half: null, finished: 24 })
  expect(expectation && expectationWords(expectation, IN(zone))).toBe(
    `Results expected by ${day}. 95% of the last 24 finished orders of this test took no longer.`,
  )
})

test('an order is longer than usual only once 95 of 100 would have had results', () => {
  const at = (now: number) => expectationOf(atLab, history(24), now)
  expect(at(ENTERED + 23 * HOUR)?.kind).toBe('expected')
  const late = at(ENTERED + 3 * DAY)
  expect(late).toMatchObject({ kind: 'longer', usual_ms: 23 * HOUR, waited_ms: 3 * DAY })
  expect(late && expectationWords(late, IN('UTC'))).toMatch(/^Longer than usual: .* within 23 h .* waited 3 d\.$/)
})

test.each([
  ['finished', orderOf([0, 1, 2, 3])],
  ['canceled', orderOf([0, 1, 2, 3], 'cancelled.testkit.cancelled')],
  ['stopped', orderOf([0, 1, 2, 3], 'failed.testkit.sample_error')],
])('nothing is expected of an order that is %s', (_, order) => {
  expect(expectationOf(orderTimeline(order), history(24), ENTERED)).toBeNull()
})

test('pages that are read again count each order once; environments and tests never mix', async () => {
  const store = memoryRecords()
  const orders = Array.from({ length: 30 }, (_, at) => ({ ...orderOf([0, 24, 48, 60]), id: `order-${at}` }))
  const source: OrderSource = { searchOrders: async () => ({ orders, total: 30 }) }
  const { learningFrom } = createTurnaround({
    store,
    now: () => new Date(START),
    onError: (error) => expect.unreachable(String(error)),
  })
  const signal = new AbortController().signal
  for (const turn of [1, 2]) await learningFrom(source).searchOrders('sandbox', { page: turn }, signal)
  const [record, ...others] = await store.records('sandbox', 'turnaround')
  expect(record?.body).toMatchObject({ orders: { length: 30 } })
  expect([others, await store.records('production', 'turnaround')]).toEqual([[], []])
})

test('what can’t be saved holds up no reading', async () => {
  const errors: unknown[] = []
  const store = { ...memoryRecords(), records: () => Promise.reject(new Error('disk full')) }
  const { learningFrom } = createTurnaround({
    store,
    now: () => new Date(START),
    onError: (error) => errors.push(error),
  })
  const source: OrderSource = { searchOrders: async () => ({ orders: [orderOf([0, 1, 2, 3])], total: 1 }) }
  expect((await learningFrom(source).searchOrders('sandbox', {}, new AbortController().signal)).total).toBe(1)
  expect(errors).toHaveLength(1)
})
