/** Inserts thousands of rows in one statement with one parameter, where row-by-row parameters would be the cost. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import type { Database } from './database.ts'

/** Inserts rows that are not there yet. @returns the `key` column of those added */
export async function insertMissing(
  db: Pick<Database, 'execute'>,
  table: PgTable,
  key: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const result: unknown = await db.execute(
    sql`${insertOf(table, rows)} on conflict do nothing returning ${sql.identifier(key)}::text as key`,
  )
  return keysOf(result)
}

/** Returns the insertion of rows, keyed by column name, without what happens to those that are there. */
export function insertOf(table: PgTable, rows: readonly Readonly<Record<string, unknown>>[]): SQL {
  const { columns, schema } = getTableConfig(table)
  const names = sql.join(
    columns.map((column): SQL => sql`${sql.identifier(column.name)}`),
    sql`, `,
  )
  const types = sql.join(
    columns.map((column): SQL => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  )
  const target = sql`${sql.identifier(schema ?? 'public')}.${sql.identifier(getTableName(table))}`
  return sql`insert into ${target} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as row (${types})`
}

/** Both drivers return `{ rows }`, but their common type doesn't declare it. */
function keysOf(result: unknown): string[] {
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows)) return []
  return result.rows.map((row) => String(row.key))
}

const dialect = new PgDialect()
/** Names of the statements that an embedded database has prepared. */
const prepared = new WeakMap<PGlite, Map<string, Promise<unknown>>>()

/** Plans a statement with one JSON parameter once: planning and sending parts would take several times as long. */
export function preparedWithJson(
  db: Database,
  name: string,
  statementOf: (json: SQL) => SQL,
): (json: string) => Promise<unknown> {
  const client = '$client' in db ? db.$client : null
  const { sql: text } = dialect.sqlToQuery(statementOf(sql.raw('$1::json')))
  if (client instanceof Pool) return (json) => client.query({ name, text, values: [json] })
  if (!(client instanceof PGlite)) return (json) => db.execute(statementOf(sql`${json}::json`))
  return async (json) => {
    const known = prepared.get(client) ?? new Map<string, Promise<unknown>>()
    prepared.set(client, known)
    const ready = known.get(name) ?? client.exec(`prepare ${name} (text) as ${text}`)
    known.set(name, ready)
    await ready.catch((error: unknown) => {
      // The next call tries again.
      known.delete(name)
      throw error
    })
    await nextTurn()
    // A quote is all that can end a literal of PostgreSQL’s standard strings.
    const [result] = await client.exec(`execute ${name} ('${json.replaceAll("'", "''")}')`)
    return result
  }
}
