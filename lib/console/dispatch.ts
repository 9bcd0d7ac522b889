/** The way of every call to the console: known → signed in → let in → permitted → valid → recorded → answered. */

import { unrecorded } from '#lib/console/audit-port.ts'
import { mayEnter } from '#lib/domains/environments/access.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { denialOf, ENVIRONMENT_DENIAL } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/staff.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'
import { CROSS_SITE_DENIAL, isCrossSite } from '#lib/utils/http/cross-site.ts'
import type { IdsOf } from '#lib/utils/ids/new-id.ts'
import { type Audit, type AuditedCall, AuditUnavailable } from './audit-port.ts'
import type { ConsoleRoute } from './route.ts'

/** Who is calling, by what the server itself knows of the session. @throws ApiError 401 or 429 */
export type Identify = (request: Request) => Promise<Viewer>

export interface DispatchOptions {
  routes: readonly ConsoleRoute[]
  /** Those that a path may name. */
  environments: readonly Environment[]
  identify: Identify
  audit: Audit
  publicUrl: () => string
  idsOf: IdsOf
}

interface Asked {
  request: Request
  url: URL
  /** The path below the console's prefix. */
  path: string
  request_id: string
}

export function createDispatch({ routes, environments, identify, audit, publicUrl, idsOf }: DispatchOptions) {
  const find = endpointMatcher(routes.map(({ endpoint }) => endpoint))
  const isKnown = (id: string | null) => id === null || environments.some((environment) => environment.id === id)
  const byName = new Map(routes.map((route) => [route.endpoint.name, route]))

  return async ({ request, url, path, request_id }: Asked): Promise<Response> => {
    const { match, methods } = find(request.method, path)
    const route = match && byName.get(match.endpoint.name)
    if (!route) return errorResponse(unlisted(methods), request_id)
    const { endpoint, audited } = route
    const viewer = await identify(request).catch((error: unknown) => known(error, request_id))
    if (viewer instanceof Response) return viewer
    const environment = environmentOf(endpoint, match.params)
    if (!isKnown(environment)) return errorResponse(NO_ENVIRONMENT, request_id)
    const { id, email, role } = viewer
    const call: AuditedCall = {
      actor: { id, email, role },
      environment,
      action: endpoint.name,
      subjects: [],
      request_id,
    }
    const denial = denied({ endpoint, environment, viewer, request, publicUrl })
    if (denial) return audit.read(call, async () => errorResponse(denial, request_id))
    const toResponse = (error: unknown) => known(error, request_id)
    const bound = await route.bind({ request, params: match.params, search: url.searchParams }).catch(toResponse)
    if (bound instanceof Response) return audited ? audit.read(call, async () => bound) : bound
    const run = (about: (ids: readonly string[]) => void) =>
      bound.run({ viewer, request, request_id, newId: idsOf(request), about }).catch(toResponse)
    if (!audited) return run(() => undefined)
    const { subjects } = bound
    return endpoint.safe ? audit.read({ ...call, subjects }, run) : audit.change({ ...call, subjects }, run)
  }
}

/** The environment that the address of a call names; null for what belongs to none. */
function environmentOf({ params }: Endpoint, given: Readonly<Record<string, string>>): string | null {
  return 'environment' in params.shape ? (given.environment ?? '') : null
}

interface Attempt {
  endpoint: Endpoint
  environment: string | null
  viewer: Viewer
  request: Request
  publicUrl: () => string
}

function denied({ endpoint, environment, viewer, request, publicUrl }: Attempt): ApiError | null {
  const { permission, safe } = endpoint
  if (environment !== null && !mayEnter(viewer, environment))
    return new ApiError('environment_denied', ENVIRONMENT_DENIAL)
  if (!can(viewer.role, permission)) return new ApiError('role_denied', denialOf(viewer.role, permission))
  return !safe && isCrossSite(request, publicUrl()) ? new ApiError('cross_site', CROSS_SITE_DENIAL) : null
}

function unlisted(methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError('unknown_address', 'The console has no such endpoint.')
  return new ApiError('method_not_allowed', 'The console has this address, but not with this method.', {
    headers: { allow: methods.join(', ') },
  })
}

const NO_ENVIRONMENT = new ApiError(
  'unknown_environment',
  'There is no such environment. Choose one from the environment switcher.',
)

/** The answer to an error that is one of ours; any other goes on. */
function known(error: unknown, request_id: string): Response {
  if (error instanceof ApiError) return errorResponse(error, request_id)
  if (error instanceof AuditUnavailable) return unrecorded(request_id)
  throw error
}
