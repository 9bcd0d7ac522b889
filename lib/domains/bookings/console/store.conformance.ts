/** Conformance of booking stores. Run by lib/system/console/store.test.ts. */
import { describe, expect, test } from 'vitest'
import { HAND_STATES, wholeBooking } from '#lib/domains/bookings/booking.ts'
import { AT, attempt, BY, byHand, LATER, nextId, outcome } from './store.testing.ts'
import type { BookingStore, NewAttempt } from './store.ts'

export function bookingStatements(stored: () => BookingStore): void {
  describe('bookings', () => {
    test('an attempt is kept before its answer, then with it, word for word', async () => {
      const store = stored()
      const asked = attempt({ gives_up_at: '2026-11-21T08:15:02.623Z' })
      expect(await store.beginBooking('sandbox', asked)).toEqual({ is: 'begun' })
      const before = await store.findBooking('sandbox', asked.id)
      expect(before).toMatchObject({ digest: 'abc', status: null, answer: null })
      expect(before?.booking).toMatchObject({ ...without(asked), state: 'in_flight', version: 1, answered_at: null })
      await store.endBooking('sandbox', asked.id, outcome())
      const after = await store.findBooking('sandbox', asked.id)
      expect(after).toMatchObject({ status: 200, answer: outcome().answer })
      expect(after?.booking).toEqual({
        ...before?.booking,
        state: 'confirmed',
        version: 2,
        answered_at: LATER,
        start_at: '2026-11-24T15:00:00.500Z',
        end_at: '2026-11-24T15:30:00.000Z',
        iana_timezone: 'America/Denver',
        provider: 'vialroute',
        said: { state: 'confirmed', at: LATER },
      })
      expect(after?.history).toEqual([
        { at: AT, state: 'in_flight', by: BY, note: null, event_id: null },
        { at: LATER, state: 'confirmed', by: null, note: null, event_id: null },
      ])
      expect(wholeBooking.pick({ state: true, history: true }).safeParse({ ...after?.booking, ...after }).success).toBe(
        true,
      )
      // An answered booking is final and can't be taken over.
      await store.endBooking('sandbox', asked.id, outcome({ state: 'failed', status: 500 }))
      expect(await store.findBooking('sandbox', asked.id)).toEqual(after)
      expect(await store.findBooking('staging', asked.id)).toBeNull()
    })

    test('of twenty attempts on an order at once one begins; the others are told which', async () => {
      const store = stored()
      const order_id = nextId()
      const attempts = Array.from({ length: 20 }, () => attempt({ order_id }))
      const begun = await Promise.all(attempts.map((each) => store.beginBooking('sandbox', each)))
      const first = attempts[begun.findIndex((each) => each.is === 'begun')]
      expect(begun.filter((each) => each.is === 'begun')).toHaveLength(1)
      for (const each of begun) if (each.is === 'taken') expect(each.by.id).toBe(first?.id)
      expect(
        await store.beginBooking('sandbox', { ...attempts[0], ...attempt({ id: first?.id ?? '' }) }),
      ).toMatchObject({ is: 'known', kept: { booking: { id: first?.id, order_id } } })
      // Elsewhere it is another order.
      expect(await store.beginBooking('staging', attempt({ order_id }))).toEqual({ is: 'begun' })
    })

    test.each([
      ['confirmed', 'taken'],
      ['pending', 'taken'],
      ['failed', 'begun'],
      ['refused', 'begun'],
      ['cancelled', 'begun'],
      ['completed', 'begun'],
      ['unknown', 'begun'],
    ] as const)('after %s the next attempt is %s', async (state, is) => {
      const store = stored()
      const first = attempt()
      await store.beginBooking('sandbox', first)
      await store.endBooking('sandbox', first.id, outcome({ state }))
      expect(await store.beginBooking('sandbox', attempt({ order_id: first.order_id }))).toMatchObject({ is })
    })

    test('what was in flight for too long is unknown; an answer that comes after all counts', async () => {
      const store = stored()
      const old = attempt({ asked_at: '2026-11-20T00:00:00.000Z' })
      const young = attempt({ asked_at: '2026-11-20T00:01:00.000Z' })
      await store.beginBooking('sandbox', old)
      await store.beginBooking('sandbox', young)
      expect(await store.expireInFlight(new Date('2026-11-20T00:01:00Z'), new Date(LATER))).toBe(1)
      expect((await store.findBooking('sandbox', young.id))?.booking.state).toBe('in_flight')
      expect(await store.findBooking('sandbox', old.id)).toMatchObject({
        booking: { state: 'unknown', version: 2, answered_at: null },
        history: [{ state: 'in_flight' }, { state: 'unknown', by: null, at: LATER }],
      })
      await store.endBooking('sandbox', old.id, outcome())
      expect((await store.findBooking('sandbox', old.id))?.booking).toMatchObject({ state: 'confirmed', version: 3 })
      await store.endBooking('sandbox', young.id, outcome())
    })

    test('an answer that comes late takes no place: neither a person’s word nor another open booking’s', async () => {
      const store = stored()
      const first = attempt({ asked_at: '2026-11-20T00:00:00.000Z' })
      const other = attempt({ asked_at: '2026-11-20T00:00:00.000Z' })
      await store.beginBooking('sandbox', first)
      await store.beginBooking('sandbox', other)
      await store.expireInFlight(new Date('2026-11-20T00:00:01Z'), new Date(LATER))
      const second = attempt({ order_id: first.order_id })
      await store.beginBooking('sandbox', second)
      await store.changeBooking('sandbox', other.id, byHand())
      for (const { id } of [first, other]) await store.endBooking('sandbox', id, outcome())
      expect(await store.findBooking('sandbox', first.id)).toMatchObject({ booking: { state: 'unknown' }, status: 200 })
      expect(await store.findBooking('sandbox', other.id)).toMatchObject({
        booking: { state: 'cancelled', start_at: '2026-11-24T15:00:00.500Z' },
        status: 200,
      })
      await store.endBooking('sandbox', second.id, outcome({ state: 'failed' }))
    })

    test('a person’s change is kept with its note; of two at once one is', async () => {
      const store = stored()
      const asked = attempt()
      await store.beginBooking('sandbox', asked)
      expect(await store.changeBooking('sandbox', asked.id, byHand({ version: 1 }))).toBe('stale')
      await store.endBooking('sandbox', asked.id, outcome({ state: 'pending' }))
      expect(await store.changeBooking('staging', asked.id, byHand())).toBe('stale')
      const said = await Promise.all(
        HAND_STATES.map((state) => store.changeBooking('sandbox', asked.id, byHand({ state }))),
      )
      expect(said.filter((each) => each === 'changed')).toHaveLength(1)
      expect(said.filter((each) => each === 'stale')).toHaveLength(HAND_STATES.length - 1)
      const kept = await store.findBooking('sandbox', asked.id)
      expect(kept?.booking.version).toBe(3)
      expect(kept?.history.at(-1)).toMatchObject({ at: LATER, by: BY, note: '100% sure\\', state: kept?.booking.state })
    })

    test('two bookings of one order are never open, also not manually', async () => {
      const store = stored()
      const first = attempt()
      const second = attempt({ order_id: first.order_id })
      await store.beginBooking('sandbox', first)
      await store.endBooking('sandbox', first.id, outcome({ state: 'unknown' }))
      await store.beginBooking('sandbox', second)
      const change = byHand({ state: 'confirmed' })
      expect(await store.changeBooking('sandbox', first.id, change)).toBe('taken')
      await store.endBooking('sandbox', second.id, outcome({ state: 'failed' }))
      expect(await store.changeBooking('sandbox', first.id, change)).toBe('changed')
    })

    test('what the order has said since is nobody’s entry, and older news of it change nothing', async () => {
      const store = stored()
      const asked = attempt()
      await store.beginBooking('sandbox', asked)
      await store.endBooking('sandbox', asked.id, outcome())
      const at = '2026-11-21T09:00:00.000Z'
      expect(
        await store.changeBooking('sandbox', asked.id, { version: 2, state: 'completed', at, by: null, note: null }),
      ).toBe('changed')
      const kept = await store.findBooking('sandbox', asked.id)
      expect(kept?.booking).toMatchObject({ state: 'completed', said: { state: 'completed', at }, entered: null })
      expect(kept?.history.at(-1)).toMatchObject({ at, by: null, note: null, event_id: null })
      expect(kept?.event_at).toBe(at)
    })

    test('a visit that a person found out stands in place of what was known', async () => {
      const store = stored()
      const asked = attempt()
      await store.beginBooking('sandbox', asked)
      await store.endBooking('sandbox', asked.id, outcome({ state: 'pending' }))
      const visit = { start_at: '2026-12-01T09:30:00-05:00', iana_timezone: 'America/New_York' }
      await store.changeBooking('sandbox', asked.id, byHand({ state: 'confirmed', visit }))
      expect((await store.findBooking('sandbox', asked.id))?.booking).toMatchObject({
        state: 'confirmed',
        start_at: '2026-12-01T14:30:00.000Z',
        end_at: null,
        iana_timezone: 'America/New_York',
      })
    })
  })
}

function without({ digest: _, ...rest }: NewAttempt) {
  return rest
}
