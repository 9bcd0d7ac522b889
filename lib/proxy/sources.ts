/** The console's own reads of a service, with the same timeouts, checks and key handling as the proxy's. */

import type { z } from 'zod'
import {
  type ConnectionSource,
  type InfoSource,
  type OrderSource,
  SourceFailure,
  type UserSource,
} from '#lib/console/sources.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { readEach, unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { buildPath, encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import type { ProxyEnvironment } from './app.ts'
import {
  callUpstream,
  cleanAnswer,
  failureError,
  UPSTREAM_TIMES,
  UpstreamError,
  type UpstreamFailure,
  type UpstreamTimes,
} from './upstream.ts'

/** A failed read, for the log; never contains a value of the call. */
export interface ServiceReadFailure {
  environment: string
  fault: UpstreamFailure
  request_id: string
  /** Failed act of the service: "list its users". */
  act: string
  error: UpstreamError
}

interface ServiceReadsOptions {
  environments: readonly ProxyEnvironment[]
  key_header: string
  onError: (fault: ServiceReadFailure) => void
  times?: UpstreamTimes
}

interface Read {
  endpoint: Endpoint
  /** Values of the path; none unless set. */
  params?: Readonly<Record<string, string>>
  query: QueryValues
  signal: AbortSignal
  /** The action to name in the error, as a verb phrase: "list its users". */
  act: string
}

/** Creates a function that returns the parsed body of a 200. @throws SourceFailure with a message for people */
function createServiceReads({ environments, key_header, onError, times = UPSTREAM_TIMES }: ServiceReadsOptions) {
  const byId = new Map(environments.map((environment) => [environment.id, environment]))

  return async <T>(
    id: string,
    { endpoint, params = {}, query, signal, act }: Read,
    parse: (answer: unknown) => T,
  ): Promise<T> => {
    const environment = byId.get(id)
    if (!environment) throw new SourceFailure('This environment no longer exists.')
    const { label, api_key, upstream } = environment
    const request_id = newId()
    const headers = { accept: 'application/json', 'x-request-id': request_id, [key_header]: api_key }
    const search = encodeQuery(query)
    const path = `${buildPath(endpoint.path, params)}${search && `?${search}`}`
    try {
      const call = { endpoint, method: endpoint.method, path, headers, body: null, signal }
      const answer = cleanAnswer(await callUpstream(upstream, call, times), api_key)
      return parse(await readWhole(answer, label, act))
    } catch (error) {
      if (signal.aborted || error instanceof SourceFailure) throw error
      if (!(error instanceof UpstreamError)) throw error
      onError({ environment: id, fault: error.fault, request_id, act, error })
      throw new SourceFailure(failureError(endpoint, label, error.fault).message)
    }
  }
}

/** @throws SourceFailure, UpstreamError */
async function readWhole(response: Response, label: string, act: string): Promise<unknown> {
  const { status, headers } = response
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    throw new SourceFailure(
      `The service “${label}” asked this console to slow down (status ${status}).`,
      seconds * 1000,
      status,
    )
  }
  if (status !== 200) {
    const advice = 'If this continues, ask your administrator to check the service.'
    throw new SourceFailure(`The service “${label}” failed to ${act} (status ${status}). ${advice}`, null, status)
  }
  try {
    return await response.json()
  } catch {
    throw new UpstreamError('broken')
  }
}

/** Refusals that say nothing of the one user: the key, the time, the number of calls. */
const OF_EVERY_USER: ReadonlySet<number> = new Set([401, 403, 408, 429])

/** Null for a refusal or an unreadable connection: half of a list would pass for all of it. @throws SourceFailure */
export function createConnectionSource(options: ServiceReadsOptions): ConnectionSource {
  const read = createServiceReads(options)

  return {
    listConnections(id, user_id, signal) {
      const call = { endpoint: listUserProviders, params: { user_id }, query: {}, signal, act: 'list a user’s sources' }
      return read(id, call, (answer) => {
        const found = listUserProviders.response.safeParse(answer).data?.providers
        return found && withinPage(found, MOST_CONNECTIONS) ? found : null
      }).catch(unlessOfThisUser)
    },
  }
}

/** Null for a user without demographics, and for a record that isn't understood. @throws SourceFailure */
export function createInfoSource(options: ServiceReadsOptions): InfoSource {
  const read = createServiceReads(options)

  return {
    readInfo(id, user_id, signal) {
      const call = { endpoint: getLatestUserInfo, params: { user_id }, query: {}, signal, act: 'read demographics' }
      const parse = (answer: unknown) => getLatestUserInfo.response.safeParse(answer).data ?? null
      return read(id, call, parse).catch(unlessOfThisUser)
    },
  }
}

function unlessOfThisUser(error: unknown): null {
  if (error instanceof SourceFailure && isOfThisUser(error.status)) return null
  throw error
}

function isOfThisUser(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && !OF_EVERY_USER.has(status)
}

/** Unreadable orders are left out and named; `total` stays the service's. @throws SourceFailure */
export function createOrderSource(options: ServiceReadsOptions): OrderSource {
  const read = createServiceReads(options)

  return {
    searchOrders: (id, query, signal) =>
      read(id, { endpoint: listOrders, query: { ...query }, signal, act: 'search its orders' }, (answer) => {
        const { found, unreadable } = readList(listOrders.response, answer)
        if (!withinPage([...found.orders, ...unreadable], query.size ?? ORDERS_PAGE)) throw TOO_MANY()
        return { orders: found.orders, total: found.total, unreadable }
      }),
  }
}

/** Orders of a page, unless a size is asked for. */
const ORDERS_PAGE = 50
/** Connections of all users of a page, and characters of one: several times those of people with many sources. */
const MOST_CONNECTIONS = 5_000
const MOST_CHARACTERS = 4_000_000

/** Whether no more came than was asked for: all of a page is written in one go, which holds everybody up. */
const withinPage = (entries: readonly unknown[], most: number) => entries.length <= most
const TOO_MANY = () => new UpstreamError('oversize')

/** Reads entries one by one where some don't parse, so that a malformed one hides no other. */
function readList<S extends z.ZodType>(schema: S, answer: unknown) {
  const whole = schema.safeParse(answer)
  const rest = whole.success ? null : readEach(schema, answer)
  const found = whole.data ?? schema.safeParse(rest).data
  if (!found) throw new UpstreamError('broken')
  return { found, unreadable: unreadableIn(rest) }
}

/** Unreadable users are left out and named. @throws SourceFailure when the service or its page fails */
export function createUserSource(options: ServiceReadsOptions): UserSource {
  const read = createServiceReads(options)

  return {
    listUsers: (id, query, signal) =>
      read(id, { endpoint: listUsers, query: { ...query }, signal, act: 'list its users' }, (answer) => {
        const { found, unreadable } = readList(listUsers.response, answer)
        const { users, total } = found
        const connections = users.flatMap(({ connected_sources }) => connected_sources)
        const isInBounds =
          withinPage([...users, ...unreadable], query.limit) &&
          withinPage(connections, MOST_CONNECTIONS) &&
          JSON.stringify(users).length <= MOST_CHARACTERS
        if (!isInBounds) throw TOO_MANY()
        return { users, entries: users.length + unreadable.length, unreadable, total }
      }),
  }
}
