/** The rules of changing staff: who may, what is left, and what goes on record. */

import type { z } from 'zod'
import { denialOf } from '#lib/domains/staff/denial.ts'
import type { Noticed } from '#lib/domains/staff/notices.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { StaffMember, updateStaff } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { AccountAction } from './accounts.ts'
import { administration, isFullAdministrator, type ResetAction } from './resets.ts'
import type { Actor, StaffRecord, StaffTransaction } from './store.ts'

export type StaffAction =
  | 'staff_invited'
  | 'staff_updated'
  | 'staff_renamed'
  | 'staff_disabled'
  | 'staff_enabled'
  | 'sign_in_rule_changed'
  | ResetAction
  | AccountAction

/** Ids of environments; null for all. */
type Limit = readonly string[] | null

export function mayManage({ role }: Actor) {
  if (!can(role, 'staff:manage')) throw new ApiError('role_denied', denialOf(role, 'staff:manage'))
}

/** Someone limited to some environments gives, and touches, nothing beyond them. */
export function withinReach(actor: Actor, limit: Limit) {
  if (actor.environments === null) return
  if (limit?.every((id) => actor.environments?.includes(id))) return
  throw new ApiError(
    'role_denied',
    'You can only manage people in your own environments. Ask an administrator of all environments.',
  )
}

/** `configured` are the environments that there are. */
export function mustExist(configured: readonly { id: string }[], limit: Limit) {
  const unknown = limit?.find((id) => !configured.some((known) => known.id === id))
  if (unknown === undefined) return
  const msg = `There’s no environment “${unknown}”.`
  throw new ApiError('invalid_input', [{ loc: ['body', 'environments'], msg, type: 'value_error' }])
}

export type StaffChanges = z.output<typeof updateStaff.body>

interface Change {
  actor: Actor
  input: StaffChanges
  at: string
}

/** Changes a person’s name, role, environments or access; who is disabled is signed out, and administrators are told. */
export async function changeMember(tx: StaffTransaction, before: StaffRecord, { actor, input, at }: Change) {
  if (input.disabled && before.id === actor.id)
    throw new ApiError('conflict', 'You can’t disable yourself. Ask another administrator.')
  const {
    role = before.role,
    environments = before.environments,
    disabled = before.disabled_at !== null,
    name = before.name,
  } = input
  const disabled_at = disabled ? (before.disabled_at ?? at) : null
  const remains = isFullAdministrator({ ...before, role, environments, disabled_at })
  if (!remains) await administratorRemains(tx, before.id)
  if (disabled_at) await tx.endSessions(before.id)
  if (disabled_at) await tx.dropLinks(before.id)
  const changed = { ...before, role, environments, disabled_at }
  const rights = { name, role, environments, disabled_at, ...administration(before, changed, at) }
  const after = await tx.update(before.id, rights)
  for (const action of newsOf(before, after)) await tx.notify({ action, about: after, by: actor, at })
  return { before, after }
}

/** Returns a person as staff see them; who is limited to some environments sees those alone. */
export function asMember(
  { activated_at, disabled_at, administrator_until: _, administrator_since: __, ...person }: StaffRecord,
  expiries: ReadonlyMap<string, string>,
  limit: Limit = null,
): StaffMember {
  const status = activated_at === null ? 'invited' : 'active'
  const environments = person.environments?.filter((id) => limit?.includes(id) ?? true) ?? null
  const link_expires_at = expiries.get(person.id) ?? null
  return { ...person, environments, link_expires_at, status: disabled_at === null ? status : 'disabled' }
}

/** @throws ApiError 409 where nobody else is an administrator of all environments */
export async function administratorRemains(tx: StaffTransaction, without: string) {
  if (await tx.hasAdministrator([without])) return
  throw new ApiError(
    'conflict',
    'This is the last active administrator of all environments. Make someone else an administrator first.',
  )
}

function rightsActionsOf(before: StaffRecord, after: StaffRecord) {
  const actions: ('staff_updated' | 'staff_disabled' | 'staff_enabled')[] = []
  const limits = ({ role, environments }: StaffRecord) => JSON.stringify([role, environments])
  if (limits(before) !== limits(after)) actions.push('staff_updated')
  if (!before.disabled_at && after.disabled_at) actions.push('staff_disabled')
  if (before.disabled_at && !after.disabled_at) actions.push('staff_enabled')
  return actions
}

/** A new name is on record, and changes nothing that anybody has to be warned of. */
export function actionsOf(before: StaffRecord, after: StaffRecord): StaffAction[] {
  const renamed: StaffAction[] = before.name === after.name ? [] : ['staff_renamed']
  return [...renamed, ...rightsActionsOf(before, after)]
}

/** Returns the actions that get a notice; only changes of administrators have any. */
function newsOf(before: StaffRecord, after: StaffRecord): Noticed[] {
  if (before.role !== 'administrator' && after.role === 'administrator') return ['administrator_added']
  return before.role === 'administrator' ? rightsActionsOf(before, after) : []
}
