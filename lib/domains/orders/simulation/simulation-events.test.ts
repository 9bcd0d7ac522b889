/** Possible next events for every method and status. */
import { describe, expect, test } from 'vitest'
import { expectedNext } from '#lib/domains/orders/status/next-steps.ts'
import { formatEventStatus, highLevelOf } from '#lib/domains/orders/status/status.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { standingOf } from '#lib/domains/orders/status/timeline.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { type ChoosableOrder, findChoice, nextChoices } from './simulation-events.ts'

const ID = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const NEWER = 'd41903eb-0b6e-4f0e-9a35-6f2f0f5c3b77'
const PLACED = '2026-11-12T09:13:00Z'

function orderAt(method: string, low: LowLevelStatus, change: Partial<ChoosableOrder> = {}): ChoosableOrder {
  const high = highLevelOf(low)
  return {
    id: ID,
    created_at: PLACED,
    status: high,
    events: [{ id: 7, created_at: PLACED, status: formatEventStatus({ high, method, low }) }],
    details: { type: method },
    order_transaction: null,
    ...change,
  }
}

const lows = (order: ChoosableOrder) => [...new Set(nextChoices(order).map(({ low }) => low))]

const KITS_ONLY = [
  ...['awaiting_registration', 'registered', 'transit_customer', 'out_for_delivery', 'with_customer', 'transit_lab'],
  ...['delivered_to_lab', 'problem_in_transit_customer', 'problem_in_transit_lab', 'lost'],
  ...['failure_to_deliver_to_customer', 'failure_to_deliver_to_lab'],
]
const VISITS_ONLY = ['appointment_pending', 'appointment_scheduled', 'appointment_cancelled']
const NEVER: Readonly<Record<(typeof ORDER_METHODS)[number], readonly string[]>> = {
  testkit: [...VISITS_ONLY, 'draw_completed'],
  walk_in_test: KITS_ONLY,
  at_home_phlebotomy: KITS_ONLY,
  on_site_collection: [...KITS_ONLY, ...VISITS_ONLY],
}

describe.each(ORDER_METHODS)('%s', (method) => {
  const own = LOW_LEVEL_STATUSES.filter((low) => !NEVER[method].includes(low))

  test.each(own)('%s: the usual step comes first, and nothing the method cannot have', (low) => {
    const choices = nextChoices(orderAt(method, low))
    expect(choices.filter((choice) => NEVER[method].includes(choice.low) || choice.low === low)).toEqual([])
    const expected = expectedNext(method, low)?.low
    expect(choices.find(({ is_usual }) => is_usual)?.low).toBe(expected)
    expect(choices.findIndex(({ is_usual }) => is_usual)).toBe(expected ? 0 : -1)
    expect(choices.filter(({ is_usual }) => is_usual).length).toBeLessThan(2)
    const keys = choices.map((choice) => `${choice.low}/${choice.interpretation}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.each(own)('%s: an order that has ended gets nothing but a corrected result', (low) => {
    const found = lows(orderAt(method, low))
    if (standingOf(low, null).is_final) expect(found).toEqual(low === 'completed' ? ['corrected'] : [])
    else expect(found.length).toBeGreaterThan(0)
  })
})

test('a draw that is booked can be done, canceled, or end with the order', () => {
  expect(lows(orderAt('at_home_phlebotomy', 'appointment_scheduled'))).toEqual([
    'draw_completed',
    'appointment_cancelled',
    'cancelled',
  ])
})

test('a sample at the lab: three readings of a whole result, partial ones without, and what goes wrong', () => {
  expect(
    nextChoices(orderAt('walk_in_test', 'draw_completed')).map(({ kind, low, interpretation }) => [
      kind,
      low,
      interpretation,
    ]),
  ).toEqual([
    ['result', 'completed', 'normal'],
    ['result', 'completed', 'abnormal'],
    ['result', 'completed', 'critical'],
    ['result', 'partial_results', null],
    ['problem', 'lab_processing_blocked', null],
    ['problem', 'sample_error', null],
    ['problem', 'do_not_process', null],
  ])
})

test('an order that a newer one has replaced, one without events, or of an unknown kind gets nothing', () => {
  const entry = (id: string, created_at: string) => ({
    ...{ id, created_at, updated_at: created_at, low_level_status: 'ordered', origin: 'redraw' },
    low_level_status_created_at: created_at,
  })
  const orders = [entry(ID, PLACED), entry(NEWER, '2026-11-14T09:13:00Z')]
  const order_transaction = { id: ID, status: 'active', orders }
  expect(nextChoices(orderAt('testkit', 'redraw_available', { order_transaction }))).toEqual([])
  expect(nextChoices(orderAt('testkit', 'ordered', { events: [] }))).toEqual([])
  expect(nextChoices(orderAt('drone_pickup', 'ordered'))).toEqual([])
  const event = { id: 1, created_at: PLACED, status: 'sample_with_lab.testkit.held_for_review' }
  expect(nextChoices(orderAt('testkit', 'ordered', { events: [event] }))).toEqual([])
})

describe('the choice that is asked for', () => {
  const drawn = orderAt('walk_in_test', 'draw_completed')

  test.each([
    [{}, 'completed', 'normal'],
    [{ interpretation: 'critical' }, 'completed', 'critical'],
    [{ status: 'completed', interpretation: 'abnormal' }, 'completed', 'abnormal'],
    [{ status: 'partial_results' }, 'partial_results', null],
  ])('%j', (asked, low, interpretation) => {
    expect(findChoice(drawn, asked)).toMatchObject({ low, interpretation })
  })

  test.each([
    { status: 'with_customer' },
    { status: 'partial_results', interpretation: 'normal' },
    { interpretation: 'borderline' },
    { status: '__proto__' },
  ])('%j is none', (asked) => {
    expect(findChoice(drawn, asked)).toBeNull()
  })

  test('without a usual step, none', () => {
    expect(findChoice(orderAt('testkit', 'completed'), {})).toBeNull()
    expect(findChoice(orderAt('testkit', 'lost'), {})).toBeNull()
  })
})
