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
import { buildPath, type EndpointMatch, proxyMatcher } from '#lib/kernel/wire.ts'
import { CROSS_SITE_DENIAL, isCrossSite } from '#lib/utils/http/cross-site.ts'
import { type IdsOf, randomIds } from '#lib/utils/ids/new-id.ts'
import { requestId } from '#lib/utils/ids/request-id.ts'
import { cleanAnswer, refusal } from './answers.ts'
import { type CheckedInput, checkedInput } from './input.ts'
import { callUpstream, UPSTREAM_TIMES, type Upstream, UpstreamError, type UpstreamTimes } from './upstream.ts'
import { faultDetail } from './words.ts'

export interface ProxyEnvironment {
  /** Lower-case letters, digits and -. */
  id: string
  label: string
  api_key: string
  /** Knows the address of the service; see `overHttp` and `inProcess`. */
  upstream: Upstream
}

export interface ProxyAccess {
  /** Who is calling, by what the server itself knows of the session; a response, 401, where nobody is. */
  identify: (request: Request) => Promise<Viewer | Response>
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
    const viewer = await options.access.identify(request)
    if (viewer instanceof Response) return viewer
    const { pathname, searchParams: search } = new URL(request.url)
    const [, id = '', path = ''] = ADDRESS.exec(pathname) ?? []
    const environment = byId.get(id)
    if (!environment) return refusal(404, 'There is no such environment. Choose one from the environment switcher.')
    const { match, methods } = find(request.method, path)
    if (!match) return unlisted(methods)
    const request_id = requestId(request)
    const answer = await onRecord({ environment, match, request, search, request_id }, viewer, options)
    answer.headers.set('x-request-id', request_id)
    return answer
  })

  return app
}

async function onRecord(call: Call, viewer: Viewer, options: ProxyOptions): Promise<Response> {
  const { environment, match, request_id } = call
  const { audit, publicUrl } = options.access
  const { id, email, role } = viewer
  const entry = { actor: { id, email, role }, environment: environment.id, action: match.endpoint.name, request_id }
  const refused = { ...entry, subjects: auditSubjects(match) }
  const denial = denied(call, viewer, publicUrl)
  if (denial) return audit.read(refused, async () => refusal(403, denial))
  const input = await checkedInput(call)
  if (input instanceof Response) return audit.read(refused, async () => input)
  const record = match.endpoint.safe ? audit.read : audit.change
  const send = match.endpoint.name === bookPhlebotomyAppointment.name ? book : forward
  return record({ ...entry, subjects: input.subjects }, () => send(call, input, options, viewer))
}

/** Why a person may not make a call, in words for them; null where they may. */
function denied({ environment, match, request }: Call, { role, environments }: Viewer, publicUrl: () => string) {
  const { permission, safe } = match.endpoint
  if (environments && !environments.includes(environment.id)) return ENVIRONMENT_DENIAL
  if (!can(role, permission)) return denialOf(role, permission)
  return !safe && isCrossSite(request, publicUrl()) ? CROSS_SITE_DENIAL : null
}

async function forward(call: Call, input: CheckedInput, options: ProxyOptions): Promise<Response> {
  return (await sent(call, input, options, call.request.signal)).response
}

/** A browser that goes away does not end a booking: nobody would know what became of it. */
function book(call: Call, input: CheckedInput, options: ProxyOptions, { id, name }: Viewer): Promise<Response> {
  const { environment, match, request } = call
  const { idsOf = randomIds } = options
  const booking = {
    environment: environment.id,
    attempt: request.headers.get(ATTEMPT_HEADER) ?? idsOf(request)(),
    order_id: bookPhlebotomyAppointment.params.parse(match.params).order_id,
    body: input.body ?? '',
    by: { id, name },
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
    if (signal.aborted) return { response: refusal(499, 'The call was cancelled.'), fault: 'cancelled' }
    if (!(error instanceof UpstreamError)) throw error
    const { fault } = error
    onFault({ environment: environment.id, endpoint: endpoint.name, fault, request_id })
    return { response: refusal(fault === 'timeout' ? 504 : 502, faultDetail(endpoint, label, fault)), fault }
  }
}

function unlisted(methods: readonly string[]): Response {
  if (methods.length === 0) return refusal(404, 'The service has no such endpoint.')
  return refusal(405, 'The service has this address, but not with this method.', { allow: methods.join(', ') })
}
