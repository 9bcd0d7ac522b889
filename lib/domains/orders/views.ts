/** What a saved view of the list of orders can hold, and the views that are built in. */
import { z } from 'zod'
import type { BuiltInView } from '#lib/domains/views/list.ts'
import { RELATIVE_DAYS } from '#lib/utils/time/relative-days.ts'
import { type listOrders, orderSearch } from './order.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from './status/status.ts'

/** What of a search for orders may name a person; no view holds it. */
const PERSONAL = { search_input: true, patient_name: true, shipping_recipient_name: true } as const satisfies Record<
  (typeof listOrders.personal)[number],
  true
>

const relativeDays = z.enum(RELATIVE_DAYS)

/**
 * What of a search for orders an address may hold, by the names of the interface. Relative ranges of days and `stuck`
 * are ours: the service is asked for what they come to.
 */
export const openSearch = orderSearch.omit(PERSONAL).extend({
  created_within: relativeDays.optional(),
  updated_within: relativeDays.optional(),
  stuck: z.boolean().optional(),
})

/** As `openSearch` reads it from an address; the page itself is no part of a view. Anything else is refused, not dropped. */
export const orderViewFilter = z
  .strictObject(openSearch.omit({ page: true, size: true }).shape)
  .extend({ size: orderSearch.shape.size.unwrap().optional() })
export type OrderViewFilter = z.output<typeof orderViewFilter>

export const ORDER_VIEWS: readonly BuiltInView<OrderViewFilter>[] = [
  { id: 'all', name: 'All orders', filter: {} },
  { id: 'open', name: 'Open', filter: { status: [...OPEN_STATUSES] } },
  { id: 'exceptions', name: 'Exceptions', filter: { status: [...EXCEPTION_STATUSES] } },
  { id: 'stuck', name: 'Stuck', filter: { stuck: true } },
  { id: 'critical', name: 'Critical', filter: { is_critical: true } },
]
