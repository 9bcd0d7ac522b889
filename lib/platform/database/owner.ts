/**
 * Two PostgreSQL roles instead of one: the owner of the tables, whose password is used at startup only, and the role that
 * serves requests. That one can read and write, but not change a table, and can only add to the append-only ones.
 */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { migrateServer } from './migrate.ts'

/** Schema of the job queue. */
export const JOBS = 'jobs'
const SCHEMAS = ['service', 'console', 'auth', JOBS]

/** Tables that rows are only ever added to; triggers refuse everything else, also to the owner. */
export const APPEND_ONLY = [
  'console.audit',
  'console.booking_changes',
  'console.critical_acknowledgements',
  'console.critical_callbacks',
  'console.critical_results',
  'console.critical_starts',
]

/**
 * Migrates everything as the owner of the database, then gives another role what the console needs.
 * @param owner_url address of the database with the owner's credentials
 * @param role name of the role that `DATABASE_URL` signs in with
 */
export async function prepareAsOwner(owner_url: string, role: string): Promise<void> {
  const client = new Client({ connectionString: owner_url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await migrateServer(client)
    await prepareJobs(owner_url)
    await grant(client, role)
  } finally {
    await client.end()
  }
}

/** Makes the tables of the queue; its ordinary start has no right to. */
async function prepareJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, schema: JOBS, max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

function grant(client: Client, role: string): Promise<void> {
  const to = sql.identifier(role)
  return drizzle(client).transaction(async (tx) => {
    for (const name of SCHEMAS) {
      const schema = sql.identifier(name)
      await tx.execute(sql`grant usage on schema ${schema} to ${to}`)
      await tx.execute(sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`)
      await tx.execute(sql`grant usage on all sequences in schema ${schema} to ${to}`)
      await tx.execute(sql`grant execute on all functions in schema ${schema} to ${to}`)
    }
    for (const table of APPEND_ONLY) await tx.execute(sql`revoke update, delete on ${sql.raw(table)} from ${to}`)
  })
}
