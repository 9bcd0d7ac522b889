/** Booking with a clock of the test's own: every time-out to the millisecond, and every race. */
import { beforeEach, describe, expect, test } from 'vitest'
import { appointment, bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { KEY, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'

const START = '2026-11-21T12:00:00.000Z'
const bundles = [...generateBundles({ users: 60, orders: 400, today: new Date(START), team_id: TEAM })]
const open = bundles
  .flatMap(({ orders }) => orders)
  .find(({ order }) => order.events.at(-1)?.status === 'received.at_home_phlebotomy.requisition_created')
const order_id = open?.order.id ?? ''

function bookingRequest(json: object, headers: Record<string, string> = {}): Request {
  const [path, init] = callOf(bookPhlebotomyAppointment, { params: { order_id }, json, headers })
  return new Request(`http://sandbox.test${path}`, init)
}

async function started() {
  const clock = testClock(START)
  const queue = testQueue(clock.now)
  const store = createMemoryStore()
  await store.insert(bundles)
  const service = createService({
    ...(await testDeps()),
    store,
    jobs: queue.jobs,
    key_header: 'x-service-api-key',
    teamOfKey: (key) => (key === KEY ? TEAM : null),
    onError: (error) => {
      throw error
    },
    now: clock.now,
    sleep: clock.sleep,
  })
  const book = async (booking_key: string, fields: object = {}) => {
    const headers = { 'x-service-api-key': KEY }
    const response = await service.api.fetch(bookingRequest({ booking_key, ...fields }, headers))
    return { status: response.status, body: await response.json() }
  }
  const lowNow = async () => statusesOf((await store.getOrder(TEAM, order_id))?.order).at(-1)
  /** Lets time pass, and what is due then happen. */
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds)
    await queue.runDue(service.runJob)
  }
  return { clock, queue, store, service, book, lowNow, pass }
}

function statusesOf(order: Order | undefined) {
  return order?.events.map(({ status }) => status.split('.')[2]) ?? []
}

let world: Awaited<ReturnType<typeof started>>
beforeEach(async () => {
  world = await started()
})

const ASYNC = { async_confirmation: true }
const SYNC_1000 = {
  ...ASYNC,
  sync_confirmation_timeout_millisecond: 1000,
  async_confirmation_timeout_millisecond: 60_000,
}

describe('waiting within the call', () => {
  test.each([
    ['sandbox_confirm', {}, 0, 200],
    ['sandbox_slow_1500', {}, 1500, 200],
    ['sandbox_slow_20000', {}, 20_000, 200],
    ['sandbox_slow_20001', {}, 20_000, 500],
    ['sandbox_fail', {}, 1000, 500],
    ['sandbox_confirm', SYNC_1000, 0, 200],
    ['sandbox_slow_999', SYNC_1000, 999, 200],
    ['sandbox_slow_1000', SYNC_1000, 1000, 200],
    ['sandbox_slow_1001', SYNC_1000, 1000, 200],
    ['sandbox_fail', ASYNC, 2500, 200],
    ['sandbox_fail', { ...ASYNC, sync_confirmation_timeout_millisecond: 10_000 }, 10_000, 200],
  ])('%s with %o waits exactly %i ms', async (key, fields, waited, status) => {
    expect(await world.book(key, fields)).toMatchObject({ status })
    expect(world.clock.slept).toEqual([waited])
  })

  test('a confirmation at the very end of the wait counts, one a millisecond later does not', async () => {
    expect((await world.book('sandbox_slow_1000', SYNC_1000)).body.status).toBe('confirmed')
    world = await started()
    expect((await world.book('sandbox_slow_1001', SYNC_1000)).body.status).toBe('pending')
  })

  test('a timer that fires early or late changes no outcome', async () => {
    for (const drift of [-1, 5000]) {
      world = await started()
      const { sleep } = world.clock
      const service = createService({
        ...(await testDeps()),
        store: world.store,
        jobs: world.queue.jobs,
        key_header: 'x-service-api-key',
        teamOfKey: () => TEAM,
        onError: () => undefined,
        now: world.clock.now,
        sleep: (milliseconds) => sleep(milliseconds + drift),
      })
      const send = async (fields: object) => {
        return (await service.api.fetch(bookingRequest(fields))).json()
      }
      expect(await send({ booking_key: 'sandbox_fail' })).toEqual({
        detail: expect.any(String),
        code: 'booking_not_confirmed',
        request_id: expect.any(String),
      })
      expect(await send({ booking_key: 'sandbox_slow_1500', ...SYNC_1000 })).toMatchObject({ status: 'pending' })
    }
  })

  test('without confirmation and without async nothing is left of it, and the order is free', async () => {
    const before = await world.store.getOrder(TEAM, order_id)
    const { status, body } = await world.book('sandbox_fail')
    expect([status, typeof body.detail]).toEqual([500, 'string'])
    await world.pass(1e9)
    expect(await world.store.getOrder(TEAM, order_id)).toEqual(before)
    expect((await world.book('sandbox_confirm')).status).toBe(200)
  })
})

describe('after the call', () => {
  test('late confirmation: pending, then confirmed at its own instant, once', async () => {
    const { body } = await world.book('sandbox_slow_5000', SYNC_1000)
    expect(appointment.parse(body)).toMatchObject({ status: 'pending', event_status: 'pending' })
    await world.pass(3999)
    expect(await world.lowNow()).toBe('appointment_pending')
    await world.pass(1)
    expect(await world.lowNow()).toBe('appointment_scheduled')
    const settled = await world.store.getAppointment(body.id)
    expect(settled?.appointment).toMatchObject({ status: 'confirmed', event_status: 'scheduled', can_reschedule: true })
    expect(settled?.appointment.events?.map(({ created_at }) => created_at)).toEqual(
      [0, 1000, 5000].map((at) => new Date(Date.parse(START) + at).toISOString()),
    )
    await world.pass(1e9)
    await world.service.runJob('settle_appointment', body.id)
    expect(await world.store.getAppointment(body.id)).toEqual(settled)
  })

  test('no confirmation: cancelled exactly when synchronous and asynchronous wait are over', async () => {
    const { body } = await world.book('sandbox_fail', SYNC_1000)
    await world.pass(59_999)
    expect((await world.store.getAppointment(body.id))?.appointment.status).toBe('pending')
    await world.pass(1)
    const cancelled = await world.store.getAppointment(body.id)
    expect(cancelled?.appointment).toMatchObject({
      status: 'cancelled',
      event_status: 'cancelled',
      can_reschedule: false,
    })
    expect(await world.lowNow()).toBe('appointment_cancelled')
    expect(cancelled?.appointment.events?.at(-1)?.created_at).toBe('2026-11-21T12:01:01.000Z')
    expect((await world.book('sandbox_confirm')).status).toBe(200)
  })

  test.each([
    [{}, 2500 + 900_000],
    [
      { sync_confirmation_timeout_millisecond: 10_000, async_confirmation_timeout_millisecond: 172_800_000 },
      172_810_000,
    ],
  ])('time-outs %o end after %i ms', async (fields, end) => {
    const { body } = await world.book(`sandbox_slow_${end + 1}`, { ...ASYNC, ...fields })
    await world.pass(Date.parse(START) + end - 1 - world.clock.now().getTime())
    expect((await world.store.getAppointment(body.id))?.appointment.status).toBe('pending')
    await world.pass(1)
    expect((await world.store.getAppointment(body.id))?.appointment.status).toBe('cancelled')
  })

  test('a job that comes early waits for its time', async () => {
    const { body } = await world.book('sandbox_slow_5000', SYNC_1000)
    world.queue.forget()
    await world.service.runJob('settle_appointment', body.id)
    expect(world.queue.waiting()).toMatchObject([{ id: body.id, at: Date.parse(START) + 5000 }])
  })

  test('a job that reads before the call answers, and writes after it, settles all the same', async () => {
    const { store, service, clock } = world
    const { getAppointment } = store
    let call: Promise<unknown> | null = null
    // Between the job's reading and its writing the call makes the appointment pending.
    store.getAppointment = async (id) => {
      const found = await getAppointment(id)
      store.getAppointment = getAppointment
      if (found)
        await store.changeAppointment(id, 'reserved', {
          appointment: { status: 'pending' },
          order_status: null,
          at: clock.now(),
        })
      return found
    }
    const reserve = store.reserveAppointment
    store.reserveAppointment = async (record, at) => {
      const reserved = await reserve(record, at)
      clock.advance(5000)
      call = service.runJob('settle_appointment', record.appointment.id)
      await call
      return reserved
    }
    const { body } = await world.book('sandbox_slow_5000', SYNC_1000)
    expect(call).not.toBeNull()
    expect(body.status).toBe('confirmed')
  })
})

describe('recovery', () => {
  test('what was never queued is found when it is late, and only then', async () => {
    const { body } = await world.book('sandbox_slow_5000', SYNC_1000)
    world.queue.forget()
    await world.service.recover()
    expect(world.queue.waiting()).toEqual([])
    world.clock.advance(6001)
    await world.service.recover()
    expect(world.queue.waiting()).toMatchObject([{ name: 'settle_appointment', id: body.id }])
    await world.pass(0)
    expect((await world.store.getAppointment(body.id))?.appointment.status).toBe('confirmed')
    await world.service.recover()
    expect(world.queue.waiting()).toEqual([])
  })
})

describe('racing', () => {
  test('of two calls for one order one is refused, and leaves no trace', async () => {
    const [first, second] = await Promise.all([world.book('sandbox_slow_500'), world.book('sandbox_confirm')])
    expect([first?.status, second?.status].sort()).toEqual([200, 409])
    const order = (await world.store.getOrder(TEAM, order_id))?.order
    expect(statusesOf(order).filter((low) => low === 'appointment_scheduled')).toHaveLength(1)
  })

  test('while one waits the other is refused', async () => {
    await world.book('sandbox_fail', SYNC_1000)
    expect((await world.book('sandbox_confirm')).status).toBe(409)
  })
})
