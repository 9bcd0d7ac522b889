/** One-time links to the set-up page: the token is in the fragment, which reaches no log, and here only as a hash. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { OneTimeLink } from '#lib/domains/staff/console/store.ts'
import { links } from '#lib/domains/staff/console/tables.ts'
import type { Database } from '#lib/platform/database/database.ts'

type Queries = Pick<Database, 'select' | 'insert' | 'delete'>

const HOUR = 3_600_000
const FIRST_LINK_LIFE = 24 * HOUR
const INVITATION_LIFE = 7 * 24 * HOUR

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Makes a link in place of earlier ones of the same person; without a person it is one for the first administrator. */
export async function makeLink(db: Queries, publicUrl: string, staff_id: string | null): Promise<OneTimeLink> {
  const now = Date.now()
  const expiresAt = new Date(now + (staff_id ? INVITATION_LIFE : FIRST_LINK_LIFE))
  const token = randomBytes(32).toString('base64url')
  // Instances that start at once each print their own: those for the first administrator stand side by side.
  await db.delete(links).where(staff_id ? eq(links.staffId, staff_id) : lte(links.expiresAt, new Date(now)))
  await db.insert(links).values({ hash: hashOf(token), staffId: staff_id, createdAt: new Date(now), expiresAt })
  return { link: `${publicUrl.replace(/\/+$/, '')}/setup#${token}`, expires_at: expiresAt.toISOString() }
}

export async function findLink(db: Queries, token: string) {
  const [found] = await db
    .select()
    .from(links)
    .where(and(eq(links.hash, hashOf(token)), gt(links.expiresAt, new Date())))
  return found ?? null
}

/** Takes a token out of use; true for exactly one of those who try. */
export async function spendLink(db: Queries, token: string): Promise<boolean> {
  const used = await db
    .delete(links)
    .where(and(eq(links.hash, hashOf(token)), gt(links.expiresAt, new Date())))
    .returning({ hash: links.hash })
  return used.length > 0
}

/** Takes every other link of a person, or all those for a first administrator, out of use. */
export async function dropLinks(db: Queries, staff_id: string | null): Promise<void> {
  await db.delete(links).where(staff_id ? eq(links.staffId, staff_id) : isNull(links.staffId))
}
