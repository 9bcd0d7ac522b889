/** Advancing an order: event by event to its end, with its parcels, its result and its appointment. */
import { beforeEach, describe, expect, test } from 'vitest'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { order as orderSchema } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { KEY, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import type { AdvanceInput } from './advance-order.ts'

const START = '2026-11-21T12:00:00.000Z'
const bundles = [...generateBundles({ users: 60, orders: 400, today: new Date(START), team_id: TEAM })]
const records = bundles.flatMap(({ orders }) => orders)

function idAt(status: string): string {
  const found = records.find(({ order }) => order.events.at(-1)?.status === status)
  if (!found) throw new Error(`the data set has no order at ${status}`)
  return found.order.id
}
const DRAW = idAt('received.at_home_phlebotomy.requisition_created')
const KIT = idAt('received.testkit.ordered')

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
  const advance = (order_id: string, status?: string, more: Partial<AdvanceInput> = {}) =>
    service.advanceOrder({ team_id: TEAM, order_id, choice: status === undefined ? null : { status }, ...more })
  const book = async (booking_key: string) => {
    const [path, init] = callOf(bookPhlebotomyAppointment, {
      params: { order_id: DRAW },
      json: { booking_key, async_confirmation: true },
      headers: { 'x-service-api-key': KEY },
    })
    return (await service.api.fetch(new Request(`http://sandbox.test${path}`, init))).json()
  }
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds)
    await queue.runDue(service.runJob)
  }
  return { clock, store, advance, book, pass }
}

let world: Awaited<ReturnType<typeof started>>
beforeEach(async () => {
  world = await started()
})

const refused = (status: number, detail: RegExp) => ({ status, detail: expect.stringMatching(detail) })

test('a kit from its order to its result, each step the usual one, with parcels and a sample', async () => {
  const { advance, clock } = world
  const lows: string[] = []
  for (let step = 0; step < 7; step += 1) {
    clock.advance(60_000)
    const { record, event } = await advance(KIT)
    expect(orderSchema.parse(record.order)).toEqual(record.order)
    expect(event).toEqual(record.order.events.at(-1))
    expect(event.created_at).toBe(clock.now().toISOString())
    lows.push(lastLowLevelStatus(record.order.events) ?? '')
    const { shipment } = record.order.details.data ?? {}
    if (step === 0) expect([shipment ?? null, record.order.interpretation]).toEqual([null, null])
    else expect(shipment?.outbound_tracking_url).toContain(shipment?.outbound_tracking_number)
    if (step === 6) expect(record.order).toMatchObject({ status: 'completed', interpretation: 'normal' })
    expect(record.order.sample_id).toMatch(/^M-\d+-\d+$/)
  }
  expect(lows).toEqual([
    'requisition_created',
    ...['transit_customer', 'out_for_delivery', 'with_customer', 'transit_lab', 'delivered_to_lab', 'completed'],
  ])
  await expect(advance(KIT)).rejects.toMatchObject(refused(422, /no default next step. Choose one of: corrected/))
})

test('the shipment begins with its first leg and keeps its numbers', async () => {
  const { advance } = world
  await advance(KIT)
  const first = (await advance(KIT)).record.order.details.data?.shipment
  const second = (await advance(KIT)).record.order.details.data?.shipment
  expect(first?.outbound_tracking_number).toMatch(/^[A-Z]{2}\d{12}$/)
  expect(first?.inbound_tracking_number).not.toBe(first?.outbound_tracking_number)
  expect({ ...second, updated_at: first?.updated_at }).toEqual(first)
})

test('a critical result is found as one; a corrected one takes its place', async () => {
  const { advance } = world
  await advance(DRAW, 'appointment_scheduled')
  await advance(DRAW)
  const choice = { status: 'completed', interpretation: 'critical' }
  expect((await advance(DRAW, '', { choice })).record.order.interpretation).toBe('critical')
  const corrected = { status: 'corrected', interpretation: 'abnormal' }
  expect((await advance(DRAW, '', { choice: corrected })).record.order).toMatchObject({
    status: 'completed',
    interpretation: 'abnormal',
  })
})

describe('what is refused', () => {
  test('an order nobody has', async () => {
    const unknown = world.advance('00000000-0000-4000-8000-00000000dead')
    await expect(unknown).rejects.toMatchObject(refused(404, /Order not found/))
    const other = world.advance(KIT, undefined, { team_id: '70a2f9d3-1111-4222-8333-9a6f2c8151bc' })
    await expect(other).rejects.toMatchObject(refused(404, /Order not found/))
  })

  test('an event that the order cannot have, or not now', async () => {
    for (const status of ['with_customer', 'draw_completed', 'teleported', '__proto__']) {
      await expect(world.advance(KIT, status)).rejects.toMatchObject(
        refused(422, /can’t get this event now. Choose one of: requisition_created,/),
      )
    }
  })

  test('any event of an order that has ended', async () => {
    await world.advance(KIT, 'cancelled')
    await expect(world.advance(KIT, 'requisition_created')).rejects.toMatchObject(refused(422, /has ended/))
    await expect(world.advance(KIT)).rejects.toMatchObject(refused(422, /has ended/))
  })

  test('a choice made before the newest event', async () => {
    const { advance, store } = world
    const seen = (await store.getOrder(TEAM, KIT))?.order.events.at(-1)?.id ?? 0
    await advance(KIT, undefined, { after_event_id: seen })
    await expect(advance(KIT, undefined, { after_event_id: seen })).rejects.toMatchObject(refused(409, /has changed/))
    expect((await store.getOrder(TEAM, KIT))?.order.events).toHaveLength(2)
  })

  test('all but one of those who press at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => world.advance(KIT)))
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(failed).toHaveLength(7)
    for (const reason of failed) expect(reason).toMatchObject(refused(409, /has changed/))
  })
})

test('an event is never before the newest one, and as late as asked', async () => {
  const { advance } = world
  const early = await advance(KIT, undefined, { at: new Date('2020-01-01T00:00:00Z') })
  const [first, second] = early.record.order.events.map(({ created_at }) => Date.parse(created_at))
  expect(second).toBe((first ?? 0) + 1)
  const late = await advance(KIT, undefined, { at: new Date('2026-12-24T10:00:00Z') })
  expect(late.event.created_at).toBe('2026-12-24T10:00:00.000Z')
})

describe('the appointment of the order', () => {
  const statusOf = async (store: ServiceStore, id: string) => {
    const { status, event_status, events } = (await store.getAppointment(id))?.appointment ?? {}
    return [status, event_status, events?.at(-1)?.status]
  }

  test('is completed by the draw', async () => {
    const { book, advance, store } = world
    const { id } = await book('sandbox_confirm')
    const { record } = await advance(DRAW)
    expect(lastLowLevelStatus(record.order.events)).toBe('draw_completed')
    expect(record.order.details.data).toMatchObject({ appointment_id: id })
    expect(await statusOf(store, id)).toEqual(['completed', 'completed', 'completed'])
  })

  test.each(['appointment_cancelled', 'cancelled'])('is canceled by %s, and another can be booked', async (low) => {
    const { book, advance, store } = world
    const { id } = await book('sandbox_confirm')
    await advance(DRAW, low)
    expect(await statusOf(store, id)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    if (low === 'appointment_cancelled') expect(await book('sandbox_confirm')).toMatchObject({ status: 'confirmed' })
  })

  test('that is pending is confirmed by the event, and its job then changes nothing', async () => {
    const { book, advance, store, pass } = world
    const booked = book('sandbox_fail')
    await pass(2500)
    const { id, status } = await booked
    expect(status).toBe('pending')
    await advance(DRAW, 'appointment_scheduled')
    expect(await statusOf(store, id)).toEqual(['confirmed', 'scheduled', 'scheduled'])
    await pass(86_400_000)
    expect(await statusOf(store, id)).toEqual(['confirmed', 'scheduled', 'scheduled'])
    const order = (await store.getOrder(TEAM, DRAW))?.order
    expect(order && newestEvent(order)?.status).toBe('collecting_sample.at_home_phlebotomy.appointment_scheduled')
  })
})
