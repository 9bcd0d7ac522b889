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
import { isOfManagement } from '#lib/domains/teams/service/admin.ts'
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
import { type Call, createPipeline, type Incoming, type Recorded, type Work } from '#lib/kernel/route.ts'
import { getHistoricalPulls } from '#lib/sandbox/wearables/historical-pulls.ts'
import { getWorkoutStream } from '#lib/sandbox/wearables/workout-stream.ts'
import type { Answer, Handlers, ServiceContext, ServiceDeps } from '#lib/service/handler.ts'
import { type IdsOf, newId, randomIds } from '#lib/utils/ids/ids.ts'

export interface AccessOptions {
  /** The header that carries the team key (spec, "Authentication" 1). */
  key_header: string
  /** The team of the configured key; asked first, so that its calls wait for no database. */
  teamOfKey: (key: string) => string | null
  /** Told of failures the caller only sees as a 500. */
  onError: (error: unknown) => void
  /** Random unless set. */
  idsOf?: IdsOf
  /** Records calls from outside this process; not recorded unless set. */
  keyCalls?: KeyCalls
}

interface ApiOptions extends AccessOptions {
  /** The team of a key that was made by a call. */
  madeTeamOf: (key: string) => Promise<string | null>
}

export interface KeyCalls {
  /** @throws ApiError 429 for an address that was wrong too often */
  admit(address: string): Promise<void>
  /** Notes a wrong key. */
  refuse(address: string, request_id: string): Promise<void>
  /** `actor` is the kind of key; a team API key unless set. */
  record(call: Call<{ endpoint: Endpoint }>, recorded: Recorded, work: Work, actor?: string): Promise<Response>
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

/** Spec, "Authentication" 2: the second is deprecated, and counts where the first isn't sent. */
export const MANAGEMENT_HEADERS = ['x-management-key', 'x-service-org-key'] as const

/** Context that only this process can pass along with a request. */
interface ApiCaller {
  /** ID of the proxy's own calls, which are on record already. */
  request_id?: string
  /** Network address of a caller from outside. */
  address?: string
}

const BROKEN = new ApiError('internal_error', 'Something went wrong in the service. Nothing was returned.')

/** Tells of a failure, which the caller only sees as a 500. */
export const broken = (tell: AccessOptions['onError']) => (error: unknown) => {
  tell(error)
  return BROKEN
}

const noop = () => undefined

/** Records a call from outside, where there is a log. */
export const onRecord =
  (keyCalls: KeyCalls | undefined, actor?: string) =>
  <R extends { endpoint: Endpoint }>(call: Call<R>, _: unknown, recorded: Recorded, work: Work) =>
    keyCalls && call.address !== undefined ? keyCalls.record(call, recorded, work, actor) : work(noop, noop)

/** Makes an app of what answers calls. */
export function served(answer: (incoming: Incoming) => Promise<Response>) {
  const app = new Hono<{ Bindings: ApiCaller }>()
  app.all('*', ({ env, req: { raw: request } }) => {
    const url = new URL(request.url)
    const { address, request_id = newId() } = env ?? {}
    return answer({ request, url, path: url.pathname, request_id, ...(address !== undefined && { address }) })
  })
  return app
}

/** `extra` routes are the sandbox's own. @throws ApiError 401 (as a response) for a bad key (spec § Authentication) */
export function createApi(
  deps: ServiceDeps,
  { key_header, teamOfKey, madeTeamOf, onError, idsOf = randomIds, keyCalls }: ApiOptions,
  extra: readonly ServiceRoute[] = [],
) {
  const answer = createPipeline<ServiceRoute, string>({
    routes: [...ROUTES, ...extra],
    unknown: new ApiError('unknown_address', 'Not found.'),
    methodDetail: 'Method not allowed.',
    async authenticate({ request, address, request_id }) {
      if (address !== undefined) await keyCalls?.admit(address)
      const key = request.headers.get(key_header) ?? ''
      const team_id = teamOfKey(key) ?? (await madeTeamOf(key))
      if (team_id !== null) return team_id
      if (address !== undefined) await keyCalls?.refuse(address, request_id)
      const isManagers =
        isOfManagement(key) || (key === '' && MANAGEMENT_HEADERS.some((name) => request.headers.has(name)))
      const why = isManagers ? 'A management key isn’t a team API key. Send one' : 'Missing or invalid API key'
      throw new ApiError('invalid_api_key', `${why} (header ${key_header}).`)
    },
    publicUrl: null,
    stored: ({ endpoint, params }, team_id) =>
      endpoint.name === updateUserInfoEndpoint.name
        ? async () => {
            const { data } = updateUserInfoEndpoint.params.safeParse(params)
            return data ? ((await deps.store.getUser(team_id, data.user_id))?.info ?? null) : null
          }
        : null,
    audit: onRecord(keyCalls),
    async handle({ request, route: { endpoint, handler } }, team_id, input) {
      const context = { ...deps, team_id, newId: idsOf(request) }
      const { status = endpoint.success[0] ?? 200, body } = await handler(typedCall(endpoint, input), context)
      return body === null ? new Response(null, { status }) : jsonResponse(body, { status })
    },
    onError: broken(onError),
  })
  return served(answer)
}
