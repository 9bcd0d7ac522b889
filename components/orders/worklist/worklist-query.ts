import type { QueryClient } from '@tanstack/react-query'
import {
  getWorklistOrder,
  listWorklist,
  WORKLIST_FILTERS,
  WORKLIST_LIMIT,
  type Worklist,
  type WorklistFilter,
  type WorklistItem,
  type WorklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext } from '#lib/kernel/client/request.ts'

/** Milliseconds between two looks while the page is seen. */
export const WORKLIST_POLL_MS = 45_000
/** Rows that are shown; what is done makes room for the next. */
export const WORKLIST_ROWS = 25

/** The filter in the address of the overview. */
export const FILTER_KEY = 'needs'

export function worklistQuery(
  environment: string,
  { filter, isWhole, check = 'first' }: { filter: WorklistFilter; isWhole: boolean; check?: 'first' | 'all' },
  context: Omit<RequestContext, 'environment'> = {},
) {
  const query = { filter, check, limit: isWhole ? WORKLIST_LIMIT : WORKLIST_ROWS }
  return consoleQuery(listWorklist, { params: { environment }, query }, context)
}

export const worklistOrderQuery = (environment: string, order_id: string) =>
  consoleQuery(getWorklistOrder, { params: { environment, order_id } }, {})

/** Returns the IDs of the orders after so many, as far as the list goes. @throws RequestError */
export async function readMoreIds(
  environment: string,
  asked: { filter: WorklistFilter; check: 'first' | 'all' },
  offset: number,
): Promise<string[]> {
  const query = { ...asked, limit: WORKLIST_LIMIT }
  const { items } = await consoleRequest(listWorklist, { params: { environment }, query }, {})
  return items.slice(offset).map(({ order_id }) => order_id)
}

/** Shows a mark before the list is read again, so that the next key meets the next order. */
export function showMark(client: QueryClient, order_id: string, mark: WorklistMark): Promise<void> {
  const shown = (item: WorklistItem) => {
    if (item.order_id !== order_id) return [item]
    return (item.mark.snooze === null) === (mark.snooze === null) ? [{ ...item, mark }] : []
  }
  client.setQueriesData<Worklist>({ queryKey: ['console', listWorklist.name] }, (list) => {
    return list && { ...list, items: list.items.flatMap(shown) }
  })
  return invalidateWorklist(client)
}

export async function invalidateWorklist(client: QueryClient): Promise<void> {
  await Promise.all(
    [listWorklist, getWorklistOrder].map(({ name }) => client.invalidateQueries({ queryKey: ['console', name] })),
  )
}

/** The filter of an address; anything else is all. */
export function readFilter(value: string | null | undefined): WorklistFilter {
  return WORKLIST_FILTERS.find((filter) => filter === value) ?? 'all'
}
