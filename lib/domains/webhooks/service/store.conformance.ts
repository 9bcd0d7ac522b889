/**
 * The outbox over every store: every change with its events, each delivered once and in its order.
 * Run by lib/sandbox/service/outbox.test.ts.
 */
import { afterEach, expect, test } from 'vitest'
import { at, bundles, connectionOf, ids, later, NOBODY, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { bookingOf } from '#lib/domains/bookings/service/store.conformance.ts'
import { webhookEvent } from '#lib/domains/events/event.ts'
import { countWebhookDeliveries, deliveryFilters, deliverySearch } from '#lib/domains/webhooks/deliveries.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import { bodyOf } from '#lib/service/outbox.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import type { EndpointSettings } from '#lib/service/webhook-store.ts'
import { attemptOf, endpointOf, eventOf } from './webhooks.testing.ts'

const orders = bundles.flatMap((bundle) => bundle.orders)
const DONE = { state: 'delivered', next_at: null } as const
const retry = (seconds: number) => ({ state: 'retrying', next_at: later(seconds * 1000) }) as const

export function outbox(store: () => ServiceStore): void {
  const made: EndpointSettings[] = []
  afterEach(async () => {
    for (const { id } of made.splice(0)) await store().removeWebhookEndpoint(TEAM, id)
  })

  async function add(change: Partial<EndpointSettings> = {}): Promise<string> {
    const settings = endpointOf(change)
    made.push(settings)
    await store().ensureWebhookEndpoint(settings)
    return settings.id
  }
  const claim = (id: string, now = later(3_600_000), limit = 100) =>
    store().claimDeliveries(id, { now, until: new Date(now.getTime() + 40_000), limit })
  const list = async (id: string, filters: object = {}) =>
    (await store().searchDeliveries(TEAM, deliverySearch.parse({ endpoints: [id], ...filters }))).deliveries
  const typesOf = async (id: string) => (await list(id)).map(({ event_type }) => event_type).reverse()

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
    // Whoever dies leaves it to another.
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

  test('disabling stops what waits; enabling recovers what was missed since a time', async () => {
    const id = await add({ event_types: ['daily.data.*'] })
    const users = ids.slice(30, 34)
    await store().emit(users.map((user, index) => eventOf(user, 'daily.data.sleep.created', later(index))))
    const [first] = await claim(id)
    await store().recordAttempt(attemptOf(first?.id ?? 0, 200), DONE)
    expect(await store().disableWebhookEndpoint(id, 'gone', later(10))).toBe(true)
    expect(await store().disableWebhookEndpoint(id, 'person', later(11))).toBe(false)
    expect(await store().findWebhookEndpoint(id)).toMatchObject({ disabled_reason: 'gone', disabled_at: later(10) })
    expect((await list(id)).map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped', 'delivered'])
    await store().emit([
      eventOf(at(ids, 34), 'daily.data.steps.created', later(12)),
      eventOf(at(ids, 34), 'x.y', later(12)),
    ])
    expect(await store().enableWebhookEndpoint(id, later(20), later(2))).toBe(3)
    expect((await list(id)).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'stopped',
      'delivered',
    ])
    expect(await store().findWebhookEndpoint(id)).toMatchObject({
      disabled_reason: null,
      disabled_at: null,
      failures: 0,
    })
    expect(await store().enableWebhookEndpoint(id, later(20), null)).toBe(0)
  })

  test('settings change alone; an endpoint that is there is not made again; removing takes its deliveries', async () => {
    const id = await add()
    await store().disableWebhookEndpoint(id, 'failures', TODAY)
    const change = { name: 'Renamed', event_types: ['daily.data.*'] }
    expect(await store().changeWebhookEndpoint(id, change)).toBe(true)
    expect(await store().changeWebhookEndpoint(id, {})).toBe(true)
    const kept = { ...endpointOf({ id, ...change }), disabled_at: TODAY, disabled_reason: 'failures', failures: 0 }
    expect(await store().findWebhookEndpoint(id)).toEqual(kept)
    await store().ensureWebhookEndpoint(endpointOf({ id, name: 'Other' }))
    expect(await store().listWebhookEndpoints(TEAM)).toEqual([kept])
    await store().enableWebhookEndpoint(id, TODAY, null)
    await store().emit([eventOf(at(ids, 6))])
    expect(await store().removeWebhookEndpoint(NOBODY, id)).toBe(false)
    expect(await store().removeWebhookEndpoint(TEAM, id)).toBe(true)
    expect(await list(id)).toEqual([])
    expect(await store().changeWebhookEndpoint(id, change)).toBe(false)
    expect(await store().rotateWebhookSecret(id, null, { sealed: 'x', previous_until: TODAY })).toBe(false)
    expect(await store().findWebhookEndpoint(id)).toBeNull()
  })

  test('as many endpoints as the limit are added, however many are at the same time', async () => {
    await add()
    const more = Array.from({ length: 8 }, () => endpointOf())
    made.push(...more)
    const added = await Promise.all(more.map((each) => store().addWebhookEndpoint(each, 4)))
    expect(added.filter(Boolean)).toHaveLength(3)
    expect(await store().listWebhookEndpoints(TEAM)).toHaveLength(4)
    expect(await store().addWebhookEndpoint(endpointOf({ team_id: NOBODY }), 0)).toBe(false)
  })

  test('of rotations at the same time one wins; a change beside them leaves the secret alone', async () => {
    const id = await add({ sealed: 'old' })
    const rotate = (sealed: string, was = 'old') =>
      store().rotateWebhookSecret(id, was, { sealed, previous_until: later(1000) })
    const [one, renamed, two] = await Promise.all([
      rotate('one'),
      store().changeWebhookEndpoint(id, { name: 'Renamed', url: 'https://new.test/' }),
      rotate('two'),
    ])
    expect([renamed, one !== two]).toEqual([true, true])
    const sealed = one ? 'one' : 'two'
    expect(await store().findWebhookEndpoint(id)).toMatchObject({
      name: 'Renamed',
      url: 'https://new.test/',
      sealed,
      previous_sealed: 'old',
      previous_until: later(1000),
    })
    expect(await rotate('three', sealed)).toBe(true)
    expect(await store().findWebhookEndpoint(id)).toMatchObject({ sealed: 'three', previous_sealed: sealed })
  })

  test('a test event is for one endpoint and isn’t queued', async () => {
    const id = await add()
    const other = await add()
    const { at: _, ...event } = eventOf(NOBODY)
    const message = { ...event, at: TODAY, team_id: TEAM, client_user_id: 'test', is_test: true }
    const delivery_id = await store().addTestDelivery(id, message)
    expect(await claim(id)).toEqual([])
    expect(await list(other)).toEqual([])
    expect(await store().findDelivery(TEAM, delivery_id)).toMatchObject({ is_test: true, next_at: null })
    expect(await store().deliveryMessage(delivery_id)).toMatchObject({ message, endpoint: { id }, attempts: 0 })
    expect(await store().enableWebhookEndpoint(other, TODAY, later(-1))).toBeGreaterThanOrEqual(0)
    expect((await list(other)).some(({ is_test }) => is_test)).toBe(false)
  })

  test('lists and counts go by every filter', async () => {
    const id = await add()
    const users = ids.slice(40, 46)
    await store().emit(users.map((user, index) => eventOf(user, index < 3 ? 'a.one' : 'a.two', later(index * 1000))))
    const claimed = (await claim(id)).sort((a, b) => a.id - b.id)
    const statuses = [200, 301, 404, 503, null] as const
    for (const [index, status] of statuses.entries())
      await store().recordAttempt(attemptOf(at(claimed, index).id, status), status === 200 ? DONE : retry(60))
    const codesOf = async (filters: object) =>
      (await list(id, filters)).map(({ last }) => last?.status ?? last?.failure)
    expect(await codesOf({})).toEqual([undefined, 'timeout', 503, 404, 301, 200])
    expect(await codesOf({ codes: ['3xx', 'timeout'] })).toEqual(['timeout', 301])
    expect(await codesOf({ states: ['delivered', 'waiting'] })).toEqual([undefined, 200])
    expect(await codesOf({ event_types: ['a.one'] })).toEqual([404, 301, 200])
    expect(await codesOf({ from: later(1000).toISOString(), to: later(3000).toISOString() })).toEqual([404, 301])
    expect(await codesOf({ limit: 2, offset: 1 })).toEqual(['timeout', 503])
    expect(await codesOf({ subject: at(users, 2) })).toEqual([404])
    expect(await codesOf({ subject: NOBODY })).toEqual([])

    // A second a bar; the range is a part of the window, and of no bar's length.
    const window = { window_from: TODAY.toISOString(), window_to: later(6000).toISOString(), bars: 6 }
    const count = (filters: object) =>
      store().countDeliveries(TEAM, countWebhookDeliveries.query.parse({ endpoints: [id], ...window, ...filters }))
    const { bars, ...counts } = await count({ codes: ['5xx', '2xx'] })
    expect(counts).toEqual({
      states: [
        { state: 'retrying', count: 1 },
        { state: 'delivered', count: 1 },
      ],
      codes: ['2xx', '3xx', '4xx', '5xx', 'timeout'].map((code) => ({ code, count: 1 })),
      event_types: [
        { event_type: 'a.one', count: 1 },
        { event_type: 'a.two', count: 1 },
      ],
      endpoints: [{ id, count: 2 }],
      is_cut: false,
    })
    expect(bars.map(({ states }) => states)).toEqual([{ delivered: 1 }, {}, {}, { retrying: 1 }, {}, {}])
    expect(bars[3]?.from).toBe(later(3000).toISOString())
    const part = await count({ from: later(500).toISOString(), to: later(2500).toISOString() })
    expect(part.codes).toEqual([
      { code: '3xx', count: 1 },
      { code: '4xx', count: 1 },
    ])
    expect(part.bars.map(({ states }) => Object.keys(states))).toHaveLength(6)
    expect(part.bars[0]?.states).toEqual({ delivered: 1 })
    expect((await count({ subject: at(users, 4) })).codes).toEqual([{ code: 'timeout', count: 1 }])
  })

  test('the version before is of the same record, type and user; once removed, a body is neither sent nor compared', async () => {
    const id = await add()
    const [one, two] = [at(ids, 47), at(ids, 48)]
    const version = (user: string, record: string | number, event_type = 'daily.data.sleep.updated') => ({
      ...eventOf(user, event_type),
      data: JSON.stringify({ id: record, made: crypto.randomUUID() }),
    })
    const sent = [
      version(one, 'night-1'),
      version(two, 'night-1'),
      version(one, 'night-2'),
      version(one, 'night-1', 'daily.data.sleep.created'),
      version(one, 'night-1'),
    ]
    await store().emit(sent)
    const listed = (await list(id)).reverse()
    const messageAt = async (index: number) => (await store().deliveryMessage(at(listed, index).id))?.message
    const newest = await messageAt(4)
    if (!newest) throw new Error('It was emitted.')
    expect(await store().messageBefore(newest)).toEqual(await messageAt(0))
    for (const index of [0, 1, 2, 3]) {
      const message = await messageAt(index)
      expect(message && (await store().messageBefore(message))).toBeNull()
    }

    const [first] = await claim(id, later(1), 1)
    await store().recordAttempt(attemptOf(first?.id ?? 0, 500), retry(30))
    expect(await store().expungeMessage(NOBODY, at(sent, 0).id)).toBe(false)
    expect(await store().expungeMessage(TEAM, at(sent, 0).id)).toBe(true)
    expect(await store().expungeMessage(TEAM, at(sent, 0).id)).toBe(true)
    expect(await store().findDelivery(TEAM, at(listed, 0).id)).toMatchObject({
      state: 'stopped',
      next_at: null,
      body_state: 'expunged',
      bytes: 0,
    })
    expect(await store().deliveryAttempts(at(listed, 0).id)).toMatchObject([{ status: 500, response: null }])
    // An attempt that was under way repeats what it was sent.
    await store().recordAttempt(attemptOf(at(listed, 0).id, 502), retry(30))
    expect(await store().deliveryAttempts(at(listed, 0).id)).toMatchObject([
      { status: 502, response: null },
      { status: 500, response: null },
    ])
    expect(await store().findDelivery(TEAM, at(listed, 0).id)).toMatchObject({ state: 'stopped', next_at: null })
    expect(await store().findDelivery(TEAM, at(listed, 1).id)).toMatchObject({ state: 'waiting', body_state: 'kept' })
    expect(await store().messageBefore(newest)).toBeNull()
    await store().disableWebhookEndpoint(id, 'person', TODAY)
    expect(await store().enableWebhookEndpoint(id, TODAY, later(-1))).toBeGreaterThanOrEqual(4)
    expect(await store().findDelivery(TEAM, at(listed, 0).id)).toMatchObject({ state: 'stopped' })
  })

  test('an answer recorded while the body is removed is not kept', async () => {
    const id = await add()
    await store().emit(ids.slice(70, 80).map((user) => eventOf(user)))
    const claimed = await claim(id)
    await Promise.all(
      claimed.flatMap((one) => [
        store().recordAttempt(attemptOf(one.id, 500), retry(30)),
        store().expungeMessage(TEAM, one.message.id),
      ]),
    )
    for (const one of claimed)
      expect(await store().deliveryAttempts(one.id)).toMatchObject([{ status: 500, response: null }])
  })

  test('a replay of many takes each once, keeps its place, and can be canceled', async () => {
    const id = await add()
    await store().emit(ids.slice(50, 57).map((user) => eventOf(user)))
    const claimed = await claim(id)
    for (const one of claimed) await store().recordAttempt(attemptOf(one.id, 500), { state: 'gave_up', next_at: null })
    const filters = deliveryFilters.parse({ endpoints: [id], states: ['gave_up'] })
    const replay = { id: crypto.randomUUID(), team_id: TEAM, filters, total: 7, created_at: TODAY }
    await store().startReplay({ ...replay, finished_at: null, canceled_at: null })
    const take = (limit: number) => store().claimReplay(replay.id, { now: TODAY, until: later(30_000), limit })
    const first = await take(3)
    expect(first).toEqual(
      claimed
        .map((one) => one.id)
        .sort((a, b) => a - b)
        .slice(0, 3),
    )
    expect(await take(3)).toBeNull()
    for (const each of first ?? []) await store().recordAttempt(attemptOf(each, 200, { kind: 'replay' }), DONE)
    await store().noteReplay(replay.id, { cursor: at(first ?? [], -1), done: 3, failed: 1 })
    expect(await store().unfinishedReplays()).toContain(replay.id)
    const rest = await take(100)
    expect(rest).toHaveLength(4)
    await store().noteReplay(replay.id, { cursor: at(rest ?? [], -1), done: 4, failed: 0 })
    expect(await take(3)).toEqual([])
    await store().endReplay(replay.id, { canceled_at: later(1) })
    await store().endReplay(replay.id, { finished_at: later(2) })
    expect(await take(3)).toBeNull()
    expect(await store().findReplay(replay.id)).toMatchObject({
      done: 7,
      failed: 1,
      canceled_at: later(1),
      finished_at: null,
    })
    expect(await store().unfinishedReplays()).not.toContain(replay.id)
  })

  test('old events go with their deliveries, unless one still waits', async () => {
    const id = await add()
    const [one, two] = [at(ids, 60), at(ids, 61)]
    await store().emit([
      eventOf(one, 'old.done', later(-9_000_000_000)),
      eventOf(two, 'old.open', later(-9_000_000_000)),
    ])
    await store().emit([eventOf(one, 'new.one')])
    const claimed = await claim(id)
    const done = claimed.find(({ message }) => message.event_type === 'old.done')
    await store().recordAttempt(attemptOf(done?.id ?? 0, 200), DONE)
    expect(await store().purgeMessages(later(-8_000_000_000))).toBe(1)
    expect((await typesOf(id)).sort()).toEqual(['new.one', 'old.open'])
  })
}
