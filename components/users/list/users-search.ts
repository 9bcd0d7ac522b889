/** What is asked of the list of users: filters and page from the address, text from the history. Pure. */

import type { DirectoryFilters } from '#components/patterns/domain/directory-fields.tsx'
import { type DirectoryState, directorySearch, type searchDirectory } from '#lib/domains/users/directory.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'

export const USER_SIZES = [50, 100, 250, 500] as const

/** What of a search the address holds, by the names of the interface; the text may be personal, so it does not. */
const usersSearch = directorySearch.omit({ text: true, time_zone: true, after: true })

/** Null and no sources where nothing is asked for. Days are the viewer's own. */
export interface UserFilters extends DirectoryFilters {
  has_connections: boolean | null
}

export const NO_FILTERS: UserFilters = { sources: [], has_connections: null, created_from: null, created_to: null }

export function readUsersSearch(search: URLSearchParams) {
  const { query, ignored } = readListSearch(usersSearch, search)
  const { offset, limit, sources = [], has_connections = null, created_from = null, created_to = null } = query
  const filters: UserFilters = { sources, has_connections, created_from, created_to }
  return { offset, limit, filters, ignored }
}

export function writeUsersSearch(filters: UserFilters, offset: number, limit: number): URLSearchParams {
  return writeListSearch(usersSearch, { ...filters, offset, limit })
}

/** Why nobody can be found with such filters, and what to do; null where somebody can. */
export function filterProblem({ sources, has_connections, created_from, created_to }: UserFilters): string | null {
  if (created_from !== null && created_to !== null && created_from > created_to) {
    return 'The last day is before the first day. Choose a later last day.'
  }
  if (has_connections === false && sources.length > 0) {
    return 'Users without connections can’t have these sources. Remove one of the two filters.'
  }
  return null
}

export function hasQuery(filters: UserFilters, text: string): boolean {
  const { sources, has_connections, created_from, created_to } = filters
  return text !== '' || sources.length > 0 || has_connections !== null || (created_from ?? created_to) !== null
}

export type UsersBody = Omit<NonNullable<EndpointInput<typeof searchDirectory>['body']>, 'offset' | 'limit' | 'after'>

/** The zone travels only with days, so that the server's first page and the browser's are the same question. */
export function usersBody(filters: UserFilters, text: string, time_zone: string): UsersBody {
  const { sources, has_connections, created_from, created_to } = filters
  return {
    ...(text && { text }),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(has_connections !== null && { has_connections }),
    ...(created_from && { created_from }),
    ...(created_to && { created_to }),
    ...((created_from || created_to) && { time_zone }),
  }
}

/**
 * Where the rows come from: before the directory has read the whole list for the first time it can answer a question
 * about those it has read, and only the service knows the list itself.
 */
export function rowsFrom({ users, complete_at }: DirectoryState, asked: boolean): 'directory' | 'live' {
  if (complete_at !== null) return 'directory'
  return asked && users > 0 ? 'directory' : 'live'
}

/** As many digits as a phone number has with its area code: of so many, few are a part of an ID. */
const PHONE_DIGITS = 10

/** What people search users by although the service's list doesn't have it; null for everything else. */
export function unsearchable(text: string): 'Email addresses' | 'Phone numbers' | null {
  if (/\S@\S/.test(text)) return 'Email addresses'
  if (!/^[+(]?[\d\s().-]{7,}$/.test(text)) return null
  const digits = text.replace(/\D/g, '').length
  return digits >= PHONE_DIGITS || (digits >= 7 && readIdQuery(text) === null) ? 'Phone numbers' : null
}
