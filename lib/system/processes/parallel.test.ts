/** Many clients at once, on one instance, and on two and four that share a database: nothing lost, nothing done twice. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import { listEvents } from '#lib/domains/events/received.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { ADMINISTRATOR, STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import {
  book,
  changesOfOneUser,
  eventsOf,
  manyClients,
  openOrders,
  raceForOrders,
  raceForReference,
} from './clients.testing.ts'
import { KEYED, replyTo, startProcess, type TestProcess, until } from './spawn.testing.ts'

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

const namesOf = (count: number): [string, ...string[]] => [
  `1-of-${count}`,
  ...Array.from({ length: count - 1 }, (_, at) => `${at + 2}-of-${count}`),
]

/** At once: they migrate and make up the same data set side by side. */
function startAll(count: number, start: (name: string) => Promise<TestProcess>) {
  const [first, ...others] = namesOf(count)
  return Promise.all([start(first), ...others.map(start)])
}

/** In turn, as a load balancer deals them. */
function nth(instances: readonly TestProcess[], at: number): TestProcess {
  const one = instances[at % instances.length]
  if (!one) throw new Error('No instance was started.')
  return one
}

const numbers = z.object({ rows: z.tuple([z.object({ number: z.coerce.number() })]) })

async function numberOf({ db }: OpenDatabase, query: string): Promise<number> {
  return numbers.parse(await db.execute(sql.raw(`select (${query}) as number`))).rows[0].number
}

describe.each([2, 4])('%i instances over one PostgreSQL', (count) => {
  let server: TestPostgres
  let instances: [TestProcess, ...TestProcess[]]

  beforeAll(async () => {
    server = await startPostgres()
    const shared = {
      DATABASE_URL: server.url,
      SECRETS_KEY: 'the-same-for-all-instances-01234',
      WEBHOOK_SECRET: `whsec_${btoa('a'.repeat(32))}`,
    }
    const start = (name: string) => startProcess({ DATA_DIR: join(home, name), ...shared })
    instances = await startAll(count, (name) => start(`shared-${name}`))
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

  test('200 parallel clients, reading and changing on all', () => manyClients(instances), 300_000)
  test('twenty orders, ten clients each on all: one books each', () => raceForOrders(instances, 20))
  test('changes of one user on all do not undo each other', () => changesOfOneUser(instances))
  test('a reference goes to one of those who want it on any', () => raceForReference(instances))

  test('what one has under way when it is killed, another finishes', async () => {
    const [left, right] = [nth(instances, 0), nth(instances, 1)]
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

    await until(async () => (await open()) === 0, 'another to take over')
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

/** Deals requests out in turn as Caddy does, and asks the next instance where one isn't there or breaks off. */
async function startBalancer(origins: () => readonly string[]) {
  let turn = 0
  const server = createServer((request, response) => {
    const pass = async () => {
      for (let tries = 0; tries < 40; tries += 1) {
        const all = origins()
        turn += 1
        const headers = { 'x-service-api-key': String(request.headers['x-service-api-key']) }
        const answer = await fetch(`${all[turn % all.length]}${request.url}`, { headers }).catch(() => null)
        const body = await answer?.text().catch(() => null)
        // An instance that stops says so; one that starts isn't ready yet.
        if (answer && body != null && answer.status !== 503) return response.writeHead(answer.status).end(body)
        await delay(50)
      }
      return response.writeHead(502).end()
    }
    void pass()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

describe.each([2, 4])('%i instances behind a load balancer', (count) => {
  let server: TestPostgres
  let start: (name: string) => Promise<TestProcess>
  let instances: [TestProcess, ...TestProcess[]]

  beforeAll(async () => {
    server = await startPostgres()
    start = (name) =>
      startProcess({
        DATA_DIR: join(home, name),
        DATABASE_URL: server.url,
        SECRETS_KEY: 'the-same-for-all-instances-01234',
        WEBHOOK_SECRET: `whsec_${btoa('a'.repeat(32))}`,
        SHUTDOWN_DELAY_SECONDS: '1',
        ...STAFFED,
      })
    instances = await startAll(count, start)
  })
  afterAll(async () => {
    await Promise.all(instances.map((one) => one.stop()))
    await server.stop()
  })

  const instance = (at: number) => nth(instances, at)

  test('a sign-in on one is known to the others', async () => {
    for (const { origin } of instances.slice(1)) {
      const ask = await signedIn(instance(0), ADMINISTRATOR, origin)
      expect((await ask(getViewer)).json()).toMatchObject({ email: ADMINISTRATOR.email })
    }
  })

  test('wrong passwords are counted together', async () => {
    const json = { email: 'nobody@clinic.test', password: 'wrong horse battery' }
    const [path, init] = callOf(authEndpoints.sign_in, { json })
    const codes: unknown[] = []
    for (let at = 0; at < 12; at += 1) {
      codes.push((await (await fetch(`${instance(at).origin}${AUTH_PREFIX}${path}`, init)).json()).code)
    }
    expect(codes.slice(0, 10)).not.toContain('too_many_attempts')
    expect(codes.slice(10)).toEqual(['too_many_attempts', 'too_many_attempts'])
  }, 60_000)

  test('an event reaches the open pages of all', async () => {
    const asks = await Promise.all(instances.map((one) => signedIn(one)))
    const params = { environment: 'sandbox' }
    const newest = listEvents.response.parse((await asks[0]?.(listEvents, { params, query: { limit: 1 } }))?.json())
    const after = newest.events[0]?.id ?? 0
    const streams = asks.map((ask) => ask(watchEvents, { params, query: { after, seconds: 20 } }))
    const [order] = await openOrders(instance(0), 1)
    expect((await book(instance(0), order?.id ?? '', { booking_key: 'sandbox_confirm' })).status).toBe(200)
    for (const stream of await Promise.all(streams)) expect(stream.text).toMatch(/"forms":\["lab"/)
  }, 60_000)

  test('a rolling restart and a kill under load fail no request', async () => {
    const balancer = await startBalancer(() => instances.map(({ origin }) => origin))
    const done = new AbortController()
    const statuses = new Map<number, number>()
    const clients = Array.from({ length: 6 }, async () => {
      while (!done.signal.aborted) {
        const { status } = await replyTo(balancer.origin, callOf(listUsers, { query: { limit: 1 }, headers: KEYED }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })
    for (const [index, name] of namesOf(count).entries()) {
      await instance(index).stop()
      instances[index] = await start(name)
    }
    await instance(0).kill()
    instances[0] = await start(`1-of-${count}`)
    done.abort()
    await Promise.all(clients)
    balancer.close()
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(100)
  }, 300_000)
})
