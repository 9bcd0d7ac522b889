/**
 * Histories of connections over every store: each is sent once, with the event that says so.
 * Run by lib/sandbox/service/outbox.test.ts.
 */
import { expect, test } from 'vitest'
import { at, bundles, connectionOf, ids, later, NOBODY } from '#lib/domains/access/service/store.conformance.ts'
import { deliverySearch } from '#lib/domains/webhooks/deliveries.ts'
import { endpointOf, eventOf } from '#lib/domains/webhooks/service/webhooks.testing.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { ServiceStore } from '#lib/service/store.ts'

const historyOf = (user_id: string) => [eventOf(user_id, 'historical.data.sleep.created', later(0))]

export function histories(store: () => ServiceStore): void {
  const awaited = async () => (await store().connectionsWithoutHistory(100)).map(({ connection }) => connection.slug)

  test('a new connection waits for its history, the oldest first, and gets it once, whoever sends it', async () => {
    const user_id = at(ids, 310)
    await store().saveConnection(connectionOf(user_id, { slug: 'second', created_on: '2026-11-20T11:00:00.000Z' }))
    await store().saveConnection(connectionOf(user_id, { slug: 'first' }))
    await store().saveConnection(connectionOf(user_id, { slug: 'broken', status: 'error' }))
    expect(await awaited()).toEqual(['first', 'second'])
    expect(await store().connectionsWithoutHistory(1)).toMatchObject([{ connection: { user_id, slug: 'first' } }])

    const endpoint = endpointOf()
    await store().ensureWebhookEndpoint(endpoint)
    const send = (slug: string) => store().sendHistory({ user_id, slug }, later(0), historyOf(user_id))
    const sent = await Promise.all([send('first'), send('first'), send('first')])
    expect(sent.filter(Boolean)).toHaveLength(1)
    const search = deliverySearch.parse({ endpoints: [endpoint.id] })
    expect((await store().searchDeliveries(TEAM, search)).total).toBe(1)
    await store().removeWebhookEndpoint(TEAM, endpoint.id, later(0))
    expect(await awaited()).toEqual(['second'])
    expect(await send('second')).toBe(true)
  })

  test('neither a renewed connection nor one of the sample data waits; one that was removed does again', async () => {
    await store().insert(bundles.slice(0, 20))
    expect(await awaited()).toEqual([])
    const user_id = at(ids, 311)
    const make = () => store().saveConnection(connectionOf(user_id))
    const send = () => store().sendHistory({ user_id, slug: 'test_source' }, later(0), [])
    await make()
    expect(await send()).toBe(true)
    await make()
    expect(await awaited()).toEqual([])
    await store().removeConnection(TEAM, user_id, 'test_source')
    expect(await send()).toBe(false)
    await make()
    expect(await awaited()).toEqual(['test_source'])
    await store().removeConnection(TEAM, user_id, 'test_source')
    expect(await awaited()).toEqual([])
    expect(await store().sendHistory({ user_id: NOBODY, slug: 'test_source' }, later(0), [])).toBe(false)
  })

  test('the zone that is known of a user comes with the connection', async () => {
    const user_id = at(ids, 312)
    await store().updateUser(TEAM, user_id, { fallback_time_zone: 'America/Denver' }, later(0))
    await store().saveConnection(connectionOf(user_id))
    expect(await store().connectionsWithoutHistory(5)).toMatchObject([{ zone: 'America/Denver' }])
    await store().removeConnection(TEAM, user_id, 'test_source')
  })
}
