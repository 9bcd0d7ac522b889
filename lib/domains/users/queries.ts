/** Queries of a user's pages: the directory's row, and demographics. */
import { isServer, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery, serviceQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext, request } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { getDirectoryUser } from './directory.ts'

export interface UserAddress {
  environment: string
  user_id: string
}

export function userInput({ environment, user_id }: UserAddress) {
  return { params: { environment, user_id } }
}

/** Refetches only when asked, because each read is audited (§ get latest user info). */
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

/** Returns the query of a user's connections (§ 3); one that can't be read hides no other, see `unreadableIn`. */
export function providersQuery({ environment, user_id }: UserAddress) {
  const input = { params: { user_id } }
  return queryOptions({
    ...serviceQuery(listUserProviders, input, { environment }),
    queryFn: ({ signal }) => request(listUserProviders, input, { environment }, { signal, isEach: true }),
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

/** Statuses that a retry won't change: a team that may not read, or a person without a record. */
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

/** One person's reads that the server works on at once are three: one stays free for the page itself. */
const inTurn = pLimit(2)
/** Milliseconds for which a name that rows show isn't read again. */
const NAME_FRESH_MS = 10 * MINUTE

/** Reads each shown user once for the page, few at a time; missing records aren't asked for again soon. */
export function useShownInfo(address: UserAddress, enabled: boolean) {
  const client = useQueryClient()
  const { environment, user_id } = address
  const { data, error, refetch } = useQuery({
    ...userInfoQuery(address),
    queryFn: ({ signal }) => {
      const read = () => request(getLatestUserInfo, { params: { user_id } }, { environment }, { signal })
      return inTurn(() => readUnlessRefused(client, environment, read))
    },
    staleTime: NAME_FRESH_MS,
    gcTime: isServer ? Number.POSITIVE_INFINITY : NAME_FRESH_MS,
    enabled: ({ state }) => enabled && !(state.error && SETTLED.has(failureOf(state.error).status)),
  })
  return { info: data, failure: data === undefined && error ? failureOf(error) : null, refetch }
}

/** A team that may not read one user's demographics may read nobody's. */
async function readUnlessRefused<T>(client: QueryClient, environment: string, read: () => Promise<T>): Promise<T> {
  const key = ['service', environment, 'no demographics']
  const refusal = client.getQueryData<RequestError>(key)
  if (refusal) throw refusal
  return read().catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 403) client.setQueryData(key, error)
    throw error
  })
}
