import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { OPEN_ALREADY, planOf } from '#lib/domains/bookings/service/appointments.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders, orderSearch } from '#lib/domains/orders/order.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { readEach, unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { demoService, idsMeeting, TEAM } from '#lib/sandbox/demo/demo-service.testing.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { FAULTS, type Fault, faultOf } from './flaky.ts'

type Demo = Awaited<ReturnType<typeof demoService>>

const detailOf = (text: string) => z.object({ detail: z.string() }).parse(JSON.parse(text)).detail
const withId = (id: string | undefined) => ({ headers: { 'x-request-id': id ?? 'missing' } })

/** An at-home draw that waits for its appointment. */
async function orderToBook({ serviceStore }: Demo): Promise<string> {
  const search = { order_type: ['at_home_phlebotomy'], status: ['requisition_created'] }
  const { orders } = await serviceStore.searchOrders(TEAM, orderSearch.parse(search))
  return orders[0]?.order.id ?? ''
}

const book = async (demo: Demo, id: string | undefined, booking = {}) =>
  demo.send(bookPhlebotomyAppointment, {
    params: { order_id: await orderToBook(demo) },
    json: { booking_key: 'sandbox_confirm', ...booking },
    ...withId(id),
  })

const bookingsOf = async ({ bookings }: Demo) =>
  (await bookings.list('live', { offset: 0, limit: 10 })).bookings.map(({ state }) => state)

describe('which call fails, and how', () => {
  const ids = Array.from({ length: 8000 }, () => crypto.randomUUID())

  test('1 in 8, each fault about as often as any other', () => {
    const faults = ids.flatMap((id) => faultOf(id, 1) ?? [])
    expect(faults.length / ids.length).toBeCloseTo(1 / 8, 1)
    for (const fault of FAULTS) {
      const share = faults.filter((each) => each === fault).length / faults.length
      expect(share).toBeGreaterThan(0.09)
      expect(share).toBeLessThan(0.2)
    }
  })

  test('follows from the id: a replay meets the same', () => {
    expect(ids.map((id) => faultOf(id, 1))).toEqual(ids.map((id) => faultOf(id, 1)))
  })

  test('most fail every time the proxy tries, so that a person sees them', () => {
    const failing = ids.filter((id) => faultOf(id, 1))
    const lasting = failing.filter((id) => faultOf(id, 3) === faultOf(id, 1))
    expect(lasting.length / failing.length).toBeCloseTo(0.75, 1)
  })
})

describe('flaky', () => {
  let demo: Demo
  beforeAll(async () => {
    demo = await demoService(['flaky'])
  })

  const READS: Readonly<Record<Fault, readonly [status: number, words: RegExp]>> = {
    error: [500, /^Something went wrong in the service/],
    unavailable: [503, /^The service is down for maintenance/],
    rate_limited: [429, /^Too many requests/],
    timeout: [504, /took too long to respond\. Nothing was changed/],
    unreachable: [502, /can’t be reached\. Nothing was changed/],
    cut: [502, /was cut off\. Nothing was changed/],
    lost: [504, /took too long to respond\. Nothing was changed/],
  }

  test.each(FAULTS)('a read that meets “%s” ends in words', async (fault) => {
    const { status, text } = await demo.send(listOrders, withId(idsMeeting(fault)[0]))
    const [expected, words] = READS[fault]
    expect(status).toBe(expected)
    expect(detailOf(text)).toMatch(words)
  })

  test.each(['unavailable', 'unreachable', 'cut'] as const)('a read passes a short “%s”', async (fault) => {
    const { status } = await demo.send(listOrders, withId(idsMeeting(fault, true)[0]))
    expect(status).toBe(200)
  })

  test('a 429 says when to try again', async () => {
    const { headers } = await demo.send(listOrders, withId(idsMeeting('rate_limited')[0]))
    expect(headers.get('retry-after')).toBe('5')
  })

  test('a timeout takes seconds, not a minute', async () => {
    demo.paused.length = 0
    await demo.send(listOrders, withId(idsMeeting('timeout')[0]))
    expect(demo.paused).toEqual([4000])
  })

  test('everything else is as the service has it', async () => {
    const healthy = Array.from({ length: 40 }, (_, index) => `request-${index}`).filter((id) => !faultOf(id, 1))
    for (const id of healthy)
      expect((await demo.send(listUsers, { query: { limit: 1 }, ...withId(id) })).status).toBe(200)
  })
})

describe('flaky changes', () => {
  const set = (demo: Demo, user_id: string, id: string | undefined) =>
    demo.send(updateUser, { params: { user_id }, json: { client_user_id: 'changed' }, ...withId(id) })

  test.each(FAULTS)('“%s” says whether the change may have been made', async (fault) => {
    const demo = await demoService(['flaky'])
    const { users } = await demo.serviceStore.listUsers(TEAM, { offset: 0, limit: 1 })
    const user_id = users[0]?.user_id ?? ''
    const { status, text } = await set(demo, user_id, idsMeeting(fault)[0])
    expect(status).toBeGreaterThanOrEqual(429)
    const isDone = (await demo.serviceStore.getUser(TEAM, user_id))?.client_user_id === 'changed'
    expect(isDone).toBe(fault === 'lost' || fault === 'cut')
    if (isDone) expect(detailOf(text)).toContain('The change may or may not have been made.')
  })

  test.each(['lost', 'cut'] as const)('a “%s” booking is unknown here, and made at the service', async (fault) => {
    const demo = await demoService(['flaky'])
    const order_id = await orderToBook(demo)
    const { status } = await book(demo, idsMeeting(fault)[0])
    expect(status).toBe(fault === 'lost' ? 504 : 502)
    expect(await bookingsOf(demo)).toEqual(['unknown'])
    const order = await demo.serviceStore.getOrder(TEAM, order_id)
    expect(order?.order.events.at(-1)?.status).toContain('appointment_scheduled')
  })

  test.each([
    ['error', 'failed'],
    ['unavailable', 'unknown'],
    ['rate_limited', 'refused'],
    ['timeout', 'unknown'],
    ['unreachable', 'unknown'],
  ] as const)('a booking that meets “%s” is %s here, and not made', async (fault, state) => {
    const demo = await demoService(['flaky'])
    await book(demo, idsMeeting(fault)[0])
    expect(await bookingsOf(demo)).toEqual([state])
    const order = await demo.serviceStore.getOrder(TEAM, await orderToBook(demo))
    expect(order?.order.events.at(-1)?.status).toContain('requisition_created')
  })
})

describe('slow', () => {
  test('each try waits 1.5 to 4 s, each as long as in a replay', async () => {
    const demo = await demoService(['slow'])
    for (let turn = 0; turn < 30; turn += 1)
      await demo.send(listUsers, { query: { limit: 1 }, ...withId(`request-${turn}`) })
    const first = [...demo.paused]
    expect(Math.min(...first)).toBeGreaterThanOrEqual(1500)
    expect(Math.max(...first)).toBeLessThan(4000)
    expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(1500)
    const replay = await demoService(['slow'])
    for (let turn = 0; turn < 30; turn += 1)
      await replay.send(listUsers, { query: { limit: 1 }, ...withId(`request-${turn}`) })
    expect(replay.paused).toEqual(first)
  })

  test('ends at once when the caller goes away', async () => {
    const demo = await demoService(['slow'], { pause: delay })
    const caller = new AbortController()
    const answer = demo.send(listUsers, { signal: caller.signal })
    setTimeout(() => caller.abort(), 20)
    const started = performance.now()
    expect((await answer).status).toBe(499)
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test('a pause of a caller who has gone already is none', async () => {
    const started = performance.now()
    await delay(60_000, AbortSignal.abort())
    await delay(1, new AbortController().signal)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('closed beta off', () => {
  test('its endpoints answer 403 in the service’s words, all others as ever', async () => {
    const demo = await demoService(['no-beta'])
    const { users } = await demo.serviceStore.listUsers(TEAM, { offset: 0, limit: 1 })
    const user_id = users[0]?.user_id
    const info = await demo.send(getLatestUserInfo, { params: { user_id } })
    expect([info.status, detailOf(info.text)]).toEqual([403, expect.stringContaining('closed beta')])
    expect((await demo.send(listUsers)).status).toBe(200)
    demo.switchTo([])
    expect((await demo.send(getLatestUserInfo, { params: { user_id } })).status).not.toBe(403)
  })
})

test('malformed: the second record of a page can’t be read, one alone can', async () => {
  const demo = await demoService(['malformed'])
  const read = async (endpoint: typeof listOrders | typeof listUsers, query = {}) =>
    readEach(endpoint.response, JSON.parse((await demo.send(endpoint, { query })).text))
  expect(unreadableIn(await read(listOrders))).toMatchObject([{ at: 1, field: 'created_at' }])
  expect(unreadableIn(await read(listUsers))).toMatchObject([{ at: 1, field: 'created_on' }])
  expect(unreadableIn(await read(listOrders, { size: 1 }))).toEqual([])
})

describe('how bookings end', () => {
  const LATER = { async_confirmation: true }

  test.each([
    ['booking-confirms', 'sandbox_fail', {}, 200, 'confirmed'],
    ['booking-late', 'sandbox_confirm', LATER, 200, 'pending'],
    ['booking-never', 'sandbox_confirm', {}, 500, 'failed'],
    ['booking-never', 'sandbox_confirm', LATER, 200, 'pending'],
    ['booking-conflict', 'sandbox_confirm', {}, 409, 'refused'],
    [null, 'sandbox_confirm', {}, 200, 'confirmed'],
    [null, 'sandbox_fail', {}, 500, 'failed'],
  ] as const)('%s with key %s %o answers %i and is %s', async (outcome, booking_key, options, status, state) => {
    const demo = await demoService([], { planOf: planOf(outcome) })
    const answer = await book(demo, 'request-1', { booking_key, ...options })
    expect(answer.status).toBe(status)
    if (status === 409) expect(detailOf(answer.text)).toBe(OPEN_ALREADY)
    expect(await bookingsOf(demo)).toEqual([state])
  })

  test('late is 2 min later, and any key will do', () => {
    expect(planOf('booking-late')('whatever')).toEqual({ confirm_after: 120_000 })
    expect(planOf(null)('whatever')).toBeNull()
  })
})

describe('several at once', () => {
  test('every switch counts from the next call on', async () => {
    const demo = await demoService([])
    const failing = withId(idsMeeting('error')[0])
    expect((await demo.send(listOrders, failing)).status).toBe(200)
    demo.switchTo(['slow', 'flaky'])
    expect((await demo.send(listOrders, failing)).status).toBe(500)
    expect(demo.paused).toHaveLength(1)
  })

  test('an unknown value in a cut answer is still a cut answer', async () => {
    const demo = await demoService(['flaky', 'unknown'])
    const { text } = await demo.send(listOrders, withId(idsMeeting('cut')[0]))
    expect(detailOf(text)).toContain('was cut off')
  })
})
