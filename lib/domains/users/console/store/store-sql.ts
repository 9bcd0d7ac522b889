/** The user directory in the database, as it is read. */
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  type CreatedRange,
  orderOf,
  seenAt,
  type TextQuery,
  textQuery,
  type UserOrder,
  wantedSlugs,
} from '#lib/domains/users/console/rules.ts'
import {
  directories,
  directoryBodies,
  directoryConnections,
  directoryUsers,
} from '#lib/domains/users/console/tables.ts'
import { DIRECTORY_COUNT_LIMIT, type DirectorySearch } from '#lib/domains/users/directory.ts'
import { user } from '#lib/domains/users/user.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { DirectoryProgress, DirectoryStore } from './store.ts'
import {
  filtersOf,
  found,
  isFiltered,
  type Page,
  type Slice,
  searchAmongFew,
  searchByText,
  walk,
} from './store-sql-search.ts'

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

/** `order`: null for the usual one. With the list's `length`, the last page is as quick as the first. */
async function orderedIds(
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

type Reads = Pick<DirectoryStore, 'directoryProgress' | 'getDirectoryUser' | 'searchDirectory'>

const { complete_from } = directories
const BODY_OF_USER = and(
  eq(directoryBodies.environment, directoryUsers.environment),
  eq(directoryBodies.user_id, directoryUsers.user_id),
)
const { seen_at, is_missed, position, of_total } = directoryUsers
const ROW = { body: directoryBodies.body, seen_at, is_missed }

export function postgresDirectory(db: Database): Reads {
  return {
    async directoryProgress(environment) {
      const [row] = await db.select().from(directories).where(eq(directories.environment, environment))
      return progressOf(row)
    },

    async getDirectoryUser(environment, user_id) {
      const [row] = await db
        .select({ ...ROW, position, of_total, complete_from })
        .from(directoryUsers)
        .innerJoin(directoryBodies, BODY_OF_USER)
        .leftJoin(directories, eq(directories.environment, directoryUsers.environment))
        .where(and(eq(directoryUsers.environment, environment), eq(directoryUsers.user_id, user_id)))
      if (!row) return null
      const { position: at, of_total: of } = row
      return { user: user.parse(row.body), position: at, of_total: of, seen_at: seenAt(row, row.complete_from) }
    },

    async searchDirectory(environment, search) {
      const known = await knownOf(db, environment)
      const filters = filtersOf(environment, search)
      const asked = textQuery(search)
      if (search.after !== undefined) {
        const { ids, next } = await walk(db, filters, asked, { after: search.after, limit: search.limit })
        return { users: await usersOf(db, environment, ids, known.complete_from), total: null, next }
      }
      const { ids, total } = asked
        ? await textPage(db, environment, search, asked)
        : await orderedPage(db, environment, search, known.users)
      return { users: await usersOf(db, environment, ids, known.complete_from), total, next: null }
    },
  }
}

async function orderedPage(db: Database, environment: string, search: DirectorySearch, users: number): Promise<Page> {
  const filters = filtersOf(environment, search)
  const order = orderOf(search)
  if (!isFiltered(search)) return { ids: await orderedIds(db, filters, order, search, users), total: users }
  return { ids: await orderedIds(db, filters, order, search), total: await countFiltered(db, environment, search) }
}

/** Nobody has a source twice: where nothing but one source is asked for, its connections are counted within an index. */
function countFiltered(db: Database, environment: string, search: DirectorySearch) {
  const { has_connections, user_ids, created_from, created_to } = search
  const slugs = new Set(wantedSlugs(search))
  const isOneSource = slugs.size === 1 && has_connections === undefined && !user_ids && !created_from && !created_to
  return isOneSource
    ? boundedCount(db, directoryConnections, connectedTo(environment, [...slugs]))
    : boundedCount(db, directoryUsers, filtersOf(environment, search))
}

function connectedTo(environment: string, slugs: string[]): SQL | undefined {
  return and(eq(directoryConnections.environment, environment), inArray(directoryConnections.slug, slugs))
}

/** Rows of sources that are looked at one by one sooner than those of a text are found. */
const FEW = 20_000

async function textPage(db: Database, environment: string, search: DirectorySearch, asked: TextQuery): Promise<Page> {
  const filters = filtersOf(environment, search)
  const order = orderOf(search)
  if (order) {
    const those = and(filters, found(asked))
    return { ids: await orderedIds(db, those, order, search), total: await boundedCount(db, directoryUsers, those) }
  }
  const slugs = wantedSlugs(search)
  const isRare = slugs && (await boundedCount(db, directoryConnections, connectedTo(environment, slugs), FEW)) !== null
  return isRare ? searchAmongFew(db, filters, asked, search) : searchByText(db, filters, asked, search)
}

/** In the order of the ids; the page is found first, so that what is listed is read for it alone. */
async function usersOf(db: Database, environment: string, ids: readonly string[], complete: Date | null) {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...ROW, user_id: directoryUsers.user_id })
    .from(directoryUsers)
    .innerJoin(directoryBodies, BODY_OF_USER)
    .where(and(eq(directoryUsers.environment, environment), inArray(directoryUsers.user_id, [...ids])))
  const byId = new Map(rows.map((row) => [row.user_id, row]))
  // One that is removed between the two reads is left out.
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ user: user.parse(row.body), seen_at: seenAt(row, complete) }] : []
  })
}

function progressOf(row: typeof directories.$inferSelect | undefined): DirectoryProgress {
  const text = (at: Date | null | undefined) => at?.toISOString() ?? null
  const started_at = text(row?.crawl_started_at)
  const progressed_at = text(row?.progressed_at)
  return {
    users: row?.users ?? 0,
    complete_at: text(row?.complete_at),
    complete_from: text(row?.complete_from),
    crawl: row && started_at !== null && progressed_at !== null ? { ...crawlOf(row), started_at, progressed_at } : null,
    problem: row?.problem ?? null,
    retry_at: text(row?.retry_at),
    failures: row?.failures ?? 0,
  }
}

function crawlOf({ crawl: number, position: at, total, unreadable }: typeof directories.$inferSelect) {
  return { number, position: at, total, unreadable }
}

/** How many users there are, and since when none of them was missed. */
export async function knownOf(db: Database, environment: string) {
  const [row] = await db
    .select({ users: directories.users, complete_from, data_since: directories.data_since })
    .from(directories)
    .where(eq(directories.environment, environment))
  return row ?? { users: 0, complete_from: null, data_since: null }
}

/** Exact up to the limit, null beyond. */
export async function boundedCount(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  limit = DIRECTORY_COUNT_LIMIT,
) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit + 1)
    .as('some')
  const total = await db.$count(some)
  return total > limit ? null : total
}

/** Returns the conditions that a column lies in a range: its start included, its end not. */
export function within(column: PgColumn, { from, before }: CreatedRange): (SQL | undefined)[] {
  return [from ? gte(column, from) : undefined, before ? lt(column, before) : undefined]
}
