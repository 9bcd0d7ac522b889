import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleLite, type PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import type { Client } from 'pg'
import { z } from 'zod'

export const MIGRATIONS = {
  // From the root, where every program runs: once built, this module is elsewhere.
  migrationsFolder: 'lib/platform/database/migrations',
  migrationsSchema: 'migrations',
}
/** Any fixed number: instances that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_316_221

/** The data was written by a version of the console that this one doesn't know. */
export class NewerSchema extends Error {}

export function knownHashes(): string[] {
  return readMigrationFiles(MIGRATIONS).map(({ hash }) => hash)
}

const applied = z.object({ rows: z.array(z.object({ hash: z.string() })) })

/** Returns the hashes of what the database was migrated by, the newest last. */
export async function appliedHashes(db: PgDatabase<PgQueryResultHKT>): Promise<string[]> {
  const table = sql`${sql.identifier(MIGRATIONS.migrationsSchema)}.__drizzle_migrations`
  return applied
    .parse(await db.execute(sql`select hash from ${table} order by created_at`))
    .rows.map(({ hash }) => hash)
}

type Query = (text: string) => Promise<{ rows: unknown[] }>

/** Migrating is never undone, so a migration that isn't ours means that a newer version has changed the tables. */
async function refuseNewerSchema(query: Query): Promise<void> {
  const { rows: tables } = await query(
    `select 1 from pg_tables where schemaname = '${MIGRATIONS.migrationsSchema}' and tablename = '__drizzle_migrations'`,
  )
  if (tables.length === 0) return
  const known = readMigrationFiles(MIGRATIONS)
  const hashes = known.map(({ hash }) => `'${hash}'`).join(', ')
  // Migrations up to the time of the first file are those that it replaced before the first release.
  const { rows } = await query(
    `select 1 from ${MIGRATIONS.migrationsSchema}.__drizzle_migrations
     where created_at > ${known[0]?.folderMillis ?? 0} and hash not in (${hashes}) limit 1`,
  )
  if (rows.length > 0) throw new NewerSchema()
}

const journal = z.looseObject({ entries: z.array(z.unknown()) })

/** Migrates to the newest schema, or to the one of that hash, as a backup of it needs. */
async function migrateTo(schema: string | undefined, run: (config: typeof MIGRATIONS) => Promise<void>): Promise<void> {
  const count = knownHashes().indexOf(schema ?? '') + 1
  if (count === 0) return run(MIGRATIONS)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(MIGRATIONS.migrationsFolder, folder, { recursive: true })
    const file = join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = journal.parse(JSON.parse(await readFile(file, 'utf8')))
    await writeFile(file, JSON.stringify({ ...rest, entries: entries.slice(0, count) }))
    await run({ ...MIGRATIONS, migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Brings the embedded database to the newest schema, or to an earlier one. @throws NewerSchema */
export async function migrateEmbedded(client: PGlite, schema?: string): Promise<PgliteDatabase> {
  await refuseNewerSchema((text) => client.query(text))
  const db = drizzleLite(client)
  await migrateTo(schema, (config) => migrateLite(db, config))
  return db
}

/** Migrates a server and does what else a start has to, one instance at a time. @throws NewerSchema */
export async function migrateServer(client: Client, andThen: () => Promise<void>, schema?: string): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseNewerSchema((text) => client.query(text))
    await migrateTo(schema, (config) => migrateNode(drizzleNode(client), config))
    await andThen()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
  }
}
