/** How many orders a search would find, before anyone makes it: what the filters of the list say beside each choice. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { counted, ianaZone } from '#lib/kernel/fields.ts'
import { someLimits } from './stuck/stuck-limit-changes.ts'
import { orderViewFilter } from './views.ts'

/** More than there are statuses. */
export const MAX_COUNTED_SEARCHES = 50

/**
 * Counts each of some searches, in their order; each at most once a minute for everybody, partial where some fail. A
 * filter by a name isn't taken: who looks for a name makes an audited search. One by an ID is recorded.
 * @throws ApiError 429 when one person asks in more than 3 time zones within a minute
 */
export const countOrderSearches = endpoint({
  name: 'count_order_searches',
  method: 'POST',
  path: '/order-counts/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  body: z.strictObject({
    time_zone: ianaZone,
    /** Filter shared by all of them. */
    filter: orderViewFilter,
    /** Filters that replace parts of `filter`, one per count. */
    choices: z.array(orderViewFilter).min(1).max(MAX_COUNTED_SEARCHES),
    /** Limits by which orders are stuck, in place of those that are set: what limits would mark before they are saved. */
    stuck_days: someLimits.optional(),
  }),
  response: z.object({ counts: z.array(counted) }),
  safe: true,
})
