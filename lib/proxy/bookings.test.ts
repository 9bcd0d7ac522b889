/** A booking through the proxy: sent once, kept before and after, and never told as more than is known. */
import { describe, expect, test } from 'vitest'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { inProcess } from './in-process.ts'
import { answering, KEY, testProxy } from './proxy.testing.ts'
import type { Upstream } from './upstream.ts'

const ORDER = '07ad9e52-1111-4222-8333-9a6f2c8165fe'
const OTHER = '07ad9e52-1111-4222-8333-9a6f2c8165ff'
const ATTEMPT = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const SECOND = '3cb73ce0-1dc1-47c1-8ace-5589bb58a798'
const BODY = { booking_key: 'bk_1', appointment_notes: 'Dog in the house.' }
const LATER = { ...BODY, async_confirmation: true, async_confirmation_timeout_millisecond: 60_000 }

const made = (status = 'confirmed', order_id = ORDER) => ({
  id: '0be71f43-1111-4222-8333-9a6f2c811b92',
  user_id: ATTEMPT,
  order_id,
  address: { first_line: '2715 Stout St', access_notes: 'Buzzer 4' },
  start_at: '2026-11-24T15:00:00Z',
  end_at: '2026-11-24T15:30:00Z',
  type: 'phlebotomy',
  provider: 'wrenlow',
  status,
  event_status: 'scheduled',
  iana_timezone: 'America/Denver',
  event_data: {},
})

type Proxy = ReturnType<typeof testProxy>

interface Booking {
  order?: string
  body?: object
  signal?: AbortSignal
}

function book({ send }: Proxy, attempt: string | null, { order = ORDER, body = BODY, ...init }: Booking = {}) {
  const headers = attempt === null ? {} : { [ATTEMPT_HEADER]: attempt }
  return send(bookPhlebotomyAppointment, { params: { order_id: order }, json: body, headers, ...init })
}
const found = async ({ bookings }: Proxy, id = ATTEMPT) => (await bookings.find('live', id)).booking
const detail = (text: string) => JSON.parse(text).detail

/** Answers when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const upstream: Upstream = inProcess(async () => (await promise).clone())
  return { upstream, answer: (body: unknown, init?: ResponseInit) => resolve(Response.json(body, init)) }
}

describe('the same attempt', () => {
  test('is sent once, and answered what became of it, also by a process that comes after', async () => {
    const proxy = answering(made())
    const first = await book(proxy, ATTEMPT.toUpperCase())
    const again = await book(proxy, ATTEMPT)
    const after = answering({ detail: 'Not asked.' }, { status: 400 }, { store: proxy.store })
    const later = await book(after, ATTEMPT)
    expect([first.status, again.status, later.status]).toEqual([200, 200, 200])
    expect(first.text).toBe(JSON.stringify(made()))
    expect([again.text, later.text]).toEqual([first.text, first.text])
    for (const { headers } of [first, again, later]) {
      expect(headers.get(ATTEMPT_HEADER)).toBe(ATTEMPT)
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect([proxy.seen.length, after.seen.length]).toEqual([1, 0])
    expect(proxy.seen[0]?.headers).not.toHaveProperty(ATTEMPT_HEADER)
    expect(await found(after)).toMatchObject({ state: 'confirmed', appointment: made(), asked_by: { name: 'Rosa' } })
  })

  test('posted many times at once is sent once', async () => {
    const { upstream, answer } = held()
    const proxy = testProxy(upstream, { patience: 20_000 })
    const sent = Array.from({ length: 8 }, () => book(proxy, ATTEMPT))
    await expect.poll(() => proxy.store.findBooking('live', ATTEMPT)).toMatchObject({ booking: { state: 'in_flight' } })
    const other = await book(proxy, SECOND)
    expect([other.status, detail(other.text)]).toEqual([
      409,
      expect.stringMatching(/A booking for this order is in progress/),
    ])
    answer(made())
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(proxy.seen).toHaveLength(1)
  })

  test('with something else in it is another booking’s', async () => {
    const proxy = answering({ detail: 'No such key.' }, { status: 400 })
    expect((await book(proxy, ATTEMPT)).status).toBe(400)
    for (const other of [
      book(proxy, ATTEMPT, { order: OTHER }),
      book(proxy, ATTEMPT, { body: { booking_key: 'bk_2' } }),
    ]) {
      const { status, text } = await other
      expect([status, detail(text)]).toEqual([409, expect.stringContaining('belongs to another booking')])
    }
    expect(detail((await book(proxy, ATTEMPT)).text)).toBe('No such key.')
    expect((await book(proxy, 'no-uuid')).status).toBe(422)
    expect(proxy.seen).toHaveLength(1)
  })

  test('in flight when the process was killed is unknown, says so, and is not sent again', async () => {
    const store = createMemoryConsoleStore()
    const { upstream } = held()
    void book(testProxy(upstream, { store, patience: 20_000 }), ATTEMPT)
    await expect.poll(() => store.findBooking('live', ATTEMPT)).not.toBeNull()
    const after = answering(made(), {}, { store })
    await after.bookings.loseAll()
    const { status, text } = await book(after, ATTEMPT)
    expect([status, detail(text)]).toEqual([409, expect.stringMatching(/unknown.*Check .* before you try again/)])
    expect(after.seen).toHaveLength(0)
    expect(await found(after)).toMatchObject({ state: 'unknown', answered_at: null, appointment: null })
    // A new attempt is a person's own decision.
    expect((await book(after, SECOND)).status).toBe(200)
  })
})

describe('another attempt on the order', () => {
  test.each([
    ['confirmed', /has a confirmed booking.*If that visit is off, record it on that booking first/],
    ['pending', /A booking made here for this order isn’t confirmed yet/],
    ['reserved', /A booking made here for this order isn’t confirmed yet/],
  ])('is refused while one is %s, before the service is asked', async (status, words) => {
    const proxy = answering(made(status))
    expect((await book(proxy, null)).status).toBe(200)
    const refused = await book(proxy, null)
    expect([refused.status, detail(refused.text)]).toEqual([409, expect.stringMatching(words)])
    expect(proxy.seen).toHaveLength(1)
    expect((await proxy.audited()).map((entry) => entry.status)).toEqual([200, 409])
  })

  test('is sent once a person has set the first one’s state', async () => {
    const proxy = answering(made('pending'))
    await book(proxy, ATTEMPT)
    const by = { id: 'staff-1', name: 'Rosa' }
    const change = {
      environment: 'live',
      id: ATTEMPT,
      state: 'cancelled',
      note: 'They called.',
      version: 2,
      by,
    } as const
    expect((await proxy.bookings.change(change)).booking.history.at(-1)).toMatchObject({ by, note: 'They called.' })
    await expect(proxy.bookings.change(change)).rejects.toMatchObject({ status: 409 })
    expect((await book(proxy, SECOND)).status).toBe(200)
    const taken = { ...change, state: 'confirmed', version: 3 } as const
    await expect(proxy.bookings.change(taken)).rejects.toMatchObject({
      detail: expect.stringContaining('Another booking for this order is open'),
    })
  })
})

describe('what became of it', () => {
  test.each([
    ['a confirmation', made(), 200, BODY, { state: 'confirmed', provider: 'wrenlow', detail: null }],
    ['a status nobody knows', made('on_hold'), 200, BODY, { state: 'unknown', appointment: made('on_hold') }],
    ['an answer of another form', { ok: true }, 200, BODY, { state: 'unknown', appointment: null }],
    ['another order’s appointment', made('confirmed', OTHER), 200, BODY, { state: 'unknown', start_at: null }],
    ['the documented 500', { detail: 'Not confirmed.' }, 500, BODY, { state: 'failed', detail: 'Not confirmed.' }],
    ['a 500 that is not documented', { detail: 'Oops.' }, 500, LATER, { state: 'unknown', status: 500 }],
    ['a 503', { detail: 'Busy.' }, 503, BODY, { state: 'unknown', status: 503 }],
    ['a refusal', { detail: 'No such key.' }, 400, BODY, { state: 'refused', detail: 'No such key.' }],
    ['our key not taken', {}, 401, BODY, { state: 'refused', status: 502 }],
  ])('%s', async (_, answer, status, body, expected) => {
    const proxy = answering(answer, { status })
    const { headers } = await book(proxy, null, { body })
    expect(await found(proxy, headers.get(ATTEMPT_HEADER) ?? '')).toMatchObject(expected)
    expect(proxy.seen).toHaveLength(1)
  })

  test('a pending one says until when the service goes on: both time-outs from the moment it was asked', async () => {
    const proxy = answering(made('pending'))
    await book(proxy, ATTEMPT, { body: LATER })
    const { asked_at, gives_up_at, state } = await found(proxy)
    expect([state, Date.parse(gives_up_at ?? '') - Date.parse(asked_at)]).toEqual(['pending', 62_500])
  })

  test('a lost connection is unknown, and stays so', async () => {
    const down: Upstream = async () => Promise.reject(new Error('reset'))
    const proxy = testProxy(down)
    expect((await book(proxy, ATTEMPT)).status).toBe(502)
    expect(await found(proxy)).toMatchObject({ state: 'unknown', status: null, detail: null })
    const again = await book(proxy, ATTEMPT)
    expect([again.status, proxy.seen.length]).toEqual([409, 1])
  })

  test('a browser that goes away does not end it', async () => {
    const { upstream, answer } = held()
    const proxy = testProxy(upstream, { patience: 20_000 })
    const browser = new AbortController()
    const sent = book(proxy, ATTEMPT, { signal: browser.signal })
    await expect.poll(() => proxy.seen.length).toBe(1)
    browser.abort()
    answer(made())
    await sent
    expect(await found(proxy)).toMatchObject({ state: 'confirmed' })
  })

  test('without a place to keep it nothing is sent; where its end cannot be kept that is said', async () => {
    const broken = () => Promise.reject(new Error('disk full'))
    const store = createMemoryConsoleStore()
    const before = answering(made(), {}, { store: { ...store, beginBooking: broken } })
    const unsent = await book(before, ATTEMPT)
    expect([unsent.status, before.seen.length]).toEqual([503, 0])
    expect(detail(unsent.text)).toContain('nothing was sent')
    const after = answering(made(), {}, { store: { ...store, endBooking: broken } })
    const sent = await book(after, ATTEMPT)
    expect([sent.status, detail(sent.text)]).toEqual([503, expect.stringContaining('The booking was sent, but')])
    expect(sent.text).not.toContain('Stout')
  })

  test('nothing of it, and no key, is in the audit log', async () => {
    const proxy = answering(made())
    await book(proxy, ATTEMPT)
    const said = JSON.stringify(await proxy.audited())
    for (const word of ['Stout', 'Buzzer', 'Dog', 'bk_1', KEY]) expect(said).not.toContain(word)
    expect(await proxy.audited()).toMatchObject([{ action: 'book_phlebotomy_appointment', subjects: [ATTEMPT, ORDER] }])
  })
})
