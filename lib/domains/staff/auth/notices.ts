/** Notices shown at a person's next sign-in, until they are dismissed or 90 days old. */
import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { notices, staff } from '#lib/domains/staff/console/tables.ts'
import { type News, type Notice, notice } from '#lib/domains/staff/notices.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { administratorIds, type Queries } from './people.ts'

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
