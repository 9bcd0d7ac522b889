import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { Role } from '#lib/domains/staff/roles.ts'
import {
  changeView,
  deleteView,
  restoreView,
  saveView,
  setOwnView,
  setRoleView,
} from '#lib/domains/views/view-changes.ts'
import {
  countViews,
  type listViews,
  type SavedView,
  type ViewDefaults,
  type ViewPlace,
} from '#lib/domains/views/views.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { viewsQuery } from './shown-view.ts'

type Listed = EndpointOutput<typeof listViews>
type Content = EndpointInput<typeof saveView>['body']
type Change = Omit<EndpointInput<typeof changeView>['body'], 'version'>

/** Every function throws RequestError, after which the list is asked for again all the same. */
export function useViewChanges(params: ViewPlace) {
  const client = useQueryClient()
  const { queryKey } = viewsQuery(params)

  const keep = (next: (listed: Listed) => Listed) =>
    client.setQueryData<Listed>(queryKey, (listed) => (listed ? next(listed) : listed))
  const put = (view: SavedView) =>
    keep((listed) => {
      const isKnown = listed.views.some(({ id }) => id === view.id)
      const views = listed.views.map((known) => (known.id === view.id ? view : known))
      return { ...listed, views: isKnown ? views : [...listed.views, view] }
    })
  const setDefaults = (defaults: ViewDefaults) => keep((listed) => ({ ...listed, defaults }))
  async function done<T>(call: Promise<T>, then: (answer: T) => void): Promise<T> {
    try {
      const answer = await call
      then(answer)
      return answer
    } finally {
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['console', countViews.name] })
    }
  }

  return {
    save: (body: Content) => done(consoleRequest(saveView, { params, body }, {}), put),
    change: ({ id, version }: SavedView, change: Change) =>
      done(consoleRequest(changeView, { params: { ...params, view_id: id }, body: { ...change, version } }, {}), put),
    remove: ({ id, version }: SavedView) =>
      done(consoleRequest(deleteView, { params: { ...params, view_id: id }, query: { version } }, {}), () =>
        keep((listed) => ({ ...listed, views: listed.views.filter((view) => view.id !== id) })),
      ),
    restore: ({ id }: SavedView) => done(consoleRequest(restoreView, { params: { ...params, view_id: id } }, {}), put),
    setOwn: (view_id: string | null) =>
      done(consoleRequest(setOwnView, { params, body: { view_id } }, {}), setDefaults),
    setRole: (role: Role, view_id: string | null) =>
      done(consoleRequest(setRoleView, { params, body: { role, view_id } }, {}), setDefaults),
  }
}

/** Says what did not work, where there is no dialog to say it. */
export function failed(title: string) {
  return (error: unknown) => {
    if (!(error instanceof RequestError)) throw error
    toast({ kind: 'failed', title, text: error.message })
  }
}
