/** The audit log shows that somebody with the rights of its owner has rewritten it. */
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { readChainHead, readGuards, verifyChain } from './chain.ts'
import type { NewAuditEntry } from './store.ts'
import { postgresAudit } from './store-sql.ts'

const ENTRY: NewAuditEntry = {
  at: '2026-11-20T12:30:00.123Z',
  actor_id: 'u1',
  actor_email: 'zoë@example.com',
  role: 'support',
  environment: 'sandbox',
  action: 'get_user',
  subjects: ['"quoted"', '😀', 'back\\slash'],
  outcome: 'done',
  status: 200,
  request_id: 'r',
  duration: 12,
  completes: null,
  listed: false,
  masked: false,
}

const WHOLE = { broken_at: [], back_in_time: [], changed_records: [], head_found: null }

function statements(open: () => Promise<OpenDatabase>) {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  /** Changes a row as the table's owner, which the console can't do. */
  async function tamper(statement: SQL) {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`alter table console.audit disable trigger all`)
      await tx.execute(statement)
      await tx.execute(sql`alter table console.audit enable trigger all`)
    })
  }

  beforeEach(async () => {
    await tamper(sql`truncate console.audit restart identity`)
    const store = postgresAudit(database.db)
    for (let n = 0; n < 3; n++) await store.appendAudit({ ...ENTRY, request_id: `one-${n}` })
    await Promise.all(Array.from({ length: 7 }, (_, n) => store.appendAudit({ ...ENTRY, request_id: `many-${n}` })))
  })

  test('an untouched log is whole, and its head is the newest entry', async () => {
    const report = await verifyChain(database.db)
    expect(report).toEqual({ ...WHOLE, entries: 10, head: await readChainHead(database.db) })
    expect(report.head).toEqual({ id: 10, hash: expect.stringMatching(/^[\da-f]{64}$/) })
  })

  test('entries that say what was changed are in it, and those of before stay whole', async () => {
    const store = postgresAudit(database.db)
    const details = { fields: ['address.zip_code', 'phone_number'], provider: 'korrin_ring', rows: 200 }
    await store.appendAudit({ ...ENTRY, actor_name: 'Zoë', user_count: 1, details })
    expect(await verifyChain(database.db)).toMatchObject({ entries: 11, broken_at: [] })
    await tamper(sql`update console.audit set details = details - 'provider' where id = 11`)
    expect(await verifyChain(database.db)).toMatchObject({ broken_at: [11] })
  })

  test('an empty log is whole', async () => {
    await tamper(sql`truncate console.audit restart identity`)
    expect(await verifyChain(database.db)).toEqual({ ...WHOLE, entries: 0, head: null })
    expect(await readChainHead(database.db)).toBeNull()
  })

  test.each([
    ['a changed outcome', sql`update console.audit set outcome = 'refused' where id = 4`, [4]],
    ['a subject taken away', sql`update console.audit set subjects = subjects[2:] where id = 1`, [1]],
    ['another time', sql`update console.audit set at = at + interval '1 millisecond' where id = 10`, [10]],
    ['an entry removed', sql`delete from console.audit where id = 5`, [6]],
    ['the first entry removed', sql`delete from console.audit where id = 1`, [2]],
    [
      'an entry put in before the first',
      sql`insert into console.audit (id, at, actor_id, actor_email, role, environment, action, subjects, outcome, status, request_id, duration, hash)
        overriding system value
        select -1, at, actor_id, actor_email, role, environment, action, subjects, outcome, status, request_id, duration, hash
        from console.audit where id = 2`,
      [-1, 1],
    ],
    ['a hash changed', sql`update console.audit set hash = sha256('x') where id = 7`, [7, 8]],
  ])('%s breaks it', async (_, statement, broken_at) => {
    await tamper(statement)
    expect(await verifyChain(database.db)).toMatchObject({ broken_at })
  })

  test('a head noted before shows an end that was cut off, and a log that was made anew', async () => {
    const noted = await readChainHead(database.db)
    expect(noted).not.toBeNull()
    await postgresAudit(database.db).appendAudit(ENTRY)
    expect(await verifyChain(database.db, noted)).toMatchObject({ broken_at: [], head_found: true })
    await tamper(sql`delete from console.audit where id > 8`)
    expect(await verifyChain(database.db, noted)).toMatchObject({ entries: 8, broken_at: [], head_found: false })
    await tamper(sql`truncate console.audit restart identity`)
    const store = postgresAudit(database.db)
    for (let n = 0; n < 12; n++) await store.appendAudit({ ...ENTRY, actor_id: 'somebody else' })
    expect(await verifyChain(database.db, noted)).toMatchObject({ entries: 12, broken_at: [], head_found: false })
  })

  test('every break is listed, and what is whole after it counts as whole', async () => {
    await tamper(sql`update console.audit set outcome = 'refused' where id in (2, 6)`)
    await tamper(sql`delete from console.audit where id = 8`)
    expect(await verifyChain(database.db)).toMatchObject({ entries: 9, broken_at: [2, 6, 9] })
  })

  test('an entry with a forged id hides no other', async () => {
    await tamper(sql`insert into console.audit (id, at, action, subjects, outcome, request_id, duration)
      overriding system value values (9223372036854775807, now(), 'a', '{}', 'done', 'r', 1)`)
    await tamper(sql`update console.audit set outcome = 'refused' where id = 3`)
    expect(await verifyChain(database.db)).toMatchObject({ entries: 11, broken_at: [3, 2 ** 63] })
  })

  test('a clock that ran back is a warning, and two calls that ended out of order are none', async () => {
    const store = postgresAudit(database.db)
    for (const at of ['2026-11-20T12:29:00Z', '2026-11-19T12:30:00Z', '2026-11-19T12:30:01Z'])
      await store.appendAudit({ ...ENTRY, at })
    expect(await verifyChain(database.db)).toMatchObject({ broken_at: [], back_in_time: [12] })
  })

  const ORDER = '0a000000-0000-4000-8000-000000000001'
  const CHAINED = ['booking_changes', 'critical_acknowledgements', 'critical_callbacks', 'record_history']
  const added = [
    sql`insert into console.booking_changes (environment, booking_id, at, state, by_name, note)
      values ('sandbox', ${ORDER}, now(), 'confirmed', 'Zoë', 'called')`,
    sql`insert into console.critical_acknowledgements (environment, order_id, result_at, at, owner_id, owner_name, comment)
      values ('sandbox', ${ORDER}, now(), now(), 'u1', 'Zoë', 'told')`,
    sql`insert into console.critical_callbacks (environment, id, order_id, result_at, at, recorded_by_id, recorded_by_name, called, outcome)
      values ('sandbox', gen_random_uuid(), ${ORDER}, now(), now(), 'u1', 'Zoë', 'patient', 'reached')`,
    sql`insert into console.record_history (environment, kind, key, id, body, at, by_id, by_name)
      values ('sandbox', 'contact', ${ORDER}, gen_random_uuid(), '{"text": "told", "outcome": null}', now(), 'u1', 'Zoë')`,
  ]

  test.each([
    ['booking_changes', sql`note = 'never called'`],
    ['critical_acknowledgements', sql`owner_name = 'somebody else'`],
    ['critical_callbacks', sql`outcome = 'not_reached'`],
    ['record_history', sql`body = '{"text": "never told"}'`],
  ])('a row of %s that was changed, removed or put in shows', async (table, change) => {
    const name = sql.raw(`console.${table}`)
    const alone = (statement: SQL) =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`alter table ${name} disable trigger all`)
        await tx.execute(statement)
        await tx.execute(sql`alter table ${name} enable trigger all`)
      })
    const faults = async () => (await verifyChain(database.db)).changed_records.length
    for (const other of CHAINED) {
      const each = sql.raw(`console.${other}`)
      await tamper(sql`alter table ${each} disable trigger all`)
      await tamper(sql`truncate ${each}`)
      await tamper(sql`alter table ${each} enable trigger all`)
    }
    for (const statement of added) await database.db.execute(statement)
    expect(await verifyChain(database.db)).toMatchObject({ entries: 14, broken_at: [], changed_records: [] })
    await alone(sql`update ${name} set ${change}`)
    expect(await faults()).toBe(1)
    await alone(sql`delete from ${name}`)
    expect(await faults()).toBe(1)
    const index = CHAINED.indexOf(table)
    await alone(added[index] ?? sql`select 1`)
    expect(await faults()).toBe(2)
    await alone(sql`truncate ${name}`)
  })

  test('a trigger that was switched off and a function that was replaced show', async () => {
    const before = await readGuards(database.db)
    await database.db.execute(sql`alter table console.booking_changes disable trigger booking_changes_chain`)
    const replace = (body: string) =>
      database.db.execute(
        `create or replace function console.refuse_change() returns trigger language plpgsql as $$${body}$$`,
      )
    const guard = z.object({ rows: z.tuple([z.object({ prosrc: z.string() })]) })
    const { rows } = guard.parse(
      await database.db.execute(sql`select prosrc from pg_proc where oid = 'console.refuse_change'::regproc`),
    )
    await replace('begin return null; end')
    const differing = async () => {
      const now = await readGuards(database.db)
      return [...now].filter(([name, made]) => before.get(name) !== made).map(([name]) => name)
    }
    expect(await differing()).toEqual(['trigger booking_changes_chain on booking_changes', 'function refuse_change'])
    await replace(rows[0].prosrc)
    await database.db.execute(sql`alter table console.booking_changes enable always trigger booking_changes_chain`)
  })

  test('a writer can’t choose a hash', async () => {
    await database.db.execute(
      sql`insert into console.audit (at, action, subjects, outcome, request_id, duration, hash)
        values (now(), 'a', '{}', 'done', 'r', 1, sha256('mine'))`,
    )
    expect(await verifyChain(database.db)).toMatchObject({ entries: 11, broken_at: [] })
  })
}

describe('embedded PostgreSQL', () => statements(openInMemory))

describe('PostgreSQL server', () => {
  let url = ''
  statements(async () => {
    const server = await startPostgres()
    url = server.url
    const database = await openDatabase({ data_dir: '', database_url: server.url })
    return { ...database, close: () => database.close().then(server.stop) }
  })

  test('instances that write at the same time make one chain', async () => {
    const instances = await Promise.all([1, 2].map(() => openDatabase({ data_dir: '', database_url: url })))
    const stores = instances.map(({ db }) => postgresAudit(db))
    const writes = Array.from({ length: 60 }, (_, n) => stores[n % 2]?.appendAudit({ ...ENTRY, request_id: `${n}` }))
    await Promise.all(writes)
    const [first] = instances
    expect(first && (await verifyChain(first.db))).toMatchObject({ entries: 70, broken_at: [] })
    await Promise.all(instances.map(({ close }) => close()))
  })
})
