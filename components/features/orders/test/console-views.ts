/** A console that keeps views in memory, for tests of the list: changes are answered as the real one does. */
import { HttpResponse, http } from 'msw'
import { server } from '#components/test/server.ts'
import { changeView, saveView } from '#lib/contract/console/view-changes.ts'
import type { SavedView, ViewDefaults } from '#lib/contract/console/views.ts'

const BASE = '*/api/console/views/sandbox'
const OF_VIEW = `${BASE}/:id`

export interface ConsoleViews {
  views: SavedView[]
  defaults: ViewDefaults
  may_set_roles: boolean
  /** Bodies of what was sent to change something, the address's last part first. */
  sent: [what: string, body: unknown][]
  /** The next change is answered so. */
  refuse: { status: number; detail: unknown } | null
}

export const savedView = (id: string, name: string, changes: Partial<SavedView> = {}): SavedView => ({
  id,
  name,
  shared: false,
  owner_name: 'Ann Hale',
  is_own: true,
  may_change: true,
  filter: {},
  look: {},
  version: 1,
  changed_at: '2026-11-19T20:00:00.000Z',
  ...changes,
})

/** Answers from now on; what is changed stands in what it returns. */
export function consoleViews(
  views: SavedView[] = [],
  counts: Readonly<Record<string, number | null>> = {},
): ConsoleViews {
  const kept: ConsoleViews = {
    views,
    defaults: { own: null, roles: {}, first: 'all' },
    may_set_roles: false,
    sent: [],
    refuse: null,
  }
  const change = async (what: string, request: Request, done: (body: unknown) => object | null) => {
    const body: unknown = request.headers.get('content-type') ? await request.json() : null
    kept.sent.push([what, body])
    const { refuse } = kept
    kept.refuse = null
    if (refuse) return HttpResponse.json({ detail: refuse.detail }, { status: refuse.status })
    const answer = done(body)
    return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 204 })
  }
  const put = (id: unknown, next: Partial<SavedView>) => {
    const before = kept.views.find((view) => view.id === id) ?? savedView(String(id), '')
    const view = { ...before, ...next, version: before.version + 1 }
    kept.views = [...kept.views.filter((one) => one.id !== id), view]
    return view
  }
  server.use(
    http.get(`${BASE}/counts`, () =>
      HttpResponse.json({
        counts: Object.entries(counts).map(([view_id, count]) => ({
          view_id,
          count,
          missing: count === null ? 'The service is down.' : null,
        })),
      }),
    ),
    http.get(BASE, () => {
      const { sent: _, refuse: __, ...listed } = kept
      return HttpResponse.json(listed)
    }),
    http.post(BASE, ({ request }) =>
      change('save', request, (body) => {
        const view = savedView('00000000-0000-4000-8000-0000000000ff', '', saveView.body.parse(body))
        kept.views = [...kept.views, view]
        return view
      }),
    ),
    http.post(`${OF_VIEW}/restore`, ({ request, params: { id } }) => change('restore', request, () => put(id, gone))),
    http.patch(OF_VIEW, ({ request, params: { id } }) =>
      change('change', request, (body) => {
        const { version: _, ...next } = changeView.body.parse(body)
        return put(id, Object.fromEntries(Object.entries(next)))
      }),
    ),
    http.delete(OF_VIEW, ({ request, params: { id } }) =>
      change('delete', request, () => {
        gone = kept.views.find((view) => view.id === id) ?? gone
        kept.views = kept.views.filter((view) => view.id !== id)
        return null
      }),
    ),
  )
  let gone: Partial<SavedView> = {}
  return kept
}
