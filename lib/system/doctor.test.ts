/** Checks of an installation: right where all is well, and with what to do where it isn't. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#lib/config.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { installationKeys } from '#lib/platform/database/schemas.ts'
import { makePrivate } from '#lib/platform/private-files.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { examine } from './doctor.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'doctor-'))
let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase({ data_dir, database_url: null })
})
afterAll(async () => {
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

const failed: string[] = []
const findings = async (env: Record<string, string>, oldestEvent: (() => number) | null) => {
  const config = readConfig({ DATA_DIR: data_dir, ...env })
  const { checks } = await examine({
    config,
    db: database.db,
    oldestEvent,
    onError: (_, label) => void failed.push(label),
  })
  return Object.fromEntries(checks.map(({ label, value, action }) => [label, { value, action }]))
}

test('an installation that is well, but for the backup that it never had', async () => {
  await makePrivate(data_dir)
  const fingerprint = 'ab'.repeat(16)
  await database.db.insert(installationKeys).values({ name: 'secrets-key', fingerprint })
  await database.db.execute(sql`create schema if not exists jobs`)
  await database.db.execute(sql`create type jobs.job_state as enum ('created', 'retry', 'active', 'completed')`)
  await database.db.execute(sql`create table jobs.job (name text, state jobs.job_state, start_after timestamptz)`)
  const found = await findings({}, () => 0)
  expect(found.Schema?.value).toMatch(/^(\d+) of \1 migrations$/)
  expect(found.Database?.value).toMatch(/^Embedded PostgreSQL \d+\S*, \d+ MB, takes writes$/)
  expect(found['Job queue']).toEqual({ value: 'No job waits', action: null })
  expect(found['Event inbox']).toEqual({ value: 'No event waits', action: null })
  expect(found['Key fingerprint']).toEqual({ value: `SECRETS_KEY ${fingerprint.slice(0, 16)}`, action: null })
  const due = Object.entries(found).filter(([, { action }]) => action !== null)
  expect(due.map(([label]) => label)).toEqual(['Last backup'])
})

test('what is wrong says what to do', async () => {
  const file = join(data_dir, 'open-to-all')
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  chmodSync(data_dir, 0o755)
  await database.db.execute(sql`insert into jobs.job values ('crawl', 'created', now() - interval '2 hours')`)
  const server = createServer((_, response) =>
    response.writeHead(200, { date: new Date(Date.now() - HOUR).toUTCString() }).end(),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const remote = { SERVICE_BASE_URL: `http://127.0.0.1:${port}`, SERVICE_API_KEY: 'a key of this test' }
  const found = await findings(remote, () => 90_000)
  server.close()
  expect(found['File permissions']?.action).toMatch(/^Restart/)
  expect(found['Job queue']).toMatchObject({
    value: '1 waiting, the oldest for 2 h',
    action: expect.stringMatching(/JobsWait/),
  })
  expect(found['Event inbox']?.action).toMatch(/EventsWait/)
  expect(found.Clock).toMatchObject({
    value: expect.stringMatching(/ 36\d\d s$/),
    action: expect.stringMatching(/NTP/),
  })
  const away = await findings(remote, null)
  expect(away.Clock?.value).toMatch(/didn’t answer/)
  expect(away['Event inbox']?.action).toBeNull()
})

test('a check that can’t be made is unknown, and its reason is told', async () => {
  await database.db.execute(sql`drop table jobs.job`)
  const found = await findings({}, () => 0)
  expect(found['Job queue']).toMatchObject({ value: 'Unknown', action: expect.stringMatching(/log has the reason/) })
  expect(failed).toEqual(['Job queue'])
})
