/** One database for everything: PGlite on disk, or PostgreSQL by address. Same schema, same migrations. */

import { existsSync } from 'node:fs'
import { cp, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import pMap from 'p-map'
import { Pool } from 'pg'
import { z } from 'zod'
import type { DiskState } from '#lib/platform/disk-space.ts'
import { openPGlite } from './embedded.ts'
import { shareFairly } from './fair-share.ts'
import { appliedHashes, knownHashes, migrateEmbedded, NewerSchema } from './migrate.ts'
import { prepareServer } from './owner.ts'
import { installationKeys } from './schemas.ts'
import { connectionTo, endWaitsForTables, hearOfFullDisk, LIMITS } from './server-connection.ts'

export type Database = PgDatabase<PgQueryResultHKT>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface OpenDatabase {
  db: Database
  /** For what needs connections of its own: the job queue, locks and notices; `owned` if its role owns the tables. */
  engine:
    | { kind: 'pglite'; client: PGlite }
    | { kind: 'postgres'; url: string; owned: boolean; job_connections: number }
  /** For the log: where the data is, without credentials. */
  where: string
  close(): Promise<void>
}

/** A database that cannot be opened; the message is one line that says what to do. */
export class DatabaseUnavailable extends Error {}

/** Files that are no database, or no whole one. */
export class DamagedFiles extends DatabaseUnavailable {}

/** Opens and migrates. @throws DatabaseUnavailable when the directory is in use or the server doesn't answer */
export function openDatabase(place: Place): Promise<OpenDatabase> {
  return place.database_url ? openPostgres(place.database_url, place) : openEmbedded(place)
}

interface Place {
  data_dir: string
  database_url: string | null
  /** The same database as `database_url` for the owner of its tables; null where one role is both. */
  database_owner_url?: string | null
  connections?: Connections
  /** Room of the embedded database's disk: what isn't needed to read is refused, whoever asks, as it never answers again once it can't write. */
  space?: () => DiskState
  /** Data directory that a new embedded database is a copy of, where it is there. */
  blank?: string
  /** Hash of the last migration, for a backup of it; the newest unless set. */
  schema?: string
  /** For commands: a statement may take as long as it needs. */
  unlimited?: boolean
  /** Told when a server says that its disk is full. */
  onFull?: () => void
}

type Embedded = Pick<Place, 'data_dir' | 'space' | 'blank' | 'schema'>

/** Connections of one instance at most, for requests and for jobs; it has four others (`OTHERS`). */
export interface Connections {
  requests: number
  jobs: number
}

/** Sixteen with the others. */
export const CONNECTIONS: Connections = { requests: 9, jobs: 3 }
/** One for locks, two that listen for events and for jobs, and one that ends what waits for a locked table. */
const OTHERS = 4

async function openEmbedded({ data_dir, space, blank = blankDirectory(), schema }: Embedded): Promise<OpenDatabase> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 })
  const { client, close } = await openFiles(data_dir, blank)
  shareFairly(client, space)
  const db = await migrateEmbedded(client, schema).catch(async (error: unknown) => {
    await close()
    throw error instanceof NewerSchema ? new DatabaseUnavailable(newerSchema(data_dir)) : error
  })
  return { db, engine: { kind: 'pglite', client }, where: data_dir, close }
}

/** @throws DatabaseUnavailable when another process has the directory, or what is in it is no database. */
async function openFiles(data_dir: string, blank = ''): Promise<{ client: PGlite; close: () => Promise<void> }> {
  const unlock = lockDirectory(data_dir)
  if (!unlock) {
    throw new DatabaseUnavailable(
      `The data directory ${data_dir} is in use by another process. Stop that one, or set DATA_DIR to another directory.`,
    )
  }
  const pgdata = join(data_dir, 'pgdata')
  const mend = 'Restore it from a backup, or move it away to start empty.'
  try {
    if (await isDamaged(pgdata)) {
      throw new DamagedFiles(`${pgdata} has files but no database (PG_VERSION is missing). ${mend}`)
    }
    if (blank) await copyBlank(blank, pgdata)
    const client = await openPGlite(pgdata).catch(() => {
      throw new DamagedFiles(`The database in ${pgdata} cannot be opened: its files are damaged. ${mend}`)
    })
    return { client, close: () => client.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Makes and migrates nothing. @throws DatabaseUnavailable also for no database, or data of another version */
export async function openExisting({ data_dir, database_url }: Place): Promise<Pick<OpenDatabase, 'db' | 'close'>> {
  const { where, ...opened } = database_url ? existingServer(database_url) : await existingFiles(data_dir)
  try {
    const hashes = await appliedHashes(opened.db)
    if (hashes.at(-1) !== knownHashes().at(-1)) {
      throw new DatabaseUnavailable(
        `The data in ${where} is of another version of Vialdesk. Use the version that ran on it last.`,
      )
    }
    return opened
  } catch (cause) {
    await opened.close()
    if (cause instanceof DatabaseUnavailable) throw cause
    throw new DatabaseUnavailable(`The database at ${where} cannot be read (${reason(cause)}).`, { cause })
  }
}

async function existingFiles(data_dir: string) {
  const names = await readdir(join(data_dir, 'pgdata')).catch((error: unknown): string[] => {
    if (reason(error) === 'EACCES') throw forbidden(data_dir)
    return []
  })
  if (names.length === 0)
    throw new DatabaseUnavailable(`There is no database in ${data_dir}. Check DATA_DIR and DATABASE_URL.`)
  const { client, close } = await openFiles(data_dir)
  return { db: drizzleLite(client), close, where: data_dir }
}

function existingServer(database_url: string) {
  const { host, pathname } = new URL(database_url)
  const pool = new Pool({ ...connectionTo(database_url), max: 1 })
  pool.on('error', () => undefined)
  return { db: drizzleNode(pool), close: () => pool.end(), where: `${host}${pathname}` }
}

/** Named by the newest migration, so that what another version left is never taken for ours. */
const blankDirectory = () => join('.next', `blank-${knownHashes().at(-1)?.slice(0, 16)}`)

/** Makes the migrated database without rows that a first start copies: making one takes 5 s, and 280 MB while it lasts. */
export async function makeBlank(): Promise<void> {
  await rm(blankDirectory(), { recursive: true, force: true })
  const { close } = await openEmbedded({ data_dir: blankDirectory() })
  await close()
}

/** Does nothing where there is a database, or no copy of an empty one. A copy that is cut short begins anew. */
async function copyBlank(blank: string, pgdata: string): Promise<void> {
  const names = await readdir(pgdata).catch((): string[] => [])
  if (names.length > 0 || !existsSync(join(blank, 'pgdata', 'PG_VERSION'))) return
  const draft = `${pgdata}.new`
  await rm(draft, { recursive: true, force: true })
  await cp(join(blank, 'pgdata'), draft, { recursive: true })
  const entries = await readdir(draft, { recursive: true, withFileTypes: true })
  // The database syncs what it writes from now on, and nothing of what it finds.
  await pMap(
    entries.filter((entry) => entry.isFile()),
    async ({ parentPath, name }) => {
      const file = await open(join(parentPath, name), 'r+')
      await file.sync().finally(() => file.close())
    },
    { concurrency: 8 },
  )
  await rmdir(pgdata).catch(() => undefined)
  await rename(draft, pgdata)
}

/** A new database made over what is left of another would lose it for good. */
async function isDamaged(pgdata: string): Promise<boolean> {
  const names = await readdir(pgdata).catch((): string[] => [])
  return names.length > 0 && !names.includes('PG_VERSION')
}

function newerSchema(where: string): string {
  return `The data in ${where} was written by a newer version of Vialdesk. Start that version, or a later one.`
}

async function openPostgres(
  database_url: string,
  {
    database_owner_url: owner_url = null,
    connections = CONNECTIONS,
    onFull = () => undefined,
    schema,
    unlimited = false,
  }: Place,
): Promise<OpenDatabase> {
  const { host, pathname, username } = new URL(database_url)
  const where = `${host}${pathname}`
  const { stream, ...connection } = connectionTo(database_url)
  const limits = unlimited ? {} : { stream, ...LIMITS }
  const pool = new Pool({ ...connection, ...limits, max: connections.requests })
  // A connection that the server closes while it is idle is replaced at the next query.
  pool.on('error', () => undefined)
  hearOfFullDisk(pool, onFull)
  const db = drizzleNode(pool)
  try {
    await prepareServer(owner_url ?? database_url, owner_url ? decodeURIComponent(username) : null, schema)
    await checkRoom(db, connections.requests + connections.jobs + OTHERS)
  } catch (cause) {
    await pool.end()
    if (cause instanceof NewerSchema) throw new DatabaseUnavailable(newerSchema(where))
    if (cause instanceof TooFewConnections || hasState(cause, '53300'))
      throw new DatabaseUnavailable(tooFew(where, cause))
    throw new DatabaseUnavailable(
      `The database at ${where} cannot be used (${reason(cause)}). Check DATABASE_URL${owner_url ? ' and DATABASE_OWNER_URL' : ''}.`,
      { cause },
    )
  }
  const stopWatching = endWaitsForTables(pool, database_url)
  return {
    db,
    engine: { kind: 'postgres', url: database_url, owned: owner_url === null, job_connections: connections.jobs },
    where,
    close: async () => {
      await stopWatching()
      await pool.end()
    },
  }
}

class TooFewConnections extends Error {}

function tooFew(where: string, cause: unknown): string {
  const why = cause instanceof TooFewConnections ? cause.message : 'all that it allows are in use'
  return `The database at ${where} has too few connections: ${why}. Raise max_connections, or lower DATABASE_POOL_SIZE and JOB_POOL_SIZE.`
}

/** An instance that starts with less room than it may need would fail under load, at night. */
async function checkRoom(db: Database, needed: number): Promise<void> {
  const { rows } = allowed.parse(
    await db.execute(sql`select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
    ) as most`),
  )
  const most = rows[0]?.most ?? needed
  if (most < needed) throw new TooFewConnections(`it allows ${most}, and an instance needs up to ${needed}`)
}

const allowed = z.object({ rows: z.array(z.object({ most: z.int() })) })

/** The code of the innermost error, such as ECONNREFUSED or 28P01: messages may repeat what was sent. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause) return reason(error.cause)
  return 'code' in error && error.code ? String(error.code) : error.message
}

/** @throws when nothing can be written: a full disk, a server that only reads, one that does not answer. */
export async function checkWrites(db: Database): Promise<void> {
  await db.update(installationKeys).set({ name: sql`name` })
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

const forbidden = (directory: string) =>
  new DatabaseUnavailable(`${directory} can’t be read and written. Use the account that the server runs as.`)

function openLock(directory: string): DatabaseSync {
  try {
    return new DatabaseSync(join(directory, 'lock'))
  } catch {
    throw forbidden(directory)
  }
}

/** Returns the function that frees the lock, or null while another process holds it. */
function lockDirectory(directory: string): (() => void) | null {
  const file = openLock(directory)
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch {
    file.close()
    return null
  }
  return () => file.close()
}
