/** Whom a crawl has seen, one bit a user: a crawl that finds nothing new writes a few kilobytes, not every row. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { directorySeen, directoryUsers } from '#lib/domains/users/console/tables.ts'
import type { Transaction } from '#lib/platform/database/database.ts'
import { removeUsers } from './store-sql-rows.ts'

/** Users of a block. */
const BLOCK = 8192
/** Users looked at in one transaction. */
const BATCH = 2000

const blockOf = (number: number) => Math.floor(number / BLOCK)
const isSet = (bits: Uint8Array | undefined, number: number) =>
  Boolean((bits?.[(number % BLOCK) >> 3] ?? 0) & (1 << (number & 7)))

async function readBlocks(tx: Transaction, environment: string, numbers: readonly number[]) {
  const wanted = [...new Set(numbers.map(blockOf))]
  if (wanted.length === 0) return new Map<number, Uint8Array>()
  const rows = await tx
    .select({ block: directorySeen.block, bits: directorySeen.bits })
    .from(directorySeen)
    .where(and(eq(directorySeen.environment, environment), inArray(directorySeen.block, wanted)))
  return new Map(rows.map(({ block, bits }) => [block, Uint8Array.from(bits)]))
}

/** Returns how many of them had not been seen before. */
export async function markSeen(tx: Transaction, environment: string, numbers: readonly number[]): Promise<number> {
  const blocks = await readBlocks(tx, environment, numbers)
  let fresh = 0
  for (const number of numbers) {
    const bits = blocks.get(blockOf(number)) ?? new Uint8Array(BLOCK / 8)
    blocks.set(blockOf(number), bits)
    if (isSet(bits, number)) continue
    const at = (number % BLOCK) >> 3
    bits[at] = (bits[at] ?? 0) | (1 << (number & 7))
    fresh += 1
  }
  if (fresh === 0) return 0
  await tx
    .insert(directorySeen)
    .values([...blocks].map(([block, bits]) => ({ environment, block, bits })))
    .onConflictDoUpdate({
      target: [directorySeen.environment, directorySeen.block],
      set: { bits: sql`excluded.bits` },
    })
  return fresh
}

interface Sweep {
  /** When the crawl began: whoever was looked up since has been seen too. */
  since: Date
  complete_from: Date | null
  /** The list was seen from end to end and kept still. */
  isWhole: boolean
  after: number | null
}

/** Removes users that a complete crawl has not seen; returns their number and where to go on. */
export async function removeUnseenUsers(
  tx: Transaction,
  environment: string,
  { since, complete_from, isWhole, after }: Sweep,
): Promise<{ removed: number; next: number | null }> {
  const { user_id, number, seen_at, is_missed } = directoryUsers
  const rows = await tx
    .select({ user_id, number, seen_at, is_missed })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.environment, environment), gt(number, after ?? -1)))
    .orderBy(asc(number))
    .limit(BATCH)
  const blocks = await readBlocks(
    tx,
    environment,
    rows.map((row) => row.number),
  )
  const unseen = rows.filter((row) => !isSet(blocks.get(blockOf(row.number)), row.number) && row.seen_at < since)
  const gone = unseen.filter((row) => isWhole || row.is_missed)
  const missed = unseen.filter((row) => !isWhole && !row.is_missed)
  if (gone.length > 0)
    await removeUsers(
      tx,
      environment,
      gone.map((row) => row.user_id),
    )
  if (missed.length > 0) {
    const ids = missed.map((row) => row.user_id)
    await tx
      .update(directoryUsers)
      .set({
        is_missed: true,
        seen_at: sql`greatest(${seen_at}, ${complete_from?.toISOString() ?? null}::timestamptz)`,
      })
      .where(and(eq(directoryUsers.environment, environment), inArray(user_id, ids)))
  }
  const last = rows.at(-1)
  return { removed: gone.length, next: last && rows.length === BATCH ? last.number : null }
}
