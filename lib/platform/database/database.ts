/** One database for everything: PGlite on disk, or PostgreSQL by address. Same schema, same migrations. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import { Pool } from 'pg'
import { shareFairly } from './fair-share.ts'
import { lockDirectory } from './lock.ts'

export type Database = PgDatabase<PgQueryResultHKT>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface OpenDatabase {
  db: Database
  /** What the job queue connects to. */
  engine: { kind: 'pglite'; client: PGlite } | { kind: 'postgres'; url: string }
  /** For the log: where the data is, without credentials. */
  where: string
  close(): Promise<void>
}

/** A database that cannot be opened; the message is one line that says what to do. */
export class DatabaseUnavailable extends Error {}

/** What the migrations need of the embedded database. */
export const extensions = { pg_trgm }

export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
  migrationsSchema: 'migrations',
}
/** Any fixed number: instances that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_316_221

/**
 * Opens and migrates the database.
 * @throws DatabaseUnavailable when the directory is in use or the server does not answer.
 */
export function openDatabase(place: { data_dir: string; database_url: string | null }): Promise<OpenDatabase> {
  return place.database_url ? openPostgres(place.database_url) : openEmbedded(place.data_dir)
}

async function openEmbedded(data_dir: string): Promise<OpenDatabase> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(data_dir)
  if (!unlock) {
    throw new DatabaseUnavailable(
      `The data directory ${data_dir} is in use by another process. Stop that one, or set DATA_DIR to another directory.`,
    )
  }
  const client = await PGlite.create(join(data_dir, 'pgdata'), { extensions })
  shareFairly(client)
  return {
    db: await migrateEmbedded(client),
    engine: { kind: 'pglite', client },
    where: data_dir,
    close: async () => {
      await client.close()
      unlock()
    },
  }
}

export async function migrateEmbedded(client: PGlite): Promise<Database> {
  const db = drizzleLite(client)
  await migrateLite(db, MIGRATIONS)
  return db
}

async function openPostgres(database_url: string): Promise<OpenDatabase> {
  const { host, pathname } = new URL(database_url)
  const where = `${host}${pathname}`
  const pool = new Pool({ connectionString: database_url, max: 10, connectionTimeoutMillis: 5_000 })
  // An idle connection that the server closes is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      await migrateNode(drizzleNode(client), MIGRATIONS)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
      client.release()
    }
  } catch (cause) {
    await pool.end()
    throw new DatabaseUnavailable(`The database at ${where} cannot be used (${reason(cause)}). Check DATABASE_URL.`, {
      cause,
    })
  }
  return { db: drizzleNode(pool), engine: { kind: 'postgres', url: database_url }, where, close: () => pool.end() }
}

/** The code of the innermost error, such as ECONNREFUSED or 28P01: messages may repeat what was sent. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause) return reason(error.cause)
  return 'code' in error && error.code ? String(error.code) : error.message
}

/** @throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}

/** After a large load: without fresh statistics and a visibility map the planner reads whole tables. */
export async function tidy(db: Database): Promise<void> {
  await db.execute(sql`vacuum (analyze)`)
}

/** Whether a statement failed because another row holds the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return hasState(error, '23505')
}

/** Whether a statement was given up because it and another waited for each other: done again, it succeeds. */
export function isDeadlock(error: unknown): boolean {
  return hasState(error, '40P01')
}

function hasState(error: unknown, state: string): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === state) || hasState(error.cause, state)
}
