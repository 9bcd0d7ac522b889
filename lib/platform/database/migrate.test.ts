import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInMemory } from './embedded.testing.ts'
import { MIGRATIONS, migrateEmbedded } from './migrate.ts'

/** The last of the 35 migrations that `0000_initial` replaced: its time is that of `0000_initial`. */
const LAST_REPLACED = 1_795_636_054_192

test('a database that was made by the migrations before the first release opens unchanged', async () => {
  const { db, engine, close } = await openInMemory()
  const journal = sql.raw(`"${MIGRATIONS.migrationsSchema}"."__drizzle_migrations"`)
  await db.execute(sql`delete from ${journal}`)
  await db.execute(sql`insert into ${journal} (hash, created_at) values ('of another file', ${LAST_REPLACED})`)
  if (engine.kind !== 'pglite') throw new Error('not the embedded database')
  const { rows: before } = await db.execute(sql`select count(*)::int as tables from pg_tables`)
  await expect(migrateEmbedded(engine.client)).resolves.toBeDefined()
  const { rows: after } = await db.execute(sql`select count(*)::int as tables from pg_tables`)
  expect(after).toEqual(before)
  await close()
})
