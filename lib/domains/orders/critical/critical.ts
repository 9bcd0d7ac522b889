/** Critical results and who has taken them on. Acknowledgements are kept in the console alone: the service has none. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { personOnOrder } from '#lib/domains/orders/order.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { unreadable } from '#lib/kernel/list/unreadable.ts'
import { orderId, personal } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { callback } from './callbacks.ts'

export const COMMENT_MAX = 500

const acknowledgementComment = z
  .string()
  .overwrite(TEXT_FIELDS.note.clean)
  .min(1, 'Say what was done or who was informed.')
  .max(COMMENT_MAX, `Use at most ${COMMENT_MAX} characters.`)

/** Never changed and never removed: of two people who acknowledge at once both are kept. */
export const acknowledgement = z.object({
  id: z.int(),
  order_id: orderId,
  /** The result it is about; a later one has to be acknowledged again. */
  result_at: isoDateTime,
  /** The event that brought the result; null where none did, and of what was recorded before events were. */
  result_id: z.int().nullish(),
  at: isoDateTime,
  /** Person who acknowledged, by their name at the time. */
  owner_id: z.string(),
  owner_name: z.string(),
  /** Free text: nobody can say that no patient is in it. */
  comment: personal(z.string()),
  /** Nothing more is to be done about the result: the comment says why. */
  closes: z.boolean().optional(),
})
export type Acknowledgement = z.infer<typeof acknowledgement>

/** How a result stands, by `criticalState`. */
const STANDINGS = [
  /** Nobody has acknowledged it. */
  'waiting',
  /** Somebody owns it, and no call was read back. */
  'acknowledged',
  /** The value was corrected: whoever was told the old one has to hear of it. */
  'no_longer_critical',
  /** Acknowledged, and a call was read back. */
  'reached',
  /** Somebody closed it with a reason. */
  'closed',
  /** Came before this environment's start date, and nobody has worked on it. */
  'before_start',
] as const
export type Standing = (typeof STANDINGS)[number]

const criticalOrder = personOnOrder.extend({
  order_id: orderId,
  test: z.string(),
  /** When the newest result came, as the service sent it. */
  result_at: isoDateTime,
  result_id: z.int().nullable(),
  /** False once a later result or reading isn't critical; who was told the old value stays on record. */
  is_critical: z.boolean(),
  state: z.enum(STANDINGS),
  /** Since when it is no longer critical; null while it is. */
  no_longer_critical_since: isoDateTime.nullable(),
  /** Present where the results are partial. */
  is_partial: z.boolean().optional(),
  /** Acknowledgements of this and earlier results, oldest first. */
  acknowledgements: z.array(acknowledgement),
  /** Calls about this and about earlier results, oldest first. */
  callbacks: z.array(callback),
})
export type CriticalOrder = z.infer<typeof criticalOrder>

/** Orders that are shown at most, of those that wait and of those that are acknowledged. */
export const SHOWN_WAITING = 50
export const SHOWN_ACKNOWLEDGED = 10

/** The newest result of an order that this console has seen as critical. */
const seenCritical = z.object({ order_id: orderId, result_at: isoDateTime, result_id: z.int().nullable() })
export type SeenCritical = z.infer<typeof seenCritical>

export const criticalQueue = z.object({
  /**
   * Without an acknowledgement of their newest result, the longest unreached first; then those that are no longer
   * critical and that nobody has closed.
   */
  waiting: z.array(criticalOrder),
  waiting_count: z.int().min(0),
  /** Acknowledged and not reached, longest first; then what is settled, latest acknowledgement first. */
  acknowledged: z.array(criticalOrder),
  /** All that is still somebody's work: what waits, and what is acknowledged but not reached. */
  open_count: z.int().min(0),
  /** Critical orders of the service; null where it did not count. */
  total: z.int().min(0).nullable(),
  /** How many of them, newest first, were looked at. */
  looked_at: z.int().min(0),
  /** False where there are more than were looked at: every count is then at least so many. */
  is_whole: z.boolean(),
  /** Critical orders that can't be read, and so aren't in any count. */
  unreadable: z.array(unreadable).optional(),
  /** Open critical results seen of orders that the service no longer has; they are counted as open. */
  gone: z.array(seenCritical).optional(),
  /** Results that came earlier aren't work unless somebody has worked on them; null where no start is set. */
  starts_at: isoDateTime.nullable(),
  /** How many that leaves out. */
  before_start_count: z.int().min(0),
  /** How many critical results came before the given instant and nobody has worked on: a start then leaves them out. */
  earlier_count: z.int().min(0).nullable(),
  /** How many results from before it wait, worked on or not, and so could be closed. */
  earlier_waiting_count: z.int().min(0).nullable(),
})
export type CriticalQueue = z.infer<typeof criticalQueue>

/** Whether the counts of a queue are at least so many: some orders weren't looked at, or can't be read. */
export function isPartialQueue({ is_whole, unreadable = [] }: CriticalQueue): boolean {
  return !is_whole || unreadable.length > 0
}

/** 503 where the service could not be asked. */
export const listCriticalOrders = endpoint({
  name: 'list_critical_orders',
  path: '/overview/{environment}/critical',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({ earlier_than: isoDateTime.optional() }),
  response: criticalQueue,
})

/** Orders of one question at most. */
const ACKNOWLEDGED_ORDERS = 100

/** Includes results seen as critical, since an order forgets that it was, and the environment's start date. */
export const listAcknowledgements = endpoint({
  name: 'list_acknowledgements',
  path: '/overview/{environment}/acknowledgements',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({ order_ids: z.array(uuid).min(1).max(ACKNOWLEDGED_ORDERS) }),
  response: z.object({
    acknowledgements: z.array(acknowledgement),
    seen_critical: z.array(seenCritical),
    starts_at: isoDateTime.nullable(),
  }),
})

/**
 * Adds one. 404 where no such order was ever critical; 409 where its result is another than the one that was seen, or
 * isn't critical, or the order is gone from the service, and this doesn't close it. Answers with all acknowledgements of
 * the order, also those that others added in between.
 */
export const acknowledgeCriticalOrder = endpoint({
  name: 'acknowledge_critical_order',
  method: 'POST',
  path: '/overview/{environment}/acknowledgements',
  permission: 'orders:acknowledge',
  params: inEnvironment,
  body: z.object({
    order_id: uuid,
    result_at: isoDateTime,
    /** The event that was seen to bring it; not compared where left out. */
    result_id: z.int().nullish(),
    comment: acknowledgementComment,
    /** Nothing more is to be done about it; the comment is the reason. */
    closes: z.boolean().optional(),
  }),
  response: z.object({ added: acknowledgement, acknowledgements: z.array(acknowledgement) }),
  success: [201],
})

/** Results until a date that is still to come would go quiet without having been seen. */
export const NO_FUTURE_START = 'Choose today or an earlier date. Results that are still to come are work.'

/** Results before this instant aren't work unless somebody has worked on them. Null takes the start away. */
export const setCriticalStart = endpoint({
  name: 'set_critical_start',
  method: 'POST',
  path: '/overview/{environment}/critical-start',
  permission: 'staff:manage',
  params: inEnvironment,
  body: z.object({ starts_at: isoDateTime.nullable() }),
  response: z.object({ starts_at: isoDateTime.nullable() }),
})
