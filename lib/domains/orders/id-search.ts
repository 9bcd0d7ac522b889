/** Order search by a part of an ID. The service need not know any such rule (§ 13): the part becomes the IDs it stands for. */
import type { z } from 'zod'
import { consoleRequest, type RequestContext, request } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import type { IdPart } from '#lib/utils/ids/id-part.ts'
import { idQueryText, longestRun, placeInId } from '#lib/utils/ids/id-place.ts'
import { idPartOf } from './id-text.ts'
import { listOrders, type orderSearch } from './order.ts'
import { findOrderIds, MAX_ORDER_IDS } from './order-ids.ts'

type Query = z.input<typeof orderSearch>
type Orders = EndpointOutput<typeof listOrders>

/** `total` is null where a part of an ID stands for too many IDs to ask for. @throws RequestError */
export async function searchOrders(query: Query, context: RequestContext, signal: AbortSignal): Promise<Orders> {
  const ask = (asked: Query) => request(listOrders, { query: asked }, context, { signal, skipUnreadable: true })
  const part = idPartOf(query.search_input)
  if (part === null) return ask(query)
  if (part.kind === 'inner') {
    // Digits may as well be those of a birth date, or the letters of a name.
    const answer = await ask(query)
    if (answer.total !== 0) return answer
  }
  const found = await idsWithPart(part, context, signal)
  const question = withIds(query, found.ids)
  if (question === null) return { orders: [], total: 0, page: query.page ?? 1, size: query.size ?? 50 }
  const answer = await ask(question)
  return found.is_cut ? { ...answer, total: null } : answer
}

/** Returns the search as the service can answer it page by page; null where it finds nothing. @throws RequestError */
export async function serviceSearch(query: Query, context: RequestContext, signal: AbortSignal): Promise<Query | null> {
  const part = idPartOf(query.search_input)
  if (part === null) return query
  if (part.kind === 'inner') {
    const { total } = await request(listOrders, { query: { ...query, page: 1, size: 1 } }, context, { signal })
    if (total !== 0) return query
  }
  return withIds(query, (await idsWithPart(part, context, signal)).ids)
}

/** In place of the text; an order that is asked for by its ID as well has to be among them. */
function withIds(query: Query, ids: readonly string[]): Query | null {
  const { search_input: _, order_ids, ...rest } = query
  const wanted = order_ids?.length ? ids.filter((id) => order_ids.includes(id)) : [...ids]
  return wanted.length === 0 ? null : { ...rest, order_ids: wanted }
}

async function idsWithPart(part: IdPart, context: RequestContext, signal: AbortSignal) {
  const { environment } = context
  const candidates = { search_input: longestRun(part), size: MAX_ORDER_IDS }
  const [shown, found] = await Promise.all([
    consoleRequest(findOrderIds, { params: { environment }, query: { part: idQueryText(part) } }, context, { signal }),
    request(listOrders, { query: candidates }, context, { signal, skipUnreadable: true }),
  ])
  const ids = new Set(shown.ids)
  for (const { id, user_id } of found.orders) {
    if (placeInId(id, part) !== null || placeInId(user_id, part) !== null) ids.add(id)
  }
  const total = found.total ?? Number.POSITIVE_INFINITY
  const is_cut = shown.is_cut || ids.size > MAX_ORDER_IDS || total > found.orders.length
  return { ids: [...ids].slice(0, MAX_ORDER_IDS), is_cut }
}
