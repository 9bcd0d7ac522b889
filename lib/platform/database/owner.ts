/** The owner's password is used at startup only; the serving role changes no table, and only adds to some. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { MIGRATIONS, migrateServer } from './migrate.ts'
import { connectionTo } from './server-connection.ts'

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
  'console.record_history',
]

/**
 * Migrates everything, makes the tables of the queue, and gives another role than the owner what the console needs.
 * @param owner_url address of the database with the owner's credentials
 * @param role name of the role that `DATABASE_URL` signs in with; null where that is the owner
 * @param schema hash of the last migration, for a backup of it; the newest unless set
 */
export async function prepareServer(owner_url: string, role: string | null, schema?: string): Promise<void> {
  // A migration may take longer than any request, so its connection has no limits.
  const client = new Client({
    connectionString: owner_url,
    connectionTimeoutMillis: 5_000,
    application_name: 'vialdesk migrations',
  })
  await client.connect()
  try {
    const andThen = async () => {
      await prepareJobs(owner_url)
      if (role !== null) await grant(client, role)
    }
    await migrateServer(client, andThen, schema)
  } finally {
    await client.end()
  }
}

/** Its ordinary start has no right to, and two at once would be in each other's way. */
async function prepareJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({
    ...connectionTo(connectionString, 'jobs'),
    schema: JOBS,
    max: 1,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Those of the audit log that its writer says; the id and the hash of an entry are the database's own. */
async function auditColumns(client: Client): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = 'console.audit'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'hash')`,
  )
  return rows[0]?.names ?? ''
}

function grant(client: Client, role: string): Promise<void> {
  const to = sql.identifier(role)
  return drizzle(client).transaction(async (tx) => {
    for (const name of SCHEMAS) {
      const schema = sql.identifier(name)
      await tx.execute(sql`grant usage on schema ${schema} to ${to}`)
      await tx.execute(sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`)
      await tx.execute(sql`grant usage, select on all sequences in schema ${schema} to ${to}`)
      await tx.execute(sql`grant execute on all functions in schema ${schema} to ${to}`)
    }
    const migrations = sql.identifier(MIGRATIONS.migrationsSchema)
    await tx.execute(sql`grant usage on schema ${migrations} to ${to}`)
    await tx.execute(sql`grant select on all tables in schema ${migrations} to ${to}`)
    await tx.execute(sql`revoke insert on console.audit from ${to}`)
    await tx.execute(sql`grant insert (${sql.raw(await auditColumns(client))}) on console.audit to ${to}`)
    for (const table of APPEND_ONLY) await tx.execute(sql`revoke update, delete on ${sql.raw(table)} from ${to}`)
  })
}
