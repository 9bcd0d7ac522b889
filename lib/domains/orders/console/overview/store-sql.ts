/** Acknowledgements in the database: rows are added and read, and nothing else. */
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { criticalAcknowledgements as table } from '#lib/domains/orders/console/overview/tables.ts'
import { acknowledgement } from '#lib/domains/orders/critical/critical.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { exactInstant, instantOf, nanosOf } from '#lib/utils/time/instants.ts'
import type { AcknowledgementStore } from './store.ts'

const { environment: _, ...READ } = getTableColumns(table)

/** Creates the SQL store of acknowledgements; entries are only ever added. */
export function postgresAcknowledgements(db: Database): AcknowledgementStore {
  return {
    async addAcknowledgement(environment, { at, result_at, ...given }) {
      const result = { result_at: instantOf(result_at), result_at_ns: nanosOf(result_at) }
      const row = { ...given, ...result, environment, at: instantOf(at) }
      const [added] = await db.insert(table).values(row).returning(READ)
      if (!added) throw new Error('A row that was added is returned.')
      return read(added)
    },

    async acknowledgementsOf(environment, order_ids) {
      if (order_ids.length === 0) return []
      const of = and(eq(table.environment, environment), inArray(table.order_id, [...order_ids]))
      const rows = await db.select(READ).from(table).where(of).orderBy(asc(table.id))
      return rows.map(read)
    },
  }
}

function read({ at, result_at, result_at_ns, ...row }: Omit<typeof table.$inferSelect, 'environment'>) {
  return acknowledgement.parse({ ...row, at: at.toISOString(), result_at: exactInstant(result_at, result_at_ns) })
}
