/** The overview over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { getOverview } from '#lib/contract/console/overview.ts'
import type { OverviewOf } from './overview.ts'

export function overviewRoutes({ overview }: OverviewOf): ConsoleRoute[] {
  return [
    // Counts alone: they show nobody's data, and every open page asks for them again and again.
    route(getOverview, async ({ params: { environment } }) => ({ body: await overview(environment) }), {
      audited: false,
    }),
  ]
}
