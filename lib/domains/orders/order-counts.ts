/** How many orders a search would find, before anyone makes it: what the filters of the list say beside each choice. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { someLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ianaZone } from '#lib/kernel/fields.ts'
import { orderViewFilter } from './views.ts'

/** `missing` is why there is no number, or why there are at least so many, in words for people; null where it is exact. */
export const counted = z.object({ count: z.int().min(0).nullable(), missing: z.string().nullable() })
export type Counted = z.infer<typeof counted>

/** More than there are statuses. */
export const MAX_COUNTED_SEARCHES = 50

/**
 * Counts each of some searches, in their order; each at most once a minute for everybody, partial where some fail. A
 * filter by a name isn't taken: who looks for a name makes an audited search. One by an ID is recorded.
 * @throws ApiError 429 when one person asks in more than 3 time zones within a minute
 */
export const countOrderSearches = endpoint({
  name: 'count_order_searches',
  section: 'console',
  method: 'POST',
  path: '/order-counts/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({}),
  body: z.strictObject({
    /** Time zone of the filter's dates. */
    time_zone: ianaZone,
    /** Filter shared by all of them. */
    filter: orderViewFilter,
    /** Filters that replace parts of `filter`, one per count. */
    choices: z.array(orderViewFilter).min(1).max(MAX_COUNTED_SEARCHES),
    /** Limits by which orders are stuck, in place of those that are set: what limits would mark before they are saved. */
    stuck_days: someLimits.optional(),
  }),
  response: z.object({ counts: z.array(counted) }),
  success: [200],
  safe: true,
})

/** The list of all orders, searched by a text that may be a name: the text stands beside the address, never in it. */

/** Returns the name of a personal filter in the entry of the history that holds it. */
export const heldName = (filter: string) => `orders.${filter}`

/** Returns the address of all orders, and what its entry of the history holds. */
export function ordersByText(environment: string, text: string) {
  return { address: `/${environment}/orders?view=all`, held: { [heldName('search_input')]: text } }
}
