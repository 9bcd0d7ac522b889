/** Moving an order on in a sandbox of this console's own, for training. The service's API has nothing of the kind. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment-id.ts'
import { orderEvent } from '#lib/domains/orders/order.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { orderId } from '#lib/kernel/marks.ts'
import { INTERPRETATIONS, LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'

/** 404 where the environment has no simulation or no such order; 409 where the order has a newer event; 422 where it can't get this one. */
export const advanceOrder = endpoint({
  name: 'advance_order',
  section: 'console',
  method: 'POST',
  path: '/simulation/{environment}/orders/{order_id}/events',
  permission: 'orders:simulate',
  params: inEnvironment.extend({ order_id: uuid }),
  query: z.object({}),
  body: z.object({
    /** Low-level; the usual next step if left out. */
    status: z.enum(LOW_LEVEL_STATUSES).optional(),
    /** Interpretation of a result; normal if left out. */
    interpretation: z.enum(INTERPRETATIONS).optional(),
    /** The newest event that whoever chose has seen. */
    after_event_id: z.int().optional(),
  }),
  response: z.object({
    order_id: orderId,
    event: orderEvent,
    /** High-level, as the order shows it now. */
    status: z.string(),
  }),
  success: [201],
  safe: false,
})
