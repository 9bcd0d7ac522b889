/** Orders that nobody touches: by themselves they all come to an end, in a plausible way. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { nextChoices } from '#lib/domains/orders/simulation/simulation-events.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { withEvent } from '#lib/service/order-change.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import { type PlannedEvent, plannedEvent } from './planned-event.ts'

const TODAY = new Date('2026-11-21T00:00:00Z')
const TEAM = '00000000-0000-4000-8000-000000000001'
const records = [...generateBundles({ users: 150, orders: 1500, today: TODAY, team_id: TEAM })].flatMap(
  ({ orders }) => orders,
)
const open = records.filter(({ order }) => !orderTimeline(order).is_final && !successorOf(order))
const HOUR = 3_600_000

/** As if the order had been placed just now, whatever has happened to it. */
function placedNow({ order, ...record }: OrderRecord, id: string): OrderRecord {
  const events = order.events.slice(0, 1)
  return { ...record, order: { ...order, id, events, order_transaction: null, interpretation: null } }
}

function step(record: OrderRecord, { at, low, interpretation }: PlannedEvent): OrderRecord {
  const change = { order_id: record.order.id, low, at: new Date(at), ...(interpretation && { interpretation }) }
  const [changed] = withEvent([record], change)
  if (!changed) throw new Error('the order is gone')
  return changed
}

/** Every event until none is planned any more. */
function follow(start: OrderRecord): { end: Order; events: PlannedEvent[] } {
  let record = start
  const events: PlannedEvent[] = []
  for (;;) {
    const next = plannedEvent(record.order, 0)
    if (!next) return { end: record.order, events }
    expect(nextChoices(record.order)).toContainEqual(
      expect.objectContaining({ low: next.low, interpretation: next.interpretation }),
    )
    expect(next.at).toBeGreaterThan(orderTimeline(record.order).newest?.at ?? Number.POSITIVE_INFINITY)
    expect(events.length).toBeLessThan(30)
    events.push(next)
    record = step(record, next)
  }
}

test('every order of the sample data, and every new one, comes to its end by possible events in time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...open), fc.uuid(), fc.boolean(), (record, id, isNew) => {
      const { end } = follow(isNew ? placedNow(record, id) : record)
      expect(orderTimeline(end).is_final).toBe(true)
      const hasResult = orderTimeline(end).stage === 'results_in'
      if (hasResult) expect(['normal', 'abnormal', 'critical']).toContain(end.interpretation)
    }),
    { numRuns: 1500 },
  )
})

test('most orders end with a result, mostly a normal one; some fail, and a few are critical', () => {
  const ends = open.flatMap((record, index) =>
    [0, 1, 2, 3].map((copy) => {
      const id = `${String(copy).repeat(8)}-0000-4000-8000-${String(index).padStart(12, '0')}`
      return follow(placedNow(record, id)).end
    }),
  )
  const share = (isSo: (order: Order) => boolean) => ends.filter(isSo).length / ends.length
  expect(share(({ status }) => status === 'completed')).toBeGreaterThan(0.8)
  expect(share(({ status }) => status !== 'completed')).toBeGreaterThan(0.02)
  expect(share(({ interpretation }) => interpretation === 'normal')).toBeGreaterThan(0.5)
  expect(share(({ interpretation }) => interpretation === 'abnormal')).toBeGreaterThan(0.1)
  expect(share(({ interpretation }) => interpretation === 'critical')).toBeGreaterThan(0.01)
  expect(share(({ interpretation }) => interpretation === 'critical')).toBeLessThan(0.12)
})

describe('an order', () => {
  test('plans the same however often it is asked, and changes nothing', () => {
    for (const { order } of open.slice(0, 50)) {
      const before = structuredClone(order)
      expect(plannedEvent(order, 0)).toEqual(plannedEvent(structuredClone(order), 0))
      expect(order).toEqual(before)
    }
  })

  test('that should have moved by then stands still', () => {
    for (const { order } of open) {
      const at = plannedEvent(order, 0)?.at ?? 0
      expect(plannedEvent(order, at)).toBeNull()
      expect(plannedEvent(order, at - 1)?.at).toBe(at)
    }
  })

  test('that has ended, or that a newer one has replaced, does not move', () => {
    const still = records.filter(({ order }) => orderTimeline(order).is_final || successorOf(order))
    expect(still.length).toBeGreaterThan(100)
    for (const { order } of still) expect(plannedEvent(order, 0)).toBeNull()
    const replaced = records.filter(({ order }) => successorOf(order) && !orderTimeline(order).is_final)
    expect(replaced.length).toBeGreaterThan(0)
  })

  test('that nothing is known of does not move', () => {
    const [record] = open
    if (!record) throw new Error('the data set has no open order')
    expect(plannedEvent({ ...record.order, events: [] }, 0)).toBeNull()
    const odd = { id: 1, created_at: TODAY.toISOString(), status: 'received.testkit.held_for_review' }
    expect(plannedEvent({ ...record.order, events: [odd] }, 0)).toBeNull()
    expect(plannedEvent({ ...record.order, details: { type: 'drone_pickup' } }, 0)).toBeNull()
  })
})

test('draws are in the morning, after the slots of the sandbox; labs work in the day and on weekdays', () => {
  const events = open.slice(0, 150).flatMap((record) => {
    const ended = follow(record)
    return ended.events
  })
  const local = (at: number) => new Date(at - 6 * HOUR)
  const draws = events.filter(({ low }) => low === 'draw_completed')
  expect(draws.length).toBeGreaterThan(10)
  for (const { at } of draws) expect([6, 7, 8, 9, 10, 11, 12, 13, 14]).toContain(local(at).getUTCHours())
  const results = events.filter(({ low }) => low === 'completed')
  expect(results.length).toBeGreaterThan(50)
  for (const { at } of results) {
    expect(local(at).getUTCHours()).toBeGreaterThanOrEqual(8)
    expect(local(at).getUTCHours()).toBeLessThan(18)
    expect([1, 2, 3, 4, 5]).toContain(local(at).getUTCDay())
  }
})
