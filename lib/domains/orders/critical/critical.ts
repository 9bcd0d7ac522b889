/** Critical results and who has taken them on. Acknowledgements are kept in the console alone: the service has none. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment-id.ts'
import { personOnOrder } from '#lib/domains/orders/order.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal } from '#lib/kernel/marks.ts'
import { callback } from './callbacks.ts'

export const COMMENT_MAX = 500

const acknowledgementComment = z
  .string()
  .trim()
  .min(1, 'Say what was done or who was informed.')
  .max(COMMENT_MAX, `Use at most ${COMMENT_MAX} characters.`)

/** Never changed and never removed: of two people who acknowledge at once both are kept. */
export const acknowledgement = z.object({
  id: z.int(),
  order_id: orderId,
  /** The result it is about; a later one has to be acknowledged again. */
  result_at: isoDateTime,
  at: isoDateTime,
  /** Whoever acknowledged, by the name they had then. */
  owner_id: z.string(),
  owner_name: z.string(),
  /** Free text: nobody can say that no patient is in it. */
  comment: personal(z.string()),
})
export type Acknowledgement = z.infer<typeof acknowledgement>

const criticalOrder = personOnOrder.extend({
  order_id: orderId,
  /** What was tested. */
  test: z.string(),
  /** When the newest result came. */
  result_at: isoDateTime,
  /** Present where the results are partial. */
  is_partial: z.boolean().optional(),
  /** Of this and of earlier results, oldest first. */
  acknowledgements: z.array(acknowledgement),
  /** Calls about this and about earlier results, oldest first. */
  callbacks: z.array(callback),
})
export type CriticalOrder = z.infer<typeof criticalOrder>

/** Orders that are shown at most, of those that wait and of those that are acknowledged. */
export const SHOWN_WAITING = 50
export const SHOWN_ACKNOWLEDGED = 10

export const criticalQueue = z.object({
  /** Without an acknowledgement of their newest result, the newest result first. */
  waiting: z.array(criticalOrder),
  waiting_count: z.int().min(0),
  /** Latest acknowledgement first. */
  acknowledged: z.array(criticalOrder),
  /** Critical orders of the service; null where it did not count. */
  total: z.int().min(0).nullable(),
  /** How many of them, newest first, were looked at. */
  looked_at: z.int().min(0),
})
export type CriticalQueue = z.infer<typeof criticalQueue>

/** 503 where the service could not be asked. */
export const listCriticalOrders = endpoint({
  name: 'list_critical_orders',
  section: 'console',
  method: 'GET',
  path: '/overview/{environment}/critical',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({}),
  body: null,
  response: criticalQueue,
  success: [200],
  safe: true,
})

/** Orders of one question at most. */
const ACKNOWLEDGED_ORDERS = 100

/** Of these orders, oldest first; what nobody acknowledged has none. */
export const listAcknowledgements = endpoint({
  name: 'list_acknowledgements',
  section: 'console',
  method: 'GET',
  path: '/overview/{environment}/acknowledgements',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({ order_ids: z.array(uuid).min(1).max(ACKNOWLEDGED_ORDERS) }),
  body: null,
  response: z.object({ acknowledgements: z.array(acknowledgement) }),
  success: [200],
  safe: true,
})

/**
 * Adds one. 404 where there is no such critical order; 409 where its result is another than the one that was seen.
 * Answers with all acknowledgements of the order, also those that others added in between.
 */
export const acknowledgeCriticalOrder = endpoint({
  name: 'acknowledge_critical_order',
  section: 'console',
  method: 'POST',
  path: '/overview/{environment}/acknowledgements',
  permission: 'orders:acknowledge',
  params: inEnvironment,
  query: z.object({}),
  body: z.object({ order_id: uuid, result_at: isoDateTime, comment: acknowledgementComment }),
  response: z.object({ added: acknowledgement, acknowledgements: z.array(acknowledgement) }),
  success: [201],
  safe: false,
})
