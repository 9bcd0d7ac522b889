/** Backup, restore and move, of and into both databases: nothing is missing, changed or half there. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readGuards, verifyChain } from '#lib/domains/audit/console/chain.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { systemReport } from '#lib/domains/environments/system-report.ts'
import { totp } from '#lib/domains/staff/auth/auth.testing.ts'
import { AUTH_PREFIX, authEndpoints, enrollAnswer } from '#lib/domains/staff/sign-in.ts'
import { createUser, listUsers } from '#lib/domains/users/user.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { makeBackup, moveDatabase, type Place, restoreBackup } from '#lib/platform/backup/backup.ts'
import { writeBackup } from '#lib/platform/backup/file.ts'
import { askForCopy, askForReport } from '#lib/platform/backup/live-copy.ts'
import { type Part, readTables, writeTables } from '#lib/platform/backup/tables.ts'
import { type Database, openDatabase } from '#lib/platform/database/database.ts'
import { knownHashes } from '#lib/platform/database/migrate.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { sealingBytes } from '#lib/platform/keys.ts'
import { sealingKey, unseal } from '#lib/service/secrets.ts'
import { ADMINISTRATOR, STAFFED } from '#lib/system/staff.testing.ts'
import { startProcess, type TestProcess } from './spawn.testing.ts'

const PASSPHRASE = 'a quiet river bends'
const TOKEN = 'sEcReT-tOkEn'

let home = ''
let server: TestPostgres
const running: TestProcess[] = []
/** The acts that were put on record, in order. */
const acts: string[] = []
const record = async (_: Database, act: string) => {
  acts.push(`${act} begins`)
  return async () => void acts.push(act)
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-backup-'))
  server = await startPostgres()
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill()
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const embedded = (name: string): Place => ({ data_dir: join(home, name), database_url: null, database_owner_url: null })

async function onServer(name: string): Promise<Place> {
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return { data_dir: join(home, name), database_url: url.href, database_owner_url: null }
}

async function start(place: Place): Promise<TestProcess> {
  const process = await startProcess({ DATA_DIR: place.data_dir, ...STAFFED })
  running.push(process)
  return process
}

async function within<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(place)
  return work(db).finally(close)
}

const rowsOf = async (db: Database, query: SQL) =>
  z.object({ rows: z.array(z.record(z.string(), z.unknown())) }).parse(await db.execute(query)).rows

/** Returns the number of rows and a digest of each table, whatever order its rows are in. */
async function digests(place: Place): Promise<Record<string, string>> {
  const kept = new Map<string, string[]>()
  const add = async (part: Part) => {
    if ('sequence' in part) kept.set(part.sequence, [`${part.last} ${part.is_called}`])
    else kept.set(part.table, [...(kept.get(part.table) ?? []), ...part.rows])
  }
  await within(place, (db) => readTables(db, add))
  const digest = (rows: string[]) => createHash('sha256').update(rows.toSorted().join('\n')).digest('hex')
  return Object.fromEntries([...kept].map(([name, rows]) => [name, `${rows.length} ${digest(rows)}`]))
}

async function atTheDoor({ origin }: TestProcess) {
  let cookie = ''
  return async (name: keyof typeof authEndpoints, json?: unknown) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const [path, init] = callOf(authEndpoints[name], { headers, ...(json !== undefined && { json }) })
    const answer = await fetch(`${origin}${AUTH_PREFIX}${path}`, init)
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
  }
}

async function firstUser(process: TestProcess): Promise<string> {
  const listed = await process.send(listUsers)
  return z.object({ users: z.array(z.object({ user_id: z.string() })) }).parse(listed.json()).users[0]?.user_id ?? ''
}

test('a backup of a server that runs is restored anywhere, with second factors, tokens and the chain', async () => {
  const one = embedded('one')
  const source = await start(one)
  const browser = await atTheDoor(source)
  await browser('sign_in', ADMINISTRATOR)
  const { uri } = enrollAnswer.parse((await browser('enroll_second_factor', { password: ADMINISTRATOR.password })).body)
  expect((await browser('confirm_second_factor', { code: totp(uri) })).status).toBe(204)
  const connection = {
    user_id: await firstUser(source),
    access_token: TOKEN,
    refresh_token: TOKEN,
    provider_id: 'p',
    expires_at: 1_900_000_000,
  }
  const imported = await source.send(bulkImportConnections, {
    json: { provider: 'marrowfit', connections: [connection], wait_for_completion: true },
  })
  expect(imported.status, imported.text).toBeLessThan(300)
  // Others write all the while; what was answered before counts.
  const answered: string[] = []
  let isOver = false
  const writing = Promise.all(
    [0, 1, 2].map(async (writer) => {
      for (let at = 0; !isOver; at += 1) {
        const client_user_id = `written-${writer}-${at}`
        // The backup's work holds this process up too, long enough for the server to close a connection that waits.
        const answer = await source.send(createUser, { json: { client_user_id } }).catch(() => null)
        if (answer === null) continue
        expect(answer.status).toBe(200)
        answered.push(client_user_id)
      }
    }),
  )
  await expect.poll(() => answered.length, { timeout: 30_000 }).toBeGreaterThan(5)
  const before = [...answered]
  const file = join(home, 'one.backup')
  const made = await makeBackup(one, file, PASSPHRASE, record)
  isOver = true
  await writing
  expect(made.keys).toEqual(['secrets-key', 'webhook-secret', 'management-key'])
  expect(acts).toEqual([])
  await expect.poll(() => existsSync(join(one.data_dir, 'copy'))).toBe(false)
  await source.stop()

  const [two, three] = [embedded('two'), await onServer('three')]
  for (const place of [two, three]) {
    expect(await restoreBackup(place, file, PASSPHRASE, record)).toEqual(made)
    expect(readFileSync(join(place.data_dir, 'secrets-key'))).toEqual(readFileSync(join(one.data_dir, 'secrets-key')))
  }
  expect(acts.filter((act) => !act.endsWith('begins'))).toEqual(['database_restored', 'database_restored'])
  expect(await digests(two)).toEqual(await digests(three))
  await within(three, async (db) => {
    const report = await verifyChain(db)
    expect(report).toMatchObject({ broken_at: [], changed_records: [] })
    expect(await readGuards(db)).toEqual(await within(await onServer('fresh'), readGuards))
    const written = await rowsOf(
      db,
      sql`select client_user_id from service.users where client_user_id like 'written-%'`,
    )
    const references = written.map(({ client_user_id }) => client_user_id)
    expect(references).toEqual(expect.arrayContaining(before))
    expect(await rowsOf(db, sql`select action from console.audit where action = 'database_backed_up'`)).toHaveLength(1)
    const key = await sealingKey(await sealingBytes(null, three.data_dir))
    const [tokens] = await rowsOf(db, sql`select sealed from service.connections where sealed is not null`)
    expect(await unseal(key, String(tokens?.sealed))).toContain(TOKEN)
  })

  // Nothing is written over: neither data nor another installation's keys.
  await expect(restoreBackup(two, file, PASSPHRASE, record)).rejects.toThrow(/holds data already/)
  await expect(restoreBackup(three, file, PASSPHRASE, record)).rejects.toThrow(/holds data already/)
  const other = embedded('other')
  mkdirSync(other.data_dir)
  writeFileSync(join(other.data_dir, 'secrets-key'), 'another key of at least 32 characters')
  await expect(restoreBackup(other, file, PASSPHRASE, record)).rejects.toThrow(/other keys/)
  rmSync(join(other.data_dir, 'secrets-key'))
  // The refused one left nothing behind that counts as data.
  await restoreBackup(other, file, PASSPHRASE, record)

  const restored = await start(two)
  const again = await atTheDoor(restored)
  expect((await again('sign_in', ADMINISTRATOR)).body).toEqual({ status: 'second_factor' })
  expect((await again('sign_in_with_code', { code: totp(uri, Date.now() + 30_000) })).status).toBe(200)
  // Numbers go on where they were.
  expect((await restored.send(createUser, { json: { client_user_id: 'after' } })).status).toBe(200)
  await restored.stop()

  const four = await onServer('four')
  const moved = await moveDatabase(other.data_dir, four, record)
  expect(moved).toBeGreaterThan(5_000)
  expect(await digests(four)).toEqual(await digests(other))
  await expect(moveDatabase(other.data_dir, four, record)).rejects.toThrow(/holds data already/)
}, 240_000)

test('one at a time, and what is left of a copy goes with whoever asked for it', async () => {
  const place = embedded('busy')
  const process = await start(place)
  const copy = await askForCopy(place.data_dir)
  await expect(askForCopy(place.data_dir)).rejects.toThrow(/Another backup/)
  const { checks } = systemReport.parse(await askForReport(place.data_dir))
  expect(checks.filter(({ value }) => value === 'Unknown')).toEqual([])
  copy?.release()
  await expect.poll(() => existsSync(join(place.data_dir, 'copy'))).toBe(false)
  await process.kill()
  // Stopped, nobody answers, and the files are read themselves.
  expect(await askForCopy(place.data_dir)).toBeNull()
  await makeBackup(place, join(home, 'stopped.backup'), null, record)
  expect(acts.at(-1)).toBe('database_backed_up')
  expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a copy that nobody waits for is given up, whole', async () => {
  const place = embedded('left')
  const process = await start(place)
  const bare = connect(join(place.data_dir, 'operator.sock'), () => bare.write('copy\n'))
  await expect.poll(() => existsSync(join(place.data_dir, 'copy', 'pgdata')), { interval: 1 }).toBe(true)
  bare.destroy()
  await expect.poll(() => existsSync(join(place.data_dir, 'copy'))).toBe(false)
  const file = join(home, 'left.backup')
  await makeBackup(place, file, null, record)
  await process.stop()
  await within(place, async (db) => {
    const outcomes = await rowsOf(
      db,
      sql`select outcome from console.audit where action = 'database_backed_up' order by id`,
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['started', 'started', 'done'])
  })
  // Sessions of then are over: some may have been ended since.
  await restoreBackup(embedded('over'), file, null, record)
  await within(embedded('over'), async (db) => expect(await rowsOf(db, sql`select 1 from auth.sessions`)).toEqual([]))
})

test('values that JSON within JSON loses come back: null, escapes, and every digit', async () => {
  const place = embedded('odd')
  const target = await onServer('odd')
  const odd = sql`select fallback_birth_date::text as a, fallback_time_zone::text as b, info::text as c from service.users`
  const parts: Part[] = []
  await within(place, async (db) => {
    await db.execute(sql`insert into service.users (user_id, team_id, created_on, fallback_birth_date, fallback_time_zone, info)
      values (gen_random_uuid(), gen_random_uuid(), now(), 'null', ${'{"a": "\\u0000"}'}, ${'"\\ud83d"'})`)
    await readTables(db, async (part) => void parts.push(part))
  })
  async function* given() {
    yield* parts
  }
  await within(target, async (db) => {
    await writeTables(db, given())
    expect(await rowsOf(db, odd)).toEqual([{ a: 'null', b: '{"a": "\\u0000"}', c: '"\\ud83d"' }])
    await expect(writeTables(db, given())).rejects.toThrow(/holds data already/)
  })
})

test('damaged files are named as what to move away', async () => {
  const place = embedded('hurt')
  mkdirSync(join(place.data_dir, 'pgdata', 'base'), { recursive: true })
  writeFileSync(join(place.data_dir, 'pgdata', 'base', 'rest'), '')
  await expect(restoreBackup(place, join(home, 'left.backup'), null, record)).rejects.toThrow(/Move it away/)
})

test('tables are filled whole or not at all', async () => {
  const place = embedded('torn')
  await within(place, async (db) => {
    const parts: Part[] = []
    await within(embedded('busy'), (from) => readTables(from, async (part) => void parts.push(part)))
    async function* torn() {
      yield* parts.slice(0, 20)
      throw new Error('the file ends here')
    }
    await expect(writeTables(db, torn())).rejects.toThrow('the file ends here')
    expect(await rowsOf(db, sql`select 1 from service.users limit 1`)).toEqual([])
    expect(await rowsOf(db, sql`select 1 from pg_trigger where tgenabled = 'D'`)).toEqual([])
  })
})

test.each([0, 4])('a backup of an earlier version (migration %i) is brought up to date', async (migration) => {
  const schema = knownHashes()[migration] ?? ''
  const earlier = embedded(`earlier-${migration}`)
  const file = join(home, `earlier-${migration}.backup`)
  const { db, close } = await openDatabase({ ...earlier, schema, blank: '' })
  await db.execute(sql`insert into service.users (user_id, team_id, client_user_id, created_on)
    values (gen_random_uuid(), gen_random_uuid(), 'kept', now())`)
  const head = { version: '0.0.9', schema, made_at: new Date().toISOString() }
  await writeBackup(file, { head, passphrase: null }, async (write) => {
    await write({ keys: {} })
    await readTables(db, write)
  })
  await close()
  for (const place of [embedded(`newer-${migration}`), await onServer(`newer_${migration}`)]) {
    await restoreBackup(place, file, null, record)
    await within(place, async (now) => {
      expect(await rowsOf(now, sql`select client_user_id, deleted_on from service.users`)).toEqual([
        { client_user_id: 'kept', deleted_on: null },
      ])
    })
  }
  await writeBackup(
    `${file}.later`,
    { head: { ...head, schema: 'f'.repeat(64) }, passphrase: null },
    async () => undefined,
  )
  await expect(restoreBackup(embedded('never'), `${file}.later`, null, record)).rejects.toThrow(/doesn’t know/)
})
