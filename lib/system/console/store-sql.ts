/** The store that runs: Drizzle over PGlite or PostgreSQL, the same answers as the memory model. */

import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { RecordStore, StoredEntry } from '#lib/console/records.ts'
import { postgresAudit } from '#lib/domains/audit/console/store-sql.ts'
import { postgresBookings } from '#lib/domains/bookings/console/store-sql.ts'
import { postgresCatalog } from '#lib/domains/catalog/console/store-sql.ts'
import { postgresEvents } from '#lib/domains/events/console/store-sql.ts'
import { postgresAcknowledgements, postgresCallbacks } from '#lib/domains/orders/console/store-sql.ts'
import { postgresDirectory } from '#lib/domains/users/console/store/store-sql.ts'
import { postgresDirectoryConnections } from '#lib/domains/users/console/store/store-sql-connections.ts'
import { postgresCrawl } from '#lib/domains/users/console/store/store-sql-crawl.ts'
import { postgresData, postgresPeople, postgresReferences } from '#lib/domains/users/console/store/store-sql-data.ts'
import { postgresStates } from '#lib/domains/users/console/store/store-sql-states.ts'
import { postgresViews } from '#lib/domains/views/console/store-sql.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { recordHistory, records } from '#lib/platform/database/schemas.ts'
import type { ConsoleStore } from './store.ts'

/** Creates the console's store on PostgreSQL or PGlite; the migrations must have run. */
export function createPostgresConsoleStore(db: Database): ConsoleStore {
  return {
    ...postgresAudit(db),
    ...postgresDirectory(db),
    ...postgresReferences(db),
    ...postgresPeople(db),
    ...postgresDirectoryConnections(db),
    ...postgresCrawl(db),
    ...postgresStates(db),
    ...postgresData(db),
    ...postgresAcknowledgements(db),
    ...postgresCallbacks(db),
    ...postgresViews(db),
    ...postgresRecords(db),
    ...postgresCatalog(db),
    ...postgresBookings(db),
    ...postgresEvents(db),
  }
}

const { seq: _, environment: __, kind: ___, ...ENTRY } = getTableColumns(recordHistory)

/** Creates the SQL store of records; triggers refuse every change of an entry, also to the owner. */
export function postgresRecords(db: Database): RecordStore {
  const ofKind = (table: typeof records | typeof recordHistory, environment: string, kind: string) =>
    and(eq(table.environment, environment), eq(table.kind, kind))
  const ofKeys = (environment: string, kind: string, keys: readonly string[]) =>
    and(ofKind(records, environment, kind), inArray(records.key, [...keys]))

  return {
    async records(environment, kind, keys) {
      const where = keys ? ofKeys(environment, kind, keys) : ofKind(records, environment, kind)
      const { key, version, body, at } = records
      const rows = await db.select({ key, version, body, at }).from(records).where(where)
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    },

    async saveRecord(environment, kind, { key, version, body, at }) {
      const row = { environment, kind, key, version, body, at: new Date(at) }
      const seen = and(ofKeys(environment, kind, [key]), eq(records.version, version - 1))
      const written =
        version === 1
          ? await db.insert(records).values(row).onConflictDoNothing().returning({ key: records.key })
          : await db.update(records).set(row).where(seen).returning({ key: records.key })
      return written.length > 0 ? 'saved' : 'stale'
    },

    async removeRecords(environment, kind, keys) {
      if (keys.length > 0) await db.delete(records).where(ofKeys(environment, kind, keys))
    },

    async addEntry(environment, kind, { at, ...entry }) {
      const row = { ...entry, environment, kind, at: new Date(at) }
      const [added] = await db.insert(recordHistory).values(row).onConflictDoNothing().returning(ENTRY)
      const where = and(ofKind(recordHistory, environment, kind), eq(recordHistory.id, entry.id))
      const [kept] = added ? [added] : await db.select(ENTRY).from(recordHistory).where(where)
      if (!kept) throw new Error('An entry that was not added is there already.')
      return readEntry(kept)
    },

    async entries(environment, kind, key) {
      const where = and(ofKind(recordHistory, environment, kind), eq(recordHistory.key, key))
      return (await db.select(ENTRY).from(recordHistory).where(where).orderBy(asc(recordHistory.seq))).map(readEntry)
    },
  }
}

const readEntry = ({ at, ...entry }: Omit<StoredEntry, 'at'> & { at: Date }): StoredEntry => ({
  ...entry,
  at: at.toISOString(),
})
