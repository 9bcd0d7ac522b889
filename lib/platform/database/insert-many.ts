/** Inserts thousands of rows in one statement with one parameter, where row-by-row parameters would be the cost. */
import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

/**
 * Inserts rows, keyed by column name, that are not there yet.
 * @returns the `key` column of the rows that were added.
 */
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
