/** Staff in the database, among the rows of sign-in. */
import { asc, eq, isNotNull } from 'drizzle-orm'
import { readFactorRoles, writeFactorRole } from '#lib/domains/staff/auth/session/sessions.ts'
import type { StaffChanges, StaffRecord, StaffStore, StaffTransaction } from '#lib/domains/staff/console/store.ts'
import { links, sessions, staff, twoFactors } from '#lib/domains/staff/console/tables.ts'
import type { Database } from '#lib/platform/database/database.ts'
import {
  addNotices,
  changePerson,
  changeStaff,
  dropNotices,
  dropPassword,
  findByEmail,
  findPerson,
  hasAdministrator,
  insertPerson,
  noticesOf,
  type Person,
  type Queries,
} from './people.ts'
import { dropLinks, makeLink } from './setup.ts'
import { blockIdentity } from './sso/identities.ts'

export interface PostgresStaffOptions {
  db: Database
  publicUrl: () => string
  /** Called with the ID of each changed person after the commit. */
  onChanged: (staff_id: string) => void
}

/** `onChanged` runs after the commit, so that cached sessions are read again. */
export function createPostgresStaffStore({ db, publicUrl, onChanged }: PostgresStaffOptions): StaffStore {
  return {
    async list() {
      return (await db.select().from(staff).orderBy(asc(staff.email))).map(recordOf)
    },

    async linkExpiries() {
      const rows = await db
        .select({ id: links.staffId, at: links.expiresAt })
        .from(links)
        .where(isNotNull(links.staffId))
      return new Map(rows.map(({ id, at }) => [id ?? '', at.toISOString()]))
    },

    factorRoles: () => readFactorRoles(db),
    notices: (staff_id) => noticesOf(db, staff_id),
    async dismissNotices(staff_id, ids) {
      await dropNotices(db, staff_id, ids)
      onChanged(staff_id)
    },

    async change(work) {
      const changed = new Set<string>()
      const result = await changeStaff(db, (tx) => work(transaction(tx, publicUrl, changed)))
      for (const id of changed) onChanged(id)
      return result
    },
  }
}

function transaction(tx: Queries, publicUrl: () => string, changed: Set<string>): StaffTransaction {
  return {
    async find(id) {
      const person = await findPerson(tx, id)
      return person && recordOf(person)
    },

    async add(person) {
      const added = await insertPerson(tx, { ...person, activatedAt: null })
      return added ? recordOf(added) : 'taken'
    },

    async update(id, changes) {
      changed.add(id)
      return recordOf(await changePerson(tx, id, valuesOf(changes)))
    },

    async isTaken(email, besides) {
      const found = await findByEmail(tx, email)
      return found !== null && found.id !== besides
    },

    setFactorRole: (role, isRequired) => writeFactorRole(tx, role, isRequired),

    async remove(id) {
      changed.add(id)
      await tx.delete(staff).where(eq(staff.id, id))
    },

    hasAdministrator: (except, since) => hasAdministrator(tx, except, since ? new Date(since) : undefined),
    makeLink: (id) => makeLink(tx, publicUrl(), id),
    dropLinks: (id) => dropLinks(tx, id),

    async endSessions(id) {
      await tx.delete(sessions).where(eq(sessions.userId, id))
    },

    async deleteCredentials(id, second_factor) {
      await blockIdentity(tx, id)
      await dropPassword(tx, id)
      if (second_factor === 'remove') await tx.delete(twoFactors).where(eq(twoFactors.userId, id))
    },

    notify: (news) => addNotices(tx, news),
  }
}

function recordOf(person: Person): StaffRecord {
  const { id, email, name, role, environments, twoFactorEnabled: second_factor } = person
  return {
    id,
    email,
    name,
    role,
    environments,
    second_factor,
    activated_at: person.activatedAt?.toISOString() ?? null,
    disabled_at: person.disabledAt?.toISOString() ?? null,
    created_at: person.createdAt.toISOString(),
    last_seen_at: person.lastSeenAt?.toISOString() ?? null,
    administrator_until: person.administratorUntil?.toISOString() ?? null,
    administrator_since: person.administratorSince?.toISOString() ?? null,
    reset_request: requestOf(person),
  }
}

function requestOf(person: Person) {
  const { resetRequestedBy: by, resetRequestedAt: at, resetSecondFactor: second_factor, resetEmail: email } = person
  const purpose = person.resetPurpose ?? 'reset'
  return by && at && second_factor ? { by, at: at.toISOString(), second_factor, purpose, email } : null
}

function valuesOf({
  name,
  email,
  role,
  environments,
  activated_at,
  disabled_at,
  second_factor,
  ...more
}: StaffChanges): Partial<Person> {
  const { administrator_until, administrator_since, reset_request } = more
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(role !== undefined && { role }),
    ...(environments !== undefined && { environments }),
    ...(activated_at !== undefined && { activatedAt: dateOf(activated_at) }),
    ...(disabled_at !== undefined && { disabledAt: dateOf(disabled_at) }),
    ...(second_factor !== undefined && { twoFactorEnabled: second_factor }),
    ...(administrator_until !== undefined && { administratorUntil: dateOf(administrator_until) }),
    ...(administrator_since !== undefined && { administratorSince: dateOf(administrator_since) }),
    ...(reset_request !== undefined && {
      resetRequestedBy: reset_request?.by ?? null,
      resetRequestedAt: dateOf(reset_request?.at ?? null),
      resetSecondFactor: reset_request?.second_factor ?? null,
      resetPurpose: reset_request?.purpose ?? null,
      resetEmail: reset_request?.email ?? null,
    }),
  }
}

function dateOf(at: string | null): Date | null {
  return at === null ? null : new Date(at)
}
