import { countParser } from '#lib/client/list-search.ts'
import type { Paging } from '#lib/client/use-paged-list.ts'
import { listUsers } from '#lib/contract/user.ts'

export const USER_SIZES = [25, 50, 100, 250, 500] as const

/** What of the endpoint's query this page keeps in the address. */
export const usersSearch = listUsers.query

export const usersParsers = {
  offset: countParser(usersSearch, 'offset'),
  limit: countParser(usersSearch, 'limit'),
}

export const usersPaging: Paging<typeof listUsers> = {
  endpoint: listUsers,
  toInput: (offset, limit) => ({ query: { offset, limit } }),
  count: ({ users, total }) => ({ rows: users.length, total }),
}
