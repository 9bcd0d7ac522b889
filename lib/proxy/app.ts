/** The only way from a browser to a service: session → role → allow-list → validation → audit → key → upstream. */

import { Hono } from 'hono'
import type { Audit } from '#lib/console/audit-port.ts'
import type { BookingGuard, SentBooking } from '#lib/console/booking-guard.ts'
import { auditSubjects } from '#lib/domains/audit/audit-subjects.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { denialOf, ENVIRONMENT_DENIAL } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/staff.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { buildPath, type EndpointMatch, proxyMatcher } from '#lib/kernel/wire.ts'
import { CROSS_SITE_DENIAL, isCrossSite } from '#lib/utils/http/cross-site.ts'
import { type IdsOf, randomIds } from '#lib/utils/ids/new-id.ts'
import { requestId } from '#lib/utils/ids/request-id.ts'
import { cleanAnswer } from './answers.ts'
import { type CheckedInput, checkedInput } from './input.ts'
import { callUpstream, UPSTREAM_TIMES, type Upstream, UpstreamError, type UpstreamTimes } from './upstream.ts'
import { faultError } from './words.ts'

export interface ProxyEnvironment {
  /** Lower-case letters, digits and -. */
  id: string
  label: string
  api_key: string
  /** Knows the address of the service; see `overHttp` and `inProcess`. */
  upstream: Upstream
}

export interface ProxyAccess {
  /** Who is calling, by what the server itself knows of the session. @throws ApiError 401 or 429 */
  identify: (request: Request) => Promise<Viewer>
  /** Nothing is shown or changed that is not on record. */
  audit: Audit
  /** Where browsers reach the console: changes come from its own pages only. */
  publicUrl: () => string
}

export interface ProxyOptions {
  environments: readonly ProxyEnvironment[]
  access: ProxyAccess
  /** Every booking goes through it. */
  bookings: BookingGuard
  key_header: string
  /** Told what failed and where, for the log; never a value of the call. */
  onFault: (fault: { environment: string; endpoint: string; fault: string; request_id: string }) => void
  /** Told of each whole answer of status 200; must return at once and never throw. */
  onAnswer?: (answer: {
    environment: string
    endpoint: string
    params: Readonly<Record<string, string>>
    body: Uint8Array
  }) => void
  times?: UpstreamTimes
  /** Ids of bookings that came without an attempt id; random unless set. */
  idsOf?: IdsOf
}

/** Where the proxy lives; the rest of the path is the service's own. */
export const PROXY_PREFIX = '/api/service'

/** Taken from the address as it came: an environment has one spelling. */
const ADDRESS = new RegExp(`^${PROXY_PREFIX}/([^/]+)(.*)$`)

/** A call that the service knows, still to be allowed, and checked for what it holds. */
interface Call {
  environment: ProxyEnvironment
  match: EndpointMatch
  request: Request
  search: URLSearchParams
  request_id: string
}

export function createProxy(options: ProxyOptions) {
  const byId = new Map(options.environments.map((environment) => [environment.id, environment]))
  const find = proxyMatcher(endpointList)
  const app = new Hono()

  app.all(`${PROXY_PREFIX}/*`, async (c) => {
    const request = c.req.raw
    const request_id = requestId(request)
    try {
      const viewer = await options.access.identify(request)
      const { pathname, searchParams: search } = new URL(request.url)
      const [, id = '', path = ''] = ADDRESS.exec(pathname) ?? []
      const environment = byId.get(id)
      if (!environment) throw new ApiError('unknown_environment', NO_ENVIRONMENT)
      const { match, methods } = find(request.method, path)
      if (!match) throw unlisted(methods)
      const answer = await onRecord({ environment, match, request, search, request_id }, viewer, options)
      answer.headers.set('x-request-id', request_id)
      return answer
    } catch (error) {
      if (error instanceof ApiError) return errorResponse(error, request_id)
      throw error
    }
  })

  return app
}

async function onRecord(call: Call, viewer: Viewer, options: ProxyOptions): Promise<Response> {
  const { environment, match, request_id } = call
  const { audit, publicUrl } = options.access
  const { id, email, role } = viewer
  const entry = { actor: { id, email, role }, environment: environment.id, action: match.endpoint.name, request_id }
  const refused = { ...entry, subjects: auditSubjects(match) }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return audit.read(refused, async () => errorResponse(error, request_id))
  }
  const denial = denied(call, viewer, publicUrl)
  if (denial) return refuse(denial)
  const input = await checkedInput(call).catch(refuse)
  if (input instanceof Response) return input
  const record = match.endpoint.safe ? audit.read : audit.change
  const send = match.endpoint.name === bookPhlebotomyAppointment.name ? book : forward
  return record({ ...entry, subjects: input.subjects }, () => send(call, input, options, viewer))
}

/** Why a person may not make a call; null where they may. */
function denied(
  { environment, match, request }: Call,
  { role, environments }: Viewer,
  publicUrl: () => string,
): ApiError | null {
  const { permission, safe } = match.endpoint
  if (environments && !environments.includes(environment.id))
    return new ApiError('environment_denied', ENVIRONMENT_DENIAL)
  if (!can(role, permission)) return new ApiError('role_denied', denialOf(role, permission))
  return !safe && isCrossSite(request, publicUrl()) ? new ApiError('cross_site', CROSS_SITE_DENIAL) : null
}

async function forward(call: Call, input: CheckedInput, options: ProxyOptions): Promise<Response> {
  return (await sent(call, input, options, call.request.signal)).response
}

/** A browser that goes away does not end a booking: nobody would know what became of it. */
function book(call: Call, input: CheckedInput, options: ProxyOptions, { id, name }: Viewer): Promise<Response> {
  const { environment, match, request, request_id } = call
  const { idsOf = randomIds } = options
  const booking = {
    environment: environment.id,
    attempt: request.headers.get(ATTEMPT_HEADER) ?? idsOf(request)(),
    order_id: bookPhlebotomyAppointment.params.parse(match.params).order_id,
    body: input.body ?? '',
    by: { id, name },
    request_id,
  }
  return options.bookings.once(booking, () => sent(call, input, options, new AbortController().signal))
}

async function sent(
  { environment, match, request_id }: Call,
  { query, body }: CheckedInput,
  { key_header, onFault, onAnswer, times = UPSTREAM_TIMES }: ProxyOptions,
  signal: AbortSignal,
): Promise<SentBooking> {
  const { endpoint, params } = match
  const { label, api_key, upstream } = environment
  const { method } = endpoint
  const path = `${buildPath(endpoint.path, params)}${query && `?${query}`}`
  const headers = {
    accept: 'application/json',
    'x-request-id': request_id,
    [key_header]: api_key,
    ...(body !== null && { 'content-type': 'application/json' }),
  }
  try {
    const answer = await callUpstream(upstream, { endpoint, method, path, headers, body, signal }, times)
    const response = cleanAnswer(answer, api_key)
    if (answer.status === 200) {
      onAnswer?.({ environment: environment.id, endpoint: endpoint.name, params, body: answer.body })
    }
    return { response, fault: null }
  } catch (error) {
    if (signal.aborted) {
      return {
        response: errorResponse(new ApiError('canceled', 'The call was canceled.'), request_id),
        fault: 'cancelled',
      }
    }
    if (!(error instanceof UpstreamError)) throw error
    const { fault } = error
    onFault({ environment: environment.id, endpoint: endpoint.name, fault, request_id })
    return { response: errorResponse(faultError(endpoint, label, fault), request_id), fault }
  }
}

const NO_ENVIRONMENT = 'There is no such environment. Choose one from the environment switcher.'

function unlisted(methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError('unknown_address', 'The service has no such endpoint.')
  return new ApiError('method_not_allowed', 'The service has this address, but not with this method.', {
    headers: { allow: methods.join(', ') },
  })
}
