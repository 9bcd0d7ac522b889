/** Callbacks in the database: rows are added and read, and nothing else. */
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { criticalCallbacks as table } from '#lib/domains/orders/console/callbacks/tables.ts'
import { callback } from '#lib/domains/orders/critical/callbacks.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { exactInstant, instantOf, nanosOf } from '#lib/utils/time/instants.ts'
import type { CallbackStore } from './store.ts'

const { environment: _environment, seq: _seq, ...READ } = getTableColumns(table)

/** Creates the SQL store of callbacks; attempts are only ever added. */
export function postgresCallbacks(db: Database): CallbackStore {
  const findCallback = async (environment: string, id: string) => {
    const [found] = await db
      .select(READ)
      .from(table)
      .where(and(eq(table.environment, environment), eq(table.id, id)))
    return found ? read(found) : null
  }

  return {
    findCallback,

    async addCallback(environment, { at, result_at, next_attempt_at, ...given }) {
      const row = {
        ...given,
        environment,
        at: instantOf(at),
        result_at: instantOf(result_at),
        result_at_ns: nanosOf(result_at),
        next_attempt_at: next_attempt_at === null ? null : instantOf(next_attempt_at),
      }
      const [added] = await db.insert(table).values(row).onConflictDoNothing().returning(READ)
      const kept = added ? read(added) : await findCallback(environment, given.id)
      if (!kept) throw new Error('A row that was not added is there already.')
      return kept
    },

    async callbacksOf(environment, order_ids) {
      if (order_ids.length === 0) return []
      const of = and(eq(table.environment, environment), inArray(table.order_id, [...order_ids]))
      const rows = await db.select(READ).from(table).where(of).orderBy(asc(table.seq))
      return rows.map(read)
    },
  }
}

type Row = Omit<typeof table.$inferSelect, 'environment' | 'seq'>

function read({ at, result_at, result_at_ns, next_attempt_at, ...row }: Row) {
  return callback.parse({
    ...row,
    at: at.toISOString(),
    result_at: exactInstant(result_at, result_at_ns),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
  })
}
