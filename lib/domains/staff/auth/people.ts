/** The rows of staff: reading them, setting a password, and the rule that an administrator always remains. */
import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { accounts, notices, staff } from '#lib/domains/staff/console/tables.ts'
import { type News, type Notice, notice } from '#lib/domains/staff/notices.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { DAY } from '#lib/utils/time/durations.ts'

export type Queries = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>
export type Person = typeof staff.$inferSelect

/** Any fixed number: changes that could leave no administrator happen one after the other. */
const STAFF_LOCK = 7_316_222

/** Runs a change of who may do what, alone among all instances. */
export function changeStaff<T>(db: Database, change: (tx: Queries) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${STAFF_LOCK})`)
    return await change(tx)
  })
}

/** An administrator who can sign in and may enter every environment. */
const isFullAdministrator = (): SQL | undefined =>
  and(
    eq(staff.role, 'administrator'),
    isNotNull(staff.activatedAt),
    isNull(staff.disabledAt),
    isNull(staff.environments),
  )

/** Returns whether there is such an administrator, other than the people given; with `since`, or was one after that. */
export async function hasAdministrator(db: Queries, besides: readonly string[] = [], since?: Date): Promise<boolean> {
  const isOne = since ? or(isFullAdministrator(), gt(staff.administratorUntil, since)) : isFullAdministrator()
  const found = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(isOne, notInArray(staff.id, [...besides])))
    .limit(1)
  return found.length > 0
}

async function administratorIds(db: Queries): Promise<string[]> {
  return (await db.select({ id: staff.id }).from(staff).where(isFullAdministrator())).map(({ id }) => id)
}

/** Returns a member of staff by ID, disabled ones included; null where there is none. */
export async function findPerson(db: Queries, id: string): Promise<Person | null> {
  const [found] = await db.select().from(staff).where(eq(staff.id, id))
  return found ?? null
}

/** Returns a member of staff by email address, ignoring case, disabled ones included; null where there is none. */
export async function findByEmail(db: Queries, email: string): Promise<Person | null> {
  const [found] = await db.select().from(staff).where(eq(staff.email, email.toLowerCase()))
  return found ?? null
}

const credentialOf = (staff_id: string) => and(eq(accounts.userId, staff_id), eq(accounts.providerId, 'credential'))

/** Returns the stored hash of a person's password; null where they have none. */
export async function passwordHash(db: Queries, staff_id: string): Promise<string | null> {
  const [found] = await db.select({ hash: accounts.password }).from(accounts).where(credentialOf(staff_id))
  return found?.hash ?? null
}

/** Replaces a password's hash, unless the password has changed since it was read. */
export async function replaceHash(db: Queries, staff_id: string, kept: string, hash: string): Promise<void> {
  await db
    .update(accounts)
    .set({ password: hash })
    .where(and(credentialOf(staff_id), eq(accounts.password, kept)))
}

export async function dropPassword(db: Queries, staff_id: string): Promise<void> {
  await db.delete(accounts).where(credentialOf(staff_id))
}

/** @param hash slow to make, so it is made before a transaction begins. */
export async function setPassword(db: Queries, staff_id: string, hash: string): Promise<void> {
  const now = new Date()
  await dropPassword(db, staff_id)
  await db.insert(accounts).values({
    id: randomUUID(),
    accountId: staff_id,
    providerId: 'credential',
    userId: staff_id,
    password: hash,
    createdAt: now,
    updatedAt: now,
  })
}

/** Returns whether a person can sign in with a password, rather than by single sign-on alone. */
export async function hasPassword(db: Queries, staff_id: string): Promise<boolean> {
  return (await db.select({ id: accounts.id }).from(accounts).where(credentialOf(staff_id))).length > 0
}

/** Returns what changes when somebody accepts their invitation. */
export function activation({ role }: Pick<Person, 'role'>): Partial<Person> {
  const now = new Date()
  return { activatedAt: now, ...(role === 'administrator' && { administratorSince: now }) }
}

export type NewPerson = Pick<Person, 'email' | 'name' | 'role' | 'environments' | 'activatedAt'> & { id?: string }

/** Null where someone has the email address. An administrator vouches for it, so it counts as verified. */
export async function insertPerson(db: Queries, person: NewPerson): Promise<Person | null> {
  const now = new Date()
  const row = {
    id: randomUUID(),
    ...person,
    email: person.email.toLowerCase(),
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  }
  const [added] = await db.insert(staff).values(row).onConflictDoNothing({ target: staff.email }).returning()
  return added ?? null
}

/** Inserts a member of staff. @throws Error when the email address is taken */
export async function addPerson(db: Queries, person: NewPerson): Promise<Person> {
  const added = await insertPerson(db, person)
  if (!added) throw new Error('This email address is already in use.')
  return added
}

/** Updates columns of a member of staff and returns the new row. @throws Error when the row is gone */
export async function changePerson(db: Queries, id: string, values: Partial<Person>): Promise<Person> {
  const [changed] = await db
    .update(staff)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(staff.id, id))
    .returning()
  if (!changed) throw new Error('The row of a person is gone.')
  return changed
}

/** Notices are shown at a person's sign-in until they are dismissed or this old. */
const LIFE = 90 * DAY
/** Limit of notices shown at once. */
const MAX_NOTICES = 50

/** Notices about the state of a request that needs consent; only the newest is shown. */
const REQUESTS = ['staff_reset_requested', 'staff_removal_requested', 'staff_email_change_requested']
const OF_REQUESTS: ReadonlySet<string> = new Set([
  ...REQUESTS,
  'staff_reset_declined',
  'staff_access_reset',
  'staff_removed',
  'staff_email_changed',
])

const oldest = () => new Date(Date.now() - LIFE)

export async function addNotices(tx: Queries, { action, about, by, at }: News): Promise<void> {
  const told = new Set(await administratorIds(tx))
  // The actor's own session may be in other hands, so they hear of what was sent or opened as well.
  if (!/^(?:webhook|key)_/.test(action)) {
    told.add(about.id)
    told.delete(by.id)
  }
  await tx.delete(notices).where(lte(notices.at, oldest()))
  if (OF_REQUESTS.has(action)) {
    const isOld = and(eq(notices.aboutId, about.id), inArray(notices.action, REQUESTS))
    await tx.delete(notices).where(isOld)
  }
  const rows = [...told].map((staffId) => ({
    id: randomUUID(),
    staffId,
    action,
    aboutId: about.id,
    aboutName: about.name,
    byName: by.email,
    isAboutReader: staffId === about.id,
    at: new Date(at),
  }))
  if (rows.length > 0) await tx.insert(notices).values(rows)
}

const isOf = (staff_id: string) => and(eq(notices.staffId, staff_id), gt(notices.at, oldest()))

/** Returns what a person has not seen yet, newest first. */
export async function noticesOf(db: Queries, staff_id: string): Promise<Notice[]> {
  const rows = await db.select().from(notices).where(isOf(staff_id)).orderBy(desc(notices.at)).limit(MAX_NOTICES)
  return rows.map(({ id, action, aboutName, byName, isAboutReader, at }) =>
    notice.parse({ id, action, about_name: isAboutReader ? null : aboutName, by_name: byName, at: at.toISOString() }),
  )
}

/** Removes what a person has seen; ids of others' notices are no ids. */
export async function dropNotices(db: Queries, staff_id: string, ids: readonly string[]): Promise<void> {
  await db.delete(notices).where(and(eq(notices.staffId, staff_id), inArray(notices.id, [...ids])))
}

/** A part of the query for a session: how many notices its person has. */
export const countOfNotices = (db: Queries) =>
  db.select({ count: count() }).from(notices).where(eq(notices.staffId, staff.id))
