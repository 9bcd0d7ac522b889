/** Answers the calls to the console's own endpoints. */
import type { Environment } from '#lib/domains/environments/environment.ts'
import { noEnvironment } from '#lib/domains/staff/denial.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { type Call, createPipeline } from '#lib/kernel/route.ts'
import type { IdsOf } from '#lib/utils/ids/new-id.ts'
import type { ConsoleRoute } from './route.ts'
import { type StaffAccess, staffSteps } from './staff-calls.ts'

export interface DispatchOptions extends StaffAccess {
  routes: readonly ConsoleRoute[]
  /** Those that a path may name. */
  environments: readonly Environment[]
  idsOf: IdsOf
}

/**
 * Creates the request handler of the console's back end: session, role, environment and audit steps before each route.
 * @throws ApiError 404 (as a response) for an environment the path names and the console doesn't have.
 */
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
