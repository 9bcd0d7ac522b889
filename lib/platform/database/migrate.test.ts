import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
