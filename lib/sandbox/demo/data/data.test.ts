import { describe, expect, test } from 'vitest'
import { BASE_IDS, BASES, type Base } from '#lib/demo/scenario.ts'
import { order } from '#lib/domains/orders/order.ts'
import { EXCEPTION_STATUSES, lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { dataOf } from '#lib/sandbox/demo/journal/records.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import { DAY } from '#lib/utils/time/durations.ts'

const TODAY = new Date('2026-11-22T00:00:00Z')
const options = { today: TODAY, team_id: 'c3b1f3a0-5d52-4c58-9a53-3f1b7d1e0a42', seed: 0 }

const ordersOf = (base: Base) => [...dataOf(base, options)].flatMap(({ orders }) => orders)
const lastOf = ({ order: { events } }: OrderRecord) => lastLowLevelStatus(events) ?? ''

const TO_BOOK = ['requisition_created', 'requisition_bypassed', 'appointment_cancelled']

function isStuck(record: OrderRecord): boolean {
  const days = STUCK_DAYS[lastOf(record)] ?? Number.POSITIVE_INFINITY
  return TODAY.getTime() - Date.parse(record.order.updated_at) > days * DAY
}

const KINDS = {
  critical: ({ order: { interpretation } }: OrderRecord) => interpretation === 'critical',
  exceptions: (record: OrderRecord) => EXCEPTION_STATUSES.some((status) => status === lastOf(record)),
  transit_problems: (record: OrderRecord) => lastOf(record).startsWith('problem_in_transit'),
  failed_deliveries: (record: OrderRecord) => lastOf(record).startsWith('failure_to_deliver'),
  sample_errors: (record: OrderRecord) => lastOf(record) === 'sample_error',
  redraws: (record: OrderRecord) => lastOf(record) === 'redraw_available',
  blocked: (record: OrderRecord) => lastOf(record) === 'lab_processing_blocked',
  lost: (record: OrderRecord) => lastOf(record) === 'lost',
  stuck: isStuck,
  to_book: (record: OrderRecord) =>
    record.order.details.type === 'at_home_phlebotomy' && TO_BOOK.includes(lastOf(record)),
}

/** Orders of each kind, in percent. */
function shares(orders: readonly OrderRecord[]) {
  const share = (is: (record: OrderRecord) => boolean) => (orders.filter(is).length / orders.length) * 100
  return Object.fromEntries(Object.entries(KINDS).map(([kind, is]) => [kind, Number(share(is).toFixed(1))]))
}

describe('the data of each base', () => {
  test.each(BASE_IDS.filter((base) => base !== 'large'))('%s has as many users and orders as it says', (base) => {
    const bundles = [...dataOf(base, options)]
    const orders = bundles.reduce((sum, bundle) => sum + bundle.orders.length, 0)
    expect({ users: bundles.length, orders }).toEqual({ users: BASES[base].users, orders: BASES[base].orders })
  })

  test('a normal day is the default set of the sandbox', () => {
    const { users, orders } = BASES.normal
    expect([...dataOf('normal', options)]).toEqual([...generateBundles({ ...options, users, orders })])
  })

  test('a large program is ready one user at a time, as on normal days', () => {
    const { users, orders } = BASES.large
    const first = dataOf('large', options).next().value
    expect(first).toEqual(generateBundles({ ...options, users, orders }).next().value)
  })

  test('another seed is another set', () => {
    const ids = new Set(ordersOf('busy').map(({ order: { id } }) => id))
    const others = [...dataOf('busy', { ...options, seed: 3 })].flatMap(({ orders }) => orders)
    expect(others.filter(({ order: { id } }) => ids.has(id))).toEqual([])
  })
})

describe('a busy lab', () => {
  test('has several times as much that needs a person as a normal day', () => {
    expect(shares(ordersOf('normal'))).toMatchInlineSnapshot(`
      {
        "blocked": 0.8,
        "critical": 3.8,
        "exceptions": 9.5,
        "failed_deliveries": 1.2,
        "lost": 0.7,
        "redraws": 2.8,
        "sample_errors": 2.7,
        "stuck": 1.4,
        "to_book": 3,
        "transit_problems": 0.7,
      }
    `)
    expect(shares(ordersOf('busy'))).toMatchInlineSnapshot(`
      {
        "blocked": 3.8,
        "critical": 8.5,
        "exceptions": 24.3,
        "failed_deliveries": 1.8,
        "lost": 1,
        "redraws": 6.5,
        "sample_errors": 6.3,
        "stuck": 5.1,
        "to_book": 6.7,
        "transit_problems": 3,
      }
    `)
  })

  test('is still a lab: most results are normal, and every order is one of the contract', () => {
    const orders = ordersOf('busy')
    for (const record of orders) order.parse(record.order)
    const results = orders.flatMap(({ order: { interpretation } }) => interpretation ?? [])
    const normal = results.filter((each) => each === 'normal').length
    expect(normal / results.length).toBeGreaterThan(0.5)
    expect(results.length / orders.length).toBeGreaterThan(0.4)
  })
})
