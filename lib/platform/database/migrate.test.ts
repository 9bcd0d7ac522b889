import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { importsIn } from '#lib/domains/connections/console/routes.ts'
import { readStuckLimits } from '#lib/domains/orders/console/stuck-limits.ts'
import { postgresRecords } from '#lib/system/console/store-sql.ts'
import { openPGlite } from './embedded.ts'
import { MIGRATIONS, migrateEmbedded } from './migrate.ts'

/** The time of the last of the 35 migrations that `0000_initial` replaced, which is also that of `0000_initial`. */
const LAST_REPLACED = 1_795_636_054_192

/** As the migrations before the first release left it. */
async function firstRelease() {
  const client = await openPGlite()
  // The old migrations made the same schema, so running `0000_initial` again would fail on its first statement.
  await client.exec(readFileSync(join(MIGRATIONS.migrationsFolder, '0000_initial.sql'), 'utf8'))
  await client.exec(`create schema migrations;
    create table migrations.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  await client.query('insert into migrations.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'of another file',
    LAST_REPLACED,
  ])
  return client
}

test('migrations that end in the middle leave the database as it was, and the next start does all of them', async () => {
  const client = await firstRelease()
  const done = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select (select count(*) from migrations.__drizzle_migrations)::int
        + (select count(*) from information_schema.columns where column_name in ('event_at_ns', 'removed_at'))::int as count`,
    )
    return rows[0]?.count
  }
  const before = await done()
  // The third of them can't be run while this is there.
  await client.exec('create table console.installation_keys (name text)')
  await expect(migrateEmbedded(client)).rejects.toThrow()
  expect(await done()).toBe(before)
  await client.exec('drop table console.installation_keys')
  await migrateEmbedded(client)
  expect(await done()).toBeGreaterThan((before ?? 0) + 4)
  await client.close()
})

test('a database that was made by the migrations before the first release opens as it is', async () => {
  const client = await firstRelease()
  await migrateEmbedded(client)
  const { rows } = await client.query(
    'select created_at::text from migrations.__drizzle_migrations where created_at <= $1',
    [LAST_REPLACED],
  )
  expect(rows).toEqual([{ created_at: String(LAST_REPLACED) }])
  await client.close()
})

test('small stores that became records keep their data', async () => {
  const client = await openPGlite()
  const before = readMigrationFiles(MIGRATIONS)[8]
  await migrateEmbedded(client, before?.hash)
  const order = '6d0f6a4e-0001-4c47-8ace-5589bb58a797'
  await client.exec(`
    insert into console.stuck_limits values ('sandbox', '{"lost": 3}', 4, '2026-11-21T08:00:00.456Z', 'Zoë');
    insert into console.worklist_marks values ('sandbox', '${order}', 7, '{"id": "ann", "name": "Ann", "at": "2026-11-21T08:00:00.456Z"}', null);
    insert into console.past_imports values ('sandbox', '${order}', 'ann', 'Ann', '2026-11-20T08:00:00.100Z', '2026-11-21T08:00:00.000Z', 'marrowfit', 'done', 9, 8, 1);
    insert into console.view_defaults values ('sandbox', 'orders', 'role:support', 'open')`)
  const db = await migrateEmbedded(client)
  const store = postgresRecords(db)
  const limits = await readStuckLimits(store, 'sandbox')
  expect(limits).toMatchObject({ version: 4, changed_by: 'Zoë', changed_at: '2026-11-21T08:00:00.456Z' })
  expect(await store.records('sandbox', 'stuck_limits')).toMatchObject([{ body: { days: { lost: 3 } } }])
  const owner = { id: 'ann', name: 'Ann', at: '2026-11-21T08:00:00.456Z' }
  expect(await store.records('sandbox', 'worklist_mark')).toMatchObject([
    { key: order, version: 7, body: { owner, snooze: null } },
  ])
  expect(await importsIn(store).past('sandbox', 5)).toEqual([
    {
      ...{ id: order, owner_id: 'ann', started_by: 'Ann', provider: 'marrowfit', state: 'done' },
      ...{ started_at: '2026-11-20T08:00:00.100Z', changed_at: '2026-11-21T08:00:00.000Z' },
      ...{ rows: 9, connected: 8, failed: 1 },
    },
  ])
  expect(await store.records('sandbox', 'view_default')).toMatchObject([
    { key: 'orders role:support', version: 1, body: { view_id: 'open' } },
  ])
  await client.close()
})
