import { execFile } from 'node:child_process'
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { DiskState } from '#lib/platform/disk-space.ts'
import { checkWrites, type Database, DatabaseUnavailable, openDatabase, openExisting } from './database.ts'
import { prepareDirectory } from './embedded.testing.ts'
import { openPGlite, PARSER, PROGRAM } from './embedded.ts'
import { startPostgres, type TestPostgres } from './postgres.testing.ts'
import { openQueue } from './queue.ts'

const scratch = mkdtempSync(join(tmpdir(), 'database-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const rowsOf = async (db: Database, query: SQL) =>
  z.object({ rows: z.array(z.unknown()) }).parse(await db.execute(query)).rows

const NEWER = sql`insert into migrations.__drizzle_migrations (hash, created_at) values ('of a later version', 9000000000000)`

test('a directory with files but no database is refused, and left as it is', async () => {
  const data_dir = join(scratch, 'damaged')
  mkdirSync(join(data_dir, 'pgdata', 'base'), { recursive: true })
  writeFileSync(join(data_dir, 'pgdata', 'base', 'rest'), 'of a restore')
  const opened = openDatabase({ data_dir, database_url: null })
  await expect(opened).rejects.toThrow(DatabaseUnavailable)
  await expect(opened).rejects.toThrow(/PG_VERSION is missing/)
})

test('what only reads makes no database where there is none', async () => {
  const data_dir = join(scratch, 'nowhere')
  await expect(openExisting({ data_dir, database_url: null })).rejects.toThrow(/There is no database in .*nowhere/)
  expect(existsSync(data_dir)).toBe(false)
})

test('a directory of another account is refused in one sentence', async () => {
  const data_dir = join(scratch, 'foreign')
  // A folder can't be opened as a file by any account, so this holds for root too.
  for (const name of ['lock', 'pgdata/base']) mkdirSync(join(data_dir, name), { recursive: true })
  const opened = openExisting({ data_dir, database_url: null })
  await expect(opened).rejects.toThrow(DatabaseUnavailable)
  await expect(opened).rejects.toThrow(/foreign can’t be read and written\. Use the account/)
})

test('a new embedded database is a copy of an empty one; a copy that was cut short begins anew', async () => {
  const [blank, data_dir] = [join(scratch, 'blank'), join(scratch, 'copied')]
  await prepareDirectory(blank)
  const mark = join(blank, 'pgdata', 'mark')
  writeFileSync(mark, '')
  mkdirSync(join(data_dir, 'pgdata.new', 'base'), { recursive: true })
  const opened = await openDatabase({ data_dir, database_url: null, blank })
  await checkWrites(opened.db)
  await opened.close()
  expect(readdirSync(data_dir).sort()).toEqual(['lock', 'pgdata'])
  expect(readdirSync(join(data_dir, 'pgdata'))).toContain('mark')
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

const PAGE_FILE = /\/base\/\d+\/\d+$/
const LOG_FILE = /\/pg_wal\/[\dA-F]{24}$/
const SEGMENT = 16n * 1024n * 1024n
/** A page begins with the place in the log where its newest change ends. */
const logPosition = ({ buffer, byteOffset }: ArrayBufferView, offset: number) => {
  const page = new DataView(buffer, byteOffset + offset)
  return (BigInt(page.getUint32(0, true)) << 32n) + BigInt(page.getUint32(4, true))
}
const segmentOf = (position: bigint) => {
  const [high, low] = [position >> 32n, (position % (1n << 32n)) / SEGMENT]
  return [1n, high, low].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** Copies what a disk has of a directory as long as it lives; names count as kept. Returns what makes a copy of that. */
async function watchSyncs(dir: string) {
  const filesIn = () => {
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(
      entries.map(({ parentPath, name }) => join(parentPath, name)).map((path) => [statSync(path).ino, path]),
    )
  }
  let files = filesIn()
  const synced = new Map([...files].map(([ino, path]) => [ino, readFileSync(path)]))
  const keep = (fd: number) => {
    const { ino } = fs.fstatSync(fd)
    if (!files.has(ino)) files = filesIn()
    const path = files.get(ino)
    if (path !== undefined && existsSync(path)) synced.set(ino, readFileSync(path))
  }
  /** Pages that were written before the entries of the log that they follow were on the disk. */
  const ahead: string[] = []
  let checked = 0n
  const writeNow = fs.writeSync
  vi.spyOn(fs, 'writeSync').mockImplementation((fd: number, bytes: unknown, ...rest: unknown[]) => {
    const path = files.get(fs.fstatSync(fd).ino) ?? ''
    const end = PAGE_FILE.test(path) && ArrayBuffer.isView(bytes) ? logPosition(bytes, Number(rest[0])) : 0n
    const log = join(dir, 'pg_wal', segmentOf(end))
    if (end > checked && existsSync(log)) {
      checked = end
      const place = Number(end % SEGMENT)
      const newest = Buffer.alloc(Math.min(place, 8192))
      const written = fs.openSync(log, 'r')
      fs.readSync(written, newest, 0, newest.length, place - newest.length)
      fs.closeSync(written)
      const on_disk = synced.get(statSync(log).ino)?.subarray(place - newest.length, place)
      if (!on_disk?.equals(newest)) ahead.push(path)
    }
    return Reflect.apply(writeNow, fs, [fd, bytes, ...rest])
  })
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(keep)
  syncBuiltinESMExports()
  const handle = await open(join(dir, 'PG_VERSION'))
  const handles = Object.getPrototypeOf(handle)
  await handle.close()
  vi.spyOn(handles, 'datasync').mockImplementation(async function (this: { fd: number }) {
    keep(this.fd)
  })
  return {
    ahead,
    unsynced: () =>
      [...filesIn()].flatMap(([ino, path]) =>
        LOG_FILE.test(path) && !synced.get(ino)?.equals(readFileSync(path)) ? [path] : [],
      ),
    /** @param keeps whether the disk has the newest of a file all the same, as it may */
    cut(copy: string, keeps: (name: string) => boolean) {
      cpSync(dir, copy, { recursive: true })
      for (const [ino, path] of filesIn())
        if (!keeps(path)) writeFileSync(join(copy, relative(dir, path)), synced.get(ino) ?? '')
    },
  }
}

const MAY_REMAIN: [string, (path: string) => boolean][] = [
  ['nothing that wasn’t synced', () => false],
  ['all but the database’s log', (path) => !path.includes('pg_wal')],
]

test('what was acknowledged outlives a power cut, whatever else is on the disk by then', async () => {
  const data_dir = join(scratch, 'cut')
  await prepareDirectory(data_dir)
  const pgdata = join(data_dir, 'pgdata')
  const { ahead, unsynced, cut } = await watchSyncs(pgdata)
  const client = await openPGlite(pgdata)
  await client.exec('create table kept (id int primary key, filler text)')
  let acknowledged = 0
  const add = async (id: number, size: number) => {
    await client.query(
      'insert into kept select $1 * 1000 + one, repeat(md5($2), 20) from generate_series(1, $3) as one',
      [id, String(id), size],
    )
    acknowledged += size
  }
  const other = 'insert into kept (id) values (-1); delete from kept where id < 0'
  for (const work of [() => client.exec(other), () => client.transaction((tx) => tx.exec(other)), () => add(99, 1)]) {
    await work()
    expect(unsynced()).toEqual([])
  }
  // Several at once, and a checkpoint in the middle of what isn't synced.
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => add(round * 10 + at, at === 0 ? 900 : 3)))
    await client.exec(`update kept set filler = filler || id; ${round === 0 ? 'checkpoint' : ''}`)
  }
  const late = add(100, 900)
  for (const [what, keeps] of MAY_REMAIN) cut(join(scratch, what), keeps)
  const before = acknowledged
  await late
  expect(ahead).toEqual([])
  await client.close()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  for (const [what] of MAY_REMAIN) {
    const after = await openPGlite(join(scratch, what))
    const { rows } = await after.query(
      `select count(*)::int as kept, count(*) filter (where filler like '%' || id)::int as changed
        from kept where id < 100000`,
    )
    await after.close()
    expect([what, rows]).toEqual([what, [{ kept: before, changed: before }]])
  }
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

test('a disk that is short takes what reading needs and no jobs, a full one nothing, and all goes on after it', async () => {
  const data_dir = join(scratch, 'full')
  await prepareDirectory(data_dir)
  let space: DiskState = 'enough'
  const database = await openDatabase({ data_dir, database_url: null, space: () => space })
  const { db } = database
  const read = (query: SQL) => rowsOf(db, query)
  const queue = await openQueue(database, () => undefined)
  const done: string[] = []
  await queue.work('count', async (id) => void done.push(id))
  await db.execute(sql`create table kept (id int)`)
  // More would be filled before its log is used again.
  expect(await read(sql`show max_wal_size`)).toEqual([{ max_wal_size: '128MB' }])
  const add = (id: number) => db.execute(sql`insert into kept values (${id})`)
  const signIn = () =>
    db.execute(sql`insert into "auth"."tries" values ('a', 1, now()) on conflict (key) do update set count = 2`)
  const position = () => read(sql`select pg_current_wal_insert_lsn()::text as at`)
  const writes = [
    () => add(1),
    () => db.transaction(async (tx) => void (await tx.execute(sql`update kept set id = 2`))),
    () => db.execute(sql`with gone as (delete from kept returning id) select * from gone`),
    () => db.execute(sql`insert into "console"."audit_months" select from kept`),
    () => queue.send('count', 'a', new Date()),
  ]
  const refused = async (refusable: readonly (() => Promise<unknown>)[]) => {
    const before = await position()
    for (const write of refusable) await expect(write()).rejects.toThrow()
    expect(await read(sql`select id from kept`)).toEqual([])
    expect(await position()).toEqual(before)
  }

  space = 'short'
  await refused(writes)
  await signIn()
  space = 'full'
  await refused([...writes, signIn])

  space = 'enough'
  await add(3)
  await queue.send('count', 'b', new Date())
  await vi.waitFor(() => expect(done).toEqual(['b']), { timeout: 15_000 })
  expect(await read(sql`select id from kept`)).toEqual([{ id: 3 }])
  await queue.close()
  await database.close()
})

test.each(['PG_VERSION', 'global/pg_control', 'base'])(
  'an embedded database whose %s is damaged is refused in one sentence, and nothing is made over it',
  async (part) => {
    const data_dir = join(scratch, `damaged-${part.replace('/', '-')}`)
    await prepareDirectory(data_dir)
    const path = join(data_dir, 'pgdata', part)
    rmSync(path, { recursive: true })
    if (part !== 'PG_VERSION') writeFileSync(path, 'x')
    for (let round = 0; round < 2; round += 1)
      await expect(openDatabase({ data_dir, database_url: null })).rejects.toThrow(
        /(PG_VERSION is missing\)|its files are damaged)\. Restore it from a backup/,
      )
  },
)

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
    const sleeping = sql`from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`
    // A connection that isn't made yet would be missed, and its transaction would run on.
    await expect.poll(() => rowsOf(db, sql`select pid ${sleeping}`), { timeout: 30_000 }).toHaveLength(4)
    await db.execute(sql`select pg_terminate_backend(pid) ${sleeping}`)
    expect((await ended).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await expect(db.execute(sql`select 1`)).resolves.toBeDefined()
    await close()
  })

  test('a statement that the server has no room for is heard of, whoever asked; others aren’t', async () => {
    const onFull = vi.fn<() => void>()
    const { db, close } = await openDatabase({ data_dir: scratch, database_url: server.url, onFull })
    await expect(db.execute(sql`select 1 / 0`)).rejects.toThrow()
    expect(onFull).not.toHaveBeenCalled()
    await expect(db.execute(sql`do $$ begin raise sqlstate '53100'; end $$`)).rejects.toThrow()
    expect(onFull).toHaveBeenCalledOnce()
    await close()
  })

  test('a server that only reads answers, and fails the check of readiness', async () => {
    const { db, close } = await open()
    await db.execute(sql`alter database postgres set default_transaction_read_only = on`)
    const reading = new Pool({ connectionString: server.url })
    await expect(drizzle(reading).execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 })
    await expect(checkWrites(drizzle(reading))).rejects.toThrow()
    await reading.end()
    await db.execute(sql`set default_transaction_read_only = off`)
    await db.execute(sql`alter database postgres reset default_transaction_read_only`)
    await close()
  })

  test('an instance with too few connections says so in one sentence, and which settings to lower', async () => {
    const connections = { requests: 400, jobs: 100 }
    const opened = openDatabase({ data_dir: '', database_url: server.url, connections })
    await expect(opened).rejects.toThrow(/has too few connections: .*lower DATABASE_POOL_SIZE and JOB_POOL_SIZE/)
  })

  test('a database of a newer version is refused', async () => {
    const { db, close } = await open()
    await db.execute(NEWER)
    await close()
    await expect(open()).rejects.toThrow(/newer version of Vialdesk/)
  })
})
