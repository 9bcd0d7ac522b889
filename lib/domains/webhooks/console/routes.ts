/** Webhooks over HTTP: endpoints, deliveries and replays, for administrators. */
import type { PatientDataAccess } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import type { AdminNews, Noticed } from '#lib/domains/staff/notices.ts'
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

interface WebhookRoutesOptions {
  webhooksOf: WebhooksOf
  patientData: PatientDataAccess
  /** Whether the caller gave password and code again within the last minutes; always, unless set. */
  isConfirmed?: ((request: Request) => Promise<boolean>) | undefined
  /** Tells all administrators that patient data may go to another place; nobody unless set. */
  tell?: ((news: AdminNews) => Promise<void>) | undefined
}

const REMOTE = new ApiError('not_found', 'Webhooks of this environment are managed in the service itself.')

const MASKED = new ApiError(
  'conflict',
  'Patient data is hidden. Show it first: this sends it to a webhook endpoint, or may.',
)

const UNCONFIRMED = new ApiError(
  'confirmation_required',
  'Confirm with your password that it’s you. This may send patient data elsewhere.',
)

export function webhookRoutes({ webhooksOf, patientData, isConfirmed, tell }: WebhookRoutesOptions): ConsoleRoute[] {
  function adminOf(environment: string): WebhookAdmin {
    const admin = webhooksOf(environment)
    if (!admin) throw REMOTE
    return admin
  }

  /** Sending patient data elsewhere is one more way to see it. @throws ApiError 409 while it is masked */
  function checkReveal(environment: string, { request, viewer }: RouteContext): void {
    if (patientData.isMasked(request, environment, viewer)) throw MASKED
  }

  /** An open screen alone opens no new way out. @throws ApiError 403 unless it's known to be the owner, 409 while masked */
  async function checkOwner(environment: string, context: RouteContext): Promise<void> {
    checkReveal(environment, context)
    if (isConfirmed && !(await isConfirmed(context.request))) throw UNCONFIRMED
  }

  const warn = (action: Noticed, { id, name }: { id: string; name: string }, { viewer }: RouteContext) =>
    tell?.({ action, about: { id, name }, by: viewer })

  return [
    route(
      listWebhookEndpoints,
      async ({ params }) => ({ body: { endpoints: (await webhooksOf(params.environment)?.endpoints()) ?? null } }),
      { audited: false },
    ),
    route(createWebhookEndpoint, async ({ params, body }, context) => {
      const admin = adminOf(params.environment)
      await checkOwner(params.environment, context)
      const made = await admin.create(context.newId(), body)
      context.note({ endpoint: made.endpoint.id })
      await warn('webhook_endpoint_added', placed(made.endpoint), context)
      return { body: made }
    }),
    route(updateWebhookEndpoint, async ({ params, body }, context) => {
      const admin = adminOf(params.environment)
      if (body.url !== undefined) await checkOwner(params.environment, context)
      const endpoint = await admin.update(params.endpoint_id, body)
      if (body.url !== undefined) await warn('webhook_endpoint_readdressed', placed(endpoint), context)
      return { body: { endpoint } }
    }),
    route(removeWebhookEndpoint, async ({ params }, { note }) => {
      const { host } = await adminOf(params.environment).remove(params.endpoint_id)
      if (host !== null) note({ host })
      return { body: { id: params.endpoint_id } }
    }),
    route(rotateWebhookSecret, async ({ params }) => ({
      body: await adminOf(params.environment).rotate(params.endpoint_id),
    })),
    route(disableWebhookEndpoint, async ({ params }) => ({
      body: { endpoint: await adminOf(params.environment).disable(params.endpoint_id) },
    })),
    route(enableWebhookEndpoint, async ({ params, body: { recover_since } }, context) => {
      const admin = adminOf(params.environment)
      const since = recover_since === undefined ? null : instantOf(recover_since)
      if (since) await checkOwner(params.environment, context)
      const { endpoint, sent, host } = await admin.enable(params.endpoint_id, since)
      if (host !== null) context.note({ host })
      if (since) {
        noteSent(sent, context)
        await warn('webhook_events_recovered', placed(endpoint), context)
      }
      return { body: { endpoint, recovered: sent.length } }
    }),
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
    route(replayWebhookDelivery, async ({ params }, context) => {
      const admin = adminOf(params.environment)
      checkReveal(params.environment, context)
      const body = await admin.replay(params.delivery_id)
      noteSent([body.delivery], context)
      context.note({ endpoint: body.delivery.endpoint.id })
      return { body }
    }),
    route(startWebhookReplay, async ({ params, body }, context) => {
      const admin = adminOf(params.environment)
      await checkOwner(params.environment, context)
      const { replay, sent } = await admin.startReplay(context.newId(), body)
      noteSent(sent, context)
      const deliveries = `${sent.length} webhook ${sent.length === 1 ? 'delivery' : 'deliveries'}`
      await warn('webhook_events_replayed', { id: replay.id, name: deliveries }, context)
      return { body: { replay } }
    }),
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

/** Says of an entry how many events are sent, and whom they are about. */
function noteSent(sent: readonly { user_id: string; order_id: string | null }[], { about, note }: RouteContext): void {
  note({ rows: sent.length })
  about([...new Set(sent.map(({ user_id }) => user_id))], 'asked', 'users')
  about([...new Set(sent.flatMap(({ order_id }) => order_id ?? []))])
}

function placed({ id, name, url }: { id: string; name: string; url: string | null }) {
  return { id, name: url === null ? `“${name}”` : `“${name}” (${new URL(url).host})` }
}
