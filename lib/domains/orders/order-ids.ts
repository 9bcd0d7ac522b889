/** IDs of orders by any part of them: the service finds whole ones, the console knows which it has shown. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { orderId } from '#lib/kernel/marks.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'

/** As many as one search for orders asks for. */
export const MAX_ORDER_IDS = 100

/** IDs with such a part that this console has shown in this environment, users among them; `is_cut` for more. */
export const findOrderIds = endpoint({
  name: 'find_order_ids',
  path: '/order-ids/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({
    part: z
      .string()
      .max(64)
      .refine((text) => readIdQuery(text) !== null, 'At least four characters of an ID.'),
  }),
  response: z.object({ ids: z.array(orderId).max(MAX_ORDER_IDS), is_cut: z.boolean() }),
})
