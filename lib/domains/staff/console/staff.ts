/** Staff administration: list, invite, change, disable, reset. One rule for all: a full administrator remains. */
import type { z } from 'zod'
import type { PersonEvent } from '#lib/console/audit-port.ts'
import { OPERATOR_ACTOR } from '#lib/domains/audit/audit.ts'
import { changedFields } from '#lib/domains/audit/details.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import type { News, Noticed } from '#lib/domains/staff/notices.ts'
import { can, mayUse, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import {
  type SecondFactorAfterReset,
  type SignInRules,
  type StaffMember,
  type staffInvitation,
  updateStaff,
} from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Permission } from '#lib/kernel/permissions.ts'
import { newId as randomId } from '#lib/utils/ids/ids.ts'
import {
  type AccountAction,
  changeEmailOrRequest,
  type EmailInput,
  type RemovalInput,
  removeOrRequest,
} from './accounts.ts'
import {
  administration,
  declineRequest,
  isFullAdministrator,
  type ResetAction,
  type ResetInput,
  resetByOperator,
  resetOrRequest,
} from './resets.ts'
import type { Actor, OneTimeLink, StaffRecord, StaffStore, StaffTransaction } from './store.ts'

export type StaffEvent = PersonEvent<StaffAction>

/** A link, or none yet. */
type PendingLink = { [K in keyof OneTimeLink]: OneTimeLink[K] | null }

interface Call<I> {
  actor: Actor
  input: I
  request_id: string
  /** Ids of people who are added; random unless set. */
  newId?: () => string
}

interface OperatorReset {
  email: string
  second_factor: SecondFactorAfterReset
  request_id: string
}

export interface StaffOptions {
  store: StaffStore
  /** The configured ones. */
  environments: readonly Pick<Environment, 'id'>[]
  /** Roles that the configuration requires a second factor of; none unless set. */
  fixed_factor_roles?: readonly Role[]
  now?: () => Date
  /** Writes the audit log. */
  onEvent: (event: StaffEvent) => Promise<void> | void
}

const NOT_OF_ALL =
  'This applies to all environments, and you manage only some. Ask an administrator of all environments.'
const FIXED_RULE = 'The server’s configuration requires this (REQUIRE_SECOND_FACTOR), so it can’t be changed here.'

export type StaffOperations = ReturnType<typeof createStaff>

/** Every operation throws `ApiError` for what is not allowed: 403, 404, 409, 422. */
export function createStaff(options: StaffOptions) {
  const { store, environments: configured, fixed_factor_roles = [], now = () => new Date(), onEvent } = options

  /** Someone limited to some environments sees who is limited too, and shares one with them. */
  async function within({ environments }: Pick<Actor, 'environments'>): Promise<StaffRecord[]> {
    const everyone = await store.list()
    if (environments === null) return everyone
    return everyone.filter((person) => person.environments?.some((id) => environments.includes(id)))
  }

  async function target(tx: StaffTransaction, actor: Actor, id: string): Promise<StaffRecord> {
    const person = await tx.find(id)
    if (!person)
      throw new ApiError('not_found', 'This person isn’t on the list. Someone may have changed it: reload the list.')
    withinReach(actor, person.environments)
    return person
  }

  async function record(
    { actor, request_id }: Call<unknown>,
    action: StaffAction,
    subjects: readonly string[] = [],
    fields?: string[],
  ) {
    const { id: actor_id, email: actor_email, name, role } = actor
    const known = { ...(name !== undefined && { actor_name: name }), ...(fields?.length && { details: { fields } }) }
    const by = { actor_id, actor_email, role, ...known }
    await onEvent({ action, ...by, subjects: [...subjects], outcome: 'done', request_id })
  }

  async function rules(): Promise<SignInRules> {
    const chosen = await store.factorRoles()
    return {
      second_factor: ROLES.map((role) => {
        const fixed = fixed_factor_roles.includes(role)
        return { role, required: fixed || chosen.includes(role), fixed }
      }),
    }
  }

  const member = async (person: StaffRecord) => asMember(person, await store.linkExpiries())

  return {
    async list({ actor }: { actor: Actor }): Promise<{ staff: StaffMember[] }> {
      mayManage(actor)
      const [people, expiries] = [await within(actor), await store.linkExpiries()]
      return { staff: people.map((person) => asMember(person, expiries, actor.environments)) }
    },

    /** Ids of the people that `list` shows, whatever the role. */
    async visibleTo(actor: Pick<Actor, 'environments'>): Promise<string[]> {
      return (await within(actor)).map(({ id }) => id)
    },

    /** Names of the people who can enter an environment, by their IDs: with a permission, of those whose role has it. */
    async whoEnters(environment: string, permission?: Permission): Promise<ReadonlyMap<string, string>> {
      const people = (await store.list()).filter(
        ({ disabled_at, environments, role }) =>
          disabled_at === null && environments?.includes(environment) !== false && mayUse(role, permission),
      )
      return new Map(people.map(({ id, name }) => [id, name]))
    },

    /** The link is shown once. */
    async invite(call: Call<z.output<typeof staffInvitation>>): Promise<{ member: StaffMember } & OneTimeLink> {
      const { actor, input, newId = randomId } = call
      mayManage(actor)
      withinReach(actor, input.environments)
      mustExist(configured, input.environments)
      const { person, link } = await store.change(async (tx) => {
        const added = await tx.add({ ...input, id: newId() })
        if (added === 'taken') throw new ApiError('taken', 'Someone with this email address is already on the list.')
        const at = now().toISOString()
        if (added.role === 'administrator')
          await tx.notify({ action: 'administrator_added', about: added, by: actor, at })
        return { person: added, link: await tx.makeLink(added.id) }
      })
      await record(call, 'staff_invited', [person.id])
      return { member: await member(person), ...link }
    },

    async update(call: Call<{ staff_id: string } & StaffChanges>): Promise<StaffMember> {
      mayManage(call.actor)
      if (call.input.environments !== undefined) withinReach(call.actor, call.input.environments)
      mustExist(configured, call.input.environments ?? null)
      const { before, after } = await store.change(async (tx) =>
        changeMember(tx, await target(tx, call.actor, call.input.staff_id), { ...call, at: now().toISOString() }),
      )
      const fields = changedFields(updateStaff.body, before, after)
      for (const action of actionsOf(before, after)) await record(call, action, [after.id], fields)
      return await member(after)
    },

    /** Without a link it waits for a second administrator's consent. */
    async resetAccess(call: Call<ResetInput>): Promise<{ member: StaffMember } & PendingLink> {
      mayManage(call.actor)
      const { person, link, action } = await store.change(async (tx) => {
        const before = await target(tx, call.actor, call.input.staff_id)
        await administratorRemains(tx, before.id)
        return resetOrRequest(tx, before, { ...call, at: now() })
      })
      await record(call, action, [person.id])
      return { member: await member(person), link: link?.link ?? null, expires_at: link?.expires_at ?? null }
    },

    /** Recorded before it returns, from the server's command line. @throws ApiError 404, or 409 for one disabled */
    async resetByOperator({ email, second_factor, request_id }: OperatorReset): Promise<OneTimeLink> {
      const known = (await store.list()).find((each) => each.email.toLowerCase() === email.trim().toLowerCase())
      const { person, link, action } = await store.change(async (tx) => {
        const before = known && (await tx.find(known.id))
        if (!before) throw new ApiError('not_found', 'No staff member has this email address.')
        return resetByOperator(tx, before, { second_factor, at: now() })
      })
      if (!link) throw new Error('A reset on the server needs no approval.')
      const actor = { actor_id: OPERATOR_ACTOR, actor_email: null, role: null }
      await onEvent({ ...actor, action, subjects: [person.id], outcome: 'done', request_id })
      return link
    },

    /** Removes a person, or, of an administrator, asks for consent; null once they are removed. */
    async remove(call: Call<RemovalInput>): Promise<{ member: StaffMember | null }> {
      mayManage(call.actor)
      const { waiting, action } = await store.change(async (tx) => {
        const before = await target(tx, call.actor, call.input.staff_id)
        if (before.id !== call.actor.id) await administratorRemains(tx, before.id)
        return removeOrRequest(tx, before, { ...call, at: now() })
      })
      await record(call, action, [call.input.staff_id])
      return { member: waiting && (await member(waiting)) }
    },

    async changeEmail(call: Call<EmailInput>): Promise<StaffMember> {
      mayManage(call.actor)
      const { person, action } = await store.change(async (tx) => {
        const before = await target(tx, call.actor, call.input.staff_id)
        return changeEmailOrRequest(tx, before, { ...call, at: now() })
      })
      if (action) await record(call, action, [person.id])
      return await member(person)
    },

    /** Takes a request for a reset back, or declines somebody else's. */
    async declineReset(call: Call<{ staff_id: string }>): Promise<StaffMember> {
      mayManage(call.actor)
      const person = await store.change(async (tx) => {
        const before = await target(tx, call.actor, call.input.staff_id)
        return declineRequest(tx, before, { ...call, at: now() })
      })
      await record(call, 'staff_reset_declined', [person.id])
      return await member(person)
    },

    async signInRules({ actor }: { actor: Actor }): Promise<SignInRules> {
      mayManage(actor)
      return await rules()
    },

    /** @throws ApiError 403 for an administrator of some environments, 409 for a role of the configuration */
    async changeSignInRule(call: Call<{ role: Role; required: boolean }>): Promise<SignInRules> {
      const { role, required } = call.input
      mayManage(call.actor)
      if (call.actor.environments !== null) throw new ApiError('role_denied', NOT_OF_ALL)
      if (fixed_factor_roles.includes(role)) throw new ApiError('conflict', FIXED_RULE)
      if ((await store.factorRoles()).includes(role) === required) return await rules()
      await store.change((tx) => tx.setFactorRole(role, required))
      await record(call, 'sign_in_rule_changed')
      return await rules()
    },

    notices: (actor: Pick<Actor, 'id'>) => store.notices(actor.id),
    /** Tells all administrators that patient data may go to another place, or that a key opens it. */
    tellAdministrators: ({ action, about, by }: Omit<News, 'at'>): Promise<void> =>
      store.change((tx) => tx.notify({ action, about, by, at: now().toISOString() })),
    dismissNotices: (actor: Pick<Actor, 'id'>, ids: readonly string[]) => store.dismissNotices(actor.id, ids),
  }
}

/** The rules of changing staff: who may, what is left, and what goes on record. */
type StaffAction =
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

function mayManage({ role }: Actor) {
  if (!can(role, 'staff:manage')) throw new ApiError('role_denied', denialOf(role, 'staff:manage'))
}

/** Someone limited to some environments gives, and touches, nothing beyond them. */
function withinReach(actor: Actor, limit: Limit) {
  if (actor.environments === null) return
  if (limit?.every((id) => actor.environments?.includes(id))) return
  throw new ApiError(
    'role_denied',
    'You can only manage people in your own environments. Ask an administrator of all environments.',
  )
}

/** `configured` are the environments that there are. */
function mustExist(configured: readonly { id: string }[], limit: Limit) {
  const unknown = limit?.find((id) => !configured.some((known) => known.id === id))
  if (unknown === undefined) return
  const msg = `There’s no environment “${unknown}”.`
  throw new ApiError('invalid_input', [{ loc: ['body', 'environments'], msg, type: 'value_error' }])
}

type StaffChanges = z.output<typeof updateStaff.body>

interface Change {
  actor: Actor
  input: StaffChanges
  at: string
}

/** Changes a person’s name, role, environments or access; who is disabled is signed out, and administrators are told. */
async function changeMember(tx: StaffTransaction, before: StaffRecord, { actor, input, at }: Change) {
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
function asMember(
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
async function administratorRemains(tx: StaffTransaction, without: string) {
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
function actionsOf(before: StaffRecord, after: StaffRecord): StaffAction[] {
  const renamed: StaffAction[] = before.name === after.name ? [] : ['staff_renamed']
  return [...renamed, ...rightsActionsOf(before, after)]
}

/** Returns the actions that get a notice; only changes of administrators have any. */
function newsOf(before: StaffRecord, after: StaffRecord): Noticed[] {
  if (before.role !== 'administrator' && after.role === 'administrator') return ['administrator_added']
  return before.role === 'administrator' ? rightsActionsOf(before, after) : []
}
