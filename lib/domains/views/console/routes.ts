import { z } from 'zod'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import { BUILT_IN_VIEWS } from '#lib/domains/views/built-in.ts'
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
  ALL,
  type CountViews,
  countViews,
  listViews,
  type ViewFilter,
  type ViewLayout,
  type ViewList,
  type ViewPlace,
} from '#lib/domains/views/views.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { validationIssues } from '#lib/kernel/error-body.ts'
import { auditSubjects, userSubjects } from '#lib/kernel/input-subjects.ts'
import type { Asker, Views } from './views.ts'

type Filter = Record<string, unknown>

/** Finds those of some sources that a user of the environment has connected, by their slugs. */
export type KnownSources = (environment: string, sources: string[]) => Promise<{ source: { slug: string } }[]>

/** @throws ApiError 422 where a source is one that nobody has connected: it may be a name that somebody typed */
async function requireKnown(known: KnownSources, environment: string, { sources }: ViewFilter): Promise<void> {
  if (!Array.isArray(sources) || sources.length === 0) return
  const found = new Set((await known(environment, sources)).map(({ source }) => source.slug.toLowerCase()))
  if (sources.every((slug) => found.has(slug.toLowerCase()))) return
  const msg = 'No user has one of these sources connected.'
  throw new ApiError('invalid_input', [{ loc: ['body', 'filter', 'sources'], msg, type: 'unknown_source' }])
}

/** @throws ApiError 422 with the field of the filter that the list doesn't have, or whose value it doesn't take */
async function checked<B extends { filter?: Filter | undefined; look?: ViewLayout | undefined }>(
  known: KnownSources,
  { environment, list }: ViewPlace,
  body: B,
): Promise<B> {
  const { look, filter } = body
  const parsed = z.object({ filter: savedFilterOf(list).optional() }).safeParse({ filter })
  if (!parsed.success) throw new ApiError('invalid_input', validationIssues('body', parsed.error))
  await requireKnown(known, environment, parsed.data.filter ?? {})
  return {
    ...body,
    ...(filter && { filter: parsed.data.filter }),
    ...(look && { look: savedLayoutOf(list, look) }),
  }
}

/** Returns the routes of saved views: list, count, save, change, remove, restore and set as default. */
export function viewRoutes(
  views: Views,
  counters: Readonly<Record<ViewList, CountViews>>,
  known: KnownSources,
): ConsoleRoute[] {
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
      const saved = await views.save(
        asker(call, context),
        context.newId(),
        await checked(known, call.params, call.body),
      )
      context.note({ view: saved.id })
      return { body: saved }
    }),
    route(changeView, async (call, context) => {
      const { version, ...change } = await checked(known, call.params, call.body)
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
