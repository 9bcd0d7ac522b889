/** The console's list of deliveries, their attempts, and replays of one or many. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { countWindow } from '#lib/kernel/list/count-window.ts'
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
  /** ID of the user or the order that events are about. */
  subject: uuid.optional(),
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

/** Newest events first. */
export const listWebhookDeliveries = endpoint({
  permission: 'webhooks:manage',
  name: 'list_webhook_deliveries',
  path: '/webhooks/{environment}/deliveries',
  params: inEnvironment,
  query: deliverySearch,
  response: z.object({ deliveries: z.array(delivery), total: count.nullable() }),
})

const deliveryCountsSearch = deliveryFilters.extend(countWindow.shape)
export type DeliveryCountsSearch = z.output<typeof deliveryCountsSearch>

const counted = z.object({ count })
const deliveryCounts = z.object({
  /** Each within all other filters, so that a choice is seen among the others. */
  states: z.array(counted.extend({ state: z.enum(DELIVERY_STATES) })),
  codes: z.array(counted.extend({ code: z.enum(CODE_CLASSES) })),
  event_types: z.array(counted.extend({ event_type: z.string() })),
  endpoints: z.array(counted.extend({ id: uuid })),
  /** Bars over the whole window, whatever part is chosen. Oldest first, of equal length. */
  bars: z.array(z.object({ from: isoDateTime, states: z.partialRecord(z.enum(DELIVERY_STATES), count) })),
  /** There are more than were counted. */
  is_cut: z.boolean(),
})
export type DeliveryCounts = z.infer<typeof deliveryCounts>

export const countWebhookDeliveries = endpoint({
  permission: 'webhooks:manage',
  name: 'count_webhook_deliveries',
  path: '/webhooks/{environment}/deliveries/counts',
  params: inEnvironment,
  query: deliveryCountsSearch,
  response: deliveryCounts,
})

const ofDelivery = inEnvironment.extend({ delivery_id: z.coerce.number().pipe(deliveryNumber) })
/** Newest attempts first. */
const whole = z.object({ delivery, attempts: z.array(attempt) })
export type WholeDelivery = z.infer<typeof whole>

export const getWebhookDelivery = endpoint({
  permission: 'webhooks:manage',
  name: 'get_webhook_delivery',
  path: '/webhooks/{environment}/deliveries/{delivery_id}',
  params: ofDelivery,
  response: whole,
})

const ofBody = {
  permission: 'webhooks:manage',
  path: '/webhooks/{environment}/deliveries/{delivery_id}/body',
  params: ofDelivery,
} as const

/** The body as it is sent, and the earlier version of the same record that it replaces. 404 where it isn’t kept any more. */
export const readWebhookDeliveryBody = endpoint({
  ...ofBody,
  name: 'read_webhook_delivery_body',
  response: z.object({
    delivery,
    body: z.unknown(),
    replaced: z.object({ message_id: z.string(), created_at: isoDateTime, body: z.unknown() }).nullable(),
  }),
})
export type DeliveryBody = z.infer<typeof readWebhookDeliveryBody.response>

/** Removes the body, and what receivers answered to it; it can’t be sent again. Deliveries of it that wait are stopped. */
export const expungeWebhookDeliveryBody = endpoint({
  ...ofBody,
  name: 'expunge_webhook_delivery_body',
  permission: 'events:expunge',
  method: 'DELETE',
  response: whole,
})

/** One more attempt with the same message ID, also to a disabled endpoint. Waits for the answer. 409 without a body. */
export const replayWebhookDelivery = endpoint({
  permission: 'webhooks:manage',
  name: 'replay_webhook_delivery',
  method: 'POST',
  path: '/webhooks/{environment}/deliveries/{delivery_id}/replay',
  params: ofDelivery,
  response: whole,
  errors: ['conflict'],
})

const replay = z.object({
  id: uuid,
  total: count,
  done: count,
  /** Failures among those done. */
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
  permission: 'webhooks:manage',
  name: 'start_webhook_replay',
  method: 'POST',
  path: '/webhooks/{environment}/replays',
  params: inEnvironment,
  body: deliveryFilters,
  response: answer,
  success: [201],
  errors: ['conflict'],
})

export const getWebhookReplay = endpoint({
  permission: 'webhooks:manage',
  name: 'get_webhook_replay',
  path: '/webhooks/{environment}/replays/{replay_id}',
  params: ofReplay,
  response: answer,
})

/** Cancels a replay; messages already sent stay sent. */
export const cancelWebhookReplay = endpoint({
  permission: 'webhooks:manage',
  name: 'cancel_webhook_replay',
  method: 'POST',
  path: '/webhooks/{environment}/replays/{replay_id}/cancel',
  params: ofReplay,
  response: answer,
})
