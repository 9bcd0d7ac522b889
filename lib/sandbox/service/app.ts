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
import { bulkImportConnections, listBulkOps } from '#lib/domains/connections/service/imports.ts'
import { deregisterProvider, listUserProviders } from '#lib/domains/connections/service/providers.ts'
import { getLatestUserInfo, updateUserInfo } from '#lib/domains/demographics/service/user-info.ts'
import { updateUserInfo as updateUserInfoEndpoint } from '#lib/domains/demographics/user-info-write.ts'
import { listOrders } from '#lib/domains/orders/service/orders.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service/service-centers.ts'
import { type EndpointName, endpoints } from '#lib/domains/service-endpoints.ts'
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  resolveUser,
  undoDeleteUser,
  updateUser,
} from '#lib/domains/users/service/users.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { jsonResponse } from '#lib/kernel/body/sent-body.ts'
import type { Endpoint, EndpointCall, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { typedCall } from '#lib/kernel/read-input.ts'
import { type Call, createPipeline, type Recorded, type Work } from '#lib/kernel/route.ts'
import { getHistoricalPulls } from '#lib/sandbox/wearables/historical-pulls.ts'
import { getWorkoutStream } from '#lib/sandbox/wearables/workout-stream.ts'
import type { Answer, Handlers, ServiceContext, ServiceDeps } from '#lib/service/handler.ts'
import { type IdsOf, newId, randomIds } from '#lib/utils/ids/ids.ts'

export interface AccessOptions {
  /** The header that carries the team key (spec, "Authentication" 1). */
  key_header: string
  teamOfKey: (key: string) => string | null
  /** Told of failures the caller only sees as a 500. */
  onError: (error: unknown) => void
  /** Random unless set. */
  idsOf?: IdsOf
  /** Records calls from outside this process; not recorded unless set. */
  keyCalls?: KeyCalls
}

export interface KeyCalls {
  /** @throws ApiError 429 for an address that was wrong too often */
  admit(address: string): Promise<void>
  /** Notes a wrong key. */
  refuse(address: string, request_id: string): Promise<void>
  record(call: Call<ServiceRoute>, recorded: Recorded, work: Work): Promise<Response>
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
  create_user: createUser,
  get_user: getUser,
  resolve_user: resolveUser,
  delete_user: deleteUser,
  undo_delete_user: undoDeleteUser,
  list_bulk_ops: listBulkOps,
  get_workout_stream: getWorkoutStream,
  get_historical_pulls: getHistoricalPulls,
}

export interface ServiceRoute {
  endpoint: Endpoint
  handler: AnyHandler
}

type AnyHandler = (call: EndpointCall<Endpoint>, context: ServiceContext) => Promise<Answer<unknown>>

const ROUTES: readonly ServiceRoute[] = Object.values(endpoints).map((endpoint) => ({
  endpoint,
  handler: handlerOf(endpoint.name),
}))

/** Returns a route that the specification doesn't have. Guarantee: as for `handlerOf`. */
export function extraRoute<E extends Endpoint>(
  endpoint: E,
  handler: (call: EndpointCall<E>, context: ServiceContext) => Promise<Answer<EndpointOutput<E>>>,
): ServiceRoute {
  return { endpoint, handler: handler as AnyHandler }
}

/** Guarantee: the pipeline hands a handler only what was read by the schemas of the endpoint it is listed under. */
function handlerOf(name: EndpointName): AnyHandler {
  return handlers[name] as AnyHandler
}

/** Context that only this process can pass along with a request. */
interface ApiCaller {
  /** ID of the proxy's own calls, which are on record already. */
  request_id?: string
  /** Network address of a caller from outside. */
  address?: string
}

const BROKEN = new ApiError('internal_error', 'Something went wrong in the service. Nothing was returned.')

const noop = () => undefined

/** `extra` routes are the sandbox's own. @throws ApiError 401 (as a response) for a bad key (spec § Authentication) */
export function createApi(
  deps: ServiceDeps,
  { key_header, teamOfKey, onError, idsOf = randomIds, keyCalls }: AccessOptions,
  extra: readonly ServiceRoute[] = [],
) {
  const answer = createPipeline<ServiceRoute, string>({
    routes: [...ROUTES, ...extra],
    unknown: new ApiError('unknown_address', 'Not found.'),
    methodDetail: 'Method not allowed.',
    async authenticate({ request, address, request_id }) {
      if (address !== undefined) await keyCalls?.admit(address)
      const team_id = teamOfKey(request.headers.get(key_header) ?? '')
      if (team_id !== null) return team_id
      if (address !== undefined) await keyCalls?.refuse(address, request_id)
      throw new ApiError('invalid_api_key', `Missing or invalid API key (header ${key_header}).`)
    },
    publicUrl: null,
    stored: ({ endpoint, params }, team_id) =>
      endpoint.name === updateUserInfoEndpoint.name
        ? async () => {
            const { data } = updateUserInfoEndpoint.params.safeParse(params)
            return data ? ((await deps.store.getUser(team_id, data.user_id))?.info ?? null) : null
          }
        : null,
    audit: (call, _team, recorded, work) =>
      keyCalls && call.address !== undefined ? keyCalls.record(call, recorded, work) : work(noop, noop),
    async handle({ request, route: { endpoint, handler } }, team_id, input) {
      const context = { ...deps, team_id, newId: idsOf(request) }
      const { status = endpoint.success[0] ?? 200, body } = await handler(typedCall(endpoint, input), context)
      return body === null ? new Response(null, { status }) : jsonResponse(body, { status })
    },
    onError(error) {
      onError(error)
      return BROKEN
    },
  })
  const app = new Hono<{ Bindings: ApiCaller }>()
  app.all('*', ({ env, req: { raw: request } }) => {
    const url = new URL(request.url)
    const { address, request_id = newId() } = env ?? {}
    return answer({ request, url, path: url.pathname, request_id, ...(address !== undefined && { address }) })
  })
  return app
}
