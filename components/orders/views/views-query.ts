/** The views of the list and their counts; the same on the server and in the browser. */

import { fetchOrders } from '#components/orders/list/orders-query.ts'
import { ALL_ORDERS, countViews, listViews } from '#lib/domains/orders/views.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { appearanceOf, knownViews, NO_VIEWS, shownView } from './orders-views.ts'

type Context = Omit<RequestContext, 'environment'>

export function viewsQuery(environment: string, context: Context = {}) {
  return consoleQuery(listViews, { params: { environment } }, context)
}

export function countsQuery(environment: string, time_zone: string) {
  return consoleQuery(countViews, { params: { environment }, query: { time_zone } }, {})
}

interface Asked {
  /** The query of the page's address. */
  search: URLSearchParams
  /** The viewer's. */
  time_zone: string
}

/** What the first HTML shows, or the view that an address without a query leads to. */
export async function openOrders(context: RequestContext, { search, time_zone }: Asked) {
  const { environment, ...rest } = context
  const found: { first: string | null; list: string } = { first: null, list: appearanceOf(null).list }
  const read = await prefetchWith(async (client) => {
    // Without the views the list still has its rows; the browser asks for them again.
    const known = await client.fetchQuery({ ...viewsQuery(environment, rest), retry: false }).catch(() => null)
    if (search.size === 0 && known && known.defaults.first !== ALL_ORDERS) {
      found.first = known.defaults.first
      return
    }
    const shown = shownView(search, known ? knownViews(known.views, known.defaults.first) : NO_VIEWS)
    found.list = appearanceOf(shown.view).list
    if (!shown.isWaiting) await fetchOrders(client, context, { search: shown.search, user_id: null, time_zone })
  })
  return { ...read, ...found }
}
