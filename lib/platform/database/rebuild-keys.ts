/** Search keys that were stored under an earlier rule, brought to today's when the process starts. */
import { eq, type SQL } from 'drizzle-orm'
import { keyRule } from '#lib/utils/text/typed-text.ts'
import type { Database } from './database.ts'
import { keyRules } from './schemas.ts'

/** Rows of one statement. */
export const KEY_BATCH = 1000

/** Returns the statement that brings the rows after one to today's keys, and the last of them; null at the end. */
export type KeyBatch = (db: Database, after: string | null) => Promise<{ update: SQL; last: string } | null>

/** Notes the rule last, so that the next start begins again after an end in the middle. @returns whether any changed */
export async function rebuildKeys(db: Database, keys: string, batch: KeyBatch): Promise<boolean> {
  const rule = keyRule()
  const [made] = await db.select({ rule: keyRules.rule }).from(keyRules).where(eq(keyRules.keys, keys))
  if (made?.rule === rule) return false
  let next = await batch(db, null)
  const isAny = next !== null
  while (next) {
    await db.execute(next.update)
    // The embedded database works in this very thread: between two batches everything else gets its turn.
    await new Promise(setImmediate)
    next = await batch(db, next.last)
  }
  await db.insert(keyRules).values({ keys, rule }).onConflictDoUpdate({ target: keyRules.keys, set: { rule } })
  return isAny
}
