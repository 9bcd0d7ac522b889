import { z } from 'zod'
import type { BuiltInView } from '#lib/domains/views/views.ts'
import { RELATIVE_DAYS } from '#lib/utils/time/day-ranges.ts'
import { type listOrders, orderSearch } from './order.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from './status/status.ts'

/** Fields of an order search that may name a person; no view holds them. */
const PERSONAL = { search_input: true, patient_name: true, shipping_recipient_name: true } as const satisfies Record<
  (typeof listOrders.personal)[number],
  true
>

const relativeDays = z.enum(RELATIVE_DAYS)

/** Relative ranges and `stuck` are ours: the service gets the values they stand for. */
export const shareableOrderSearch = orderSearch.omit(PERSONAL).extend({
  created_within: relativeDays.optional(),
  updated_within: relativeDays.optional(),
  stuck: z.boolean().optional(),
})

/** As `shareableOrderSearch` reads it from an address; the page itself is no part of a view. Anything else is refused, not dropped. */
export const orderViewFilter = z
  .strictObject(shareableOrderSearch.omit({ page: true, size: true }).shape)
  .extend({ size: orderSearch.shape.size.unwrap().optional() })
export type OrderViewFilter = z.output<typeof orderViewFilter>

export const ORDER_VIEWS: readonly BuiltInView<OrderViewFilter>[] = [
  { id: 'all', name: 'All orders', filter: {} },
  { id: 'open', name: 'Open', filter: { status: [...OPEN_STATUSES] } },
  { id: 'exceptions', name: 'Exceptions', filter: { status: [...EXCEPTION_STATUSES] } },
  { id: 'stuck', name: 'Stuck', filter: { stuck: true } },
  { id: 'critical', name: 'Critical', filter: { is_critical: true } },
]
