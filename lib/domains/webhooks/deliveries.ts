/** The console's list of deliveries, their attempts, and replays of one or many. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment-id.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { attempt, delivery, deliveryNumber } from './delivery.ts'
import { CODE_CLASSES, DELIVERY_STATES } from './rules.ts'

const count = z.int().min(0)
/** Beyond this many matches a search says `total: null`, and no replay starts. */
export const DELIVERY_COUNT_LIMIT = 10_000

export const deliveryFilters = z.object({
  states: z.array(z.enum(DELIVERY_STATES)).optional(),
  codes: z.array(z.enum(CODE_CLASSES)).optional(),
  event_types: z.array(z.string().max(200)).max(50).optional(),
  endpoints: z.array(uuid).max(50).optional(),
  /** Events that happened at this instant or later, and before that one. */
  from: isoDateTime.optional(),
  to: isoDateTime.optional(),
})
export type DeliveryFilters = z.output<typeof deliveryFilters>

export const deliverySearch = deliveryFilters.extend({
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(250).default(50),
})
export type DeliverySearch = z.output<typeof deliverySearch>

const shared = { section: 'console', permission: 'webhooks:manage', success: [200] } as const

/** Newest events first. */
export const listWebhookDeliveries = endpoint({
  ...shared,
  name: 'list_webhook_deliveries',
  method: 'GET',
  path: '/webhooks/{environment}/deliveries',
  params: inEnvironment,
  query: deliverySearch,
  body: null,
  response: z.object({ deliveries: z.array(delivery), total: count.nullable() }),
  safe: true,
})

const counted = z.object({ count })
const deliveryCounts = z.object({
  /** Each within all other filters. */
  states: z.array(counted.extend({ state: z.enum(DELIVERY_STATES) })),
  codes: z.array(counted.extend({ code: z.enum(CODE_CLASSES) })),
  event_types: z.array(counted.extend({ event_type: z.string() })),
})
export type DeliveryCounts = z.infer<typeof deliveryCounts>

export const countWebhookDeliveries = endpoint({
  ...shared,
  name: 'count_webhook_deliveries',
  method: 'GET',
  path: '/webhooks/{environment}/deliveries/counts',
  params: inEnvironment,
  query: deliveryFilters,
  body: null,
  response: deliveryCounts,
  safe: true,
})

const ofDelivery = inEnvironment.extend({ delivery_id: z.coerce.number().pipe(deliveryNumber) })
/** Newest attempts first. */
const whole = z.object({ delivery, attempts: z.array(attempt) })
export type WholeDelivery = z.infer<typeof whole>

export const getWebhookDelivery = endpoint({
  ...shared,
  name: 'get_webhook_delivery',
  method: 'GET',
  path: '/webhooks/{environment}/deliveries/{delivery_id}',
  params: ofDelivery,
  query: z.object({}),
  body: null,
  response: whole,
  safe: true,
})

/** One more attempt with the same message ID, also to a disabled endpoint. Waits for the answer. */
export const replayWebhookDelivery = endpoint({
  ...shared,
  name: 'replay_webhook_delivery',
  method: 'POST',
  path: '/webhooks/{environment}/deliveries/{delivery_id}/replay',
  params: ofDelivery,
  query: z.object({}),
  body: null,
  response: whole,
  safe: false,
})

const replay = z.object({
  id: uuid,
  total: count,
  done: count,
  /** Of those done. */
  failed: count,
  created_at: isoDateTime,
  finished_at: isoDateTime.nullable(),
  is_canceled: z.boolean(),
})
export type Replay = z.infer<typeof replay>
const answer = z.object({ replay })
const ofReplay = inEnvironment.extend({ replay_id: uuid })

/** Repeats all deliveries that the filters match, oldest first. 409 where they are too many, or none. */
export const startWebhookReplay = endpoint({
  ...shared,
  name: 'start_webhook_replay',
  method: 'POST',
  path: '/webhooks/{environment}/replays',
  params: inEnvironment,
  query: z.object({}),
  body: deliveryFilters,
  response: answer,
  success: [201],
  safe: false,
  errors: ['conflict'],
})

export const getWebhookReplay = endpoint({
  ...shared,
  name: 'get_webhook_replay',
  method: 'GET',
  path: '/webhooks/{environment}/replays/{replay_id}',
  params: ofReplay,
  query: z.object({}),
  body: null,
  response: answer,
  safe: true,
})

/** What was repeated stays so. */
export const cancelWebhookReplay = endpoint({
  ...shared,
  name: 'cancel_webhook_replay',
  method: 'POST',
  path: '/webhooks/{environment}/replays/{replay_id}/cancel',
  params: ofReplay,
  query: z.object({}),
  body: null,
  response: answer,
  safe: false,
})
