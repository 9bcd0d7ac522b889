/** `/api/console/viewer` and `/api/console/staff…`: what sign-in knows of people, as routes of the console. */
import type { Auth } from '#lib/auth/auth.ts'
import { Refusal } from '#lib/auth/refusal.ts'
import type { Audit } from '#lib/console/audit-port.ts'
import { ConsoleError, type ConsoleStatus } from '#lib/console/errors.ts'
import { type ConsoleRoute, type RouteContext, route, routeWithBody } from '#lib/console/route.ts'
import { getViewer, inviteStaff, listStaff, resetStaffAccess, updateStaff } from '#lib/contract/console/staff.ts'

/** What is done to staff writes its own entry, in words that say more than an endpoint's name. */
const OWN_ENTRY = { audited: false } as const
const CONSOLE_STATUSES: readonly ConsoleStatus[] = [403, 404, 409, 422]

export function staffRoutes({ staff }: Pick<Auth, 'staff'>, audit: Audit): ConsoleRoute[] {
  /** A refusal of sign-in goes on record, and out as one of the console's errors. */
  async function told<T>(
    action: string,
    subjects: readonly string[],
    { viewer, request_id }: RouteContext,
    work: Work<T>,
  ) {
    try {
      return { body: await work({ actor: viewer, request_id }) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const status = CONSOLE_STATUSES.find((known) => known === error.status)
      if (status === undefined) throw error
      const { id, email, role } = viewer
      const call = { actor: { id, email, role }, environment: null, action, subjects, request_id }
      await audit.record(call, { outcome: 'refused', status })
      throw new ConsoleError(status, error.detail)
    }
  }

  return [
    route(getViewer, async (_, { viewer }) => ({ body: viewer }), OWN_ENTRY),

    route(listStaff, async (_, { viewer }) => ({ body: await staff.list({ actor: viewer }) })),

    routeWithBody(
      inviteStaff,
      ({ body }, context) => told(inviteStaff.name, [], context, (by) => staff.invite({ ...by, input: body })),
      OWN_ENTRY,
    ),

    routeWithBody(
      updateStaff,
      ({ params, body }, context) =>
        told(updateStaff.name, [params.staff_id], context, (by) =>
          staff.update({ ...by, input: { ...body, ...params } }),
        ),
      OWN_ENTRY,
    ),

    route(
      resetStaffAccess,
      ({ params }, context) =>
        told(resetStaffAccess.name, [params.staff_id], context, (by) => staff.resetAccess({ ...by, input: params })),
      OWN_ENTRY,
    ),
  ]
}

type Work<T> = (by: { actor: RouteContext['viewer']; request_id: string }) => Promise<T>
