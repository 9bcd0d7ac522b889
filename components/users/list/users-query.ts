/** The pages of the list, from the directory or live; the same on the server and in the browser. */
import type { QueryClient } from '@tanstack/react-query'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consolePage, servicePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { filterProblem, readUsersSearch, rowsFrom, type UsersBody, usersBody } from './users-search.ts'

export interface UserRow {
  user: User
  /** When the directory last saw the user; null in the live list. */
  seen_at: string | null
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

export function countFound({ users, total }: EndpointOutput<typeof searchDirectory>) {
  return { rows: users.length, total }
}

export function countLive({ users, total }: EndpointOutput<typeof listUsers>) {
  return { rows: users.length, total }
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
  if (found && rowsFrom(found.state, Object.keys(body).length > 0) === 'directory') return
  await client.fetchQuery({ ...livePage(context, offset, limit), retry: false })
}
