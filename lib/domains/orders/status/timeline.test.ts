/** The story's rules: every status of the table, every order of events, and the edges of "stuck". */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderEvent } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { HIGH_LEVEL_STATUSES, LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { highLevelOf } from './status.ts'
import { type LowLevelStatus, STAGES } from './status-record.ts'
import { STATUS_RECORDS } from './status-records.ts'
import { orderTimeline, readEvents, standingOf, stuckSince } from './timeline.ts'

const START = Date.parse('2026-11-12T09:13:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const sent = (low: LowLevelStatus) => `${highLevelOf(low)}.testkit.${low}`
/** One event every hour. */
const events = (...statuses: string[]): OrderEvent[] =>
  statuses.map((status, index) => ({ id: index + 1, created_at: new Date(START + index * HOUR).toISOString(), status }))
const story = (...lows: LowLevelStatus[]) => orderTimeline({ status: 'received', events: events(...lows.map(sent)) })
const PLACED = ['ordered', 'requisition_created'] as const
const KIT = [...PLACED, 'transit_customer', 'with_customer', 'transit_lab', 'delivered_to_lab'] as const

describe('one event', () => {
  test.each(LOW_LEVEL_STATUSES)('%s agrees with the high-level status the contract gives it', (low) => {
    const high = highLevelOf(low)
    const { stage, halt, is_final } = standingOf(sent(low), 'with_lab')
    if (high === 'received') expect([stage, halt, is_final]).toEqual(['placed', null, false])
    if (high === 'completed') expect([stage, halt, is_final]).toEqual(['results_in', null, true])
    if (high === 'failed') expect(halt).toBe('stopped')
    if (high === 'cancelled') expect([stage, halt, is_final]).toEqual(['with_lab', 'closed', true])
    expect(is_final).toBe(STATUS_RECORDS[low].ends === true)
  })

  test.each([
    ['sample_with_lab.testkit.transit_lab', 'placed', 'with_lab', null, false],
    ['completed.testkit.delivered_to_lab', 'with_lab', 'results_in', null, true],
    ['cancelled.testkit.with_customer', 'collecting', 'collecting', 'closed', true],
    ['cancelled.testkit.sample_error', 'collecting', 'with_lab', 'closed', true],
    ['failed.testkit.with_customer', 'collecting', 'collecting', 'stopped', true],
    ['collecting_sample.testkit.lost', 'placed', 'placed', 'stopped', true],
    ['collecting_sample.testkit.completed', 'placed', 'collecting', null, false],
    ['completed.testkit.redraw_available', 'with_lab', 'collecting', 'stopped', false],
    ['collecting_sample.testkit.redraw_available', 'with_lab', 'collecting', 'stopped', false],
    ['failed.testkit.sample_error', 'collecting', 'with_lab', 'stopped', false],
    ['failed.testkit.lost', 'collecting', 'collecting', 'stopped', true],
    ['failed.testkit.lost', null, 'placed', 'stopped', true],
    ['sample_with_lab.testkit.held_for_review', 'placed', 'with_lab', null, false],
    ['failed.testkit.held_for_review', 'with_lab', 'with_lab', 'stopped', true],
    ['reviewing.testkit.held_for_review', 'collecting', 'collecting', null, false],
    ['reviewing.testkit.delivered_to_lab', 'collecting', 'with_lab', null, false],
    ['delivered_to_lab', 'collecting', 'with_lab', null, false],
    ['a.b.c.d', 'with_lab', 'with_lab', null, false],
    ['constructor.x.__proto__', null, 'placed', null, false],
    ['', 'collecting', 'collecting', null, false],
  ] as const)('%s after %s', (status, before, stage, halt, is_final) => {
    expect(standingOf(status, before)).toMatchObject({ stage, halt, is_final })
  })
})

describe('the events', () => {
  test('come in the order in which they happened, with the time until the next', () => {
    const [first, second, third] = events('received.testkit.ordered', 'a', 'b')
    if (!first || !second || !third) throw new Error('three events')
    const late = { ...first, id: 9, created_at: '2026-11-12T13:13:00+02:00' }
    const read = readEvents([third, late, first, second])
    expect(read.map(({ event }) => event.id)).toEqual([1, 2, 3, 9])
    expect(read.map(({ lasted }) => lasted)).toEqual([HOUR, HOUR, 0, null])
  })

  test('an instant without an offset is UTC', () => {
    expect(readEvents([{ id: 1, created_at: '2026-11-12T09:13:00', status: 'x' }])[0]?.at).toBe(START)
  })

  test('whatever the order they are sent in, they tell one story, and their gaps add up', () => {
    const any = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 10_000 }),
        created_at: fc
          .integer({ min: 0, max: 2000 })
          .map((minutes) => new Date(START + minutes * 60_000).toISOString()),
        status: fc
          .tuple(fc.constantFrom(...HIGH_LEVEL_STATUSES, 'new'), fc.constantFrom(...LOW_LEVEL_STATUSES, 'new'))
          .map(([high, low]) => `${high}.testkit.${low}`),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    )
    fc.assert(
      fc.property(any, fc.array(fc.nat(), { maxLength: 12 }), (list, keys) => {
        const shuffled = list.map((event, at) => ({ event, key: keys[at] ?? 0 })).sort((a, b) => a.key - b.key)
        const told = orderTimeline({ status: 'received', events: list })
        expect(orderTimeline({ status: 'received', events: shuffled.map(({ event }) => event) })).toEqual(told)
        const gaps = told.events.flatMap(({ lasted }) => lasted ?? [])
        expect(gaps.every((gap) => gap >= 0)).toBe(true)
        const [oldest] = told.events
        if (oldest && told.newest) expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe(told.newest.at - oldest.at)
        expect(told.steps.filter(({ state }) => state === 'current' || state === 'halted').length).toBeLessThanOrEqual(
          1,
        )
        expect(told.steps.map(({ stage }) => stage)).toEqual([...STAGES])
        for (const { from, to } of told.steps) if (from !== null && to !== null) expect(to).toBeGreaterThanOrEqual(from)
      }),
    )
  })
})

describe('the stepper', () => {
  const states = (...lows: LowLevelStatus[]) => story(...lows).steps.map(({ state }) => state)

  const CASES: [readonly LowLevelStatus[], string[]][] = [
    [PLACED, ['current', 'ahead', 'ahead', 'ahead']],
    [[...KIT.slice(0, 4)], ['done', 'current', 'ahead', 'ahead']],
    [KIT, ['done', 'done', 'current', 'ahead']],
    [
      [...KIT, 'partial_results'],
      ['done', 'done', 'current', 'ahead'],
    ],
    [
      [...KIT, 'completed'],
      ['done', 'done', 'done', 'done'],
    ],
    [
      [...KIT, 'sample_error', 'redraw_available'],
      ['done', 'halted', 'ahead', 'ahead'],
    ],
    [
      [...PLACED, 'appointment_cancelled'],
      ['done', 'halted', 'ahead', 'ahead'],
    ],
    [
      [...PLACED, 'appointment_cancelled', 'appointment_scheduled'],
      ['done', 'current', 'ahead', 'ahead'],
    ],
    [
      ['ordered', 'cancelled'],
      ['halted', 'ahead', 'ahead', 'ahead'],
    ],
    [
      ['ordered', 'completed', 'cancelled'],
      ['done', 'done', 'done', 'halted'],
    ],
  ]
  test.each(CASES)('%j', (lows, expected) => {
    expect(states(...lows)).toEqual(expected)
  })

  test('a stage says when the order came and left; one that no event tells of says nothing', () => {
    const { steps } = story('ordered', 'requisition_created', 'delivered_to_lab')
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [START, START + 2 * HOUR],
      [null, null],
      [START + 2 * HOUR, null],
      [null, null],
    ])
  })

  test.each([
    ['received', 'placed', false],
    ['sample_with_lab', 'with_lab', false],
    ['completed', 'results_in', true],
    ['cancelled', 'placed', true],
    ['reviewing', 'placed', false],
    ['a.new.form.of.it', 'placed', false],
  ])('without events the high-level status %s decides', (status, stage, is_final) => {
    expect(orderTimeline({ status, events: [] })).toMatchObject({
      low: status,
      stage,
      is_final,
      newest: null,
      events: [],
    })
  })
})

describe('stuck', () => {
  const at = (low: LowLevelStatus, idle: number) => stuckSince(story('ordered', low), START + HOUR + idle)

  test.each([
    ['with_customer', 14],
    ['transit_customer', 5],
    ['transit_lab', 5],
    ['delivered_to_lab', 7],
  ] as const)('%s for more than %d days, as the design says', (low, days) => {
    expect(at(low, days * DAY)).toBeNull()
    expect(at(low, days * DAY + 1)).toEqual({ idle: days * DAY + 1, days })
  })

  test.each(LOW_LEVEL_STATUSES)('%s: after its days and not before, and never once settled', (low) => {
    const days = STUCK_DAYS[low]
    const { is_final } = story('ordered', low)
    expect(days === undefined).toBe(is_final || STATUS_RECORDS[low].exception !== null)
    expect(at(low, 3650 * DAY)).toEqual(days === undefined ? null : { idle: 3650 * DAY, days })
    expect(at(low, 0)).toBeNull()
  })

  test('other days may be given; a status without days, an order without events and a clock that is behind are not stuck', () => {
    const waiting = story(...KIT.slice(0, 4))
    const newest = waiting.newest?.at ?? 0
    expect(stuckSince(waiting, newest + DAY + 1, { with_customer: 1 })).toEqual({ idle: DAY + 1, days: 1 })
    expect(stuckSince(waiting, newest + 99 * DAY, {})).toBeNull()
    expect(stuckSince(orderTimeline({ status: 'received', events: [] }), newest + 99 * DAY)).toBeNull()
    const unknown = orderTimeline({ status: 'x', events: events('received.testkit.constructor') })
    expect(stuckSince(unknown, newest + 999 * DAY)).toBeNull()
    expect(at('with_customer', -DAY)).toBeNull()
  })
})
