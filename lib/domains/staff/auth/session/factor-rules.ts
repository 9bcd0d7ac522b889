/** Which roles need a second factor: those of the configuration, and those of the console's own setting. */
import { and, eq, exists, lte, type SQL, sql } from 'drizzle-orm'
import type { AuthOptions } from '#lib/domains/staff/auth/options.ts'
import type { Queries } from '#lib/domains/staff/auth/people.ts'
import { factorRoles, sessions, staff } from '#lib/domains/staff/console/tables.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'

/** Returns the roles of the console's own setting, in the order of roles. */
export async function readFactorRoles(db: Queries): Promise<Role[]> {
  const rows = await db.select({ role: factorRoles.role }).from(factorRoles)
  return ROLES.filter((role) => rows.some((row) => row.role === role))
}

/** Adds a role to the setting, from now on, or takes it out. */
export async function writeFactorRole(tx: Queries, role: Role, isRequired: boolean): Promise<void> {
  if (isRequired) await tx.insert(factorRoles).values({ role, since: new Date() }).onConflictDoNothing()
  else await tx.delete(factorRoles).where(eq(factorRoles.role, role))
}

export async function needsFactor({ db, needs_factor = [] }: Pick<AuthOptions, 'db' | 'needs_factor'>, role: Role) {
  return needs_factor.includes(role) || (await readFactorRoles(db)).includes(role)
}

/** A part of the query for a session: whether its person's role needed a second factor when it began. */
export function neededFactorAtSignIn(db: Queries): SQL<boolean> {
  const isNeeded = and(eq(factorRoles.role, staff.role), lte(factorRoles.since, sessions.createdAt))
  return sql<boolean>`${exists(db.select({ role: factorRoles.role }).from(factorRoles).where(isNeeded))}`
}

interface Enrollment {
  user: { role: Role; second_factor: boolean }
  identity_factor: boolean
  needed_factor: boolean
}

/** Returns whether somebody can do nothing yet but set up the second factor that their role needs. */
export function mustEnroll(
  { user, identity_factor, needed_factor }: Enrollment,
  needs_factor: readonly Role[],
): boolean {
  return (needed_factor || needs_factor.includes(user.role)) && !user.second_factor && !identity_factor
}
