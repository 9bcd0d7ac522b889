/** The way of every call to the console: known → signed in → permitted → valid → recorded → answered. */
import { denialOf } from '#lib/contract/console/denial.ts'
import type { Viewer } from '#lib/contract/console/staff.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { can } from '#lib/contract/roles.ts'
import { endpointMatcher } from '#lib/contract/wire.ts'
import { CROSS_SITE_DENIAL, isCrossSite } from '#lib/utils/cross-site.ts'
import { unrecorded } from './audit.ts'
import { type Audit, type AuditedCall, AuditUnavailable } from './audit-port.ts'
import { ConsoleError, errorResponse } from './errors.ts'
import type { ConsoleRoute } from './route.ts'

/** Who is calling, by what the server itself knows of the session; a response, 401, where nobody is. */
export type Identify = (request: Request) => Promise<Viewer | Response>

export interface DispatchOptions {
  routes: readonly ConsoleRoute[]
  identify: Identify
  audit: Audit
  publicUrl: () => string
}

interface Asked {
  request: Request
  url: URL
  /** The path below the console's prefix. */
  path: string
  request_id: string
}

export function createDispatch({ routes, identify, audit, publicUrl }: DispatchOptions) {
  const find = endpointMatcher(routes.map(({ endpoint }) => endpoint))
  const byName = new Map(routes.map((route) => [route.endpoint.name, route]))

  return async ({ request, url, path, request_id }: Asked): Promise<Response> => {
    const { match, methods } = find(request.method, path)
    const route = match && byName.get(match.endpoint.name)
    if (!route) return errorResponse(unlisted(methods))
    const { endpoint, audited } = route
    const viewer = await identify(request)
    if (viewer instanceof Response) return viewer
    const { id, email, role } = viewer
    const call: AuditedCall = {
      actor: { id, email, role },
      environment: null,
      action: endpoint.name,
      subjects: [],
      request_id,
    }
    const denial = denied(endpoint, viewer, request, publicUrl)
    if (denial) return audit.read(call, async () => errorResponse(denial))
    const bound = await route.bind({ request, params: match.params, search: url.searchParams }).catch(known)
    if (bound instanceof Response) return audited ? audit.read(call, async () => bound) : bound
    const run = (about: (ids: readonly string[]) => void) =>
      bound.run({ viewer, request, request_id, about }).catch(known)
    if (!audited) return run(() => undefined)
    const { subjects } = bound
    return endpoint.safe ? audit.read({ ...call, subjects }, run) : audit.change({ ...call, subjects }, run)
  }
}

function denied({ permission, safe }: Endpoint, { role }: Viewer, request: Request, publicUrl: () => string) {
  if (!can(role, permission)) return new ConsoleError(403, denialOf(role, permission))
  return !safe && isCrossSite(request, publicUrl()) ? new ConsoleError(403, CROSS_SITE_DENIAL) : null
}

function unlisted(methods: readonly string[]): ConsoleError {
  if (methods.length === 0) return new ConsoleError(404, 'The console has no such endpoint.')
  return new ConsoleError(405, 'The console has this address, but not with this method.', { allow: methods.join(', ') })
}

/** The answer to an error that is one of ours; any other goes on. */
function known(error: unknown): Response {
  if (error instanceof ConsoleError) return errorResponse(error)
  if (error instanceof AuditUnavailable) return unrecorded()
  throw error
}
