/** The API of the embedded service: the endpoint table of the contract over a store, for any client. */

import { Hono } from 'hono'
import {
  createLinkCode,
  createLinkToken,
  createPortalUrl,
  createSignInToken,
} from '#lib/domains/access/service/credentials.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/service/appointments.ts'
import { listMarkers } from '#lib/domains/catalog/service/markers.ts'
import { bulkImportConnections } from '#lib/domains/connections/service/imports.ts'
import { deregisterProvider, listUserProviders } from '#lib/domains/connections/service/providers.ts'
import { getLatestUserInfo, updateUserInfo } from '#lib/domains/demographics/service/user-info.ts'
import { listOrders } from '#lib/domains/orders/service/orders.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service/service-centers.ts'
import { type EndpointName, endpointList, endpoints } from '#lib/domains/service-endpoints.ts'
import { listUsers, updateUser } from '#lib/domains/users/service/users.ts'
import { ApiError, errorResponse, invalidInput } from '#lib/kernel/api-error.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { unstorable } from '#lib/kernel/storable.ts'
import { decodeQuery, endpointMatcher } from '#lib/kernel/wire.ts'
import type { Answer, Handlers, ServiceContext, ServiceDeps } from '#lib/service/handler.ts'
import { BODY_LIMIT, readBody } from '#lib/utils/http/read-body.ts'
import { type IdsOf, randomIds } from '#lib/utils/ids/new-id.ts'
import { requestId } from '#lib/utils/ids/request-id.ts'

export interface AccessOptions {
  /** The header that carries the team key (spec, "Authentication" 1). */
  key_header: string
  /** The team of a key; null for a key nobody has. */
  teamOfKey: (key: string) => string | null
  /** Told of failures the caller only sees as a 500. */
  onError: (error: unknown) => void
  /** Random unless set. */
  idsOf?: IdsOf
}

const handlers: Handlers = {
  update_user_info: updateUserInfo,
  get_latest_user_info: getLatestUserInfo,
  list_user_providers: listUserProviders,
  bulk_import_connections: bulkImportConnections,
  list_users: listUsers,
  create_portal_url: createPortalUrl,
  update_user: updateUser,
  create_link_code: createLinkCode,
  create_link_token: createLinkToken,
  create_sign_in_token: createSignInToken,
  book_phlebotomy_appointment: bookPhlebotomyAppointment,
  list_markers: listMarkers,
  list_orders: listOrders,
  get_service_centers: getServiceCenters,
  deregister_provider: deregisterProvider,
}

export function createApi(deps: ServiceDeps, { key_header, teamOfKey, onError, idsOf = randomIds }: AccessOptions) {
  const find = endpointMatcher(endpointList)
  const app = new Hono()

  app.all('*', async ({ req: { raw } }) => {
    const team_id = teamOfKey(raw.headers.get(key_header) ?? '')
    if (team_id === null)
      throw new ApiError('invalid_api_key', `Missing or invalidInput API key (header ${key_header}).`)
    const url = new URL(raw.url)
    const { match, methods } = find(raw.method, url.pathname)
    if (!match && methods.length === 0) throw new ApiError('unknown_address', 'Not found.')
    if (!match)
      throw new ApiError('method_not_allowed', 'Method not allowed.', { headers: { allow: methods.join(', ') } })
    const call = await parseCall(match.endpoint, match.params, url.searchParams, raw)
    const context = { ...deps, team_id, newId: idsOf(raw) }
    const { status = match.endpoint.success[0] ?? 200, body } = await run(match.endpoint, call, context)
    return body === null ? new Response(null, { status }) : Response.json(body, { status })
  })

  app.onError((error, c) => {
    const request_id = requestId(c.req.raw)
    if (error instanceof ApiError) return errorResponse(error, request_id)
    onError(error)
    return errorResponse(new ApiError('internal_error', BROKEN), request_id)
  })

  return app
}

const BROKEN = 'Something went wrong inside the service. Nothing was returned.'

interface ParsedCall {
  params: unknown
  query: unknown
  body: unknown
}

/** @throws ApiError 415 or 422: path first, then query, then body. */
async function parseCall(
  endpoint: Endpoint,
  rawParams: Record<string, string>,
  search: URLSearchParams,
  request: Request,
): Promise<ParsedCall> {
  const params = endpoint.params.safeParse(rawParams)
  if (!params.success) throw invalidInput('path', params.error)
  const query = endpoint.query.safeParse(storable('query', decodeQuery(endpoint.query, search)))
  if (!query.success) throw invalidInput('query', query.error)
  if (!endpoint.body) return { params: params.data, query: query.data, body: null }
  const body = endpoint.body.safeParse(storable('body', await readJson(request)))
  if (!body.success) throw invalidInput('body', body.error)
  return { params: params.data, query: query.data, body: body.data }
}

function storable(place: 'body' | 'query', input: unknown): unknown {
  const issue = unstorable(place, input)
  if (issue) throw new ApiError('invalid_input', [issue])
  return input
}

async function readJson(request: Request): Promise<unknown> {
  const text = await readBody(request, BODY_LIMIT)
  if (text === null) throw new ApiError('body_too_large', 'The body is too large.')
  if (text === '') return {}
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_input', [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }])
  }
}

type AnyHandler = (call: ParsedCall, context: ServiceContext) => Promise<Answer<unknown>>

async function run(endpoint: Endpoint, call: ParsedCall, context: ServiceContext): Promise<Answer<unknown>> {
  const handler = handlerOf(endpoint.name)
  if (!handler) throw new ApiError('not_found', 'Not found.')
  return handler(call, context)
}

/** Guarantee: `call` was parsed with the schemas of the very endpoint whose handler is looked up by name. */
function handlerOf(name: string): AnyHandler | undefined {
  return isEndpointName(name) ? (handlers[name] as AnyHandler) : undefined
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name)
}
