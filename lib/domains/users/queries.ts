/** Queries of a user's pages: the directory's row, and connections. */

import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery, serviceQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext, request } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { getDirectoryUser, type NamedPerson, namePeople } from './directory.ts'

export interface UserAddress {
  environment: string
  user_id: string
}

export function userInput({ environment, user_id }: UserAddress) {
  return { params: { environment, user_id } }
}

/** Name of the text in the entry of the history that holds it. */
export const HELD_TEXT = 'users'

/** The list of users, searched by a text that may be personal: the text stands beside the address, never in it. */
export function usersByText(environment: string, text: string) {
  return { address: `/${environment}/users`, held: { [HELD_TEXT]: text } }
}

/** Returns the query of a user's connections (§ 3); one that can't be read hides no other, see `unreadableIn`. */
export function providersQuery({ environment, user_id }: UserAddress) {
  const input = { params: { user_id } }
  return queryOptions({
    ...serviceQuery(listUserProviders, input, { environment }),
    queryFn: ({ signal }) => request(listUserProviders, input, { environment }, { signal, skipUnreadable: true }),
  })
}

/** The user as the directory last saw them. */
export function useUser(address: UserAddress, initial: RequestFailure | null) {
  return useConsole(getDirectoryUser, userInput(address), initial)
}

/** Asks the service itself for the user, and shows what it says everywhere on the page. Returns why it could not. */
export function useFreshUser(address: UserAddress) {
  const client = useQueryClient()
  return async (): Promise<string | null> => {
    const input = userInput(address)
    const row = await consoleRequest(getDirectoryUser, { ...input, query: { fresh: true } }, {})
    // Newer knowledge of the console stays.
    if (row.problem === null) client.setQueryData(consoleQuery(getDirectoryUser, input, {}).queryKey, row)
    return row.problem
  }
}

export function namesQuery(
  environment: string,
  user_ids: readonly string[],
  context: Omit<RequestContext, 'environment'> = {},
) {
  return consoleQuery(namePeople, { params: { environment }, body: { user_ids: [...user_ids] } }, context)
}

/** Reads who the users of some rows are, all at once: one entry in the audit log. Shown names are read again after minutes. */
export function useNames(environment: string, user_ids: readonly string[], isAllowed: boolean) {
  const { data, error, isFetching } = useQuery({
    ...namesQuery(environment, user_ids),
    enabled: isAllowed && user_ids.length > 0,
    staleTime: 5 * MINUTE,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
  const problem = error ? 'Names didn’t load.' : (data?.problem ?? null)
  const names = useMemo(() => new Map<string, NamedPerson>(data?.people.map((one) => [one.user_id, one])), [data])
  return { names, problem, isFetching }
}
