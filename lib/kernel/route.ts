/**
 * Answers every call to the server in the same steps: match → authenticate → authorize → check origin → parse → audit →
 * handle → respond. Sign-in, console, proxy and embedded service are four configurations of it.
 *
 * | mistake | answer |
 * |---|---|
 * | unknown path | 404 `unknown_address`; 401 first where everything needs a session or a key |
 * | known path, wrong method | 405 `method_not_allowed` with `Allow` |
 * | not signed in, no key | 401 before anything is said of the input |
 * | not permitted | 403 on record, before the input is read |
 * | change, export or read by POST from another site, or from nowhere with a cookie | 403 `cross_site` |
 * | wrong input | see read-input.ts |
 */
import pLimit from 'p-limit'
import { ApiError, errorResponse, passing } from './api-error.ts'
import { BODY_BYTES, type EndpointRecord } from './endpoint.ts'
import { type ReadInput, type ReadStored, readInput } from './read-input.ts'
import { endpointMatcher } from './wire.ts'

/** Handler of one endpoint; entry points add fields. */
export interface RouteRecord {
  readonly endpoint: EndpointRecord
}

export interface Incoming {
  request: Request
  url: URL
  /** The path as the endpoints spell it, below the prefix of the entry point. */
  path: string
  request_id: string
  /** Network address of the client, as far as it can be trusted, where the entry point counts by it. */
  address?: string
}

export interface Call<R extends RouteRecord> extends Incoming {
  route: R
  endpoint: R['endpoint']
  /** Path parameters, decoded but not validated yet. */
  params: Readonly<Record<string, string>>
}

/** Adds ids that the call asked for or its answer shows to the audit entry; of users, or of anything else. */
export type About = (ids: readonly string[], how?: 'asked' | 'shown', whose?: 'users' | 'others') => void

/** Names of fields, a source, a number of rows or a view: what a change was, never a value. */
interface ChangeDetails {
  fields?: string[]
  is_whole?: true
  provider?: string
  rows?: number
  view?: string
  endpoint?: string
  host?: string
}

/** Says of the entry in the audit log what is known only once the work is done, in place of what was said before. */
export type NoteDetails = (details: { [K in keyof ChangeDetails]: ChangeDetails[K] | undefined }) => void

/** Handles a validated call. */
export type Work = (about: About, note: NoteDetails) => Promise<Response>

/** Entry to record: a validated call, or the reason of a refusal. */
export type Recorded = { input: ReadInput; refused: null } | { input: null; refused: ApiError }

export interface Pipeline<R extends RouteRecord, Caller> {
  routes: readonly R[]
  matcher?: typeof endpointMatcher
  /** The 404 of a path that no route has. */
  unknown: ApiError
  methodDetail: string
  /** `route` is null where none matched. @throws ApiError 401 or 429 */
  authenticate: (incoming: Incoming, route: R | null) => Promise<Caller>
  /** Returns why the caller may not, which goes on record. @throws ApiError for what has no place in the audit log */
  authorize?: (call: Call<R>, caller: Caller) => ApiError | null
  /** Public address of the console; null where callers have a key, which no browser attaches by itself. */
  publicUrl: (() => string) | null
  /** Reads small bodies before the turn begins, so that a slow sender doesn't delay others of the same network. */
  readsFirst?: boolean
  /** Schedules concurrent calls; see turns.ts. */
  inTurn?: (call: Call<R>, caller: Caller, work: () => Promise<Response>) => Promise<Response>
  /** How to read the record that a call replaces, whose values stand where they are sent as they are; null for others. */
  stored?: (call: Call<R>, caller: Caller) => ReadStored | null
  /** Records the call around its work. */
  audit?: (call: Call<R>, caller: Caller, recorded: Recorded, work: Work) => Promise<Response>
  handle: (call: Call<R>, caller: Caller, input: ReadInput, about: About, note: NoteDetails) => Promise<Response>
  /** Converts an unexpected error to a response; it is rethrown unless set. */
  onError?: (error: unknown) => ApiError
}

/** Large bodies read concurrently in this process: each takes memory and time. */
const largeBodies = pLimit(3)

function isLarge({ maxBodyBytes = BODY_BYTES }: EndpointRecord): boolean {
  return maxBodyBytes > BODY_BYTES
}

export function createPipeline<R extends RouteRecord, Caller>(options: Pipeline<R, Caller>) {
  const { routes, matcher = endpointMatcher, audit, authorize, publicUrl } = options
  const find = matcher(routes.map(({ endpoint }) => endpoint))
  const byName = new Map(routes.map((route) => [route.endpoint.name, route]))

  async function run(incoming: Incoming): Promise<Response> {
    const { match, methods } = find(incoming.request.method, incoming.path)
    const route = (match && byName.get(match.endpoint.name)) ?? null
    const caller = await options.authenticate(incoming, route)
    if (!route || !match) throw unlisted(methods, options)
    const call = { ...incoming, route, endpoint: route.endpoint, params: match.params }
    const refuse = (refused: ApiError) => {
      const work = async () => errorResponse(refused, incoming.request_id)
      return audit ? audit(call, caller, { input: null, refused }, work) : work()
    }
    const read = () =>
      readInput(
        call.endpoint,
        { request: call.request, params: call.params, search: call.url.searchParams },
        options.stored?.(call, caller) ?? null,
      )
    const early = options.readsFirst && !authorize ? await read().catch(refusalOf) : null
    const answer = () => {
      const denial = authorize?.(call, caller) ?? crossSite(call, publicUrl)
      return denial ? refuse(denial) : readAndHandle(call, caller, refuse, async () => early ?? (await read()))
    }
    return options.inTurn ? options.inTurn(call, caller, answer) : answer()
  }

  async function readAndHandle(
    call: Call<R>,
    caller: Caller,
    refuse: (refused: ApiError) => Promise<Response>,
    read: () => Promise<ReadInput | ApiError>,
  ): Promise<Response> {
    const input = await (isLarge(call.endpoint) ? largeBodies(read) : read()).catch(refusalOf)
    if (input instanceof ApiError) return refuse(input)
    const work: Work = (about, note) =>
      options
        .handle(call, caller, input, about, note)
        .catch((error: unknown) => errorResponse(refusalOf(error), call.request_id))
    return audit ? audit(call, caller, { input, refused: null }, work) : work(noop, noop)
  }

  return async (incoming: Incoming): Promise<Response> => {
    const { request_id } = incoming
    const response = await run(incoming).catch((error: unknown) => {
      if (error instanceof ApiError) return errorResponse(error, request_id)
      if (isLeft(incoming.request, error)) return errorResponse(LEFT, request_id)
      if (!options.onError) throw error
      return errorResponse(passing(error, options.onError(error)), request_id)
    })
    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-request-id', request_id)
    return response
  }
}

const noop = () => undefined

const LEFT = new ApiError('canceled', 'The call was canceled.')

/** Whether work ended because its caller has left: nothing failed. */
function isLeft({ signal }: Request, error: unknown): boolean {
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'))
}

/** Returns an error of ours; any other goes on. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function crossSite({ endpoint, request }: Call<RouteRecord>, publicUrl: (() => string) | null): ApiError | null {
  const isPlainRead = endpoint.safe && !endpoint.isExport && request.method !== 'POST'
  if (isPlainRead || !publicUrl || !isCrossSite(request, publicUrl())) return null
  return new ApiError('cross_site', CROSS_SITE_DENIAL)
}

function unlisted(
  methods: readonly string[],
  { unknown, methodDetail }: Pick<Pipeline<RouteRecord, unknown>, 'unknown' | 'methodDetail'>,
): ApiError {
  if (methods.length === 0) return unknown
  return new ApiError('method_not_allowed', methodDetail, { headers: { allow: methods.join(', ') } })
}

/**
 * Returns whether a page of another origin asks. Browsers say so in `Sec-Fetch-Site` or `Origin`. Without either, a plain
 * read may be one of the address bar; anything else with a cookie is refused, for nobody can say where it came from.
 * `publicUrl` is where browsers reach the console: behind a proxy that ends TLS, the address of the request itself has
 * another scheme.
 */
export function isCrossSite(
  { headers, url, method }: Pick<Request, 'headers' | 'url' | 'method'>,
  publicUrl: string,
): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === null && origin === null) return method !== 'GET' && method !== 'HEAD' && headers.has('cookie')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  return origin !== null && !isOwn(origin, url, publicUrl)
}

/** Without https the console is for this machine, which has more than one name. Until an address is known, nothing is. */
function isOwn(origin: string, url: string, publicUrl: string): boolean {
  if (origin === URL.parse(publicUrl)?.origin) return true
  return publicUrl.startsWith('http:') && origin === new URL(url).origin
}

/** The detail of the 403 that such a change gets. */
const CROSS_SITE_DENIAL =
  'Changes are taken from the console itself only. If this happens in the console, ask whoever runs it to check its PUBLIC_URL.'
