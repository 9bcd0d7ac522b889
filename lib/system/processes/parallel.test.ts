/** Many clients at once, on one instance and on two that share a database: nothing lost, nothing done twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import {
  book,
  changesOfOneUser,
  eventsOf,
  manyClients,
  openOrders,
  raceForOrders,
  raceForReference,
} from './clients.testing.ts'
import { startProcess, type TestProcess, until } from './spawn.testing.ts'

const home = mkdtempSync(join(tmpdir(), 'vialdesk-parallel-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A machine that does much else lets statements run into their limit (57014), and a job tells of it and is done again. */
const expectNoErrors = (instance: TestProcess) =>
  expect(instance.output()).not.toMatch(/"level":50(?!.*"error_code":"57014")/)

describe('one instance over the embedded database', () => {
  let instance: TestProcess

  beforeAll(async () => {
    await prepareDirectory(join(home, 'one'))
    instance = await startProcess({ DATA_DIR: join(home, 'one') })
  })
  afterAll(async () => {
    await instance.stop()
    expectNoErrors(instance)
  })

  test('200 parallel clients, reading and changing', () => manyClients([instance]), 300_000)
  test('twenty orders, ten clients each: one books each', () => raceForOrders([instance], 20))
  test('changes of one user do not undo each other', () => changesOfOneUser([instance]))
  test('a reference goes to one of those who want it', () => raceForReference([instance]))
})

const numbers = z.object({ rows: z.tuple([z.object({ number: z.coerce.number() })]) })

async function numberOf({ db }: OpenDatabase, query: string): Promise<number> {
  return numbers.parse(await db.execute(sql.raw(`select (${query}) as number`))).rows[0].number
}

describe('two instances over one PostgreSQL', () => {
  let server: TestPostgres
  let instances: [TestProcess, TestProcess]

  beforeAll(async () => {
    server = await startPostgres()
    const shared = {
      DATABASE_URL: server.url,
      SECRETS_KEY: 'the-same-for-both-instances-0123',
      WEBHOOK_SECRET: `whsec_${btoa('a'.repeat(32))}`,
    }
    const start = (name: string) => startProcess({ DATA_DIR: join(home, name), ...shared })
    // At once: they migrate and make up the same data set side by side.
    instances = await Promise.all([start('left'), start('right')])
  })
  afterAll(async () => {
    for (const instance of instances) await instance.stop()
    await server.stop()
    for (const instance of instances) expectNoErrors(instance)
  })

  test('made up one data set between them', async () => {
    for (const instance of instances) {
      expect((await instance.send(listUsers, { query: { limit: 1 } })).json()).toMatchObject({ total: 260 })
      expect((await instance.send(listOrders, { query: { size: 1 } })).json()).toMatchObject({ total: 2600 })
    }
  })

  test('200 parallel clients, reading and changing on both', () => manyClients(instances), 300_000)
  test('twenty orders, ten clients each on both: one books each', () => raceForOrders(instances, 20))
  test('changes of one user on both do not undo each other', () => changesOfOneUser(instances))
  test('a reference goes to one of those who want it on either', () => raceForReference(instances))

  test('what one has under way when it is killed, the other finishes', async () => {
    const [left, right] = instances
    const database = await openDatabase({ data_dir: '', database_url: server.url })
    const size = { users: 8000, orders: 0, seed: 1 }
    const today = new Date()
    await writeDataSet(createPostgresStore(database.db), size, today)
    const user_ids = [...generateBundles({ ...size, today, team_id: EMBEDDED_TEAM_ID })].map(({ user }) => user.user_id)
    const open = () => numberOf(database, 'select count(*) from service.import_batches where failed is null')

    const [order] = await openOrders(left, 1)
    const order_id = order?.id ?? ''
    const timeouts = { async_confirmation: true, sync_confirmation_timeout_millisecond: 1000 }
    const pending = await book(left, order_id, { booking_key: 'sandbox_slow_2500', ...timeouts })
    expect(pending.json()).toMatchObject({ status: 'pending' })
    const connections = user_ids.map((user_id) => ({
      user_id,
      access_token: 'a',
      refresh_token: 'r',
      provider_id: 'p',
      expires_at: 1,
    }))
    const sources = ['marrowfit', 'plumeria_meals', 'quillon_scale', 'tessaly_sleep']
    const since = new Date().toISOString()
    const submit = (provider: string) => left.send(bulkImportConnections, { json: { provider, connections } })
    const accepted = await Promise.all(sources.map(submit))
    expect(accepted.map(({ status }) => status)).toEqual(sources.map(() => 202))
    await until(async () => (await open()) < sources.length * 16, 'the first batch')
    await left.kill()
    const unfinished = await open()
    expect(unfinished).toBeGreaterThan(0)

    await until(async () => (await open()) === 0, 'the other to take over')
    await until(
      async () => (await numberOf(database, 'select count(*) from service.imports where finished_at is null')) === 0,
      'the end',
    )
    const sealed = 'select count(*) from service.connections where sealed is not null'
    expect(await numberOf(database, sealed)).toBe(sources.length * user_ids.length)
    // None of the new rows was written twice: such a row bears the mark of the later transaction. The one that notes
    // its history marks it as well, and may still be running.
    const isMarked = "xmax::text <> '0' and pg_xact_status(xmax::text::xid8) = 'committed'"
    const again = `${sealed} and history_at is null and ${isMarked} and created_on >= '${since}'`
    expect(await numberOf(database, again)).toBe(0)
    await until(
      async () => (await eventsOf(right, order_id)).at(-1)?.low === 'appointment_scheduled',
      'the late confirmation',
    )
    const lows = (await eventsOf(right, order_id)).map(({ low }) => low)
    expect(lows.slice(-2)).toEqual(['appointment_pending', 'appointment_scheduled'])
    await database.close()
  }, 360_000)
})
