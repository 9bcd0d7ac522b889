/** Queries of demographics: one user's on their pages, and those of whom rows, cards and dialogs show. */
import { isServer, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { getLatestUserInfo } from './user-info.ts'

/** Refetches only when asked, because each read is audited (§ get latest user info). */
export function userInfoQuery(
  { environment, user_id }: UserAddress,
  context: Omit<RequestContext, 'environment'> = {},
) {
  return {
    ...serviceQuery(getLatestUserInfo, { params: { user_id } }, { ...context, environment }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
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
