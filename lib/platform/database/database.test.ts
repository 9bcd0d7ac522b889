import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, openDatabase } from './database.ts'
import { prepareDirectory } from './embedded.testing.ts'
import { PARSER, PROGRAM } from './embedded.ts'
import { startPostgres, type TestPostgres } from './postgres.testing.ts'

const scratch = mkdtempSync(join(tmpdir(), 'database-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const NEWER = sql`insert into migrations.__drizzle_migrations (hash, created_at) values ('of a later version', 9000000000000)`

test('a directory with files but no database is refused, and left as it is', async () => {
  const data_dir = join(scratch, 'damaged')
  mkdirSync(join(data_dir, 'pgdata', 'base'), { recursive: true })
  writeFileSync(join(data_dir, 'pgdata', 'base', 'rest'), 'of a restore')
  const opened = openDatabase({ data_dir, database_url: null })
  await expect(opened).rejects.toThrow(DatabaseUnavailable)
  await expect(opened).rejects.toThrow(/PG_VERSION is missing/)
})

test('an embedded database of a newer version is refused in one sentence, and its directory is free again', async () => {
  const data_dir = join(scratch, 'newer')
  await prepareDirectory(data_dir)
  const first = await openDatabase({ data_dir, database_url: null })
  await first.db.execute(NEWER)
  await first.close()
  for (let round = 0; round < 2; round += 1)
    await expect(openDatabase({ data_dir, database_url: null })).rejects.toThrow(/newer version of Vialdesk/)
})

const STATEMENTS = `
  import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
  const { engine, close } = await openInMemory()
  for (let n = 0; n < 30; n += 1) await engine.client.query(\`select \${n} as a, now() as b, 'text' || \${n} as c\`)
  await close()
`

test('V8 optimizes the embedded database, and never its parser, which would take 600 MB', async () => {
  expect(statSync(PROGRAM).size, 'another PGlite: find its parser').toBe(PARSER.program_bytes)
  // V8 optimizes at once rather than later, so that each line is there before the process ends.
  const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times', '--input-type=module', '--eval']
  const options = { cwd: process.cwd(), maxBuffer: 32 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, STATEMENTS], options)
  const optimized = [...stdout.matchAll(/#(\d+) using TurboFan/g)].map(([, index]) => Number(index))
  expect(optimized.length).toBeGreaterThan(20)
  expect(optimized).not.toContain(PARSER.index)
})

describe('PostgreSQL', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const open = () => openDatabase({ data_dir: scratch, database_url: server.url })

  test('connections closed by the server in the middle of transactions fail those, and nothing else', async () => {
    const { db, close } = await open()
    const inTransaction = Array.from({ length: 4 }, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await tx.execute(sql`select pg_sleep(30)`)
      }),
    )
    const ended = Promise.allSettled(inTransaction)
    await expect
      .poll(async () => {
        const killed = await db.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`,
        )
        return JSON.stringify(killed).match(/true/g)?.length ?? 0
      })
      .toBeGreaterThan(0)
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vialdesk' and pid <> pg_backend_pid()`,
    )
    expect((await ended).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await expect(db.execute(sql`select 1`)).resolves.toBeDefined()
    await close()
  })

  test('a database of a newer version is refused', async () => {
    const { db, close } = await open()
    await db.execute(NEWER)
    await close()
    await expect(open()).rejects.toThrow(/newer version of Vialdesk/)
  })
})
