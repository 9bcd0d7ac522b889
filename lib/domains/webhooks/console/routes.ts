/** Webhooks over HTTP: endpoints, deliveries and replays, for administrators. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import type { WebhookAdmin } from '#lib/domains/webhooks/admin.ts'
import {
  cancelWebhookReplay,
  countWebhookDeliveries,
  expungeWebhookDeliveryBody,
  getWebhookDelivery,
  getWebhookReplay,
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
  removeWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '#lib/domains/webhooks/endpoints.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { instantOf } from '#lib/utils/time/instants.ts'

/** Null where the environment is a remote service: it manages its webhooks itself. */
export type WebhooksOf = (environment: string) => WebhookAdmin | null

const REMOTE = new ApiError('not_found', 'Webhooks of this environment are managed in the service itself.')

/** Returns the routes of webhooks, below `/api/console/webhooks`. */
export function webhookRoutes(webhooksOf: WebhooksOf): ConsoleRoute[] {
  function adminOf(environment: string): WebhookAdmin {
    const admin = webhooksOf(environment)
    if (!admin) throw REMOTE
    return admin
  }

  return [
    route(
      listWebhookEndpoints,
      async ({ params }) => ({ body: { endpoints: (await webhooksOf(params.environment)?.endpoints()) ?? null } }),
      { audited: false },
    ),
    route(createWebhookEndpoint, async ({ params, body }, { newId }) => ({
      body: await adminOf(params.environment).create(newId(), body),
    })),
    route(updateWebhookEndpoint, async ({ params, body }) => ({
      body: { endpoint: await adminOf(params.environment).update(params.endpoint_id, body) },
    })),
    route(removeWebhookEndpoint, async ({ params }) => {
      await adminOf(params.environment).remove(params.endpoint_id)
      return { body: { id: params.endpoint_id } }
    }),
    route(rotateWebhookSecret, async ({ params }) => ({
      body: await adminOf(params.environment).rotate(params.endpoint_id),
    })),
    route(disableWebhookEndpoint, async ({ params }) => ({
      body: { endpoint: await adminOf(params.environment).disable(params.endpoint_id) },
    })),
    route(enableWebhookEndpoint, async ({ params, body: { recover_since } }) => ({
      body: await adminOf(params.environment).enable(
        params.endpoint_id,
        recover_since === undefined ? null : instantOf(recover_since),
      ),
    })),
    route(testWebhookEndpoint, async ({ params, body }) => ({
      body: { delivery: await adminOf(params.environment).test(params.endpoint_id, body) },
    })),

    route(listWebhookDeliveries, async ({ params, query }) => ({
      body: await adminOf(params.environment).deliveries(query),
    })),
    route(
      countWebhookDeliveries,
      async ({ params, query }) => ({ body: await adminOf(params.environment).counts(query) }),
      { audited: false },
    ),
    route(getWebhookDelivery, async ({ params }) => ({
      body: await adminOf(params.environment).delivery(params.delivery_id),
    })),
    route(readWebhookDeliveryBody, async ({ params }) => ({
      body: await adminOf(params.environment).body(params.delivery_id),
    })),
    route(expungeWebhookDeliveryBody, async ({ params }, { about }) => {
      const body = await adminOf(params.environment).expunge(params.delivery_id)
      about([body.delivery.user_id], 'asked', 'users')
      return { body }
    }),
    route(replayWebhookDelivery, async ({ params }, { about }) => {
      const body = await adminOf(params.environment).replay(params.delivery_id)
      about([body.delivery.user_id], 'asked', 'users')
      return { body }
    }),
    route(startWebhookReplay, async ({ params, body }, { newId }) => ({
      body: { replay: await adminOf(params.environment).startReplay(newId(), body) },
    })),
    route(
      getWebhookReplay,
      async ({ params }) => ({ body: { replay: await adminOf(params.environment).findReplay(params.replay_id) } }),
      { audited: false },
    ),
    route(cancelWebhookReplay, async ({ params }) => ({
      body: { replay: await adminOf(params.environment).cancelReplay(params.replay_id) },
    })),
  ]
}
