/** `/api/console/viewer` and `/api/console/staff…` as routes of the console. */

import type { Audit } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import { dismissNotices, listNotices } from '#lib/domains/staff/notices.ts'
import { can } from '#lib/domains/staff/roles.ts'
import {
  changeSignInRule,
  changeStaffEmail,
  declineStaffReset,
  getSignInRules,
  inviteStaff,
  listColleagues,
  listStaff,
  removeStaff,
  resetStaffAccess,
  updateStaff,
} from '#lib/domains/staff/staff.ts'
import { getViewer, type Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Endpoint, EndpointCall, EndpointOutput } from '#lib/kernel/endpoint.ts'
import type { StaffOperations } from './staff.ts'

type ChangeBy = { actor: Viewer } & Pick<RouteContext, 'request_id' | 'newId'>

/** Changes to staff write their own entries, which say more than an endpoint's name. */
const OWN_ENTRY = { audited: 'itself' } as const

/** Staff operations write their own audit entries; refusals are recorded here. */
export function staffRoutes(
  staff: StaffOperations,
  audit: Audit,
  isShortOfSpace: () => boolean = () => false,
): ConsoleRoute[] {
  /** Writes a refusal to the audit log before it is answered. */
  function changing<E extends Endpoint>(
    endpoint: E,
    change: (call: EndpointCall<E>, by: ChangeBy) => Promise<EndpointOutput<E>>,
  ) {
    return route(
      endpoint,
      async (call, { viewer: actor, request_id, newId }) => {
        try {
          return { body: await change(call, { actor, request_id, newId }) }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const { id, email, role } = actor
          const subjects = Object.entries(call.params).flatMap(([name, id]) =>
            name === 'staff_id' ? [String(id)] : [],
          )
          await audit.record(
            { actor: { id, email, role }, environment: null, action: endpoint.name, subjects, request_id },
            { outcome: 'refused', status: error.status },
          )
          throw error
        }
      },
      OWN_ENTRY,
    )
  }

  return [
    route(getViewer, async (_, { viewer }) => ({ body: viewer }), OWN_ENTRY),

    route(listStaff, async (_, { viewer }) => ({ body: await staff.list({ actor: viewer }) })),

    // Names of colleagues are no patient's data.
    route(
      listColleagues,
      async ({ params: { environment } }) => {
        const workers = await staff.whoEnters(environment, 'orders:triage')
        const everyone = [...(await staff.whoEnters(environment))]
        return { body: { colleagues: everyone.map(([id, name]) => ({ id, name, works_on_orders: workers.has(id) })) } }
      },
      { audited: false },
    ),

    changing(inviteStaff, ({ body }, by) => staff.invite({ ...by, input: body })),

    changing(updateStaff, ({ params, body }, by) => staff.update({ ...by, input: { ...body, ...params } })),

    changing(resetStaffAccess, ({ params, body }, by) => staff.resetAccess({ ...by, input: { ...body, ...params } })),

    changing(removeStaff, ({ params, query }, by) => staff.remove({ ...by, input: { ...query, ...params } })),

    changing(changeStaffEmail, ({ params, body }, by) => staff.changeEmail({ ...by, input: { ...body, ...params } })),

    changing(declineStaffReset, ({ params }, by) => staff.declineReset({ ...by, input: params })),

    route(getSignInRules, async (_, { viewer }) => ({ body: await staff.signInRules({ actor: viewer }) }), OWN_ENTRY),

    changing(changeSignInRule, ({ params, body }, by) =>
      staff.changeSignInRule({ ...by, input: { ...body, ...params } }),
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
