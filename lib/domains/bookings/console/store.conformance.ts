/** What every store must say of bookings. Run by lib/system/console/store.test.ts. */
import { describe, expect, test } from 'vitest'
import { type Booking, bookingSearch, HAND_STATES, wholeBooking } from '#lib/domains/bookings/booking.ts'
import type { BookingOutcome, BookingStore, HandChange, NewAttempt, TakenNews } from './store.ts'

const BY = { id: 'staff-1', name: 'Zoë O’Brien' }
const AT = '2026-11-21T08:00:00.123Z'
const LATER = '2026-11-21T08:00:04.000Z'

let count = 0
const nextId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`

const attempt = (changes: Partial<NewAttempt> = {}): NewAttempt => ({
  id: nextId(),
  order_id: nextId(),
  asked_at: AT,
  asked_by: BY,
  gives_up_at: null,
  digest: 'abc',
  ...changes,
})
const outcome = (changes: Partial<BookingOutcome> = {}): BookingOutcome => ({
  at: LATER,
  state: 'confirmed',
  status: 200,
  answer: '{"access_notes":"Side entrance, buzzer 4 😀"}',
  start_at: '2026-11-24T08:00:00.5-07:00',
  end_at: '2026-11-24T15:30:00',
  iana_timezone: 'America/Denver',
  provider: 'vialroute',
  ...changes,
})
/** After every visit of these tests. */
const AFTER = new Date('2027-01-01T00:00:00.000Z')
const byHand = (changes: Partial<HandChange> = {}): HandChange => ({
  at: LATER,
  state: 'cancelled',
  note: '100% sure\\',
  by: BY,
  version: 2,
  ...changes,
})
const search = (asked: object = {}) => bookingSearch.parse(asked)
const ids = (found: { bookings: Booking[] }) => found.bookings.map(({ id }) => id)

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
      })
      expect(after?.history).toEqual([
        { at: AT, state: 'in_flight', by: BY, note: null, event_id: null },
        { at: LATER, state: 'confirmed', by: null, note: null, event_id: null },
      ])
      expect(wholeBooking.pick({ state: true, history: true }).safeParse({ ...after?.booking, ...after }).success).toBe(
        true,
      )
      // What is answered stays as it is, and is nobody else's.
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
        version_at: '2026-11-21T08:00:03.000Z',
        visit: { start_at: '2026-11-25T09:00:00-07:00', end_at: null, iana_timezone: 'America/Denver', provider: null },
        event_id: 41,
        at: LATER,
      }
      expect(await store.heedEvent('staging', news)).toBe(false)
      expect(await Promise.all([1, 2, 3].map(() => store.heedEvent('sandbox', news)))).toHaveLength(3)
      await store.endBooking('sandbox', asked.id, outcome({ state: 'pending', start_at: null }))
      expect(await store.heedEvent('sandbox', { ...news, state: 'cancelled', version_at: AT })).toBe(false)
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
      expect(await store.heedEvent('sandbox', called)).toBe(true)
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
        version_at: LATER,
        visit: { start_at, end_at: null, iana_timezone: null, provider: null },
        event_id,
        at: LATER,
      })
      const first = says(51, '2026-11-25T16:00:00.000Z')
      const second = says(52, '2026-11-26T16:00:00.000Z')
      const said: boolean[] = []
      for (const news of [first, second, first, second]) said.push(await store.heedEvent('sandbox', news))
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
        version_at: AT,
        visit: null,
        event_id: 1,
        at: LATER,
      }
      expect(await store.heedEvent('sandbox', { ...news, order_id: lost.order_id, state: 'confirmed' })).toBe(false)
      expect((await store.findBooking('sandbox', lost.id))?.booking.state).toBe('unknown')
      await store.endBooking('sandbox', open.id, outcome({ state: 'failed' }))
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
      const sorted = ids(await store.searchBookings(environment, search(), now))
      expect(sorted).toEqual([soon, far, past, off])
      const counts = async (asked: object) => store.searchBookings(environment, search(asked), now)
      expect(await counts({ limit: 1 })).toMatchObject({ total: 4, cancelled: 1 })
      expect(await counts({ state: ['confirmed'] })).toMatchObject({ total: 3, cancelled: 0 })
    })
  })
}

function without({ digest: _, ...rest }: NewAttempt) {
  return rest
}
