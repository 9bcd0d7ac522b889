/** The way of every call to the console: known → signed in → let in → permitted → valid → recorded → answered. */

import { unrecorded } from '#lib/console/audit-port.ts'
import { mayEnter } from '#lib/domains/environments/access.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { denialOf, ENVIRONMENT_DENIAL } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/staff.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'
import { CROSS_SITE_DENIAL, isCrossSite } from '#lib/utils/http/cross-site.ts'
import type { IdsOf } from '#lib/utils/ids/new-id.ts'
import { type Audit, type AuditedCall, AuditUnavailable } from './audit-port.ts'
import { ConsoleError, errorResponse } from './errors.ts'
import type { ConsoleRoute } from './route.ts'

/** Who is calling, by what the server itself knows of the session; a response, 401, where nobody is. */
export type Identify = (request: Request) => Promise<Viewer | Response>

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
    if (!route) return errorResponse(unlisted(methods))
    const { endpoint, audited } = route
    const viewer = await identify(request)
    if (viewer instanceof Response) return viewer
    const environment = environmentOf(endpoint, match.params)
    if (!isKnown(environment)) return errorResponse(NO_ENVIRONMENT)
    const { id, email, role } = viewer
    const call: AuditedCall = {
      actor: { id, email, role },
      environment,
      action: endpoint.name,
      subjects: [],
      request_id,
    }
    const denial = denied({ endpoint, environment, viewer, request, publicUrl })
    if (denial) return audit.read(call, async () => errorResponse(denial))
    const bound = await route.bind({ request, params: match.params, search: url.searchParams }).catch(known)
    if (bound instanceof Response) return audited ? audit.read(call, async () => bound) : bound
    const run = (about: (ids: readonly string[]) => void) =>
      bound.run({ viewer, request, request_id, newId: idsOf(request), about }).catch(known)
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

function denied({ endpoint, environment, viewer, request, publicUrl }: Attempt): ConsoleError | null {
  const { permission, safe } = endpoint
  if (environment !== null && !mayEnter(viewer, environment)) return new ConsoleError(403, ENVIRONMENT_DENIAL)
  if (!can(viewer.role, permission)) return new ConsoleError(403, denialOf(viewer.role, permission))
  return !safe && isCrossSite(request, publicUrl()) ? new ConsoleError(403, CROSS_SITE_DENIAL) : null
}

function unlisted(methods: readonly string[]): ConsoleError {
  if (methods.length === 0) return new ConsoleError(404, 'The console has no such endpoint.')
  return new ConsoleError(405, 'The console has this address, but not with this method.', { allow: methods.join(', ') })
}

const NO_ENVIRONMENT = new ConsoleError(404, 'There is no such environment. Choose one from the environment switcher.')

/** The answer to an error that is one of ours; any other goes on. */
function known(error: unknown): Response {
  if (error instanceof ConsoleError) return errorResponse(error)
  if (error instanceof AuditUnavailable) return unrecorded()
  throw error
}
