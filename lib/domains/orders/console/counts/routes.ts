/** Counts of searches for orders over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import type { CountViews } from '#lib/domains/views/views.ts'

/** Returns the route that counts searches as the views are counted: kept for a minute, a person's one after another. */
export function orderCountRoutes(count: CountViews): ConsoleRoute[] {
  return [
    // Every open filter requests counts; those of a person or of orders are recorded.
    route(
      countOrderSearches,
      async ({ params: { environment }, body: { time_zone, filter, choices, stuck_days } }, { viewer }) => {
        const searches = choices.map((choice, at) => ({ id: String(at), filter: { ...filter, ...choice } }))
        const found = await count(
          { environment, staff_id: viewer.id, time_zone, ...(stuck_days && { stuck_days }) },
          searches,
        )
        return { body: { counts: found.map(({ count, missing }) => ({ count, missing })) } }
      },
      { audited: false },
    ),
  ]
}
