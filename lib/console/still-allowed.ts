/** Whether somebody may still have what they were given a while ago, for answers that go on. */
import { mayEnter } from '#lib/domains/environments/access.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { BACKGROUND_HEADER } from '#lib/kernel/client/session.ts'
import type { Permission } from '#lib/kernel/permissions.ts'
import type { StaffAccess } from './staff-calls.ts'

/** Returns what asks again with the request's own session; asking doesn’t keep the session alive. */
export function stillAllowed({ identify }: Pick<StaffAccess, 'identify'>, permission: Permission) {
  return async (request: Request, environment: string): Promise<boolean> => {
    const headers = new Headers(request.headers)
    headers.set(BACKGROUND_HEADER, '1')
    const viewer = await identify(new Request(request.url, { headers })).catch(() => null)
    return viewer !== null && !viewer.must_enroll && mayEnter(viewer, environment) && can(viewer.role, permission)
  }
}
