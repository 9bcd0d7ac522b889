/**
 * Endpoints over every store: disabled, changed, limited, rotated and tried.
 * Run by lib/sandbox/service/outbox.test.ts.
 */
import { expect, test } from 'vitest'
import { at, ids, later, NOBODY, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DONE, outboxOf } from './outbox.testing.ts'
import { attemptOf, endpointOf, eventOf } from './webhooks.testing.ts'

export function outboxEndpoints(store: () => ServiceStore): void {
  const { made, add, claim, list } = outboxOf(store)

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
    expect(await store().enableWebhookEndpoint(id, later(20), later(2))).toHaveLength(3)
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
    expect(await store().enableWebhookEndpoint(id, later(20), null)).toEqual([])
  })

  test('settings change alone; an endpoint that is there is not made again; removing keeps its deliveries, which are stopped', async () => {
    const id = await add()
    await store().disableWebhookEndpoint(id, 'failures', TODAY)
    const change = { name: 'Renamed', event_types: ['daily.data.*'] }
    expect(await store().changeWebhookEndpoint(id, change)).toBe(true)
    expect(await store().changeWebhookEndpoint(id, {})).toBe(true)
    const kept = {
      ...endpointOf({ id, ...change }),
      disabled_at: TODAY,
      disabled_reason: 'failures',
      failures: 0,
      removed_at: null,
    }
    expect(await store().findWebhookEndpoint(id)).toEqual(kept)
    await store().ensureWebhookEndpoint(endpointOf({ id, name: 'Other' }))
    expect(await store().listWebhookEndpoints(TEAM)).toEqual([kept])
    await store().enableWebhookEndpoint(id, TODAY, null)
    await store().emit([eventOf(at(ids, 6))])
    const before = await list(id)
    expect(await store().removeWebhookEndpoint(NOBODY, id, TODAY)).toBe(false)
    expect(await store().removeWebhookEndpoint(TEAM, id, TODAY)).toBe(true)
    expect(await store().removeWebhookEndpoint(TEAM, id, TODAY)).toBe(false)
    expect(before).not.toEqual([])
    expect(await list(id)).toEqual(before.map((each) => ({ ...each, state: 'stopped', next_at: null })))
    expect(await store().listWebhookEndpoints(TEAM)).toEqual([])
    expect(await store().enableWebhookEndpoint(id, TODAY, later(-1))).toEqual([])
    expect(await store().replaySubjects(TEAM, { endpoints: [id] }, 10)).toEqual([])
    await store().emit([eventOf(at(ids, 6))])
    expect(await list(id)).toHaveLength(before.length)
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
    expect(Array.isArray(await store().enableWebhookEndpoint(other, TODAY, later(-1)))).toBe(true)
    expect((await list(other)).some(({ is_test }) => is_test)).toBe(false)
  })
}
