/** Users seen by a crawl, and those gone since. */
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { directoryCrawled, directoryUsers } from '#lib/domains/users/console/tables.ts'
import type { Transaction } from '#lib/platform/database/database.ts'
import { removeUsers } from './store-sql-rows.ts'

/** Users looked at in one transaction. */
const BATCH = 2000

/** Marks users as seen by a crawl; returns how many of them it had not seen before. */
export async function markSeen(tx: Transaction, environment: string, crawl_id: number, user_ids: readonly string[]) {
  if (user_ids.length === 0) return 0
  const { user_id } = directoryCrawled
  const marked = await tx
    .insert(directoryCrawled)
    .values(user_ids.map((id) => ({ environment, user_id: id, crawl_id })))
    .onConflictDoUpdate({
      target: [directoryCrawled.environment, user_id],
      set: { crawl_id },
      setWhere: ne(directoryCrawled.crawl_id, crawl_id),
    })
    .returning({ user_id })
  return marked.length
}

interface Sweep {
  crawl: number
  /** When the crawl began: whoever was looked up since has been seen too. */
  since: Date
  complete_from: Date | null
  /** The list was seen from end to end and kept still. */
  isWhole: boolean
  after: string | null
}

/** Removes users that a complete crawl has not seen; returns how many, and after whom to go on. */
export async function removeUnseenUsers(
  tx: Transaction,
  environment: string,
  { crawl, since, complete_from, isWhole, after }: Sweep,
): Promise<{ removed: number; next: string | null }> {
  const { user_id, seen_at, is_missed } = directoryUsers
  const ofUser = and(eq(directoryCrawled.environment, environment), eq(directoryCrawled.user_id, user_id))
  const rows = await tx
    .select({ user_id, seen_at, is_missed, crawl_id: directoryCrawled.crawl_id })
    .from(directoryUsers)
    .leftJoin(directoryCrawled, ofUser)
    .where(and(eq(directoryUsers.environment, environment), after === null ? undefined : gt(user_id, after)))
    .orderBy(asc(user_id))
    .limit(BATCH)
  const unseen = rows.filter((row) => row.crawl_id !== crawl && row.seen_at < since)
  const gone = unseen.filter((row) => isWhole || row.is_missed).map((row) => row.user_id)
  const missed = unseen.filter((row) => !isWhole && !row.is_missed).map((row) => row.user_id)
  if (gone.length > 0) await removeUsers(tx, environment, gone)
  if (missed.length > 0) {
    await tx
      .update(directoryUsers)
      .set({
        is_missed: true,
        seen_at: sql`greatest(${seen_at}, ${complete_from?.toISOString() ?? null}::timestamptz)`,
      })
      .where(and(eq(directoryUsers.environment, environment), inArray(user_id, missed)))
  }
  return { removed: gone.length, next: rows.length === BATCH ? (rows.at(-1)?.user_id ?? null) : null }
}
