/**
 * Deliveries over every store: searched, compared, replayed and forgotten.
 * Run by lib/sandbox/service/outbox.test.ts.
 */
import { expect, test } from 'vitest'
import { at, ids, later, NOBODY, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { WORKOUT_STREAM } from '#lib/domains/events/event.ts'
import { countWebhookDeliveries, deliveryFilters } from '#lib/domains/webhooks/deliveries.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DONE, outboxOf, retry } from './outbox.testing.ts'
import { attemptOf, eventOf } from './webhooks.testing.ts'

export function outboxDeliveries(store: () => ServiceStore): void {
  const { add, claim, list, typesOf } = outboxOf(store)

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

  test('a workout is found by its newest event in its team, until the body is removed', async () => {
    const [user, workout_id] = [at(ids, 46), crypto.randomUUID()]
    const event = () => ({ ...eventOf(user, WORKOUT_STREAM), data: JSON.stringify({ workout_id }) })
    const [first, newest] = [event(), { ...event(), at: later(5) }]
    const other = { ...eventOf(user, 'daily.data.workouts.created'), data: JSON.stringify({ workout_id: NOBODY }) }
    await store().emit([first, newest, other])
    const find = () => store().findWorkout(TEAM, workout_id)
    expect(await find()).toMatchObject({ user_id: user, data: newest.data, at: newest.at })
    expect(await store().findWorkout(NOBODY, workout_id)).toBeNull()
    expect(await store().findWorkout(TEAM, NOBODY)).toBeNull()
    await store().expungeMessage(TEAM, newest.id)
    expect(await find()).toMatchObject({ at: first.at })
    await store().expungeMessage(TEAM, first.id)
    expect(await find()).toBeNull()
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
    expect((await store().enableWebhookEndpoint(id, TODAY, later(-1))).length).toBeGreaterThanOrEqual(4)
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
