/** Queries of demographics: one user's on their pages, and those of whom rows, cards and dialogs show. */
import { isServer, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { MOST_NAMED, namePeople, type ShownInfo } from '#lib/domains/users/directory.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, type RequestContext } from '#lib/kernel/client/request.ts'
import { batched } from '#lib/utils/data/batch.ts'
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
export function useUserInfo(address: UserAddress, initial: RequestFailure | null, isAllowed = true) {
  const query = useQuery({ ...userInfoQuery(address), enabled: isAllowed && !(initial && SETTLED.has(initial.status)) })
  const unanswered = query.data === undefined ? initial : null
  return {
    info: query.data,
    failure: query.data === undefined && query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

/** Milliseconds for which what rows show isn't read again, and for which a row that comes on screen waits for others. */
const SHOWN_FRESH_MS = 10 * MINUTE
const GATHER_MS = 10

/** Reads of what rows show, by environment: those of one moment are one call, and one entry in the audit log. */
const shownReads = new Map<string, (user_id: string) => Promise<ShownInfo | null | RequestError>>()
const gather = () => new Promise((resolve) => setTimeout(resolve, GATHER_MS))

async function readShown({ environment, user_id }: UserAddress, client: QueryClient): Promise<ShownInfo | null> {
  // A team that may not read one user's demographics may read nobody's.
  const key = ['service', environment, 'no demographics']
  const refusal = client.getQueryData<RequestError>(key)
  if (refusal) throw refusal
  const read = shownReads.get(environment) ?? batched((ids) => readNames(environment, ids), MOST_NAMED, gather)
  shownReads.set(environment, read)
  const shown = await read(user_id)
  if (!(shown instanceof RequestError)) return shown
  if (shown.status === 403) client.setQueryData(key, shown)
  throw shown
}

async function readNames(environment: string, ids: readonly string[]) {
  const input = { params: { environment }, body: { user_ids: [...new Set(ids)] } }
  const { people, problem, is_refused } = await consoleRequest(namePeople, input, {})
  const known = new Map(people.map(({ user_id, info }) => [user_id, info]))
  const status = is_refused ? 403 : 502
  const failure = new RequestError({ kind: 'http', call: 'names', detail: problem ?? '', status })
  return ids.map((user_id) => known.get(user_id) ?? (known.has(user_id) ? null : failure))
}

/** Reads who somebody is, for rows, cards and dialogs; see `useShownInfo`. */
export function shownInfoQuery(client: QueryClient, address: UserAddress) {
  const { environment, user_id } = address
  return {
    queryKey: ['console', namePeople.name, environment, user_id],
    queryFn: async (): Promise<ShownInfo | null> => {
      const whole = userInfoQuery(address)
      await gather()
      const known = client.getQueryCache().find({ queryKey: whole.queryKey })
      // A record from before patients were shown or hidden is invalid: it is read again with the rest of the page.
      return known?.state.data || known?.isActive() ? client.fetchQuery(whole) : readShown(address, client)
    },
    staleTime: SHOWN_FRESH_MS,
    gcTime: isServer ? Number.POSITIVE_INFINITY : SHOWN_FRESH_MS,
  }
}

/**
 * Returns who somebody is, for rows, cards and dialogs: what the page has read of them whole, or reads just now, or else
 * what rows show. `info` is null where there are no demographics, undefined until that is known.
 */
export function useShownInfo(address: UserAddress, enabled: boolean) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...shownInfoQuery(client, address),
    enabled: ({ state }) => enabled && !(state.error && SETTLED.has(failureOf(state.error).status)),
  })
  return { info: data, failure: data === undefined && error ? failureOf(error) : null, refetch }
}
