/** Saved views in the database. Names are kept apart by its own indexes, whoever saves at once. */
import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { viewNameKey } from '#lib/domains/views/view-changes.ts'
import { savedView, type ViewPlace } from '#lib/domains/views/views.ts'
import { type Database, isUniqueViolation, type Transaction } from '#lib/platform/database/database.ts'
import type { KeyBatch } from '#lib/platform/database/rebuild-keys.ts'
import type { StoredView, ViewStore } from './store.ts'
import { savedViews as table } from './tables.ts'

const { id, name, shared, owner_id, owner_name, filter, look, version, changed_at } = getTableColumns(table)
const READ = { id, name, shared, owner_id, owner_name, filter, look, version, changed_at }

const inPlace = ({ environment, list }: ViewPlace) => and(eq(table.environment, environment), eq(table.list, list))
const remaining = (place: ViewPlace, ...more: (SQL | undefined)[]) =>
  and(inPlace(place), isNull(table.deleted_at), ...more)

/** Creates the SQL store of saved views; unique indexes keep names apart, and a removed view can be restored. */
export function postgresViews(db: Database): ViewStore {
  async function one(where: SQL | undefined): Promise<StoredView | null> {
    const [row] = await db.select(READ).from(table).where(where)
    return row ? read(row) : null
  }

  return {
    async viewsFor(place, person_id) {
      const seen = remaining(place, or(table.shared, eq(table.owner_id, person_id)))
      return (await db.select(READ).from(table).where(seen).orderBy(asc(table.number))).map(read)
    },

    findView: (place, wanted) => one(remaining(place, eq(table.id, wanted))),

    addView: (place, { changed_at: at, ...view }, most) =>
      untaken(db, async (tx) => {
        if (!(await hasRoom(tx, place, view.owner_id, most))) return 'too_many'
        const row = { ...view, ...place, name_key: viewNameKey(view.name), changed_at: new Date(at) }
        const [added] = await tx.insert(table).values(row).returning(READ)
        if (!added) throw new Error('A row that was added is returned.')
        return read(added)
      }),

    changeView: (place, seen, change, at) =>
      untaken(db, async (tx) => {
        const where = remaining(place, eq(table.id, seen.id))
        const set = {
          ...change,
          ...(change.name !== undefined && { name_key: viewNameKey(change.name) }),
          version: seen.version + 1,
          changed_at: new Date(at),
        }
        const [changed] = await tx
          .update(table)
          .set(set)
          .where(and(where, eq(table.version, seen.version)))
          .returning(READ)
        if (changed) return read(changed)
        return (await tx.$count(table, where)) > 0 ? 'stale' : 'gone'
      }),

    async deleteView(place, seen, at, forget_before) {
      await db.delete(table).where(lt(table.deleted_at, new Date(forget_before)))
      const where = remaining(place, eq(table.id, seen.id))
      const deleted = await db
        .update(table)
        .set({ deleted_at: new Date(at) })
        .where(and(where, eq(table.version, seen.version)))
        .returning({ id: table.id })
      if (deleted.length > 0) return 'deleted'
      return (await db.$count(table, where)) > 0 ? 'stale' : 'gone'
    },

    findDeletedView: (place, wanted) => one(deleted(place, wanted)),

    restoreView: (place, wanted, most) =>
      untaken(db, async (tx) => {
        const [row] = await tx.select(READ).from(table).where(deleted(place, wanted))
        if (!row) return 'gone'
        if (!(await hasRoom(tx, place, row.owner_id, most))) return 'too_many'
        const [restored] = await tx
          .update(table)
          .set({ deleted_at: null, version: sql`${table.version} + 1` })
          .where(deleted(place, wanted))
          .returning(READ)
        return restored ? read(restored) : 'gone'
      }),
  }
}

/** Makes the keys of all names in one statement: names that are one by today's rule are told apart by their IDs. */
export const viewNameKeys: KeyBatch = async (db, after) => {
  const { environment, list: of, name_key } = table
  const rows = await db.select({ environment, list: of, id, name, name_key }).from(table).orderBy(asc(table.number))
  if (after !== null || rows.length === 0) return null
  const kept = rows.map((row) => ({ ...row, key: viewNameKey(row.name) }))
  const isTaken = (key: string, row: (typeof kept)[number]) =>
    kept.some(
      (other) =>
        other.id !== row.id &&
        other.environment === row.environment &&
        other.list === row.list &&
        (other.key === key || other.name_key === key),
    )
  for (const row of kept) if (row.key !== row.name_key && isTaken(row.key, row)) row.key += ` ${row.id}`
  const update = sql`
    update ${table} set name_key = made.key
    from json_to_recordset(${JSON.stringify(kept)}::json) as made (environment text, id uuid, key text)
    where ${table.environment} = made.environment and ${table.id} = made.id`
  return { update, last: rows.at(-1)?.id ?? '' }
}

const deleted = (place: ViewPlace, wanted: string) =>
  and(inPlace(place), eq(table.id, wanted), isNotNull(table.deleted_at))

/** Rolls everything back when a name is taken. */
async function untaken<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T | 'taken'> {
  return db.transaction(work).catch((error: unknown) => {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  })
}

/** One person at a time, so that two windows do not go past the limit together. */
async function hasRoom(tx: Transaction, place: ViewPlace, owner: string, most: number): Promise<boolean> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`views ${place.environment} ${place.list} ${owner}`}, 0))`,
  )
  return (await tx.$count(table, remaining(place, eq(table.owner_id, owner)))) < most
}

const storedView = savedView.omit({ is_own: true, may_change: true }).extend({ owner_id: savedView.shape.owner_name })

function read({ changed_at: at, ...row }: Pick<typeof table.$inferSelect, keyof typeof READ>): StoredView {
  return storedView.parse({ ...row, changed_at: at.toISOString() })
}
