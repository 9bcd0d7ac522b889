/** The views of a list and their counts; the same on the server and in the browser. */
import type { QueryClient } from '@tanstack/react-query'
import { ALL } from '#lib/domains/views/list.ts'
import { countViews, listViews, type ViewPlace } from '#lib/domains/views/views.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { appearanceOf, knownViews, noViews, shownView, type ViewedList } from './shown-view.ts'

type Context = Omit<RequestContext, 'environment'>

export function viewsQuery(params: ViewPlace, context: Context = {}) {
  return consoleQuery(listViews, { params }, context)
}

export function countsQuery(params: ViewPlace, time_zone: string) {
  return consoleQuery(countViews, { params, query: { time_zone } }, {})
}

interface Asked {
  list: ViewedList
  /** The query of the page's address. */
  search: URLSearchParams
  /** Fetches the rows that an address without views asks for. */
  fetchRows: (client: QueryClient, search: URLSearchParams) => Promise<void>
}

/** Prefetches the first rows, or the view that a bare address leads to. */
export async function openViewed({ environment, ...context }: RequestContext, { list, search, fetchRows }: Asked) {
  const place = { environment, list: list.list }
  const found: { first: string | null; layout: string } = { first: null, layout: list.list }
  const read = await prefetchWith(async (client) => {
    // Without the views the list still has its rows; the browser asks for them again.
    const known = await client.fetchQuery({ ...viewsQuery(place, context), retry: false }).catch(() => null)
    if (search.size === 0 && known && known.defaults.first !== ALL) {
      found.first = known.defaults.first
      return
    }
    const views = known ? knownViews(list, known.views, known.defaults.first) : noViews(list)
    const shown = shownView(search, list, views)
    found.layout = appearanceOf(list.list, shown.view).layout
    if (!shown.isWaiting) await fetchRows(client, shown.search)
  })
  return { ...read, ...found }
}
