/** Endpoints that the embedded service sends its events to: how administrators list, add, change and test them. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, typedName, uuid } from '#lib/kernel/fields.ts'
import { delivery } from './delivery.ts'
import { EVENT_PATTERNS, targetUrl } from './rules.ts'

export const MAX_ENDPOINTS = 50
const MAX_NAME = 60
const count = z.int().min(0)

/** `person`: by an administrator. `gone`: answered 410. `failures`: too many failed attempts in a row. */
const DISABLED_REASONS = ['person', 'gone', 'failures'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const webhookEndpoint = z.object({
  id: uuid,
  /** `inbox`: this console's own, which can be disabled but neither changed nor tested. */
  kind: z.enum(['inbox', 'url']),
  name: z.string(),
  /** Null for the console's own inbox. */
  url: z.string().nullable(),
  /** Null for all events. */
  event_types: z.array(z.string()).nullable(),
  created_at: isoDateTime,
  disabled: z.object({ at: isoDateTime, reason: z.enum(DISABLED_REASONS) }).nullable(),
  /** Until then the secret before the last rotation signs too; null when only one does. */
  previous_secret_until: isoDateTime.nullable(),
  /** Failed attempts in a row. */
  failures: count,
  /** Deliveries that wait for an attempt. */
  open: count,
  /** First and repeated attempts in the last 24 hours; replays and tests don't count. */
  health: z.object({
    attempts: count,
    succeeded: count,
    /** Milliseconds within which 95 % of the receiver's answers came. */
    p95_ms: count.nullable(),
    /** Ever. */
    last_success_at: isoDateTime.nullable(),
  }),
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

const name = typedName.pipe(
  z.string().min(1, 'Enter a name.').max(MAX_NAME, `Keep the name within ${MAX_NAME} characters.`),
)
const event_types = z.array(z.enum(EVENT_PATTERNS)).min(1, 'Choose at least one kind of event.').nullable()
const ofEndpoint = inEnvironment.extend({ endpoint_id: uuid })
const answer = z.object({ endpoint: webhookEndpoint })
const withSecret = answer.extend({
  /** Never shown again. */
  secret: z.string(),
})

/** Lists endpoints. Endpoint calls are a 404 where the environment is a remote service. */
export const listWebhookEndpoints = endpoint({
  permission: 'webhooks:manage',
  name: 'list_webhook_endpoints',
  path: '/webhooks/{environment}/endpoints',
  params: inEnvironment,
  /** `null` where the environment is a remote service, which manages its webhooks itself. */
  response: z.object({ endpoints: z.array(webhookEndpoint).nullable() }),
})

export const createWebhookEndpoint = endpoint({
  permission: 'webhooks:manage',
  name: 'create_webhook_endpoint',
  method: 'POST',
  path: '/webhooks/{environment}/endpoints',
  params: inEnvironment,
  body: z.object({ name, url: targetUrl, event_types }),
  response: withSecret,
  success: [201],
  errors: ['limit_reached'],
})

/** Fields left out stay as they are. 409 for the console's own inbox. */
export const updateWebhookEndpoint = endpoint({
  permission: 'webhooks:manage',
  name: 'update_webhook_endpoint',
  method: 'PATCH',
  path: '/webhooks/{environment}/endpoints/{endpoint_id}',
  params: ofEndpoint,
  body: z.object({ name: name.optional(), url: targetUrl.optional(), event_types: event_types.optional() }),
  response: answer,
  errors: ['conflict'],
})

/** Its deliveries stay as long as all others. 409 for the console's own inbox. */
export const removeWebhookEndpoint = endpoint({
  permission: 'webhooks:manage',
  name: 'remove_webhook_endpoint',
  method: 'DELETE',
  path: '/webhooks/{environment}/endpoints/{endpoint_id}',
  params: ofEndpoint,
  response: z.object({ id: uuid }),
  errors: ['conflict'],
})

/** Makes a new secret; the one before signs too for 24 hours. 409 for the console's own inbox, and where another came first. */
export const rotateWebhookSecret = endpoint({
  permission: 'webhooks:manage',
  name: 'rotate_webhook_secret',
  method: 'POST',
  path: '/webhooks/{environment}/endpoints/{endpoint_id}/secret',
  params: ofEndpoint,
  response: withSecret,
  errors: ['conflict', 'stale'],
})

/** Deliveries that wait are stopped; new events aren't queued. */
export const disableWebhookEndpoint = endpoint({
  permission: 'webhooks:manage',
  name: 'disable_webhook_endpoint',
  method: 'POST',
  path: '/webhooks/{environment}/endpoints/{endpoint_id}/disable',
  params: ofEndpoint,
  response: answer,
})

/** Events since `recover_since` that were not delivered are queued; none where it is left out. */
export const enableWebhookEndpoint = endpoint({
  permission: 'webhooks:manage',
  name: 'enable_webhook_endpoint',
  method: 'POST',
  path: '/webhooks/{environment}/endpoints/{endpoint_id}/enable',
  params: ofEndpoint,
  body: z.object({ recover_since: isoDateTime.optional() }),
  response: answer.extend({ recovered: count }),
})

/** Sends an event to this endpoint alone, once, and waits for the answer. 409 for the console's own inbox. */
export const testWebhookEndpoint = endpoint({
  permission: 'webhooks:manage',
  name: 'test_webhook_endpoint',
  method: 'POST',
  path: '/webhooks/{environment}/endpoints/{endpoint_id}/test',
  params: ofEndpoint,
  body: z.object({
    event_type: z
      .string()
      .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+){1,5}$/, 'Not an event type.')
      .max(200),
    data: z.record(z.string(), z.unknown()),
  }),
  response: z.object({ delivery }),
  errors: ['conflict'],
})
