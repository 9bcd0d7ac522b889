/** What the pages of one user read: the row of the directory, and their demographics. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/failure.ts'
import { consoleQuery, serviceQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { getDirectoryUser } from './directory.ts'

/** Whose page it is. */
export interface UserAddress {
  environment: string
  user_id: string
}

/** Returns the input of the directory's endpoints for one user. */
export function userInput({ environment, user_id }: UserAddress) {
  return { params: { environment, user_id } }
}

/**
 * Returns the query options of a user's demographics (§ get latest user info). It refetches only when asked,
 * because each read is audited.
 */
export function userInfoQuery(
  { environment, user_id }: UserAddress,
  context: Omit<RequestContext, 'environment'> = {},
) {
  return {
    ...serviceQuery(getLatestUserInfo, { params: { user_id } }, { ...context, environment }),
    // Each reading is an entry in the audit log: it is read again when somebody asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }
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
    // What the console knows better by now stays.
    if (row.problem === null) client.setQueryData(consoleQuery(getDirectoryUser, input, {}).queryKey, row)
    return row.problem
  }
}

/** What the service said before says again: a team that may not read, or a person nothing is recorded of. */
const SETTLED: ReadonlySet<number | null> = new Set([403, 404])

/** `info` is undefined while it is under way and where there is none, for which `failure` says why. */
export function useUserInfo(address: UserAddress, initial: RequestFailure | null) {
  const query = useQuery({ ...userInfoQuery(address), enabled: !(initial && SETTLED.has(initial.status)) })
  const unanswered = query.data === undefined ? initial : null
  return {
    info: query.data,
    failure: query.data === undefined && query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}
