/** Acknowledgements and callbacks in the database, only added and read. */
import { and, asc, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { callback } from '#lib/domains/orders/critical/callbacks.ts'
import { acknowledgement } from '#lib/domains/orders/critical/critical.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { exactInstant, instantOf, nanosOf } from '#lib/utils/time/instants.ts'
import type { AcknowledgementStore, CallbackStore } from './store.ts'
import { criticalCallbacks, criticalResults, criticalStarts, criticalAcknowledgements as table } from './tables.ts'

const { environment: _, ...READ } = getTableColumns(table)

/** Creates the SQL store of acknowledgements; entries are only ever added. */
export function postgresAcknowledgements(db: Database): AcknowledgementStore {
  return {
    async addAcknowledgement(environment, { at, result_at, ...given }) {
      const row = { ...given, ...stored({ result_at }), environment, at: instantOf(at) }
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

    async addSeenCritical(environment, results) {
      if (results.length === 0) return
      await db.insert(criticalResults).values(results.map((each) => ({ ...each, ...stored(each), environment })))
    },

    async seenCritical(environment, order_ids) {
      if (order_ids?.length === 0) return []
      const { order_id, environment: of, ...columns } = getTableColumns(criticalResults)
      const rows = await db
        .selectDistinctOn([order_id], { order_id, ...columns })
        .from(criticalResults)
        .where(and(eq(of, environment), order_ids && inArray(order_id, [...order_ids])))
        .orderBy(order_id, desc(columns.seq))
      return rows
        .sort((a, b) => b.seq - a.seq)
        .map(({ seq: _, result_at, result_at_ns, ...result }) => ({
          ...result,
          result_at: exactInstant(result_at, result_at_ns),
        }))
    },

    async criticalStart(environment) {
      const [latest] = await db
        .select({ starts_at: criticalStarts.starts_at })
        .from(criticalStarts)
        .where(eq(criticalStarts.environment, environment))
        .orderBy(desc(criticalStarts.seq))
        .limit(1)
      return latest?.starts_at?.toISOString() ?? null
    },

    async setCriticalStart(environment, starts_at) {
      await db
        .insert(criticalStarts)
        .values({ environment, starts_at: starts_at === null ? null : instantOf(starts_at) })
    },
  }
}

function stored({ result_at }: { result_at: string }) {
  return { result_at: instantOf(result_at), result_at_ns: nanosOf(result_at) }
}

function read({ at, result_at, result_at_ns, ...row }: Omit<typeof table.$inferSelect, 'environment'>) {
  return acknowledgement.parse({ ...row, at: at.toISOString(), result_at: exactInstant(result_at, result_at_ns) })
}

/** Callbacks in the database: rows are added and read, and nothing else. */
const { environment: _environment, seq: _seq, ...CALLBACK } = getTableColumns(criticalCallbacks)

/** Creates the SQL store of callbacks; attempts are only ever added. */
export function postgresCallbacks(db: Database): CallbackStore {
  const findCallback = async (environment: string, id: string) => {
    const [found] = await db
      .select(CALLBACK)
      .from(criticalCallbacks)
      .where(and(eq(criticalCallbacks.environment, environment), eq(criticalCallbacks.id, id)))
    return found ? readCallback(found) : null
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
      const [added] = await db.insert(criticalCallbacks).values(row).onConflictDoNothing().returning(CALLBACK)
      const kept = added ? readCallback(added) : await findCallback(environment, given.id)
      if (!kept) throw new Error('A row that was not added is there already.')
      return kept
    },

    async callbacksOf(environment, order_ids) {
      if (order_ids.length === 0) return []
      const of = and(
        eq(criticalCallbacks.environment, environment),
        inArray(criticalCallbacks.order_id, [...order_ids]),
      )
      const rows = await db.select(CALLBACK).from(criticalCallbacks).where(of).orderBy(asc(criticalCallbacks.seq))
      return rows.map(readCallback)
    },
  }
}

type CallbackRow = Omit<typeof criticalCallbacks.$inferSelect, 'environment' | 'seq'>

function readCallback({ at, result_at, result_at_ns, next_attempt_at, ...row }: CallbackRow) {
  return callback.parse({
    ...row,
    at: at.toISOString(),
    result_at: exactInstant(result_at, result_at_ns),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
  })
}
