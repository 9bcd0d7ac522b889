/** User search: filters and page in the address, text in the history state. Pure. */

import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { defineList } from '#components/patterns/list/define-list.ts'
import type { ViewedList } from '#components/patterns/views/shown-view.ts'
import {
  type DirectoryState,
  MOST_NAMED,
  type SearchedUser,
  searchDirectory,
  USER_ORDER_KEYS,
  type UserOrderKey,
} from '#lib/domains/users/directory.ts'
import { namesQuery } from '#lib/domains/users/queries.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import { shareableUserSearch, USER_VIEWS } from '#lib/domains/users/views.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consolePage, servicePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { createdDays, dayIn } from '#lib/utils/time/day-ranges.ts'

export const USER_SIZES = [50, 100, 250, 500] as const

/** Search parameters in the address, named as in the interface. */
export const usersSearch = shareableUserSearch.extend({ limit: z.int().min(1).max(500).default(100) })

const USERS = defineList({
  address: usersSearch,
  place: ['offset', 'limit'],
  always: ['order_key', 'order_direction'],
})

/** Null and no sources where nothing is asked for. Days are the viewer's own; no order is newest first, or the best match of a text. */
export type UserFilters = typeof USERS.none
export const NO_FILTERS = USERS.none

export const USER_SORT_LABELS: Readonly<Record<UserOrderKey, Record<'label' | 'asc' | 'desc', string>>> = {
  created_on: { label: 'Created', desc: 'newest first', asc: 'oldest first' },
  changed_on: { label: 'Changed', desc: 'newest first', asc: 'oldest first' },
  client_user_id: { label: 'Reference', asc: 'A to Z', desc: 'Z to A' },
  time_zone: { label: 'Fallback time zone', asc: 'A to Z', desc: 'Z to A' },
}

type Order = Pick<UserFilters, 'order_key' | 'order_direction'>

const usualDirection = (key: UserOrderKey) => (key === 'created_on' || key === 'changed_on' ? 'desc' : 'asc')

/** Returns the order in which the rows stand; with a text and no other order, by how well they match. */
export function sortOf({ order_key, order_direction }: Order) {
  const key = order_key ?? 'created_on'
  return { order_key: key, order_direction: (order_key && order_direction) ?? usualDirection(key) }
}

/** The order that a press on the head of a column asks for: its own first, then the other way round. */
export function sortNext(filters: Order, key: string): Order {
  const now = sortOf(filters)
  const next = USER_ORDER_KEYS.find((one) => one === key) ?? 'created_on'
  const turned = now.order_direction === 'asc' ? 'desc' : 'asc'
  return ordered(next, next === now.order_key ? turned : usualDirection(next))
}

/** The usual order has no name, so that a text is answered by its best match. */
export function ordered(key: UserOrderKey, direction: 'asc' | 'desc'): Order {
  const isUsual = key === 'created_on' && direction === 'desc'
  return isUsual ? { order_key: null, order_direction: null } : { order_key: key, order_direction: direction }
}

export function readUsersSearch(search: URLSearchParams) {
  const { place, ignored } = USERS.read(search)
  const { order_key, order_direction } = sortOf(place.filters)
  const order = ordered(order_key, order_direction)
  return { ...place, filters: { ...place.filters, ...order }, ignored }
}

export function writeUsersSearch(filters: UserFilters, offset: number, limit: number): URLSearchParams {
  return USERS.write({ filters, offset, limit })
}

/** Why nobody can be found with such filters, and what to do; null where somebody can. */
export function filterProblem(filters: UserFilters): string | null {
  const { sources, has_connections, created_from, created_to, created_within } = filters
  if (created_within === null && created_from !== null && created_to !== null && created_from > created_to) {
    return 'The last day is before the first day. Choose a later last day.'
  }
  if (has_connections === false && sources.length > 0) {
    return 'Users without connections can’t have these sources. Remove one of the two filters.'
  }
  return null
}

export const hasQuery = (filters: UserFilters, text: string) => text !== '' || USERS.isFiltered(filters)

export type UsersBody = Omit<NonNullable<EndpointInput<typeof searchDirectory>['body']>, 'offset' | 'limit' | 'after'>

/** Sends the zone only with days, so that the server's first page and the browser's ask the same question. */
export function usersBody(filters: UserFilters, text: string, time_zone: string, today: string): UsersBody {
  const { sources, has_connections, order_key, order_direction } = filters
  const days = createdDays(filters, today)
  return {
    ...(text && { text }),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(has_connections !== null && { has_connections }),
    ...days,
    ...((days.created_from || days.created_to) && { time_zone }),
    ...(order_key && { order_key, order_direction: order_direction ?? usualDirection(order_key) }),
  }
}

/** Until its first full crawl the directory knows only some users, and only the service the whole list. */
export function rowsFrom({ users, complete_at }: DirectoryState, asked: boolean): 'directory' | 'live' {
  if (complete_at !== null) return 'directory'
  return asked && users > 0 ? 'directory' : 'live'
}

/** The pages of the list, from the directory or live; the same on the server and in the browser. */
export interface UserRow {
  user: User
  /** When the directory last saw the user; null in the live list. */
  seen_at: string | null
  found?: SearchedUser['found']
}

export function directoryPage(
  { environment, ...context }: RequestContext,
  body: UsersBody,
  offset: number,
  limit: number,
) {
  const page = { ...(offset > 0 && { offset }), limit }
  const input = { params: { environment }, body: { ...body, ...page } }
  return consolePage(searchDirectory, input, context)
}

export function livePage(context: RequestContext, offset: number, limit: number) {
  return servicePage(listUsers, { query: { offset, limit } }, context)
}

interface FirstPage {
  /** The query of the list, of its address or of the view it names. */
  search: URLSearchParams
  time_zone: string
  /** Milliseconds since 1970. */
  now: number
}

/** Fetches what the first HTML shows: rows of the directory, or of the live list where the directory has none to give. */
export async function fetchUsers(client: QueryClient, context: RequestContext, { search, time_zone, now }: FirstPage) {
  const { filters, offset, limit } = readUsersSearch(search)
  const body = usersBody(filters, '', time_zone, dayIn(time_zone, now))
  if (filterProblem(filters)) return
  const found = await client
    .fetchQuery({ ...directoryPage(context, body, offset, limit), retry: false })
    .catch((error: unknown) => {
      if (error instanceof RequestError && error.status !== 401 && error.status !== 403) return null
      throw error
    })
  if (found && rowsFrom(found.state, Object.keys(body).length > 0) === 'directory') {
    const { environment, ...rest } = context
    const ids = found.users.slice(0, MOST_NAMED).map(({ user }) => user.user_id)
    // Elsewhere the browser asks who they are, once it shows them; a demo's can't answer for a second or two.
    if (rest.preview && ids.length > 0)
      await client.prefetchQuery({ ...namesQuery(environment, ids, rest), retry: false })
    return
  }
  await client.fetchQuery({ ...livePage(context, offset, limit), retry: false })
}

export const CONNECTION_CHOICES = [
  { value: null, text: 'All users' },
  { value: false, text: 'No connections' },
  { value: true, text: 'At least one connection' },
] as const

export const USER_VIEW_LIST: ViewedList = {
  list: 'users',
  label: 'User views',
  builtIn: USER_VIEWS,
  keys: Object.keys(shareableUserSearch.shape).filter((key) => key !== 'offset'),
  page: 'offset',
  defaults: { ...sortOf(NO_FILTERS), limit: String(usersSearch.parse({}).limit) },
  unfiltered: ['order_key', sortOf(NO_FILTERS).order_key],
}
