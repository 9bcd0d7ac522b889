/** The user directory in the database, as it is written: only what has changed, and never by two at once. */
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import {
  directories,
  directoryBodies,
  directoryConnections,
  directoryCrawled,
  directoryUsers,
} from '#lib/domains/users/console/tables.ts'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import type { DirectoryStore, PeopleStore, StateStore } from './store.ts'
import { removeUsers, writeUsers } from './store-sql-rows.ts'

/** Users looked at in one transaction. */
const BATCH = 2000

/** Marks users as seen by a crawl; returns how many of them it had not seen before. */
async function markSeen(tx: Transaction, environment: string, crawl_id: number, user_ids: readonly string[]) {
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
async function removeUnseenUsers(
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

type Writes = Omit<
  DirectoryStore,
  | keyof StateStore
  | keyof PeopleStore
  | 'directoryProgress'
  | 'directoryReferences'
  | 'getDirectoryUser'
  | 'searchDirectory'
  | 'searchDirectoryConnections'
  | 'countDirectorySources'
  | 'countCoverage'
>

/** Rows a crawl must have written, and their share of all, for the tables to be tidied after it. */
const TIDY_ROWS = 1000
const TIDY_SHARE = 0.01

export function postgresCrawl(db: Database): Writes {
  return {
    saveDirectoryUser: (environment, listed, at) =>
      change(db, environment, async (tx) => {
        const { added } = await writeUsers(tx, { environment, listed: [listed], at, always: true })
        await add(tx, environment, added)
      }),

    removeDirectoryUser: (environment, user_id) =>
      change(db, environment, async (tx) => {
        await add(tx, environment, -(await removeUsers(tx, environment, [user_id])))
      }),

    beginCrawl: (environment, at) =>
      change(db, environment, async (tx, { crawl_started_at, crawl }) => {
        const fresh = {
          crawl: crawl + 1,
          crawl_started_at: new Date(at),
          progressed_at: new Date(at),
          position: 0,
          total: null,
          is_steady: true,
          seen: 0,
          unreadable: 0,
          written: 0,
        }
        const isNew = crawl_started_at === null
        await update(tx, environment, { retry_at: null, ...(isNew && fresh) })
        return isNew
      }),

    savePage: (environment, { crawl, position, entries, unreadable, total, users, at }) =>
      change(db, environment, async (tx, state) => {
        if (state.crawl_started_at === null || state.crawl !== crawl || state.position !== position) return false
        const all = users.map((user, index) => ({ user, position: position + index, of_total: total }))
        // The last of a user's entries counts.
        const listed = [...new Map(all.map((each) => [each.user.user_id, each])).values()]
        const ids = listed.map(({ user }) => user.user_id)
        const { added, written } = await writeUsers(tx, { environment, listed, at, always: false })
        await update(tx, environment, {
          progressed_at: new Date(at),
          position: position + entries,
          total,
          is_steady: state.is_steady && (state.total ?? total) === total,
          seen: state.seen + (await markSeen(tx, environment, crawl, ids)),
          users: state.users + added,
          unreadable: state.unreadable + unreadable,
          written: state.written + written,
          problem: null,
          retry_at: null,
          failures: 0,
        })
        return true
      }),

    interruptCrawl: (environment, crawl, { problem, retry_at }) =>
      change(db, environment, async (tx, state) => {
        if (state.crawl_started_at === null || state.crawl !== crawl) return
        await update(tx, environment, { problem, retry_at: new Date(retry_at), failures: state.failures + 1 })
      }),

    removeUnseen: (environment, crawl, after) =>
      change(db, environment, async (tx, state) => {
        if (state.crawl_started_at === null || state.crawl !== crawl) return null
        const { removed, next } = await removeUnseenUsers(tx, environment, {
          crawl,
          since: state.crawl_started_at,
          complete_from: state.complete_from,
          isWhole: state.is_steady && state.seen > 0 && state.seen === state.total,
          after,
        })
        await add(tx, environment, -removed)
        return next
      }),

    async completeCrawl(environment, crawl, { at, problem }) {
      const isLarge = await change(db, environment, async (tx, state) => {
        if (state.crawl_started_at === null || state.crawl !== crawl) return false
        const complete = { complete_at: new Date(at), complete_from: state.crawl_started_at, crawl_started_at: null }
        await update(tx, environment, { ...complete, problem })
        return state.written > TIDY_ROWS && state.written > state.users * TIDY_SHARE
      })
      await db.execute(sql`vacuum ${directoryCrawled}`)
      // Without fresh statistics the planner reads whole tables.
      if (isLarge)
        await db.execute(sql`vacuum (analyze) ${directoryUsers}, ${directoryBodies}, ${directoryConnections}`)
    },
  }
}

type State = typeof directories.$inferSelect

function change<T>(db: Database, environment: string, work: (tx: Transaction, state: State) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.insert(directories).values({ environment }).onConflictDoNothing()
    const [state] = await tx.select().from(directories).where(eq(directories.environment, environment)).for('update')
    if (!state) throw new Error('The row of a directory is there once it was added.')
    return work(tx, state)
  })
}

function update(tx: Transaction, environment: string, values: Partial<State>) {
  return tx.update(directories).set(values).where(eq(directories.environment, environment))
}

async function add(tx: Transaction, environment: string, users: number) {
  if (users === 0) return
  await tx
    .update(directories)
    .set({ users: sql`${directories.users} + ${users}` })
    .where(eq(directories.environment, environment))
}
