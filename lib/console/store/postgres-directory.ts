/** The user directory in the database, as it is read: every search has an index behind it that also sorts it. */
import { and, arrayOverlaps, asc, desc, eq, gte, inArray, like, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DIRECTORY_COUNT_LIMIT, type DirectorySearch } from '#lib/contract/console/directory.ts'
import { user } from '#lib/contract/user.ts'
import type { Database } from '#lib/db/database.ts'
import { directories, directoryUsers } from '#lib/db/directory-schema.ts'
import type { DirectoryProgress, DirectoryStore } from './directory-port.ts'
import { type CreatedRange, createdRange, seenAt, type TextQuery, textQuery, wantedSlugs } from './directory-rules.ts'

type Reads = Pick<DirectoryStore, 'directoryProgress' | 'getDirectoryUser' | 'searchDirectory'>

const ROW = { body: directoryUsers.body, seen_at: directoryUsers.seen_at, is_missed: directoryUsers.is_missed }
const NEWEST = [desc(directoryUsers.created_on), asc(directoryUsers.user_id)]
const BY_REFERENCE = [asc(directoryUsers.reference_key), asc(directoryUsers.user_id)]

export function postgresDirectory(db: Database): Reads {
  return {
    async directoryProgress(environment) {
      const [row] = await db.select().from(directories).where(eq(directories.environment, environment))
      return progressOf(row)
    },

    async getDirectoryUser(environment, user_id) {
      const [row] = await db
        .select({ ...ROW, position: directoryUsers.position, of_total: directoryUsers.of_total, complete_from })
        .from(directoryUsers)
        .leftJoin(directories, eq(directories.environment, directoryUsers.environment))
        .where(and(eq(directoryUsers.environment, environment), eq(directoryUsers.user_id, user_id)))
      if (!row) return null
      const { position, of_total } = row
      return { user: user.parse(row.body), position, of_total, seen_at: seenAt(row, row.complete_from) }
    },

    async searchDirectory(environment, search) {
      const asked = textQuery(search)
      const filters = and(eq(directoryUsers.environment, environment), ...conditions(search))
      const { users: everybody, complete_from } = await known(db, environment)
      const rows = asked ? await ranked(db, filters, asked, search) : await pageOf(db, filters, NEWEST, search)
      const isFiltered = asked !== null || conditions(search).some((condition) => condition !== undefined)
      const matches = and(filters, asked ? or(...tiers(asked)) : undefined)
      return {
        users: rows.map((row) => ({ user: user.parse(row.body), seen_at: seenAt(row, complete_from) })),
        total: isFiltered ? await boundedCount(db, directoryUsers, matches) : everybody,
      }
    },
  }
}

const { complete_from } = directories

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

function crawlOf({ crawl: number, position, total, unreadable }: typeof directories.$inferSelect) {
  return { number, position, total, unreadable }
}

/** How many users there are, and since when none of them was missed. */
export async function known(db: Database, environment: string) {
  const [row] = await db
    .select({ users: directories.users, complete_from })
    .from(directories)
    .where(eq(directories.environment, environment))
  return row ?? { users: 0, complete_from: null }
}

/** Exact up to the limit, null beyond. */
export async function boundedCount(db: Database, table: PgTable, where: SQL | undefined) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(DIRECTORY_COUNT_LIMIT + 1)
    .as('some')
  const total = await db.$count(some)
  return total > DIRECTORY_COUNT_LIMIT ? null : total
}

interface Slice {
  offset: number
  limit: number
}

function pageOf(db: Database, where: SQL | undefined, order: SQL[], { offset, limit }: Slice) {
  return db
    .select(ROW)
    .from(directoryUsers)
    .where(where)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
}

/** Rank by rank, each in the order of one index; a rank that the page does not reach is not looked at. */
async function ranked(db: Database, filters: SQL | undefined, asked: TextQuery, { offset, limit }: Slice) {
  const rows: Awaited<ReturnType<typeof pageOf>> = []
  let skip = offset
  for (const tier of tiers(asked)) {
    const where = and(filters, tier)
    const found = await pageOf(db, where, BY_REFERENCE, { offset: skip, limit: limit - rows.length })
    rows.push(...found)
    if (rows.length === limit) break
    skip = found.length > 0 || skip === 0 ? 0 : skip - (await db.$count(directoryUsers, where))
  }
  return rows
}

/** Exact, beginning, inner part: nobody is in two of them. */
function tiers({ key, user_id, inner }: TextQuery): SQL[] {
  const { reference_key } = directoryUsers
  const literal = key.replace(/[\\%_]/g, '\\$&')
  const begins = like(reference_key, `${literal}%`)
  const isExact = or(eq(reference_key, key), user_id === null ? undefined : eq(directoryUsers.user_id, user_id))
  const isOther = user_id === null ? undefined : ne(directoryUsers.user_id, user_id)
  return [
    isExact,
    and(begins, ne(reference_key, key), isOther),
    inner ? and(like(reference_key, `%${literal}%`), not(begins), isOther) : undefined,
  ].filter((tier) => tier !== undefined)
}

function conditions(search: DirectorySearch): (SQL | undefined)[] {
  const slugs = wantedSlugs(search)
  const { has_connections } = search
  return [
    ...within(directoryUsers.created_on, createdRange(search)),
    slugs ? arrayOverlaps(directoryUsers.sources, slugs) : undefined,
    has_connections === true ? sql`sources <> '{}'` : undefined,
    has_connections === false ? sql`sources = '{}'` : undefined,
  ]
}

export function within(column: PgColumn, { from, before }: CreatedRange): (SQL | undefined)[] {
  return [from ? gte(column, from) : undefined, before ? lt(column, before) : undefined]
}

export function among(column: PgColumn, slugs: string[] | null): SQL | undefined {
  return slugs ? inArray(column, slugs) : undefined
}
