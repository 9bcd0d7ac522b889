/** What administrators do with staff: list, invite, change, disable, reset. One rule for all: a full administrator remains. */
import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { denialOf } from '#lib/contract/console/denial.ts'
import type { StaffMember, staffInvitation, updateStaff } from '#lib/contract/console/staff.ts'
import { can, type Role } from '#lib/contract/roles.ts'
import { accounts, sessions, staff, twoFactors } from '#lib/db/auth-schema.ts'
import { isUniqueViolation } from '#lib/db/database.ts'
import { dropLinks, makeLink, type OneTimeLink } from './links.ts'
import type { AuthAction, AuthOptions } from './options.ts'
import {
  addPerson,
  asMember,
  changePerson,
  changeStaff,
  findPerson,
  hasAdministrator,
  type Person,
  type Queries,
} from './people.ts'
import { Refusal, wrongField } from './refusal.ts'
import type { Sessions } from './sessions.ts'

/** Who asks: the `user` of a session. */
export interface Actor {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly environments: readonly string[] | null
}

interface Call<I> {
  actor: Actor
  input: I
  request_id: string
}

type Changes = z.output<typeof updateStaff.body>
type Limit = readonly string[] | null

export type StaffOperations = ReturnType<typeof createStaff>

/** Every operation throws `Refusal` for what is not allowed: 403, 404, 409, 422. */
export function createStaff(options: AuthOptions, sessionsOf: Sessions) {
  const { db, publicUrl, onEvent } = options

  function mayManage({ role }: Actor) {
    if (!can(role, 'staff:manage')) throw new Refusal(403, denialOf(role, 'staff:manage'))
  }

  /** Someone limited to some environments gives, and touches, nothing beyond them. */
  function withinReach(actor: Actor, limit: Limit) {
    if (actor.environments === null) return
    if (limit?.every((id) => actor.environments?.includes(id))) return
    throw new Refusal(
      403,
      'You can manage people of your own environments only. Ask an administrator of all environments.',
    )
  }

  function mustExist(limit: Limit) {
    const unknown = limit?.find((id) => !options.environments.some((known) => known.id === id))
    if (unknown !== undefined) throw wrongField('environments', `There is no environment “${unknown}”.`)
  }

  async function target(tx: Queries, actor: Actor, id: string): Promise<Person> {
    const person = await findPerson(tx, id)
    if (!person) throw new Refusal(404, 'There is no such person. Someone may have changed the list: reload it.')
    withinReach(actor, person.environments)
    return person
  }

  function record({ actor, request_id }: Call<unknown>, action: AuthAction, staff_id: string) {
    const { id: actor_id, email: actor_email, role } = actor
    return onEvent({ action, actor_id, actor_email, role, subjects: [staff_id], outcome: 'done', request_id })
  }

  async function update(
    tx: Queries,
    { actor, input }: Call<{ staff_id: string } & Changes>,
  ): Promise<{ before: Person; after: Person }> {
    const before = await target(tx, actor, input.staff_id)
    if (input.environments !== undefined) withinReach(actor, input.environments)
    if (input.disabled && before.id === actor.id)
      throw new Refusal(409, 'You cannot disable yourself. Ask another administrator.')
    const { role = before.role, environments = before.environments, disabled = before.disabledAt !== null } = input
    const remains = role === 'administrator' && environments === null && !disabled
    if (!remains) await administratorRemains(tx, before.id)
    const disabledAt = disabled ? (before.disabledAt ?? new Date()) : null
    if (disabledAt) await tx.delete(sessions).where(eq(sessions.userId, before.id))
    if (disabledAt) await dropLinks(tx, before.id)
    return { before, after: await changePerson(tx, before.id, { role, environments, disabledAt }) }
  }

  async function reset(
    tx: Queries,
    { actor, input }: Call<{ staff_id: string }>,
  ): Promise<{ person: Person; link: OneTimeLink }> {
    const { id, disabledAt } = await target(tx, actor, input.staff_id)
    if (id === actor.id) throw new Refusal(409, 'You cannot reset your own access. Change your password instead.')
    if (disabledAt) throw new Refusal(409, 'This person is disabled. Enable them first.')
    await administratorRemains(tx, id)
    for (const table of [sessions, accounts, twoFactors]) await tx.delete(table).where(eq(table.userId, id))
    const person = await changePerson(tx, id, { activatedAt: null, twoFactorEnabled: false })
    return { person, link: await makeLink(tx, publicUrl(), id) }
  }

  return {
    async list({ actor }: { actor: Actor }): Promise<{ staff: StaffMember[] }> {
      mayManage(actor)
      const people = await db.select().from(staff).orderBy(asc(staff.email))
      return { staff: people.map(asMember) }
    },

    /** The link is shown once. */
    async invite(call: Call<z.output<typeof staffInvitation>>): Promise<{ member: StaffMember } & OneTimeLink> {
      const { actor, input } = call
      mayManage(actor)
      mustExist(input.environments)
      withinReach(actor, input.environments)
      const invited = await changeStaff(db, async (tx) => {
        const person = await addPerson(tx, { ...input, activatedAt: null })
        return { person, link: await makeLink(tx, publicUrl(), person.id) }
      }).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        throw new Refusal(409, 'Someone with this e-mail address is on the list already.')
      })
      await record(call, 'staff_invited', invited.person.id)
      return { member: asMember(invited.person), ...invited.link }
    },

    async update(call: Call<{ staff_id: string } & Changes>): Promise<StaffMember> {
      mayManage(call.actor)
      mustExist(call.input.environments ?? null)
      const { before, after } = await changeStaff(db, (tx) => update(tx, call))
      sessionsOf.changed(after.id)
      for (const action of actionsOf(before, after)) await record(call, action, after.id)
      return asMember(after)
    },

    /** Ends all sessions, forgets password and second factor, makes a new link. */
    async resetAccess(call: Call<{ staff_id: string }>): Promise<{ member: StaffMember } & OneTimeLink> {
      mayManage(call.actor)
      const { person, link } = await changeStaff(db, (tx) => reset(tx, call))
      sessionsOf.changed(person.id)
      await record(call, 'staff_access_reset', person.id)
      return { member: asMember(person), ...link }
    },
  }
}

async function administratorRemains(tx: Queries, without: string) {
  if (await hasAdministrator(tx, without)) return
  throw new Refusal(409, 'This is the last active administrator of all environments. Make someone else one first.')
}

function actionsOf(before: Person, after: Person): AuthAction[] {
  const actions: AuthAction[] = []
  const limits = (person: Person) => JSON.stringify([person.role, person.environments])
  if (limits(before) !== limits(after)) actions.push('staff_updated')
  if (!before.disabledAt && after.disabledAt) actions.push('staff_disabled')
  if (before.disabledAt && !after.disabledAt) actions.push('staff_enabled')
  return actions
}
