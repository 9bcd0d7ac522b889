/** A route of the console: an endpoint with the handler of its validated call. */

import type { Environment } from '#lib/domains/environments/environment.ts'
import { noEnvironment } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { mayEnter, type Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { jsonResponse } from '#lib/kernel/body/sent-body.ts'
import { BACKGROUND_HEADER } from '#lib/kernel/client/session.ts'
import { disclosureOf } from '#lib/kernel/disclosure.ts'
import type { Endpoint, EndpointCall, EndpointOutput } from '#lib/kernel/endpoint.ts'
import type { Permission } from '#lib/kernel/permissions.ts'
import { type ReadInput, typedCall } from '#lib/kernel/read-input.ts'
import { type About, type Call, createPipeline, type NoteDetails } from '#lib/kernel/route.ts'
import type { IdsOf } from '#lib/utils/ids/ids.ts'
import { type StaffAccess, type StaffRoute, staffSteps } from './staff-calls.ts'

export interface RouteContext {
  /** The caller, whose permission for the endpoint has been checked. */
  viewer: Viewer
  request: Request
  request_id: string
  /** A UUID for something that this call creates. */
  newId: () => string
  /** Adds ids to the entry in the audit log that the call's own input does not hold. */
  about: About
  /** Says in the audit log what was changed, where the call's own input does not. */
  note: NoteDetails
}

/** `status` is the first of the endpoint's success statuses unless set. */
type Answer<T> = Response | { status?: number; body: T | null }

export interface ConsoleRoute extends StaffRoute {
  answer(input: ReadInput, context: RouteContext): Promise<Response>
}

interface Options {
  audited?: StaffRoute['audited']
}

export function route<E extends Endpoint>(
  endpoint: E,
  handler: (call: EndpointCall<E>, context: RouteContext) => Promise<Answer<EndpointOutput<E>>>,
  { audited = true }: Options = {},
): ConsoleRoute {
  if (audited !== true && disclosureOf(endpoint))
    throw new Error(`${endpoint.name} shows people, so it must be on record.`)
  return {
    endpoint,
    audited,
    async answer(input, context) {
      const answered = await handler(typedCall(endpoint, input), context)
      if (answered instanceof Response) return answered
      const { status = endpoint.success[0] ?? 200, body } = answered
      return body === null ? new Response(null, { status }) : jsonResponse(body, { status })
    },
  }
}

/** Returns what asks again with the request's own session; asking doesn’t keep the session alive. */
export function stillAllowed({ identify }: Pick<StaffAccess, 'identify'>, permission: Permission) {
  return async (request: Request, environment: string): Promise<boolean> => {
    const headers = new Headers(request.headers)
    headers.set(BACKGROUND_HEADER, '1')
    const viewer = await identify(new Request(request.url, { headers })).catch(() => null)
    return viewer !== null && !viewer.must_enroll && mayEnter(viewer, environment) && can(viewer.role, permission)
  }
}

/** Answers the calls to the console's own endpoints. */
interface DispatchOptions extends StaffAccess {
  routes: readonly ConsoleRoute[]
  /** Those that a path may name. */
  environments: readonly Environment[]
  idsOf: IdsOf
}

/** Runs session, role, environment and audit before each route. @throws ApiError 404 for an unknown environment */
export function createDispatch({ routes, environments, idsOf, ...access }: DispatchOptions) {
  /** The environment that the path names; null for what belongs to none. */
  function environmentOf({ route, params }: Call<ConsoleRoute>): string | null {
    if (!('environment' in route.endpoint.params.shape)) return null
    const { environment = '' } = params
    if (!environments.some(({ id }) => id === environment)) throw noEnvironment()
    return environment
  }

  return createPipeline<ConsoleRoute, Awaited<ReturnType<StaffAccess['identify']>>>({
    ...staffSteps(access, environmentOf),
    routes,
    unknown: UNKNOWN,
    methodDetail: 'This address doesn’t support this method.',
    handle: ({ route, request, request_id }, viewer, input, about, note) =>
      route.answer(input, { viewer, request, request_id, newId: idsOf(request), about, note }),
  })
}

const UNKNOWN = new ApiError('unknown_address', 'The console has no such endpoint.')
