import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Appointment, appointmentBooking } from '#lib/domains/bookings/appointment.ts'
import type { AppointmentRecord } from '#lib/service/records.ts'
import {
  bookingPlan,
  bookingTimes,
  MAX_SYNC_WAIT_MS,
  orderStatusOf,
  settledAt,
  settlement,
  withStatus,
} from './booking-plan.ts'

const START = new Date('2026-11-21T12:00:00Z')
const later = (milliseconds: number) => new Date(START.getTime() + milliseconds)

const APPOINTMENT: Appointment = {
  id: '00000000-0000-4000-8000-000000000001',
  user_id: '00000000-0000-4000-8000-000000000002',
  order_id: '00000000-0000-4000-8000-000000000003',
  address: {},
  type: 'phlebotomy',
  provider: 'somebody',
  status: 'reserved',
  event_status: 'reserved',
  events: [{ id: 1, created_at: START.toISOString(), status: 'reserved', data: null }],
  event_data: {},
}

function record(confirm_at: Date | null, give_up_at: Date): AppointmentRecord {
  return {
    team_id: APPOINTMENT.user_id,
    appointment: APPOINTMENT,
    confirm_at: confirm_at?.toISOString() ?? null,
    give_up_at: give_up_at.toISOString(),
  }
}

describe('the keys of the sandbox', () => {
  test.each([
    ['sandbox_confirm', 0],
    ['sandbox_confirm_2026-11-24T08:00', 0],
    ['sandbox_slow_0', 0],
    ['sandbox_slow_1500', 1500],
    ['sandbox_slow_999999999', 999_999_999],
    ['sandbox_fail', null],
    ['sandbox_fail_later', null],
  ])('%s confirms after %s', (key, confirm_after) => {
    expect(bookingPlan(key)).toEqual({ confirm_after })
  })

  test.each([
    '',
    'abc',
    'sandbox',
    'sandbox_slow',
    'sandbox_slow_',
    'sandbox_slow_-1',
    'sandbox_slow_1e3',
    'sandbox_slow_1 ',
    'sandbox_slow_9999999999',
    ' sandbox_confirm',
    'Sandbox_confirm',
  ])('%j was never offered', (key) => {
    expect(bookingPlan(key)).toBeNull()
  })
})

describe('times', () => {
  const times = (key: string, fields: object = {}) => {
    const plan = bookingPlan(key)
    if (!plan) throw new Error('a known key')
    return bookingTimes(appointmentBooking.parse({ booking_key: key, ...fields }), plan, START)
  }

  test.each([
    ['sandbox_confirm', {}, 0, MAX_SYNC_WAIT_MS, MAX_SYNC_WAIT_MS],
    ['sandbox_slow_30000', {}, 30_000, MAX_SYNC_WAIT_MS, MAX_SYNC_WAIT_MS],
    ['sandbox_fail', {}, null, 1000, 1000],
    ['sandbox_fail', { async_confirmation: true }, null, 2500, 2500 + 900_000],
    [
      'sandbox_slow_5000',
      {
        async_confirmation: true,
        sync_confirmation_timeout_millisecond: 1000,
        async_confirmation_timeout_millisecond: 60_000,
      },
      5000,
      1000,
      61_000,
    ],
    [
      'sandbox_confirm',
      {
        async_confirmation: true,
        sync_confirmation_timeout_millisecond: 10_000,
        async_confirmation_timeout_millisecond: 172_800_000,
      },
      0,
      10_000,
      172_810_000,
    ],
  ])('%s with %o', (key, fields, confirm, answer, give_up) => {
    expect(times(key, fields)).toEqual({
      confirm_at: confirm === null ? null : later(confirm),
      answer_at: later(answer),
      give_up_at: later(give_up),
    })
  })
})

describe('settlement', () => {
  test.each([
    [1000, 2000, 999, null],
    [1000, 2000, 1000, 'confirmed'],
    [1000, 2000, 5000, 'confirmed'],
    [2000, 2000, 2000, 'confirmed'],
    [2001, 2000, 1999, null],
    [2001, 2000, 2000, 'cancelled'],
    [2001, 2000, 9999, 'cancelled'],
    [null, 2000, 1999, null],
    [null, 2000, 2000, 'cancelled'],
  ])('confirmed at %s, given up at %s: at %s it is %s', (confirm, give_up, at, expected) => {
    const booking = record(confirm === null ? null : later(confirm), later(give_up))
    expect(settlement(booking, later(at))).toBe(expected)
  })

  const milliseconds = fc.integer({ min: 0, max: 200_000_000 })
  const booking = fc
    .tuple(fc.option(milliseconds), milliseconds)
    .map(([confirm, give_up]) => record(confirm === null ? null : later(confirm), later(give_up)))

  test('once decided it stays so, and in the end it is exactly one of confirmed and cancelled', () => {
    fc.assert(
      fc.property(booking, milliseconds, milliseconds, (asked, first, second) => {
        const [early, late] = [Math.min(first, second), Math.max(first, second)].map((at) =>
          settlement(asked, later(at)),
        )
        if (early !== null) expect(late).toBe(early)
        expect(['confirmed', 'cancelled']).toContain(settlement(asked, later(1e12)))
      }),
    )
  })

  test('`settledAt` is the first instant with an answer', () => {
    fc.assert(
      fc.property(booking, (asked) => {
        const at = settledAt(asked)
        expect(settlement(asked, at)).not.toBeNull()
        expect(settlement(asked, new Date(at.getTime() - 1))).toBeNull()
      }),
    )
  })

  test('nobody waits longer than asked, and a call without async has its outcome when it is answered', () => {
    const asked = fc.record({
      key: fc.oneof(
        fc.constantFrom('sandbox_confirm', 'sandbox_fail'),
        fc.integer({ min: 0, max: 999_999_999 }).map((slow) => `sandbox_slow_${slow}`),
      ),
      sync: fc.integer({ min: 1000, max: 10_000 }),
      background: fc.integer({ min: 60_000, max: 172_800_000 }),
      isAsync: fc.boolean(),
    })
    fc.assert(
      fc.property(asked, ({ key, sync, background, isAsync }) => {
        const plan = bookingPlan(key)
        if (!plan) throw new Error('a known key')
        const timeouts = {
          sync_confirmation_timeout_millisecond: sync,
          async_confirmation_timeout_millisecond: background,
        }
        const body = appointmentBooking.parse({
          booking_key: key,
          async_confirmation: isAsync,
          ...(isAsync ? timeouts : {}),
        })
        const { confirm_at, answer_at, give_up_at } = bookingTimes(body, plan, START)
        const made = record(confirm_at, give_up_at)
        expect(answer_at.getTime() - START.getTime()).toBeLessThanOrEqual(isAsync ? sync : MAX_SYNC_WAIT_MS)
        if (isAsync) expect(give_up_at).toEqual(later(sync + background))
        else expect(settledAt(made).getTime()).toBeLessThanOrEqual(answer_at.getTime())
      }),
    )
  })
})

describe('what a status changes', () => {
  test.each([
    ['confirmed', 'scheduled', true],
    ['pending', 'pending', false],
    ['cancelled', 'cancelled', false],
  ] as const)('%s shows as %s', (status, event_status, can_reschedule) => {
    const changed = withStatus(APPOINTMENT, status, later(5))
    expect(changed).toMatchObject({ status, event_status, can_reschedule })
    expect(changed.events).toEqual([
      ...(APPOINTMENT.events ?? []),
      { id: 2, created_at: later(5).toISOString(), status: event_status, data: null },
    ])
  })

  test.each([
    ['reserved', 'confirmed', 'appointment_scheduled'],
    ['reserved', 'pending', 'appointment_pending'],
    ['reserved', 'cancelled', null],
    ['pending', 'confirmed', 'appointment_scheduled'],
    ['pending', 'cancelled', 'appointment_cancelled'],
  ] as const)('from %s to %s the order gets %s', (from, to, low) => {
    expect(orderStatusOf(from, to)).toBe(low)
  })
})
