/** Staff and sessions of the console: `/api/console/staff…` and what a signed-in person knows of themselves. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, typedName } from '#lib/kernel/fields.ts'
import { ROLES } from './roles.ts'

const id = z.string().min(1).max(64)
const none = z.object({})

/** Actions on staff that the person concerned and all administrators see as a notice at their next sign-in. */
const NOTICED = [
  'staff_reset_requested',
  'staff_access_reset',
  'staff_reset_declined',
  'staff_removal_requested',
  'staff_removed',
  'staff_email_change_requested',
  'staff_email_changed',
  'staff_updated',
  'staff_disabled',
  'staff_enabled',
  'administrator_added',
] as const
export type Noticed = (typeof NOTICED)[number]

/** What becomes of the second factor when somebody's access is reset. */
export const SECOND_FACTOR_AFTER_RESET = ['keep', 'remove'] as const
const second_factor_after = z.enum(SECOND_FACTOR_AFTER_RESET)
export type SecondFactorAfterReset = z.infer<typeof second_factor_after>

/** What an administrator can do to another one only with the consent of a third. */
export const REQUEST_PURPOSES = ['reset', 'removal', 'email'] as const

/** A reset, removal or change of email address of an administrator, which waits for the consent of another one. */
const resetRequest = z.object({
  /** ID of the person who requested it. */
  by: z.string(),
  at: isoDateTime,
  second_factor: second_factor_after,
  purpose: z.enum(REQUEST_PURPOSES).default('reset'),
  /** The new email address, where it is to change. */
  email: z.string().nullable().default(null),
})
export type ResetRequest = z.infer<typeof resetRequest>

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
  /** Null where none waits; one that is older than a day is over. */
  reset_request: resetRequest.nullable().default(null),
  /** When the person's one-time link expires, or expired; null where there is none. */
  link_expires_at: isoDateTime.nullable().default(null),
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
  /** How many notices they have not seen yet. */
  notices: z.int().min(0).default(0),
  /** Whether they can do nothing but set up a second factor, which their role needs. */
  must_enroll: z.boolean().default(false),
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
  email: z.email('Enter an email address.').max(254),
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
    name: staffInvitation.shape.name.optional(),
  }),
  response: staffMember,
  success: [200],
  safe: false,
})

/**
 * Ends all sessions, forgets the password, blocks the identity of single sign-on and makes a new link. Of an administrator
 * only with the consent of a second one, where there is one: the first call is the request, another administrator's the consent.
 */
export const resetStaffAccess = endpoint({
  name: 'reset_staff_access',
  section: 'console',
  method: 'POST',
  path: '/staff/{staff_id}/reset',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: none,
  body: z.object({
    second_factor: second_factor_after.default('keep'),
    /** ID of the person who requested the reset that this approves. */
    consents_to: id.optional(),
  }),
  /** Without a link it waits for consent. */
  response: z.object({ member: staffMember, link: z.string().nullable(), expires_at: isoDateTime.nullable() }),
  success: [200],
  safe: false,
})

/**
 * Removes a person: their sessions end and the email address is free again; what was recorded about them stays. Of an
 * administrator with the consent of a second one, like a reset.
 */
export const removeStaff = endpoint({
  name: 'remove_staff',
  section: 'console',
  method: 'DELETE',
  path: '/staff/{staff_id}',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: z.object({ consents_to: id.optional() }),
  body: null,
  /** Null once the person is removed; whom it waits for otherwise. */
  response: z.object({ member: staffMember.nullable() }),
  success: [200],
  safe: false,
})

/** Changes the address that a person signs in with, and ends their sessions. Of an administrator with consent. */
export const changeStaffEmail = endpoint({
  name: 'change_staff_email',
  section: 'console',
  method: 'POST',
  path: '/staff/{staff_id}/email',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: none,
  body: z.object({ email: staffInvitation.shape.email, consents_to: id.optional() }),
  response: staffMember,
  success: [200],
  safe: false,
})

/** Takes a request for a reset, removal or new email address back, or declines it. */
export const declineStaffReset = endpoint({
  name: 'decline_staff_reset',
  section: 'console',
  method: 'DELETE',
  path: '/staff/{staff_id}/reset',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: none,
  body: null,
  response: staffMember,
  success: [200],
  safe: false,
})

export const notice = z.object({
  id,
  action: z.enum(NOTICED),
  /** Whom it was done to; null where that is the reader. */
  about_name: z.string().nullable(),
  by_name: z.string(),
  at: isoDateTime,
})
export type Notice = z.infer<typeof notice>

/** What administrators did about the reader, or, for an administrator, about anybody; newest first. */
export const listNotices = endpoint({
  name: 'list_notices',
  section: 'console',
  method: 'GET',
  path: '/notices',
  permission: 'users:read',
  params: none,
  query: none,
  body: null,
  response: z.object({ notices: z.array(notice) }),
  success: [200],
  safe: true,
})

/** The reader has seen these. */
export const dismissNotices = endpoint({
  name: 'dismiss_notices',
  section: 'console',
  method: 'POST',
  path: '/notices/dismiss',
  permission: 'users:read',
  params: none,
  query: none,
  body: z.object({ ids: z.array(id).max(200) }),
  response: z.null(),
  success: [204],
  safe: false,
})
