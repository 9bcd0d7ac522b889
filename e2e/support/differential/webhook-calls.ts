/** Calls about webhooks: valid ones for the role matrix, and wrong ones that a demo and a server refuse alike. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ask } from '#e2e/support/http.ts'
import { ADMINISTRATOR } from '#e2e/support/servers/server.ts'
import { confirmOwner, type SignedIn } from '#e2e/support/session.ts'
import { getWebhookReplay } from '#lib/domains/webhooks/deliveries.ts'
import { createWebhookEndpoint, testWebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { CONSOLE, NOBODY } from './every-path.ts'
import type { Send } from './record.ts'

export const webhooksSchema = z.object({
  endpoint_id: z.uuid(),
  /** An endpoint to remove. */
  removed_id: z.uuid(),
  delivery_id: z.int(),
  /** A delivery whose body is removed. */
  expunged_id: z.int(),
  replay_id: z.uuid(),
})
export type WebhookTargets = z.infer<typeof webhooksSchema>

const inSandbox = { environment: 'sandbox' }
/** Nobody listens there: every attempt fails at once, and nothing leaves this machine. */
const endpointBody = () => ({ name: `Receiver ${randomUUID()}`, url: 'http://127.0.0.1:9/hook', event_types: null })
const WINDOW = { window_from: '2026-11-20T00:00:00Z', window_to: '2026-11-22T00:00:00Z' }
const testEvent = { event_type: 'daily.data.sleep.created', data: { id: 1 } }

/** Makes endpoints, a delivery and a replay that no other caller is given. */
export async function webhookTargets(origin: string, session: SignedIn): Promise<WebhookTargets> {
  await confirmOwner(origin, session, ADMINISTRATOR.password)
  const post = async (path: string, json: object) =>
    (await ask(origin, `${CONSOLE}/webhooks/sandbox/${path}`, { method: 'POST', json, session })).json
  const make = async () => createWebhookEndpoint.response.parse(await post('endpoints', endpointBody())).endpoint.id
  const endpoint_id = await make()
  const deliver = async () =>
    testWebhookEndpoint.response.parse(await post(`endpoints/${endpoint_id}/test`, testEvent)).delivery.id
  const delivery_id = await deliver()
  const { replay } = getWebhookReplay.response.parse(await post('replays', { endpoints: [endpoint_id] }))
  return {
    endpoint_id,
    removed_id: await make(),
    delivery_id,
    expunged_id: await deliver(),
    replay_id: replay.id,
  }
}

/** Returns a valid call of each endpoint, in the order of the contract. */
export function webhookGiven(targets: WebhookTargets) {
  const { endpoint_id, removed_id, delivery_id, expunged_id, replay_id } = targets
  const endpoint = { params: { ...inSandbox, endpoint_id } }
  const delivery = { params: { ...inSandbox, delivery_id: String(delivery_id) } }
  const replay = { params: { ...inSandbox, replay_id } }
  return {
    list_webhook_endpoints: { params: inSandbox },
    create_webhook_endpoint: { params: inSandbox, json: endpointBody(), success: 201 },
    update_webhook_endpoint: { ...endpoint, json: { name: 'Renamed' } },
    remove_webhook_endpoint: { params: { ...inSandbox, endpoint_id: removed_id } },
    rotate_webhook_secret: endpoint,
    disable_webhook_endpoint: endpoint,
    enable_webhook_endpoint: { ...endpoint, json: {} },
    test_webhook_endpoint: { ...endpoint, json: testEvent },
    list_webhook_deliveries: { params: inSandbox, query: { endpoints: endpoint_id } },
    count_webhook_deliveries: { params: inSandbox, query: { endpoints: endpoint_id, ...WINDOW } },
    get_webhook_delivery: delivery,
    read_webhook_delivery_body: delivery,
    expunge_webhook_delivery_body: { params: { ...inSandbox, delivery_id: String(expunged_id) } },
    replay_webhook_delivery: delivery,
    start_webhook_replay: { params: inSandbox, json: { endpoints: [endpoint_id] }, success: 201 },
    get_webhook_replay: replay,
    cancel_webhook_replay: replay,
  }
}

/** Only what is refused: what is delivered when depends on the side. */
export async function refusedWebhooks(send: Send) {
  const base = `${CONSOLE}/webhooks/demo`
  const endpoint = { name: 'Portal', url: 'https://portal.test/hook', event_types: null }
  for (const body of [
    { ...endpoint, url: 'http://portal.test/hook' },
    { ...endpoint, name: ' ' },
    { ...endpoint, event_types: [] },
    { ...endpoint, event_types: ['everything'] },
  ])
    await send('POST', `${base}/endpoints`, body)
  await send('PATCH', `${base}/endpoints/${NOBODY}`, { name: 'x' })
  await send('DELETE', `${base}/endpoints/${NOBODY}`)
  for (const operation of ['secret', 'disable']) await send('POST', `${base}/endpoints/${NOBODY}/${operation}`)
  await send('POST', `${base}/endpoints/${NOBODY}/enable`, { recover_since: 'yesterday' })
  await send('POST', `${base}/endpoints/${NOBODY}/enable`, {})
  await send('POST', `${base}/endpoints/${NOBODY}/test`, testEvent)
  await send('POST', `${base}/endpoints/${NOBODY}/test`, { ...testEvent, event_type: 'No type' })
  await send('GET', `${base}/deliveries?limit=0`)
  await send('GET', `${base}/deliveries/counts?states=lost`)
  await send('GET', `${base}/deliveries/counts`)
  await send('GET', `${base}/deliveries?subject=member-1`)
  await send('GET', `${base}/deliveries/987654321`)
  await send('GET', `${base}/deliveries/987654321/body`)
  await send('DELETE', `${base}/deliveries/987654321/body`)
  await send('POST', `${base}/deliveries/987654321/replay`)
  await send('POST', `${base}/replays`, { endpoints: [NOBODY] })
  await send('GET', `${base}/replays/${NOBODY}`)
  await send('POST', `${base}/replays/${NOBODY}/cancel`)
}
