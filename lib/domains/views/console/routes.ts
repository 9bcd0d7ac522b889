/** Saved views over HTTP. */
import { z } from 'zod'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import { ALL, type ViewList } from '#lib/domains/views/list.ts'
import {
  changeView,
  deleteView,
  restoreView,
  savedFilterOf,
  savedLayoutOf,
  saveView,
  setOwnView,
  setRoleView,
} from '#lib/domains/views/view-changes.ts'
import {
  BUILT_IN_VIEWS,
  type CountViews,
  countViews,
  listViews,
  type ViewLayout,
  type ViewPlace,
} from '#lib/domains/views/views.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { validationIssues } from '#lib/kernel/error-body.ts'
import { auditSubjects, userSubjects } from '#lib/kernel/input-subjects.ts'
import type { Asker, Views } from './views.ts'

type Filter = Record<string, unknown>

/** @throws ApiError 422 with the field of the filter that the list doesn't have, or whose value it doesn't take */
function checked<B extends { filter?: Filter | undefined; look?: ViewLayout | undefined }>(
  { list }: ViewPlace,
  body: B,
): B {
  const { look, filter } = body
  const parsed = z.object({ filter: savedFilterOf(list).optional() }).safeParse({ filter })
  if (!parsed.success) throw new ApiError('invalid_input', validationIssues('body', parsed.error))
  return {
    ...body,
    ...(filter && { filter: parsed.data.filter }),
    ...(look && { look: savedLayoutOf(list, look) }),
  }
}

/** Returns the routes of saved views: list, count, save, change, remove, restore and set as default. */
export function viewRoutes(views: Views, counters: Readonly<Record<ViewList, CountViews>>): ConsoleRoute[] {
  const asker = ({ params: place }: { params: ViewPlace }, { viewer }: RouteContext): Asker => ({ place, viewer })

  return [
    // Only names of views and counts: they show no personal data, and every list requests them.
    route(listViews, async (call, context) => ({ body: await views.list(asker(call, context)) }), { audited: false }),
    route(
      countViews,
      async (call, context) => {
        const own = await views.list(asker(call, context))
        const { environment, list } = call.params
        // A view of one person or order says something of them by its number alone.
        for (const { filter } of own.views) {
          context.about(userSubjects({ body: filter }), 'shown', 'users')
          context.about(auditSubjects({ body: filter }), 'shown')
        }
        // How many rows there are at all is said above the list.
        const builtIn = BUILT_IN_VIEWS[list].filter(({ id }) => id !== ALL)
        const by = { environment, staff_id: context.viewer.id, time_zone: call.query.time_zone }
        return { body: { counts: await counters[list](by, [...builtIn, ...own.views]) } }
      },
      { audited: false },
    ),

    route(saveView, async (call, context) => {
      const saved = await views.save(asker(call, context), context.newId(), checked(call.params, call.body))
      context.note({ view: saved.id })
      return { body: saved }
    }),
    route(changeView, async (call, context) => {
      const { version, ...change } = checked(call.params, call.body)
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
