/** The migrations, on both kinds of database. */
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite, type PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import type { Client, PoolClient } from 'pg'

export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
  migrationsSchema: 'migrations',
}
/** Any fixed number: instances that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_316_221

/** Brings the embedded database to the newest schema. */
export async function migrateEmbedded(client: PGlite): Promise<PgliteDatabase> {
  const db = drizzleLite(client)
  await migrateLite(db, MIGRATIONS)
  return db
}

/** Brings a PostgreSQL server to the newest schema, one instance at a time. */
export async function migrateServer(client: Client | PoolClient): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateNode(drizzleNode(client), MIGRATIONS)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
  }
}
