/** One database for everything: PGlite on disk, or PostgreSQL by address. Same schema, same migrations. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { Client, Pool } from 'pg'
import { shareFairly } from './fair-share.ts'
import { migrateEmbedded, migrateServer, NewerSchema } from './migrate.ts'
import { prepareAsOwner } from './owner.ts'

export type Database = PgDatabase<PgQueryResultHKT>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface OpenDatabase {
  db: Database
  /** Connection for the job queue; `owned` if its role owns the tables and may create them. */
  engine: { kind: 'pglite'; client: PGlite } | { kind: 'postgres'; url: string; owned: boolean }
  /** For the log: where the data is, without credentials. */
  where: string
  close(): Promise<void>
}

/** A database that cannot be opened; the message is one line that says what to do. */
export class DatabaseUnavailable extends Error {}

/** PostgreSQL extensions that the migrations need in the embedded database. */
export const extensions = { pg_trgm }

/** The defaults of a dedicated server would take 280 MB more of this process's memory, and a gigabyte more of disk. */
const SETTINGS = ['shared_buffers=16MB', 'max_wal_size=128MB']

/**
 * Opens and migrates the database.
 * @throws DatabaseUnavailable when the directory is in use or the server does not answer.
 */
export function openDatabase(place: Place): Promise<OpenDatabase> {
  const { data_dir, database_url, database_owner_url = null } = place
  return database_url ? openPostgres(database_url, database_owner_url) : openEmbedded(data_dir)
}

interface Place {
  data_dir: string
  database_url: string | null
  /** The same database as `database_url` for the owner of its tables; null where one role is both. */
  database_owner_url?: string | null
}

async function openEmbedded(data_dir: string): Promise<OpenDatabase> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(data_dir)
  if (!unlock) {
    throw new DatabaseUnavailable(
      `The data directory ${data_dir} is in use by another process. Stop that one, or set DATA_DIR to another directory.`,
    )
  }
  const pgdata = join(data_dir, 'pgdata')
  if (await isDamaged(pgdata)) {
    unlock()
    throw new DatabaseUnavailable(
      `${pgdata} has files but no database (PG_VERSION is missing). Restore it from a backup, or move it away to start empty.`,
    )
  }
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])]
  const client = await PGlite.create(pgdata, { extensions, startParams })
  shareFairly(client)
  const db = await migrateEmbedded(client).catch(async (error: unknown) => {
    await client.close()
    unlock()
    throw error instanceof NewerSchema ? new DatabaseUnavailable(newerSchema(data_dir)) : error
  })
  return {
    db,
    engine: { kind: 'pglite', client },
    where: data_dir,
    close: async () => {
      await client.close()
      unlock()
    },
  }
}

/** A new database made over what is left of another would lose it for good. */
async function isDamaged(pgdata: string): Promise<boolean> {
  const names = await readdir(pgdata).catch((): string[] => [])
  return names.length > 0 && !names.includes('PG_VERSION')
}

function newerSchema(where: string): string {
  return `The data in ${where} was written by a newer version of Vialdesk. Start that version, or a later one.`
}

/** Milliseconds after which a statement, a lock or a silent connection is given up: none of ours takes as long. */
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  query_timeout: 65_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
}

async function openPostgres(database_url: string, owner_url: string | null): Promise<OpenDatabase> {
  const { host, pathname, username } = new URL(database_url)
  const where = `${host}${pathname}`
  const connection = { connectionString: database_url, application_name: 'vialdesk', keepAlive: true }
  const pool = new Pool({ ...connection, ...LIMITS, max: 10 })
  // A connection that the server closes is replaced at the next query. Without listeners it would end the process: an idle
  // one through the pool, one in a transaction by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    if (owner_url) await prepareAsOwner(owner_url, decodeURIComponent(username))
    else await migrateAlone(new Client({ ...connection, connectionTimeoutMillis: LIMITS.connectionTimeoutMillis }))
  } catch (cause) {
    await pool.end()
    if (cause instanceof NewerSchema) throw new DatabaseUnavailable(newerSchema(where))
    throw new DatabaseUnavailable(
      `The database at ${where} cannot be used (${reason(cause)}). Check DATABASE_URL${owner_url ? ' and DATABASE_OWNER_URL' : ''}.`,
      { cause },
    )
  }
  const engine = { kind: 'postgres', url: database_url, owned: owner_url === null } as const
  return { db: drizzleNode(pool), engine, where, close: () => pool.end() }
}

/** A migration may take longer than any request, so its connection has no limits. */
async function migrateAlone(client: Client): Promise<void> {
  await client.connect()
  try {
    await migrateServer(client)
  } finally {
    await client.end()
  }
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

/** Returns the function that frees the lock, or null while another process holds it. */
function lockDirectory(directory: string): (() => void) | null {
  const file = new DatabaseSync(join(directory, 'lock'))
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch {
    file.close()
    return null
  }
  return () => file.close()
}
