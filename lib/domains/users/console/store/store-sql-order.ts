/** A page of users in any of their orders, from an index that is read from whichever end is nearer. */
import { and, asc, desc, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { UserOrder } from '#lib/domains/users/console/rules.ts'
import { directoryUsers } from '#lib/domains/users/console/tables.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { Slice } from './store-sql-search.ts'

const { user_id, created_on, changed_on, reference_key, zone_key } = directoryUsers

/** A stretch of an order that one index holds: forwards, and the same backwards. */
interface Stretch {
  where: SQL | undefined
  ahead: SQL[]
  back: SQL[]
}

const NEWEST: UserOrder = { key: 'created_on', direction: 'desc' }
const COLUMNS = { created_on, changed_on, client_user_id: reference_key, time_zone: zone_key } as const

/** Splits users without a value into a range of their own, so that one index puts them last in both directions. */
function stretchesOf({ key, direction }: UserOrder): Stretch[] {
  const column = COLUMNS[key]
  if (key === 'created_on' || key === 'changed_on') {
    const newest = [desc(column), asc(user_id)]
    const oldest = [asc(column), desc(user_id)]
    return [{ where: undefined, ...(direction === 'desc' ? both(newest, oldest) : both(oldest, newest)) }]
  }
  const rising = [asc(column), asc(user_id)]
  const falling = [desc(column), desc(user_id)]
  return [
    { where: isNotNull(column), ...(direction === 'asc' ? both(rising, falling) : both(falling, rising)) },
    { where: isNull(column), ...both(rising, falling) },
  ]
}

const both = (ahead: SQL[], back: SQL[]) => ({ ahead, back })

/**
 * Returns the ids of a page; null for the usual order. Where the list's `length` is known, the last page is as quick as
 * the first.
 */
export async function orderedIds(
  db: Database,
  where: SQL | undefined,
  order: UserOrder | null,
  { offset, limit }: Slice,
  length?: number,
): Promise<string[]> {
  const stretches = stretchesOf(order ?? NEWEST)
  if (length === undefined || offset <= length / 2) return sliceOf(db, where, stretches, { offset, limit })
  const size = Math.min(limit, length - offset)
  if (size <= 0) return []
  const turned = stretches.toReversed().map((one) => ({ where: one.where, ...both(one.back, one.ahead) }))
  return (await sliceOf(db, where, turned, { offset: length - offset - size, limit: size })).reverse()
}

async function sliceOf(
  db: Database,
  where: SQL | undefined,
  stretches: readonly Stretch[],
  { offset, limit }: Slice,
): Promise<string[]> {
  const ids: string[] = []
  let passed = 0
  for (const [at, { where: within, ahead }] of stretches.entries()) {
    const those = and(where, within)
    const skip = Math.max(0, offset - passed)
    const rows = await db
      .select({ user_id })
      .from(directoryUsers)
      .where(those)
      .orderBy(...ahead)
      .offset(skip)
      .limit(limit - ids.length)
    ids.push(...rows.map((row) => row.user_id))
    if (ids.length === limit || at === stretches.length - 1) break
    // Some rows, or none skipped: then this stretch ended with them. Otherwise only a count tells how long it is.
    passed += rows.length > 0 || skip === 0 ? skip + rows.length : await db.$count(directoryUsers, those)
  }
  return ids
}
