/** The pages of the list; the same on the server and in the browser. */
import type { QueryClient } from '@tanstack/react-query'
import { idPartOf } from '#lib/domains/orders/id-text.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { type Prefetched, prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { filterProblem, linkProblem, type OrdersQuery, ordersQuery, readOrdersSearch } from './orders-search.ts'

/** Few searches are for a part of an ID, so its code comes with the first. @throws RequestError */
const loadIdSearch = () => import('#lib/domains/orders/id-search.ts').catch(throwUnreachable)
const loadStuck = () => import('#lib/domains/orders/stuck/stuck-orders.ts').catch(throwUnreachable)

function throwUnreachable(): never {
  const detail = 'We couldn’t reach the console. Check your connection.'
  throw new RequestError({ kind: 'network', call: `GET ${listOrders.path}`, detail })
}

export function ordersPage(context: RequestContext, query: OrdersQuery, offset: number, size: number) {
  const { stuck, ...asked } = query
  const input = { query: { ...asked, page: Math.floor(offset / size) + 1, size } }
  const read = servicePage(listOrders, input, context)
  if (stuck) {
    const queryFn = async ({ signal }: { signal: AbortSignal }) => {
      const { searchStuck } = await loadStuck()
      return searchStuck(input.query, context, signal)
    }
    return { queryKey: [...read.queryKey, 'stuck'], queryFn }
  }
  if (idPartOf(query.search_input) === null) return read
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const { searchOrders } = await loadIdSearch()
    return searchOrders(input.query, context, signal)
  }
  return { ...read, queryFn }
}

export function countOrders({ orders, total }: EndpointOutput<typeof listOrders>) {
  return { rows: orders.length, total }
}

interface FirstPage {
  /** The query of the page's address. */
  search: URLSearchParams
  /** User whose orders are listed; null for everyone's. */
  user_id: string | null
  /** The viewer's. */
  time_zone: string
}

/** Filters that find nothing are not asked for. @throws RequestError */
export async function fetchOrders(
  client: QueryClient,
  context: RequestContext,
  { search, user_id, time_zone }: FirstPage,
): Promise<void> {
  const { filters, page, size, ignored } = readOrdersSearch(search)
  const moment = { zone: time_zone, now: clockNow() }
  if (linkProblem(ignored) ?? filterProblem(filters, moment)) return
  const query = ordersQuery(user_id === null ? filters : { ...filters, user_id }, moment)
  await client.fetchQuery({ ...ordersPage(context, query, (page - 1) * size, size), retry: false })
}

/** Prefetches the first page of one user's orders. */
export function prefetchOrders(context: RequestContext, asked: FirstPage): Promise<Prefetched> {
  return prefetchWith((client) => fetchOrders(client, context, asked))
}
