/** Webhooks over HTTP: who may, where, what is on record, and that no secret is. */
import { beforeEach, expect, test } from 'vitest'
import { bundles, ids } from '#lib/domains/access/service/store.conformance.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import {
  expungeWebhookDeliveryBody,
  listWebhookDeliveries,
  readWebhookDeliveryBody,
  replayWebhookDelivery,
  startWebhookReplay,
} from '#lib/domains/webhooks/deliveries.ts'
import {
  createWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  MAX_ENDPOINTS,
  removeWebhookEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '#lib/domains/webhooks/endpoints.ts'
import { AT, eventOf } from '#lib/domains/webhooks/service/webhooks.testing.ts'
import { createWebhooks } from '#lib/domains/webhooks/service/webhooks.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'

const params = { environment: 'sandbox' }
const portal = { name: ' Clinic  portal ', url: 'https://portal.test/hook', event_types: null }

let backend: ReturnType<typeof testConsole>
let store: ReturnType<typeof createMemoryStore>
let embedded: string[]
const told: string[] = []
let isConfirmed: boolean

beforeEach(async () => {
  told.length = 0
  isConfirmed = true
  embedded = ['sandbox']
  store = createMemoryStore()
  await store.insert(bundles.slice(0, 5))
  const webhooks = createWebhooks({
    store,
    jobs: { schedule: async () => undefined },
    sealing_key: await sealingKey(new Uint8Array(32).fill(7)),
    inboxSecret: async () => '',
    send: async () => ({ kind: 'failed', failure: 'timeout', ms: 15_000 }),
    now: () => NOW,
    onError: () => undefined,
  })
  backend = testConsole({
    webhooksOf: (environment) => (embedded.includes(environment) ? webhooks.admin(TEAM) : null),
    isConfirmed: async () => isConfirmed,
    tellAdministrators: async ({ action, about, by }) => void told.push(`${by.email} ${action} ${about.name}`),
  })
})

async function create(json: object = portal) {
  const response = await backend.send(createWebhookEndpoint, { params, json })
  return { status: response.status, body: await response.json() }
}

test('an endpoint is added under a tidy name; its secret is in the answer alone', async () => {
  const { status, body } = await create()
  const { endpoint, secret } = createWebhookEndpoint.response.parse(body)
  expect([status, endpoint.name, endpoint.url, endpoint.disabled]).toEqual([201, 'Clinic portal', portal.url, null])
  const listed = await (await backend.send(listWebhookEndpoints, { params })).text()
  for (const text of [listed, JSON.stringify(backend.rows)]) expect(text).not.toContain(secret.slice(6))
  expect(backend.rows.at(-1)).toMatchObject({ action: 'create_webhook_endpoint', outcome: 'done' })
})

test.each([
  [{ ...portal, url: 'http://portal.test' }, 'url'],
  [{ ...portal, name: ' ' }, 'name'],
  [{ ...portal, event_types: [] }, 'event_types'],
  [{ ...portal, event_types: ['daily.*'] }, 'event_types'],
])('%j is refused and names %s', async (json, field) => {
  const { status, body } = await create(json)
  expect([status, JSON.stringify(body.issues)]).toEqual([422, expect.stringContaining(field)])
})

test('an environment has room for so many', async () => {
  const made = await Promise.all(Array.from({ length: MAX_ENDPOINTS + 4 }, () => create()))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_ENDPOINTS)
  expect(await create()).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
})

test('a remote service manages its own', async () => {
  const remote = { params: { environment: 'production' } }
  expect(await (await backend.send(listWebhookEndpoints, remote)).json()).toEqual({ endpoints: null })
  const response = await backend.send(listWebhookDeliveries, remote)
  expect([response.status, (await response.json()).detail]).toEqual([
    404,
    expect.stringContaining('in the service itself'),
  ])
})

test.each(ROLES.filter((role) => role !== 'administrator'))('a %s may not', async (as) => {
  const response = await backend.send(listWebhookEndpoints, { params, as })
  expect(response.status).toBe(403)
})

test('what can’t be found, and a replay of nothing', async () => {
  const nobody = { ...params, endpoint_id: '00000000-0000-4000-8000-000000000000' }
  expect((await backend.send(disableWebhookEndpoint, { params: nobody })).status).toBe(404)
  const replay = await backend.send(startWebhookReplay, { params, json: {} })
  expect([replay.status, (await replay.json()).detail]).toEqual([409, 'No delivery matches these filters.'])
})

test('a test that gets no answer says why', async () => {
  const { body } = await create()
  const { endpoint } = createWebhookEndpoint.response.parse(body)
  const response = await backend.send(testWebhookEndpoint, {
    params: { ...params, endpoint_id: endpoint.id },
    json: { event_type: 'daily.data.sleep.created', data: { id: 1, user_id: ids[0] } },
  })
  const { delivery } = testWebhookEndpoint.response.parse(await response.json())
  expect(delivery).toMatchObject({ is_test: true, user_id: ids[0], last: { failure: 'timeout', ms: 15_000 } })
})

test('a test for a user who can’t exist is refused and names the field', async () => {
  const { body } = await create()
  const { endpoint } = createWebhookEndpoint.response.parse(body)
  const response = await backend.send(testWebhookEndpoint, {
    params: { ...params, endpoint_id: endpoint.id },
    json: { event_type: 'daily.data.sleep.created', data: { user_id: 'nobody' } },
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ issues: [{ loc: ['body', 'data', 'user_id'] }] })
})

test('a body is opened on record, can be removed for good, and is not sent again', async () => {
  const { body } = await create()
  const { endpoint } = createWebhookEndpoint.response.parse(body)
  const data = { id: 1, user_id: ids[0], score: 82 }
  const tested = await backend.send(testWebhookEndpoint, {
    params: { ...params, endpoint_id: endpoint.id },
    json: { event_type: 'daily.data.sleep.created', data },
  })
  const { delivery } = testWebhookEndpoint.response.parse(await tested.json())
  const at = { params: { ...params, delivery_id: String(delivery.id) } }
  const opened = readWebhookDeliveryBody.response.parse(await (await backend.send(readWebhookDeliveryBody, at)).json())
  expect([opened.body, opened.replaced]).toMatchObject([{ event_type: 'daily.data.sleep.created', data }, null])
  expect(backend.rows.at(-1)).toMatchObject({ action: 'read_webhook_delivery_body', outcome: 'done' })
  expect(JSON.stringify(backend.rows)).not.toContain('score')

  const removed = await backend.send(expungeWebhookDeliveryBody, at)
  expect(await removed.json()).toMatchObject({ delivery: { body_state: 'expunged', bytes: 0 } })
  expect(backend.rows.at(-1)).toMatchObject({ action: 'expunge_webhook_delivery_body', outcome: 'done' })
  expect((await backend.send(readWebhookDeliveryBody, at)).status).toBe(404)
  expect((await backend.send(expungeWebhookDeliveryBody, at)).status).toBe(200)
  expect((await backend.send(replayWebhookDelivery, at)).status).toBe(409)
})

test('where events are sent, how many and about whom is on record, and every administrator is told', async () => {
  const endpoint_id = createWebhookEndpoint.response.parse((await create()).body).endpoint.id
  const at = { params: { ...params, endpoint_id } }
  expect(backend.rows.at(-1)?.details).toMatchObject({ endpoint: endpoint_id, host: 'portal.test' })
  await backend.send(updateWebhookEndpoint, { ...at, json: { url: 'https://elsewhere.test:8443/secret-path' } })
  expect(backend.rows.at(-1)?.details).toMatchObject({ endpoint: endpoint_id, host: 'elsewhere.test:8443' })
  await backend.send(disableWebhookEndpoint, at)
  const [one = '', two = ''] = ids
  await store.emit([eventOf(one), eventOf(one), eventOf(two)])
  await backend.send(enableWebhookEndpoint, { ...at, json: { recover_since: AT.toISOString() } })
  expect(backend.rows.at(-1)).toMatchObject({
    action: 'enable_webhook_endpoint',
    subjects: [one, two],
    user_count: 2,
    details: { rows: 3, endpoint: endpoint_id, host: 'elsewhere.test:8443' },
  })
  await backend.send(startWebhookReplay, { params, json: { subject: two } })
  expect(backend.rows.at(-1)).toMatchObject({ action: 'start_webhook_replay', subjects: [two], details: { rows: 1 } })
  const by = 'administrator@clinic.test'
  expect(told).toEqual([
    `${by} webhook_endpoint_added “Clinic portal” (portal.test)`,
    `${by} webhook_endpoint_readdressed “Clinic portal” (elsewhere.test:8443)`,
    `${by} webhook_events_recovered “Clinic portal” (elsewhere.test:8443)`,
    `${by} webhook_events_replayed 1 webhook delivery`,
  ])
  expect(JSON.stringify(backend.rows)).not.toContain('secret-path')

  await backend.send(removeWebhookEndpoint, at)
  expect(backend.rows.at(-1)?.details).toMatchObject({ endpoint: endpoint_id, host: 'elsewhere.test:8443' })
  const kept = listWebhookDeliveries.response.parse(
    await (await backend.send(listWebhookDeliveries, { params })).json(),
  )
  expect(kept.deliveries.map(({ user_id, state }) => [user_id, state])).toEqual([
    [two, 'stopped'],
    [one, 'stopped'],
    [one, 'stopped'],
  ])
  const again = { params: { ...params, delivery_id: kept.deliveries[0]?.id } }
  expect((await backend.send(replayWebhookDelivery, again)).status).toBe(404)
})

test('where patient data is masked, nothing is sent elsewhere before it is shown', async () => {
  embedded = ['sandbox', 'production']
  const masked = { environment: 'production' }
  const made = await backend.send(createWebhookEndpoint, { params: masked, json: portal })
  expect([made.status, (await made.json()).detail]).toEqual([409, expect.stringContaining('Patient data is hidden')])
  const [id] = [createWebhookEndpoint.response.parse((await create()).body).endpoint.id]
  const at = { params: { ...masked, endpoint_id: id } }
  const calls = [
    backend.send(enableWebhookEndpoint, { ...at, json: { recover_since: AT.toISOString() } }),
    backend.send(updateWebhookEndpoint, { ...at, json: { url: 'https://elsewhere.test' } }),
    backend.send(startWebhookReplay, { params: masked, json: {} }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([409, 409, 409])
  expect((await backend.send(enableWebhookEndpoint, { ...at, json: {} })).status).toBe(200)
})

test('an open screen opens no way out: a new address, a recovery and a replay of many need the password again', async () => {
  const endpoint_id = createWebhookEndpoint.response.parse((await create()).body).endpoint.id
  const at = { params: { ...params, endpoint_id } }
  const url = 'https://elsewhere.test'
  isConfirmed = false
  const calls = [
    backend.send(createWebhookEndpoint, { params, json: { ...portal, url } }),
    backend.send(updateWebhookEndpoint, { ...at, json: { url } }),
    backend.send(enableWebhookEndpoint, { ...at, json: { recover_since: AT.toISOString() } }),
    backend.send(startWebhookReplay, { params, json: {} }),
  ]
  for (const response of await Promise.all(calls))
    expect([response.status, (await response.json()).code]).toEqual([403, 'confirmation_required'])
  expect(backend.rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(4)
  const { endpoints } = listWebhookEndpoints.response.parse(
    await (await backend.send(listWebhookEndpoints, { params })).json(),
  )
  expect(endpoints?.map((endpoint) => endpoint.url)).toEqual([portal.url])
  expect(told).toHaveLength(1)
  const others = [
    backend.send(updateWebhookEndpoint, { ...at, json: { name: 'Renamed' } }),
    backend.send(enableWebhookEndpoint, { ...at, json: {} }),
  ]
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
})
