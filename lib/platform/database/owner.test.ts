/** With a role of its own for requests, the database keeps the audit log whoever has the password of the console. */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type OpenDatabase, openDatabase } from './database.ts'
import { APPEND_ONLY } from './owner.ts'
import { startPostgres, type TestPostgres } from './postgres.testing.ts'
import { openQueue } from './queue.ts'

let server: TestPostgres
let database: OpenDatabase
let database_owner_url: string
let database_url: string
const tables = z.object({ rows: z.array(z.object({ name: z.string() })) })
const DENIED = { cause: { code: '42501' } }

function namesOf(result: unknown): string[] {
  const { rows } = tables.parse(result)
  return rows.map(({ name }) => name).sort()
}

beforeAll(async () => {
  server = await startPostgres()
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create role desk_owner login')
  await admin.query('create role "desk role" login')
  await admin.query('create database desk owner desk_owner')
  await admin.end()
  const at = (user: string) => server.url.replace('test@', `${user}@`).replace(/\/postgres$/, '/desk')
  database_owner_url = at('desk_owner')
  database_url = at('desk%20role')
  database = await openDatabase({ data_dir: '', database_url, database_owner_url })
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

describe('the role that serves requests', () => {
  test('adds to the audit log, and reads it', async () => {
    await database.db.execute(
      sql`insert into console.audit (at, action, subjects, outcome, request_id, duration) values (now(), 'a', '{}', 'done', 'r', 1)`,
    )
    expect(await database.db.execute(sql`select length(hash) as bytes from console.audit`)).toMatchObject({
      rows: [{ bytes: 32 }],
    })
  })

  test.each([
    'update console.audit set outcome = outcome',
    'delete from console.audit',
    'truncate console.audit',
    "insert into console.audit (id, at, action, subjects, outcome, request_id, duration) overriding system value values (9, now(), 'a', '{}', 'done', 'r', 1)",
    "insert into console.audit (at, action, subjects, outcome, request_id, duration, hash) values (now(), 'a', '{}', 'done', 'r', 1, '')",
    'update migrations.__drizzle_migrations set hash = hash',
    'alter table console.audit disable trigger all',
    'alter table console.audit disable trigger audit_append_only',
    'drop trigger audit_chain on console.audit',
    'drop table console.audit',
    "create or replace function console.refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    'create table console.another (id int)',
    'create trigger t before insert on console.audit for each row execute function console.refuse_change()',
    'update console.critical_acknowledgements set comment = comment',
    'delete from console.booking_changes',
    'set session_replication_role = replica',
    'set role desk_owner',
  ])('may not: %s', async (statement) => {
    await expect(database.db.execute(statement)).rejects.toMatchObject(DENIED)
  })

  test('reads and writes every other table', async () => {
    const result = await database.db.execute(sql`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('service', 'console', 'auth')
        and not has_table_privilege(schemaname || '.' || tablename, 'select, insert')
         or schemaname in ('service', 'console', 'auth')
        and has_table_privilege(schemaname || '.' || tablename, 'update, delete') = false`)
    expect(namesOf(result)).toEqual([...APPEND_ONLY].sort())
  })

  test('sends and does jobs', async () => {
    const queue = await openQueue(database, (error) => expect.fail(String(error)))
    const done = new Promise<string>((resolve) => {
      void queue.work('things', async (id) => resolve(id)).then(() => queue.send('things', 'one', new Date()))
    })
    expect(await done).toBe('one')
    await queue.close()
  })
})

test('instances that start together on an empty database, in either way, all open it', async () => {
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  for (const [name, owner] of [
    ['first_a', null],
    ['first_b', 'desk_owner'],
    ['first_c', 'desk_owner'],
  ] as const) {
    await admin.query(`create database ${name} owner ${owner ?? 'test'}`)
    const at = (user: string) => server.url.replace('test@', `${user}@`).replace(/\/postgres$/, `/${name}`)
    const place = owner
      ? { data_dir: '', database_url: at('desk%20role'), database_owner_url: at(owner) }
      : { data_dir: '', database_url: at('test') }
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(place)))
    const queues = await Promise.all(opened.map((each) => openQueue(each, (error) => expect.fail(String(error)))))
    await Promise.all(queues.map((queue) => queue.send('things', 'one', new Date())))
    const { rows } = await admin.query('select application_name from pg_stat_activity where datname = $1', [name])
    expect(rows.every(({ application_name }) => /^vialdesk/.test(application_name))).toBe(true)
    for (const each of [...queues, ...opened]) await each.close()
  }
  await admin.end()
})

test('a start after the first finds everything in place', async () => {
  const again = await openDatabase({ data_dir: '', database_url, database_owner_url })
  expect(await again.db.execute(sql`select count(*)::int as n from console.audit`)).toMatchObject({ rows: [{ n: 1 }] })
  await again.close()
})

test('what is append-only for the role has the trigger that refuses changes, and nothing else has', async () => {
  const result = await database.db.execute(sql`
    select tgrelid::regclass::text as name from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid where proname = 'refuse_change' and tgenabled = 'A'`)
  expect(namesOf(result)).toEqual([...APPEND_ONLY].sort())
})
