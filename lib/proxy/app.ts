/** The only way from a browser to a service: session → role → allow-list → validation → audit → key → upstream. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Audit } from '#lib/console/audit-port.ts'
import { auditSubjects } from '#lib/contract/console/audit-subjects.ts'
import { denialOf, ENVIRONMENT_DENIAL } from '#lib/contract/console/denial.ts'
import type { Viewer } from '#lib/contract/console/staff.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { endpointList } from '#lib/contract/endpoints.ts'
import { type InputPlace, type ValidationIssue, validationIssues } from '#lib/contract/errors.ts'
import { can } from '#lib/contract/roles.ts'
import { buildPath, declaredQuery, decodeQuery, type EndpointMatch, endpointMatcher } from '#lib/contract/wire.ts'
import { isCrossSite } from '#lib/utils/cross-site.ts'
import { BODY_LIMIT, readBody } from '#lib/utils/read-body.ts'
import {
  callUpstream,
  UPSTREAM_TIMES,
  type Upstream,
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamTimes,
} from './upstream.ts'
import { faultDetail } from './words.ts'

export interface ProxyEnvironment {
  id: string
  label: string
  /** Never ends with a slash. */
  base_url: string
  api_key: string
  upstream: Upstream
}

export interface ProxyAccess {
  /** Who is calling, by what the server itself knows of the session; a response, 401, where nobody is. */
  identify: (request: Request) => Promise<Viewer | Response>
  /** Nothing is shown or changed that is not on record. */
  audit: Audit
}

export interface ProxyOptions {
  environments: readonly ProxyEnvironment[]
  /** Without sign-in whoever reaches the console may call; see HOST in the README. */
  access?: ProxyAccess | undefined
  key_header: string
  /** Told what failed and where, for the log; never a value of the call. */
  onFault: (fault: { environment: string; endpoint: string; fault: string; request_id: string }) => void
  times?: UpstreamTimes
}

/** Where the proxy lives; the rest of the path is the service's own. */
export const PROXY_PREFIX = '/api/service'

/** All that travels back besides what the proxy sets itself. */
const ANSWER_HEADERS = ['content-type', 'retry-after'] as const

/** A call of somebody who may make it, still to be checked for what it holds. */
interface Allowed {
  environment: ProxyEnvironment
  match: EndpointMatch
  request: Request
  search: URLSearchParams
  request_id: string
}

/** A call that may leave: known, allowed and valid. */
interface Valid extends Allowed {
  body: string
  /** Ids of the users and orders it is about. */
  subjects: string[]
}

export function createProxy(options: ProxyOptions) {
  const { environments, access } = options
  const byId = new Map(environments.map((environment) => [environment.id, environment]))
  const find = endpointMatcher(endpointList)
  const app = new Hono()

  app.all(`${PROXY_PREFIX}/:environment/*`, async (c) => {
    const request = c.req.raw
    const viewer = (await access?.identify(request)) ?? null
    if (viewer instanceof Response) return viewer
    const environment = byId.get(c.req.param('environment'))
    if (!environment) return refusal(404, 'There is no such environment. Choose one from the environment switcher.')
    const url = new URL(request.url)
    const { match, methods } = find(request.method, url.pathname.slice(`${PROXY_PREFIX}/${environment.id}`.length))
    if (!match) return unlisted(methods)
    const allowed = { environment, match, request, search: url.searchParams, request_id: requestId(request) }
    return access && viewer ? onRecord(allowed, viewer, access.audit, options) : unrecorded(allowed, options)
  })

  return app
}

async function unrecorded(allowed: Allowed, options: ProxyOptions): Promise<Response> {
  const denial = denied(allowed, null)
  if (denial) return refusal(403, denial)
  const valid = await validated(allowed)
  return valid instanceof Response ? valid : forward(valid, options)
}

async function onRecord(allowed: Allowed, viewer: Viewer, audit: Audit, options: ProxyOptions): Promise<Response> {
  const { environment, match, request_id } = allowed
  const { id, email, role } = viewer
  const call = { actor: { id, email, role }, environment: environment.id, action: match.endpoint.name, request_id }
  const refused = { ...call, subjects: auditSubjects(match) }
  const denial = denied(allowed, viewer)
  if (denial) return audit.read(refused, async () => refusal(403, denial))
  const valid = await validated(allowed)
  if (valid instanceof Response) return audit.read(refused, async () => valid)
  const record = match.endpoint.safe ? audit.read : audit.change
  return record({ ...call, subjects: valid.subjects }, () => forward(valid, options))
}

/** Why a person may not make a call, in words for them; null where they may. */
function denied({ environment, match, request }: Allowed, viewer: Viewer | null): string | null {
  const { permission } = match.endpoint
  if (viewer?.environments && !viewer.environments.includes(environment.id)) return ENVIRONMENT_DENIAL
  if (viewer && !can(viewer.role, permission)) return denialOf(viewer.role, permission)
  return !match.endpoint.safe && isCrossSite(request) ? 'Changes are taken from the console itself only.' : null
}

/** The call with its body, or the refusal that names the fields: path, query and body by the endpoint's own schemas. */
async function validated(allowed: Allowed): Promise<Valid | Response> {
  const { endpoint, params: rawParams } = allowed.match
  const text = endpoint.body ? await readBody(allowed.request, BODY_LIMIT) : ''
  if (text === null) return refusal(413, 'The body is too large.')
  const issues: ValidationIssue[] = []
  const check = (place: InputPlace, result: ReturnType<Endpoint['params']['safeParse']>) => {
    if (!result.success) issues.push(...validationIssues(place, result.error))
    return result.data
  }
  const params = check('path', endpoint.params.safeParse(rawParams))
  const query = check('query', endpoint.query.safeParse(decodeQuery(endpoint.query, allowed.search)))
  const given = endpoint.body ? parsedJson(text) : null
  if (given?.issue) issues.push(given.issue)
  const body = endpoint.body && given && !given.issue ? check('body', endpoint.body.safeParse(given.value)) : null
  if (issues.length > 0) return refusal(422, issues)
  return { ...allowed, body: text, subjects: auditSubjects({ params, query, body }) }
}

function parsedJson(text: string): { value: unknown; issue: ValidationIssue | null } {
  try {
    return { value: text === '' ? {} : JSON.parse(text), issue: null }
  } catch {
    return { value: null, issue: { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' } }
  }
}

async function forward(valid: Valid, { key_header, onFault, times = UPSTREAM_TIMES }: ProxyOptions) {
  const { environment, match, search, body, request, request_id } = valid
  const { endpoint } = match
  const headers = new Headers({
    accept: 'application/json',
    'x-request-id': request_id,
    [key_header]: environment.api_key,
    ...(endpoint.body && { 'content-type': 'application/json' }),
  })
  const query = declaredQuery(endpoint, search).toString()
  const path = buildPath(endpoint.path, match.params)
  const url = `${environment.base_url}${path}${query && `?${query}`}`
  const call = { endpoint, url, headers, body: endpoint.body ? body : null, signal: request.signal }
  try {
    return cleanAnswer(await callUpstream(environment.upstream, call, times), environment, request_id)
  } catch (error) {
    if (request.signal.aborted) return refusal(499, 'The call was cancelled.')
    if (!(error instanceof UpstreamError)) throw error
    onFault({ environment: environment.id, endpoint: endpoint.name, fault: error.fault, request_id })
    const status = error.fault === 'timeout' ? 504 : 502
    return refusal(status, faultDetail(endpoint, environment.label, error.fault), answerHeaders(request_id))
  }
}

function cleanAnswer({ status, headers, body }: UpstreamAnswer, { api_key }: ProxyEnvironment, request_id: string) {
  // A service that repeats its key in an answer must not hand it to a browser.
  if (body.includes(api_key)) throw new UpstreamError('broken')
  const kept = answerHeaders(request_id)
  for (const name of ANSWER_HEADERS) {
    const value = headers.get(name)
    if (value !== null && !value.includes(api_key)) kept.set(name, value)
  }
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: kept })
}

function answerHeaders(request_id?: string) {
  return new Headers({ 'cache-control': 'no-store', ...(request_id && { 'x-request-id': request_id }) })
}

function refusal(status: number, detail: string | ValidationIssue[], headers = answerHeaders()) {
  return Response.json({ detail }, { status, headers })
}

function unlisted(methods: readonly string[]) {
  if (methods.length === 0) return refusal(404, 'The service has no such endpoint.')
  const headers = answerHeaders()
  headers.set('allow', methods.join(', '))
  return refusal(405, 'The service has this address, but not with this method.', headers)
}

/** The caller's own id where it is a plain one, so that a person can be asked for it; else a new one. */
function requestId({ headers }: Request) {
  const given = headers.get('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
