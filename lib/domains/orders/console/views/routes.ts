/** Saved views over HTTP. */
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import {
  changeView,
  deleteView,
  restoreView,
  saveView,
  setOwnView,
  setRoleView,
} from '#lib/domains/orders/view-changes.ts'
import { ALL_ORDERS, BUILT_IN_VIEWS, countViews, listViews } from '#lib/domains/orders/views.ts'
import type { CountViews } from './counts.ts'
import type { Asker, Views } from './views.ts'

/** How many orders there are at all is said above the list. */
const COUNTED_BUILT_IN = BUILT_IN_VIEWS.filter(({ id }) => id !== ALL_ORDERS)

/** Returns the routes of saved views: list, count, save, change, remove, restore and set as default. */
export function viewRoutes(views: Views, count: CountViews): ConsoleRoute[] {
  const asker = (
    { params: { environment } }: { params: { environment: string } },
    { viewer }: RouteContext,
  ): Asker => ({
    environment,
    viewer,
  })

  return [
    // Only names of views and counts: they show no personal data, and every order list requests them.
    route(listViews, async (call, context) => ({ body: await views.list(asker(call, context)) }), { audited: false }),
    route(
      countViews,
      async (call, context) => {
        const own = await views.list(asker(call, context))
        const all = [...COUNTED_BUILT_IN, ...own.views]
        const { environment } = call.params
        const staff_id = context.viewer.id
        return { body: { counts: await count({ environment, staff_id, time_zone: call.query.time_zone }, all) } }
      },
      { audited: false },
    ),

    route(saveView, async (call, context) => {
      const saved = await views.save(asker(call, context), context.newId(), call.body)
      context.note({ view: saved.id })
      return { body: saved }
    }),
    route(changeView, async (call, context) => {
      const { version, ...change } = call.body
      return { body: await views.change(asker(call, context), call.params.view_id, version, change) }
    }),
    route(deleteView, async (call, context) => {
      await views.remove(asker(call, context), call.params.view_id, call.query.version)
      return { body: null }
    }),
    route(restoreView, async (call, context) => ({
      body: await views.restore(asker(call, context), call.params.view_id),
    })),
    route(setOwnView, async (call, context) => ({
      body: await views.setOwn(asker(call, context), call.body.view_id),
    })),
    route(setRoleView, async (call, context) => ({
      body: await views.setRole(asker(call, context), call.body.role, call.body.view_id),
    })),
  ]
}
