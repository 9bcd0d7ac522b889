/** The overview over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { createZoneLimit } from '#lib/domains/orders/console/zone-limit.ts'
import { listCallbacks, recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  acknowledgeCriticalOrder,
  listAcknowledgements,
  listCriticalOrders,
  setCriticalStart,
} from '#lib/domains/orders/critical/critical.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import type { CriticalResults } from './critical.ts'
import type { OverviewOf } from './overview.ts'

/** Returns the routes of the overview, the critical results, their acknowledgement and the calls about them. */
export function overviewRoutes({ overview }: OverviewOf, critical: CriticalResults, now: () => Date): ConsoleRoute[] {
  const zones = createZoneLimit(now)
  return [
    // Only counts: they show no personal data, and every open page polls them.
    route(
      getOverview,
      async ({ params: { environment }, query: { time_zone } }, { viewer }) => {
        zones.check(viewer.id, time_zone)
        return { body: await overview(environment, time_zone) }
      },
      { audited: false },
    ),

    route(listCriticalOrders, async ({ params: { environment }, query: { earlier_than } }) => ({
      body: await critical.queue(environment, earlier_than),
    })),

    route(listAcknowledgements, async ({ params: { environment }, query: { order_ids } }) => ({
      body: await critical.acknowledgements(environment, order_ids),
    })),

    route(
      acknowledgeCriticalOrder,
      async ({ params: { environment }, body }, { viewer: { id, name }, request: { signal } }) => ({
        body: await critical.acknowledge({ environment, ...body, owner: { id, name }, signal }),
      }),
    ),

    route(setCriticalStart, async ({ params: { environment }, body: { starts_at } }, { note }) => {
      note({ fields: ['starts_at'] })
      return { body: await critical.setStart(environment, starts_at) }
    }),

    route(listCallbacks, async ({ params: { environment }, query: { order_ids } }) => ({
      body: { callbacks: await critical.callbacks(environment, order_ids) },
    })),

    route(
      recordCallback,
      async ({ params: { environment }, body: attempt }, { viewer: { id, name }, request: { signal } }) => ({
        body: await critical.recordCallback({ environment, attempt, by: { id, name }, signal }),
      }),
    ),
  ]
}
