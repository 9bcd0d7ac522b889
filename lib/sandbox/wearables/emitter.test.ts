/** The sandbox sends wearable data when it is asked to: through the outbox, of sources that work. */
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bundles } from '#lib/domains/access/service/store.conformance.ts'
import { eventForm, webhookEvent } from '#lib/domains/events/event.ts'
import { EVENT_FORMS } from '#lib/domains/events/event-forms.ts'
import { MOST_EVENTS, sendWearables } from '#lib/domains/events/wearable-endpoint.ts'
import { deliverySearch } from '#lib/domains/webhooks/deliveries.ts'
import { endpointOf } from '#lib/domains/webhooks/service/webhooks.testing.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { KEY, startTestService, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createMemoryStore, type MemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { bodyOf } from '#lib/service/outbox.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { createEmitter } from './emitter.ts'

const ENDPOINT = endpointOf()
let store: MemoryStore
let time: number
beforeEach(async () => {
  store = createMemoryStore()
  time = Date.parse('2026-11-21T15:00:00Z')
  await store.insert(bundles.slice(0, 40))
  await store.ensureWebhookEndpoint(ENDPOINT)
})

const emitterOf = (random = () => 0.5) => createEmitter({ store, now: () => new Date(time), random })

const slugOf = (data: unknown) => z.object({ source: z.object({ slug: z.string() }) }).parse(data).source.slug

/** Every event in the outbox, oldest first. */
async function outbox() {
  const { deliveries } = await store.searchDeliveries(TEAM, deliverySearch.parse({ limit: 100 }))
  const found = await Promise.all(deliveries.map(({ id }) => store.deliveryMessage(id)))
  return found.flatMap((one) => (one ? [webhookEvent.parse(JSON.parse(bodyOf(one.message)))] : [])).reverse()
}

test('so many events of so many users, in the envelope of the specification', async () => {
  const emitter = emitterOf()
  expect(await emitter.send(TEAM, { users: 5, events: 60 })).toEqual({ sent: 60, users: 5 })
  const events = await outbox()
  expect(events).toHaveLength(60)
  const people = new Map(bundles.map(({ user }) => [user.user_id, user]))
  for (const { user_id, team_id, client_user_id, data } of events) {
    expect(team_id).toBe(TEAM)
    expect(client_user_id).toBe(people.get(user_id)?.client_user_id)
    expect(data).toMatchObject({ user_id, source: { name: expect.any(String), slug: expect.any(String) } })
  }
  expect(new Set(events.map(({ user_id }) => user_id)).size).toBe(5)
  for (const event of events) expect(EVENT_FORMS).toContain(eventForm(event))
})

test('a source that isn’t connected, or that the person denied a data type, doesn’t send it', async () => {
  await emitterOf().send(TEAM, { users: 500, events: 100 })
  const connections = new Map(
    bundles.flatMap((bundle) => bundle.connections.map((each) => [`${each.user_id} ${each.slug}`, each])),
  )
  for (const { event_type, user_id, data } of await outbox()) {
    const connection = connections.get(`${user_id} ${slugOf(data)}`)
    expect(connection?.status).toBe('connected')
    expect(connection?.resource_availability[event_type.split('.')[2] ?? '']?.status).toBe('available')
  }
})

test('now and then a source breaks, sends nothing for a while, and works again', async () => {
  const chances = [0]
  const emitter = emitterOf(() => chances.shift() ?? 1)
  expect(await emitter.send(TEAM, { users: 2, events: 10 })).toMatchObject({ sent: 10 })
  const [error, ...others] = await outbox()
  expect(error?.event_type).toBe('provider.connection.error')
  expect(error?.data).toMatchObject({ status: 'error', error_details: { error_type: 'token_refresh_failed' } })
  const slug = slugOf(error?.data)
  const isOf = ({ user_id, data }: (typeof others)[number]) => user_id === error?.user_id && slugOf(data) === slug
  expect(others.filter(isOf)).toEqual([])
  const connections = await store.listConnections(TEAM, error?.user_id ?? '')
  expect(connections?.find((each) => each.slug === slug)?.status).toBe('error')
  time += MINUTE
  await emitter.send(TEAM, { users: 2, events: 400 })
  await emitter.send(TEAM, { users: 2, events: 1 })
  const again = await store.listConnections(TEAM, error?.user_id ?? '')
  expect(again?.find((each) => each.slug === slug)?.status).toBe('connected')
})

test('a source that somebody has disconnected neither breaks nor comes back', async () => {
  const chances = [0]
  const emitter = emitterOf(() => chances.shift() ?? 1)
  await emitter.send(TEAM, { users: 2, events: 10 })
  const [error] = await outbox()
  const [user_id, slug] = [error?.user_id ?? '', slugOf(error?.data)]
  await store.removeConnection(TEAM, user_id, slug)
  await emitter.send(TEAM, { users: 2, events: 400 })
  for (const other of (await store.listConnections(TEAM, user_id)) ?? [])
    await store.removeConnection(TEAM, user_id, other.slug)
  // The sources of a moment ago are still known.
  chances.push(...Array.from({ length: 20 }, () => 0))
  await emitter.send(TEAM, { users: 2, events: 20 })
  expect(await store.listConnections(TEAM, user_id)).toEqual([])
})

test('a new connection’s history is sent once', async () => {
  const [bundle] = bundles
  const user_id = bundle?.user.user_id ?? ''
  const known = bundles.flatMap(({ connections }) => connections).find(({ slug }) => slug === 'korrin_ring')
  if (!known) throw new Error('The data set has a ring.')
  await store.saveConnection({ ...known, user_id, slug: 'new_ring', created_on: new Date(time).toISOString() })
  const emitter = emitterOf()
  await emitter.sendHistories()
  await emitter.sendHistories()
  const types = (await outbox()).map(({ event_type }) => event_type)
  expect(types[0]).toBe('provider.connection.created')
  expect(types.filter((type) => type === 'historical.data.heart_rate.created')).toHaveLength(1)
  expect(types.filter((type) => type.startsWith('historical.')).length).toBe(types.length - 1)
})

describe('the endpoint', () => {
  async function ask(body: object, key: string | null = KEY) {
    const { fetch, stop } = await startTestService({ store, database: null })
    const [path, init] = callOf(sendWearables, { json: body, headers: key ? { 'x-service-api-key': key } : {} })
    const answer = await fetch(path, init)
    await stop()
    return answer
  }

  test('puts events into the outbox and says how many', async () => {
    const answer = await ask({ users: 3, events: 7 })
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ sent: 7, users: 3 })
    expect(await outbox()).toHaveLength(7)
  })

  test.each([{ events: 0 }, { events: MOST_EVENTS + 1 }, { users: 501 }, { users: 1.5 }, { events: 'many' }])(
    'refuses %j',
    async (body) => {
      expect((await ask(body)).status).toBe(422)
      expect(await outbox()).toEqual([])
    },
  )

  test('asks for the key', async () => {
    expect((await ask({}, null)).status).toBe(401)
    expect((await ask({}, 'wrong')).status).toBe(401)
    expect(await outbox()).toEqual([])
  })
})
