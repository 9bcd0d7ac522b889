/** The audit log cannot be rewritten, whoever asks the database. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { audit } from './tables.ts'

const ROW = { at: new Date(0), action: 'list_users', subjects: [], outcome: 'done', request_id: 'r', duration: 1 }
const REFUSED = { code: '42501', message: expect.stringContaining('console.audit is append-only') }

function refusals(open: () => Promise<OpenDatabase>) {
  let database: OpenDatabase
  let db: Database

  beforeAll(async () => {
    database = await open()
    db = database.db
    await db.insert(audit).values(ROW)
  })
  afterAll(() => database.close())

  test.each([
    ['an update', sql`update console.audit set outcome = 'failed'`],
    ['an update of no row', sql`update console.audit set outcome = 'failed' where false`],
    ['a delete', sql`delete from console.audit`],
    ['a delete of no row', sql`delete from console.audit where id = -1`],
    ['a truncate', sql`truncate console.audit`],
    ['a truncate that starts the ids again', sql`truncate console.audit restart identity cascade`],
    [
      'an insert that becomes an update',
      sql`insert into console.audit (at, action, subjects, outcome, request_id, duration)
          values (now(), 'a', '{}', 'done', 'r', 1) on conflict (id) do update set outcome = 'failed'`,
    ],
    ['a merge', sql`merge into console.audit a using (select 1) s on true when matched then delete`],
  ])('refuses %s', async (_, statement) => {
    await expect(db.execute(statement)).rejects.toMatchObject({ cause: REFUSED })
    expect(await db.$count(audit, sql`outcome = 'done'`)).toBe(1)
  })

  test('refuses them also to a session that has switched ordinary triggers off', async () => {
    const disguised = db.transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`)
      await transaction.execute(sql`delete from console.audit`)
    })
    await expect(disguised).rejects.toMatchObject({ cause: REFUSED })
    expect(await db.$count(audit)).toBe(1)
  })

  test('refuses an id of the writer’s own choice', async () => {
    const forged = sql`insert into console.audit (id, at, action, subjects, outcome, request_id, duration)
      values (1000, now(), 'a', '{}', 'done', 'r', 1)`
    await expect(db.execute(forged)).rejects.toMatchObject({ cause: { code: '428C9' } })
    for (const id of ['9223372036854775807', '1000', '0', '-1']) {
      const overriding = sql`insert into console.audit (id, at, action, subjects, outcome, request_id, duration)
        overriding system value values (${sql.raw(id)}, now(), 'a', '{}', 'done', 'r', 1)`
      // The second where this connection has added no entry yet.
      const code = expect.stringMatching(/^(42501|55000)$/)
      await expect(db.execute(overriding)).rejects.toMatchObject({ cause: { code } })
    }
  })
}

describe('embedded PostgreSQL', () => {
  refusals(openInMemory)
})

describe('PostgreSQL server', () => {
  refusals(async () => {
    const server = await startPostgres()
    const database = await openDatabase({ data_dir: '', database_url: server.url })
    return { ...database, close: () => database.close().then(server.stop) }
  })
})
