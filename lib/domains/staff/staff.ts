/** Staff and sessions of the console: `/api/console/staff…` and what a signed-in person knows of themselves. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, typedName } from '#lib/kernel/fields.ts'
import { ROLES } from './roles.ts'

const id = z.string().min(1).max(64)
const none = z.object({})

export const staffMember = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** Ids of the environments the person may enter; null for all. */
  environments: z.array(z.string()).nullable(),
  /** `invited` until the first password is set. */
  status: z.enum(['invited', 'active', 'disabled']),
  second_factor: z.boolean(),
  created_at: isoDateTime,
  last_seen_at: isoDateTime.nullable(),
})
export type StaffMember = z.infer<typeof staffMember>

/** What the person at the screen is, and when their session ends if nothing happens. */
const viewer = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  environments: z.array(z.string()).nullable(),
  second_factor: z.boolean(),
  /** Milliseconds without a request after which the session ends. */
  idle_timeout: z.int(),
  /** When the session ends whatever happens. */
  ends_at: isoDateTime,
})
export type Viewer = z.infer<typeof viewer>

export const getViewer = endpoint({
  name: 'get_viewer',
  section: 'console',
  method: 'GET',
  path: '/viewer',
  permission: 'users:read',
  params: none,
  query: none,
  body: null,
  response: viewer,
  success: [200],
  safe: true,
})

export const listStaff = endpoint({
  name: 'list_staff',
  section: 'console',
  method: 'GET',
  path: '/staff',
  permission: 'staff:manage',
  params: none,
  query: none,
  body: null,
  response: z.object({ staff: z.array(staffMember) }),
  success: [200],
  safe: true,
})

export const staffInvitation = z.object({
  email: z.email('Enter an e-mail address.').max(254),
  name: typedName.pipe(z.string().min(1, 'Enter a name.').max(100)),
  role: z.enum(ROLES),
  environments: z.array(z.string()).min(1, 'Choose at least one environment.').nullable(),
})

/** The link is shown to the administrator once, to be handed on by a channel they trust. */
export const inviteStaff = endpoint({
  name: 'invite_staff',
  section: 'console',
  method: 'POST',
  path: '/staff',
  permission: 'staff:manage',
  params: none,
  query: none,
  body: staffInvitation,
  response: z.object({ member: staffMember, link: z.string(), expires_at: isoDateTime }),
  success: [201],
  safe: false,
})

export const updateStaff = endpoint({
  name: 'update_staff',
  section: 'console',
  method: 'PATCH',
  path: '/staff/{staff_id}',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: none,
  body: z.object({
    role: z.enum(ROLES).optional(),
    environments: staffInvitation.shape.environments.optional(),
    disabled: z.boolean().optional(),
  }),
  response: staffMember,
  success: [200],
  safe: false,
})

/** Ends all sessions, forgets password and second factor, and makes a new link. */
export const resetStaffAccess = endpoint({
  name: 'reset_staff_access',
  section: 'console',
  method: 'POST',
  path: '/staff/{staff_id}/reset',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: none,
  body: null,
  response: z.object({ member: staffMember, link: z.string(), expires_at: isoDateTime }),
  success: [200],
  safe: false,
})
