/** Attacks on a server without a proxy of ours in front, and then on the database that it leaves behind. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { ask } from '#e2e/support/http.ts'
import { ADMINISTRATOR, startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'e2e-bare-'))
let server: TestServer

test.beforeAll(async () => {
  // Nothing answers there: no test here needs the service.
  const nowhere = { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'sk_remote_12345678' }
  server = await startServer({ ...nowhere, DATA_DIR })
  await signIn(server.baseURL, ADMINISTRATOR)
})

test.afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('spraying accounts behind a forged X-Forwarded-For ends after thirty: it is anyone’s word here', async () => {
  const seen: number[] = []
  for (let turn = 1; turn <= 31; turn++) {
    const json = { email: `spray-${turn}@clinic.test`, password: 'no such password at all' }
    const forged = `203.0.113.${turn}`
    const headers = { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }
    seen.push((await ask(server.baseURL, '/api/auth/sign-in', { method: 'POST', json, headers })).status)
  }
  expect(seen).toEqual([...Array.from({ length: 30 }, () => 401), 429])
})

// The last one: it stops the server, as whoever wants to change its past would.
test('the database refuses to change, remove or clear entries of the audit log, also for its owner', async () => {
  await server.stop()
  const database = await PGlite.create(join(DATA_DIR, 'pgdata'), { extensions: { pg_trgm } })
  const count = async () => (await database.query('select count(*)::int as entries from console.audit')).rows
  const before = await count()
  expect(before).not.toEqual([{ entries: 0 }])
  for (const statement of [
    `update console.audit set actor_email = 'x'`,
    'delete from console.audit',
    'truncate console.audit',
    'truncate console.audit restart identity cascade',
    'set session_replication_role = replica; delete from console.audit',
    'with gone as (delete from console.audit returning *) select * from gone',
    `insert into console.audit overriding system value select * from console.audit on conflict (id) do update set action = 'x'`,
  ]) {
    await expect(database.exec(statement), statement).rejects.toThrow(/append-only/)
  }
  expect(await count()).toEqual(before)
  await database.close()
})
