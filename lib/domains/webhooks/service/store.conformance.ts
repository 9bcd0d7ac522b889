/**
 * The outbox over every store: every change with its events, each delivered once and in its order.
 * Run by lib/sandbox/service/outbox.test.ts.
 */
import { expect, test } from 'vitest'
import { at, bundles, connectionOf, ids, later, NOBODY, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { bookingOf } from '#lib/domains/bookings/service/store.conformance.ts'
import { webhookEvent } from '#lib/domains/events/event.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import { bodyOf } from '#lib/service/outbox.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DONE, outboxOf, retry } from './outbox.testing.ts'
import { attemptOf, eventOf } from './webhooks.testing.ts'

const orders = bundles.flatMap((bundle) => bundle.orders)

export function outbox(store: () => ServiceStore): void {
  const { add, claim, list, typesOf } = outboxOf(store)

  test('an order and its appointment put their events into the outbox, with the owner in the envelope', async () => {
    const id = await add()
    const record = at(orders, 3)
    const booking = bookingOf(record)
    await store().reserveAppointment(booking, TODAY)
    const scheduled = {
      appointment: { status: 'confirmed' },
      order_status: 'appointment_scheduled',
      at: later(1),
    } as const
    await store().changeAppointment(booking.appointment.id, 'reserved', scheduled)
    const before = await store().getOrder(TEAM, record.order.id)
    const newest = before && newestEvent(before.order)
    await store().changeOrder(TEAM, record.order.id, newest?.id ?? null, {
      low: 'completed',
      at: later(2),
      interpretation: 'critical',
      appointment: { id: booking.appointment.id, from: 'confirmed', change: { status: 'completed' } },
    })
    expect(await typesOf(id)).toEqual([
      'labtest.appointment.created',
      'labtest.appointment.updated',
      'labtest.order.updated',
      'labtest.appointment.updated',
      'labtest.order.updated',
      'labtest.result.critical',
    ])
    const [first] = await claim(id)
    const event = webhookEvent.parse(JSON.parse(first ? bodyOf(first.message) : ''))
    const owner = bundles.find(({ user }) => user.user_id === record.order.user_id)?.user
    expect(event).toMatchObject({
      event_type: 'labtest.appointment.created',
      team_id: TEAM,
      user_id: owner?.user_id,
      client_user_id: owner?.client_user_id,
      data: { ...booking.appointment, updated_at: TODAY.toISOString() },
    })
    const [newestDelivery] = await list(id)
    expect(newestDelivery).toMatchObject({ order_id: record.order.id, state: 'waiting', attempts: 0, last: null })
  })

  test('a change that is refused leaves no event', async () => {
    const id = await add()
    const record = at(orders, 40)
    const booking = bookingOf(record)
    await store().reserveAppointment(booking, TODAY)
    expect(await store().reserveAppointment(bookingOf(record), TODAY)).toBe(false)
    const change = { low: 'completed', at: TODAY, appointment: null } as const
    expect(await store().changeOrder(TEAM, record.order.id, 999_999, change)).toBeNull()
    expect(await typesOf(id)).toEqual(['labtest.appointment.created'])
  })

  test('connections that are made say so; seeding does not', async () => {
    const id = await add()
    await store().insert(bundles.slice(0, 3))
    const [user = ''] = ids
    await store().saveConnection(connectionOf(user))
    await store().saveConnection(connectionOf(user, { status: 'error', error_details: null }))
    expect(await typesOf(id)).toEqual(['provider.connection.created', 'provider.connection.error'])
    const [first] = await claim(id)
    expect(JSON.parse(first?.message.data ?? '')).toMatchObject({ user_id: user, source: { slug: 'test_source' } })
  })

  test('endpoints get the types they chose, while they are enabled; unknown users have no events', async () => {
    const all = await add()
    const some = await add({ event_types: ['daily.data.*', 'labtest.result.critical'] })
    const off = await add()
    await store().disableWebhookEndpoint(off, 'person', TODAY)
    const user = at(ids, 1)
    const types = [
      'daily.data.sleep.created',
      'daily.database.full',
      'labtest.result.critical',
      'labtest.order.updated',
    ]
    await store().emit(types.map((event_type) => eventOf(user, event_type)))
    await store().emit([eventOf(NOBODY)])
    expect(await typesOf(all)).toEqual(types)
    expect(await typesOf(some)).toEqual(['daily.data.sleep.created', 'labtest.result.critical'])
    expect(await typesOf(off)).toEqual([])
  })

  test('events of a subject are claimed one after the other, others side by side, each by one caller', async () => {
    const id = await add()
    const [one, two] = [at(ids, 2), at(ids, 3)]
    await store().emit([eventOf(one, 'a.first'), eventOf(one, 'a.second'), eventOf(two, 'b.first')])
    const claims = await Promise.all([claim(id), claim(id), claim(id)])
    const claimed = claims.flat()
    expect(claimed.map(({ message }) => message.event_type).sort()).toEqual(['a.first', 'b.first'])
    const first = claimed.find(({ message }) => message.event_type === 'a.first')
    await store().recordAttempt(attemptOf(first?.id ?? 0, 204), DONE)
    expect((await claim(id)).map(({ message }) => message.event_type)).toEqual(['a.second'])
    // A dead worker's claim expires.
    const died = (await claim(id, later(7_200_000))).map(({ message }) => message.event_type)
    expect(died.sort()).toEqual(['a.second', 'b.first'])
  })

  test('a failed attempt waits and holds up its subject; the last one lets the next event go', async () => {
    const id = await add()
    const user = at(ids, 4)
    await store().emit([eventOf(user, 'a.first'), eventOf(user, 'a.second')])
    const [first] = await claim(id, TODAY)
    await store().recordAttempt(attemptOf(first?.id ?? 0, 503), retry(30))
    expect(await claim(id, later(29_000))).toEqual([])
    expect(await store().nextDelivery(id)).toEqual(later(30_000))
    expect(await store().dueWebhookEndpoints(later(29_000))).not.toContain(id)
    expect(await store().dueWebhookEndpoints(later(30_000))).toContain(id)
    expect(await claim(id, later(30_000))).toMatchObject([{ id: first?.id, attempts: 1 }])
    expect(await store().recordAttempt(attemptOf(first?.id ?? 0, null), { state: 'gave_up', next_at: null })).toBe(2)
    expect((await claim(id, later(30_000))).map(({ message }) => message.event_type)).toEqual(['a.second'])
    const [second, kept] = await list(id)
    expect(kept).toMatchObject({
      state: 'gave_up',
      attempts: 2,
      next_at: null,
      last: { at: TODAY.toISOString(), ms: 120, status: null, failure: 'timeout' },
    })
    expect(second?.state).toBe('waiting')
    expect(await store().deliveryAttempts(first?.id ?? 0)).toMatchObject([
      { kind: 'delivery', status: null, failure: 'timeout', response: null },
      { status: 503, response: { content_type: 'text/plain', text: 'said 503', is_cut: false } },
    ])
  })

  test('a replay changes neither attempts nor failures; a success of one ends what waits', async () => {
    const id = await add()
    await store().emit([eventOf(at(ids, 5))])
    const [first] = await claim(id, TODAY)
    const delivery_id = first?.id ?? 0
    await store().recordAttempt(attemptOf(delivery_id, 500), retry(30))
    await store().recordAttempt(attemptOf(delivery_id, 500, { kind: 'replay' }), null)
    expect((await store().findWebhookEndpoint(id))?.failures).toBe(1)
    expect(await store().findDelivery(TEAM, delivery_id)).toMatchObject({ state: 'retrying', attempts: 1 })
    await store().recordAttempt(attemptOf(delivery_id, 200, { kind: 'replay' }), DONE)
    expect(await store().findDelivery(TEAM, delivery_id)).toMatchObject({
      state: 'delivered',
      attempts: 1,
      next_at: null,
    })
    expect(await store().webhookStatus(id, TODAY)).toEqual({
      open: 0,
      health: { attempts: 1, succeeded: 0, p95_ms: 120, last_success_at: null },
    })
  })

  test('health is that of attempts since a time; a success forgets failures', async () => {
    const id = await add()
    await store().emit(ids.slice(10, 30).map((user) => eventOf(user)))
    const claimed = await claim(id)
    for (const [index, one] of claimed.entries()) {
      const isGood = index > 1
      const attempt = attemptOf(one.id, isGood ? 200 : null, { ms: index * 10, at: later(index) })
      expect(await store().recordAttempt(attempt, isGood ? DONE : retry(5))).toBe(isGood ? 0 : index + 1)
    }
    const last_success_at = later(19).toISOString()
    const all = await store().webhookStatus(id, TODAY)
    expect(all).toEqual({ open: 2, health: { attempts: 20, succeeded: 18, p95_ms: 190, last_success_at } })
    const { health } = await store().webhookStatus(id, later(10))
    expect(health).toEqual({ attempts: 10, succeeded: 10, p95_ms: 190, last_success_at })
    expect((await store().findWebhookEndpoint(id))?.failures).toBe(0)
  })
}
