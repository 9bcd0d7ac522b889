/** `/api/console/viewer` and `/api/console/staff…` as routes of the console. */

import type { Audit } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import { dismissNotices, listNotices } from '#lib/domains/staff/notices.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { changeSignInRule, getSignInRules } from '#lib/domains/staff/sign-in-rules.ts'
import {
  changeStaffEmail,
  declineStaffReset,
  inviteStaff,
  listStaff,
  removeStaff,
  resetStaffAccess,
  updateStaff,
} from '#lib/domains/staff/staff.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { StaffOperations } from './staff.ts'

/** Changes to staff write their own entries, which say more than an endpoint's name. */
const OWN_ENTRY = { audited: 'itself' } as const

/**
 * Returns the routes that list, invite and change staff; the staff operations write their own audit entries, refusals
 * are recorded here.
 */
export function staffRoutes(
  staff: StaffOperations,
  audit: Audit,
  isShortOfSpace: () => boolean = () => false,
): ConsoleRoute[] {
  /** Writes a refusal to the audit log before it is answered. */
  async function withAuditedRefusal<T>(
    action: string,
    subjects: readonly string[],
    { viewer, request_id, newId }: RouteContext,
    work: Work<T>,
  ) {
    try {
      return { body: await work({ actor: viewer, request_id, newId }) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { id, email, role } = viewer
      const call = { actor: { id, email, role }, environment: null, action, subjects, request_id }
      await audit.record(call, { outcome: 'refused', status: error.status })
      throw error
    }
  }

  return [
    route(getViewer, async (_, { viewer }) => ({ body: viewer }), OWN_ENTRY),

    route(listStaff, async (_, { viewer }) => ({ body: await staff.list({ actor: viewer }) })),

    route(
      inviteStaff,
      ({ body }, context) =>
        withAuditedRefusal(inviteStaff.name, [], context, (by) => staff.invite({ ...by, input: body })),
      OWN_ENTRY,
    ),

    route(
      updateStaff,
      ({ params, body }, context) =>
        withAuditedRefusal(updateStaff.name, [params.staff_id], context, (by) =>
          staff.update({ ...by, input: { ...body, ...params } }),
        ),
      OWN_ENTRY,
    ),

    route(
      resetStaffAccess,
      ({ params, body }, context) =>
        withAuditedRefusal(resetStaffAccess.name, [params.staff_id], context, (by) =>
          staff.resetAccess({ ...by, input: { ...body, ...params } }),
        ),
      OWN_ENTRY,
    ),

    route(
      removeStaff,
      ({ params, query }, context) =>
        withAuditedRefusal(removeStaff.name, [params.staff_id], context, (by) =>
          staff.remove({ ...by, input: { ...query, ...params } }),
        ),
      OWN_ENTRY,
    ),

    route(
      changeStaffEmail,
      ({ params, body }, context) =>
        withAuditedRefusal(changeStaffEmail.name, [params.staff_id], context, (by) =>
          staff.changeEmail({ ...by, input: { ...body, ...params } }),
        ),
      OWN_ENTRY,
    ),

    route(
      declineStaffReset,
      ({ params }, context) =>
        withAuditedRefusal(declineStaffReset.name, [params.staff_id], context, (by) =>
          staff.declineReset({ ...by, input: params }),
        ),
      OWN_ENTRY,
    ),

    route(getSignInRules, async (_, { viewer }) => ({ body: await staff.signInRules({ actor: viewer }) }), OWN_ENTRY),

    route(
      changeSignInRule,
      ({ params, body }, context) =>
        withAuditedRefusal(changeSignInRule.name, [], context, (by) =>
          staff.changeSignInRule({ ...by, input: { ...body, ...params } }),
        ),
      OWN_ENTRY,
    ),

    route(
      listNotices,
      async (_, { viewer }) => ({
        body: {
          notices: await staff.notices(viewer),
          is_short_of_space: can(viewer.role, 'staff:manage') && isShortOfSpace(),
        },
      }),
      OWN_ENTRY,
    ),

    route(
      dismissNotices,
      async ({ body }, { viewer }) => {
        await staff.dismissNotices(viewer, body.ids)
        return { body: null }
      },
      OWN_ENTRY,
    ),
  ]
}

type Work<T> = (by: { actor: RouteContext['viewer']; request_id: string; newId: RouteContext['newId'] }) => Promise<T>
