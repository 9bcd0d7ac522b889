/** Staff and sessions of the console: `/api/console/staff…` and what a signed-in person knows of themselves. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, typedName } from '#lib/kernel/fields.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { ROLES } from './roles.ts'

const id = z.string().min(1).max(64)

/** Fate of the second factor when access is reset. */
export const SECOND_FACTOR_AFTER_RESET = ['keep', 'remove'] as const
const second_factor_after = z.enum(SECOND_FACTOR_AFTER_RESET)
export type SecondFactorAfterReset = z.infer<typeof second_factor_after>

/** Actions on an administrator that need the consent of a third. */
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

export const listStaff = endpoint({
  name: 'list_staff',
  path: '/staff',
  permission: 'staff:manage',
  response: z.object({ staff: z.array(staffMember) }),
})

const colleague = staffMember.pick({ id: true, name: true }).extend({
  /** Whether an order can be assigned to them: their role may finish it. */
  works_on_orders: z.boolean(),
})

/** Everyone who can enter an environment, for those whom they work with: to assign an order, to mention in a note. */
export const listColleagues = endpoint({
  name: 'list_colleagues',
  path: '/colleagues/{environment}',
  permission: 'users:read',
  params: inEnvironment,
  response: z.object({ colleagues: z.array(colleague) }),
})

export const staffInvitation = z.object({
  email: z.string().overwrite(TEXT_FIELDS.email.clean).check(z.email('Enter an email address.')).max(254),
  name: typedName.pipe(z.string().min(1, 'Enter a name.').max(100)),
  role: z.enum(ROLES),
  environments: z.array(z.string()).min(1, 'Choose at least one environment.').nullable(),
})

/** The link is shown to the administrator once, to be handed on by a channel they trust. */
export const inviteStaff = endpoint({
  name: 'invite_staff',
  method: 'POST',
  path: '/staff',
  permission: 'staff:manage',
  body: staffInvitation,
  response: z.object({ member: staffMember, link: z.string(), expires_at: isoDateTime }),
  success: [201],
})

export const updateStaff = endpoint({
  name: 'update_staff',
  method: 'PATCH',
  path: '/staff/{staff_id}',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  body: z.object({
    role: z.enum(ROLES).optional(),
    environments: staffInvitation.shape.environments.optional(),
    disabled: z.boolean().optional(),
    name: staffInvitation.shape.name.optional(),
  }),
  response: staffMember,
})

/**
 * Ends all sessions, forgets the password, blocks the identity of single sign-on and makes a new link. Of an administrator
 * only with the consent of a second one, where there is one: the first call is the request, another administrator's the consent.
 */
export const resetStaffAccess = endpoint({
  name: 'reset_staff_access',
  method: 'POST',
  path: '/staff/{staff_id}/reset',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  body: z.object({
    second_factor: second_factor_after.default('keep'),
    consents_to: id.optional(),
  }),
  /** Without a link it waits for consent. */
  response: z.object({ member: staffMember, link: z.string().nullable(), expires_at: isoDateTime.nullable() }),
})

/**
 * Removes a person: their sessions end and the email address is free again; what was recorded about them stays. Of an
 * administrator with the consent of a second one, like a reset.
 */
export const removeStaff = endpoint({
  name: 'remove_staff',
  method: 'DELETE',
  path: '/staff/{staff_id}',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  query: z.object({ consents_to: id.optional() }),
  /** Null once the person is removed; whom it waits for otherwise. */
  response: z.object({ member: staffMember.nullable() }),
})

/** Changes the address that a person signs in with, and ends their sessions. Of an administrator with consent. */
export const changeStaffEmail = endpoint({
  name: 'change_staff_email',
  method: 'POST',
  path: '/staff/{staff_id}/email',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  body: z.object({ email: staffInvitation.shape.email, consents_to: id.optional() }),
  response: staffMember,
})

/** Takes a request for a reset, removal or new email address back, or declines it. */
export const declineStaffReset = endpoint({
  name: 'decline_staff_reset',
  method: 'DELETE',
  path: '/staff/{staff_id}/reset',
  permission: 'staff:manage',
  params: z.object({ staff_id: id }),
  response: staffMember,
})

const roleRule = z.object({
  role: z.enum(ROLES),
  required: z.boolean(),
  /** Whether the server's configuration requires it, so that it can't be changed here. */
  fixed: z.boolean(),
})
const signInRules = z.object({ second_factor: z.array(roleRule) })
export type SignInRules = z.infer<typeof signInRules>

/** Which roles need two-factor authentication, in the order of roles. */
export const getSignInRules = endpoint({
  name: 'get_sign_in_rules',
  path: '/sign-in-rules',
  permission: 'staff:manage',
  response: signInRules,
})

/** Requires a second factor for a role: people without one set it up at their next sign-in, before anything else. */
export const changeSignInRule = endpoint({
  name: 'change_sign_in_rule',
  method: 'PATCH',
  path: '/sign-in-rules/{role}',
  permission: 'staff:manage',
  params: z.object({ role: z.enum(ROLES) }),
  body: z.object({ required: z.boolean() }),
  response: signInRules,
})
