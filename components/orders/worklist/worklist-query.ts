import type { QueryClient } from '@tanstack/react-query'
import { getMyWork } from '#lib/domains/contacts/contacts.ts'
import {
  ASKED_FILTERS,
  type AskedFilter,
  getWorklistOrder,
  listWorklist,
  WORKLIST_LIMIT,
  type Worklist,
  type WorklistItem,
  type WorklistMark,
  type WorklistSort,
} from '#lib/domains/orders/worklist/worklist.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext } from '#lib/kernel/client/request.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

/** Milliseconds between two looks while the page is seen. */
export const WORKLIST_POLL_MS = 45_000
/** Rows that are shown; what is done makes room for the next. */
export const WORKLIST_ROWS = 25

/** The filter in the address of the overview. */
export const FILTER_KEY = 'needs'

export interface WorklistAsked {
  filter: AskedFilter
  isWhole: boolean
  check?: 'first' | 'all'
  sort?: WorklistSort
  /** The viewer's: the day before theirs begins what is new. */
  zone: string
}

/** Since the beginning of yesterday, where the viewer is. */
const newSince = (zone: string) => zonedInstant(addDays(dayIn(zone, clockNow()), -1), 0, zone).toISOString()

export function worklistQuery(
  environment: string,
  { filter, isWhole, check = 'first', sort = 'oldest', zone }: WorklistAsked,
  context: Omit<RequestContext, 'environment'> = {},
) {
  const limit = isWhole ? WORKLIST_LIMIT : WORKLIST_ROWS
  const query = { filter, check, limit, sort, new_since: newSince(zone) }
  return consoleQuery(listWorklist, { params: { environment }, query }, context)
}

export const worklistOrderQuery = (environment: string, order_id: string) =>
  consoleQuery(getWorklistOrder, { params: { environment, order_id } }, {})

/** Returns the IDs of the orders after so many, as far as the list goes. @throws RequestError */
export async function readMoreIds(
  environment: string,
  { zone, ...asked }: Pick<WorklistAsked, 'filter' | 'check' | 'sort' | 'zone'>,
  offset: number,
): Promise<string[]> {
  const query = { ...asked, new_since: newSince(zone), limit: WORKLIST_LIMIT }
  const { items } = await consoleRequest(listWorklist, { params: { environment }, query }, {})
  return items.slice(offset).map(({ order_id }) => order_id)
}

/** Shows a mark before the list is read again, so that the next key meets the next order. */
export function showMark(client: QueryClient, order_id: string, mark: WorklistMark): Promise<void> {
  const shown = (item: WorklistItem) => {
    if (item.order_id !== order_id) return [item]
    const isMoved = (['snooze', 'outcome'] as const).some(
      (part) => (item.mark[part] === null) !== (mark[part] === null),
    )
    return isMoved ? [] : [{ ...item, mark }]
  }
  client.setQueriesData<Worklist>({ queryKey: ['console', listWorklist.name] }, (list) => {
    return list && { ...list, items: list.items.flatMap(shown) }
  })
  return invalidateWorklist(client)
}

export async function invalidateWorklist(client: QueryClient): Promise<void> {
  await Promise.all(
    [listWorklist, getWorklistOrder, getMyWork].map(({ name }) =>
      client.invalidateQueries({ queryKey: ['console', name] }),
    ),
  )
}

/** The filter of an address; anything else is the usual one. */
export function readFilter(value: string | null | undefined): AskedFilter {
  return ASKED_FILTERS.find((filter) => filter === value) ?? 'usual'
}
