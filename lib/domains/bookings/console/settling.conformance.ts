/**
 * Conformance of stores for bookings settled by events, and their search. Run by lib/system/console/store.test.ts.
 */
import { describe, expect, test } from 'vitest'
import { AFTER, AT, attempt, BY, byHand, ids, LATER, nextId, outcome, search } from './store.testing.ts'
import type { BookingOutcome, BookingStore, NewAttempt, TakenNews } from './store.ts'

export function settlingStatements(stored: () => BookingStore): void {
  describe('bookings that settle', () => {
    test('an event settles what waits, once, and says so; its visit stands whatever answer comes later', async () => {
      const store = stored()
      const asked = attempt()
      await store.beginBooking('sandbox', asked)
      const news: TakenNews = {
        order_id: asked.order_id,
        user_id: nextId(),
        appointment_id: nextId(),
        state: 'confirmed',
        began_at: AT,
        said_at: AT,
        version_at: '2026-11-21T08:00:03.106778Z',
        visit: { start_at: '2026-11-25T09:00:00-07:00', end_at: null, iana_timezone: 'America/Denver', provider: null },
        event_id: 41,
        at: LATER,
      }
      expect(await store.applyBookingEvent('staging', news)).toBe(false)
      expect(await Promise.all([1, 2, 3].map(() => store.applyBookingEvent('sandbox', news)))).toHaveLength(3)
      await store.endBooking('sandbox', asked.id, outcome({ state: 'pending', start_at: null }))
      for (const version_at of [AT, '2026-11-21T08:00:03.106112Z'])
        expect(await store.applyBookingEvent('sandbox', { ...news, state: 'cancelled', version_at })).toBe(false)
      const kept = await store.findBooking('sandbox', asked.id)
      expect(kept).toMatchObject({
        status: 200,
        appointment_id: news.appointment_id,
        event_at: news.version_at,
        booking: {
          state: 'confirmed',
          version: 2,
          start_at: '2026-11-25T16:00:00.000Z',
          end_at: null,
          iana_timezone: 'America/Denver',
          answered_at: LATER,
        },
        history: [
          { state: 'in_flight', event_id: null },
          { state: 'confirmed', at: LATER, by: null, event_id: 41 },
        ],
      })
      const called = {
        ...news,
        state: 'cancelled',
        version_at: '2026-11-21T09:00:00Z',
        event_id: 42,
        visit: null,
      } as const
      expect(await store.applyBookingEvent('sandbox', called)).toBe(true)
      expect((await store.findBooking('sandbox', asked.id))?.booking).toMatchObject({ state: 'cancelled', version: 3 })
    })

    test('of two events that are equally new, the one received later counts, whichever is heeded again', async () => {
      const store = stored()
      const asked = attempt()
      await store.beginBooking('sandbox', asked)
      await store.endBooking('sandbox', asked.id, outcome({ state: 'pending' }))
      const appointment_id = nextId()
      const says = (event_id: number, start_at: string): TakenNews => ({
        order_id: asked.order_id,
        user_id: nextId(),
        appointment_id,
        state: 'confirmed',
        began_at: AT,
        said_at: AT,
        version_at: LATER,
        visit: { start_at, end_at: null, iana_timezone: null, provider: null },
        event_id,
        at: LATER,
      })
      const first = says(51, '2026-11-25T16:00:00.000Z')
      const second = says(52, '2026-11-26T16:00:00.000Z')
      const said: boolean[] = []
      for (const news of [first, second, first, second]) said.push(await store.applyBookingEvent('sandbox', news))
      expect(said).toEqual([true, true, false, false])
      const { booking } = (await store.findBooking('sandbox', asked.id)) ?? {}
      expect(booking).toMatchObject({ start_at: second.visit?.start_at, version: 4 })
    })

    test('an event opens no second booking of an order', async () => {
      const store = stored()
      const lost = attempt()
      await store.beginBooking('sandbox', lost)
      await store.endBooking('sandbox', lost.id, outcome({ state: 'unknown', answer: null }))
      const open = attempt({ order_id: lost.order_id, asked_at: '2026-11-20T00:00:00.000Z' })
      await store.beginBooking('sandbox', open)
      const user_id = nextId()
      const news = {
        user_id,
        appointment_id: nextId(),
        began_at: AT,
        said_at: AT,
        version_at: AT,
        visit: null,
        event_id: 1,
        at: LATER,
      }
      expect(await store.applyBookingEvent('sandbox', { ...news, order_id: lost.order_id, state: 'confirmed' })).toBe(
        false,
      )
      expect((await store.findBooking('sandbox', lost.id))?.booking.state).toBe('unknown')
      await store.endBooking('sandbox', open.id, outcome({ state: 'failed' }))
    })

    test('who said what of a booking, and which of them are live', async () => {
      const store = stored()
      const environment = 'evidence'
      const old = attempt({ asked_at: '2026-09-01T00:00:00.000Z' })
      const asked = attempt()
      for (const one of [old, asked]) {
        await store.beginBooking(environment, one)
        await store.endBooking(environment, one.id, outcome({ state: 'confirmed' }))
      }
      const live = async (since: string) => (await store.liveBookings(environment, new Date(since))).map(({ id }) => id)
      const found = async (id: string) => {
        const { bookings } = await store.searchBookings(environment, search(), AFTER)
        return bookings.find((one) => one.id === id)
      }
      const said = { state: 'confirmed', at: LATER }
      expect(await found(asked.id)).toMatchObject({ said, entered: null })
      expect((await live(AT)).toSorted()).toEqual([asked.id, old.id].toSorted())
      const at = '2026-11-21T09:00:00.000Z'
      for (const one of [old, asked]) await store.changeBooking(environment, one.id, byHand({ at }))
      expect(await found(asked.id)).toMatchObject({ state: 'cancelled', said, entered: { at, by: BY } })
      expect((await store.findBooking(environment, asked.id))?.booking).toEqual(await found(asked.id))
      expect(await live(AT)).toEqual([asked.id])
      const news = { order_id: asked.order_id, user_id: nextId(), appointment_id: nextId(), began_at: AT, visit: null }
      const version_at = '2026-11-21T10:00:00.000Z'
      const event = {
        ...news,
        state: 'completed',
        said_at: version_at,
        version_at,
        event_id: 61,
        at: version_at,
      } as const
      expect(await store.applyBookingEvent(environment, { ...event, said_at: AT })).toBe(false)
    })

    test('found by state, order and visit; unsettled first, by when they give up, then the newest', async () => {
      const store = stored()
      const environment = 'list'
      const one = async (changes: Partial<NewAttempt>, answered: Partial<BookingOutcome>) => {
        const asked = attempt(changes)
        await store.beginBooking(environment, asked)
        await store.endBooking(environment, asked.id, outcome(answered))
        return asked.id
      }
      const early = '2026-11-01T00:00:00.000Z'
      const done = await one({ asked_at: early }, { state: 'completed', start_at: '2026-11-02T00:00:00Z' })
      const lost = await one({ asked_at: early }, { state: 'unknown', start_at: null, end_at: null })
      const last = await one({ gives_up_at: '2026-11-21T09:00:00.000Z' }, { state: 'pending' })
      const next = await one({ gives_up_at: '2026-11-21T08:30:00.000Z' }, { state: 'pending' })
      const newest = await one({}, {})
      expect(ids(await store.searchBookings(environment, search(), AFTER))).toEqual([next, last, lost, newest, done])
      const page = await store.searchBookings(environment, search({ offset: 1, limit: 2 }), AFTER)
      expect([ids(page), page.total]).toEqual([[last, lost], 5])
      const of = async (asked: object) => ids(await store.searchBookings(environment, search(asked), AFTER))
      expect(await of({ state: ['completed', 'unknown'] })).toEqual([lost, done])
      expect(await of({ order_id: page.bookings[0]?.order_id })).toEqual([last])
      expect(await of({ order_ids: page.bookings.map(({ order_id }) => order_id) })).toEqual([last, lost])
      expect(await of({ start_to: '2026-11-02T00:00:00.000Z' })).toEqual([done])
      expect(await of({ start_from: '2026-11-24T15:00:00.500Z', state: ['confirmed'] })).toEqual([newest])
      expect(await of({ start_from: '2026-11-24T15:00:00.501Z' })).toEqual([])
      expect(await of({ start_from: '2026-11-24T15:00:00.500001Z' })).toEqual([])
      expect(await of({ start_from: '2026-11-24T08:00:00.5-07:00', start_to: '2026-11-24T15:00:00.500' })).toHaveLength(
        3,
      )
    })

    test('of what is settled, the next confirmed visit comes first; past and canceled ones follow', async () => {
      const store = stored()
      const environment = 'next'
      const one = async (asked_at: string, start_at: string, state: BookingOutcome['state'] = 'confirmed') => {
        const asked = attempt({ asked_at })
        await store.beginBooking(environment, asked)
        await store.endBooking(environment, asked.id, outcome({ state, start_at, end_at: null }))
        return asked.id
      }
      const now = new Date('2026-11-23T12:00:00.000Z')
      const past = await one('2026-11-20T08:00:00.000Z', '2026-11-22T15:00:00Z')
      const far = await one('2026-11-20T07:00:00.000Z', '2026-12-02T15:00:00Z')
      const off = await one('2026-11-20T06:00:00.000Z', '2026-11-23T15:00:00Z', 'cancelled')
      const soon = await one('2026-11-20T05:00:00.000Z', now.toISOString())
      const changed = async (booked: string, by: { id: string; name: string } | null) => {
        const change = { version: 2, at: '2026-11-21T08:00:00.000Z', state: 'cancelled', by, note: null } as const
        expect(await store.changeBooking(environment, booked, change)).toBe('changed')
        return booked
      }
      // The service still says that somebody comes, and for the other one that nobody does.
      const here = await changed(await one('2026-11-20T04:00:00.000Z', '2026-11-24T15:00:00Z'), BY)
      const gone = await changed(await one('2026-11-20T03:00:00.000Z', '2026-11-24T15:00:00Z'), null)
      const sorted = ids(await store.searchBookings(environment, search(), now))
      expect(sorted).toEqual([soon, here, far, past, off, gone])
      const counts = async (asked: object) => store.searchBookings(environment, search(asked), now)
      expect(await counts({ limit: 1 })).toMatchObject({ total: 6, cancelled: 3 })
      expect(await counts({ state: ['confirmed'] })).toMatchObject({ total: 3, cancelled: 0 })
    })
  })
}
