/** A PostgreSQL server that ends connections, restarts, freezes, goes silent or locks a table: the console goes on. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makeSummary } from '#lib/domains/events/event.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { addPerson } from '#lib/domains/staff/auth/people.ts'
import { listNotices } from '#lib/domains/staff/notices.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { canHaveDisk, startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { startProcess, type TestProcess, until } from './spawn.testing.ts'

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const KEY = { 'x-service-api-key': 'test-team-key-with-32-characters-and-more' }
const USERS = pathOf(listUsers, { query: { limit: 5 } })
const ORDERS = pathOf(listOrders, { query: { size: 5 } })

let server: TestPostgres
let home = ''
let admin: Client
const running: TestProcess[] = []

async function openAdmin(): Promise<Client> {
  const client = new Client({ connectionString: server.url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-database-'))
  server = await startPostgres()
  const database = await openDatabase({ data_dir: '', database_url: server.url })
  await writeDataSet(createPostgresStore(database.db), { users: 20, orders: 20, seed: 0 }, new Date())
  await database.close()
  admin = await openAdmin()
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

async function start(name: string, settings: Record<string, string> = {}): Promise<TestProcess> {
  const shared = { DATABASE_URL: server.url, SECRETS_KEY: 'the-same-for-all-instances-0123456', WEBHOOK_SECRET: SECRET }
  const process = await startProcess({ DATA_DIR: join(home, name), LOG_LEVEL: 'warn', ...shared, ...settings })
  running.push(process)
  return process
}

interface Answer {
  status: number
  /** Whether a refusal says when to come again. */
  says_when: boolean
}

async function read(origin: string, path = USERS): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, { headers: KEY })
  await response.text()
  return { status: response.status, says_when: response.headers.has('retry-after') }
}

async function sendEvent(origin: string): Promise<Answer> {
  const body = JSON.stringify(makeSummary(crypto.randomUUID(), { updated_at: new Date().toISOString() }))
  const at = new Date()
  const id = `msg_${crypto.randomUUID()}`
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, at, body),
  }
  const response = await fetch(`${origin}${WEBHOOK_PREFIX}/sandbox`, { method: 'POST', headers, body })
  return { status: response.status, says_when: response.headers.has('retry-after') }
}

const isReady = async (origin: string) => (await read(origin, '/readyz')).status === 200

/** Eight clients that read and send events for as long as the work lasts; returns what they were answered. */
async function underLoad(origin: string, work: () => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = []
  const done = new AbortController()
  const clients = Array.from({ length: 8 }, async (_, client) => {
    while (!done.signal.aborted) answers.push(await (client % 2 === 0 ? read(origin) : sendEvent(origin)))
  })
  await work()
  done.abort()
  await Promise.all(clients)
  return answers
}

function expectRefusals(answers: readonly Answer[]) {
  expect(answers.length).toBeGreaterThan(0)
  for (const { status, says_when } of answers) {
    expect([200, 204, 503]).toContain(status)
    expect(says_when).toBe(status === 503)
  }
}

const listening = async () => {
  const { rows } = await admin.query(
    `select application_name from pg_stat_activity
      where application_name = 'vialdesk events' or application_name = 'vialdesk jobs' and query ~* '^listen|pg_listening_channels'`,
  )
  return new Set(rows.map(({ application_name }) => application_name)).size
}

test('a role that can’t write checks the log, and an empty log isn’t whole where there is staff', async () => {
  await admin.query('create database checked')
  await admin.query('create role auditor login')
  await admin.query('grant pg_read_all_data to auditor')
  const url = server.url.replace(/\/postgres$/, '/checked')
  const opened = await openDatabase({ data_dir: '', database_url: url })
  const check = async () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: url.replace('test@', 'auditor@') } as const
    const run = promisify(execFile)(process.execPath, ['tools/audit-verify.ts'], { env })
    const answered = z.object({ code: z.int().default(0), stdout: z.string() })
    return answered.parse(await run.catch((error: unknown) => error))
  }
  const person = {
    email: 'ann@clinic.test',
    name: 'Ann',
    role: 'support',
    environments: null,
    activatedAt: null,
  } as const
  await addPerson(opened.db, person)
  expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining('BROKEN: the audit log is empty') })
  await opened.db.execute(
    sql`insert into console.audit (at, action, subjects, outcome, request_id, duration) values (now(), 'a', '{}', 'done', 'r', 1)`,
  )
  expect(await check()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 entries, all as they were written'),
  })
  await opened.close()
}, 200_000)

test('backends terminated again and again, then a restart, under load: requests get 503 for a moment, and all comes back', async () => {
  const { origin, output } = await start('lost')
  let most = 0
  const answers = await underLoad(origin, async () => {
    for (let round = 0; round < 12; round += 1) {
      await delay(250)
      const { rows } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vialdesk%'",
      )
      most = Math.max(most, rows.length)
    }
    await server.restart()
    admin = await openAdmin()
  })
  expectRefusals(answers)
  expect(most).toBeGreaterThan(3)
  expect(most).toBeLessThanOrEqual(16)
  await until(
    async () => (await read(origin)).status === 200 && (await sendEvent(origin)).status === 204,
    'both to work',
  )
  await until(async () => (await listening()) === 2, 'events and jobs to be listened for')
  await until(() => isReady(origin), 'readiness')
  expect(output()).not.toContain('"level":60')
}, 180_000)

test('frozen for 20 seconds: not ready meanwhile, refused in time, and all comes back', async () => {
  const { origin } = await start('frozen')
  const thaw = server.freeze()
  const begin = performance.now()
  try {
    const [event, ready] = await Promise.all([sendEvent(origin), isReady(origin)])
    expect([event, ready]).toEqual([{ status: 503, says_when: true }, false])
    await delay(20_000 - (performance.now() - begin))
  } finally {
    thaw()
  }
  await until(
    async () => (await read(origin)).status === 200 && (await sendEvent(origin)).status === 204,
    'both to work',
  )
  await until(() => isReady(origin), 'readiness')
}, 180_000)

/** Stands between a console and the server, and can stop forwarding without closing anything. */
async function startRelay(port: number) {
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  const relay = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const socket of [from, to]) socket.on('error', () => undefined)
    if (isSilent) return
    pairs.add([from, to])
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    silence() {
      isSilent = true
      for (const [from, to] of pairs) {
        from.unpipe(to).pause()
        to.unpipe(from).pause()
      }
      pairs.clear()
    },
    forward() {
      isSilent = false
    },
    close: () => relay.close(),
  }
}

test('a relay that stops forwarding: events are given up and taken later, and a stop has an end', async () => {
  const relay = await startRelay(Number(new URL(server.url).port))
  const url = new URL(server.url)
  url.port = String(relay.port)
  const process = await start('silent', { DATABASE_URL: url.href })
  const { origin } = process
  expect((await sendEvent(origin)).status).toBe(204)
  relay.silence()
  const [event, ready] = await Promise.all([sendEvent(origin), isReady(origin)])
  expect([event, ready]).toEqual([{ status: 503, says_when: true }, false])
  relay.forward()
  await until(async () => (await sendEvent(origin)).status === 204, 'an event to be taken')
  await until(() => isReady(origin), 'readiness')
  relay.silence()
  const begin = performance.now()
  await process.stop()
  expect(performance.now() - begin).toBeLessThan(50_000)
  relay.close()
}, 240_000)

test('a locked table holds up no call that doesn’t need it', async () => {
  const { origin } = await start('locked')
  await read(origin, ORDERS)
  await admin.query('begin')
  await admin.query('lock table service.orders in access exclusive mode')
  const waiting = Promise.all(Array.from({ length: 30 }, () => read(origin, ORDERS)))
  const times: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const begin = performance.now()
    expect((await read(origin)).status).toBe(200)
    times.push(performance.now() - begin)
  }
  await admin.query('commit')
  expectRefusals(await waiting)
  // Less than half of what each would have waited for a lock, which is given up after ten seconds.
  expect(Math.max(...times)).toBeLessThan(4_000)
  expect((await read(origin, ORDERS)).status).toBe(200)
}, 120_000)

test('a rolling restart behind a load balancer fails no request', async () => {
  const settings = { SHUTDOWN_DELAY_SECONDS: '3' }
  const instances = [await start('left', settings), await start('right', settings)]
  const open = new Set(instances.map(({ origin }) => origin))
  const done = new AbortController()
  const failed: unknown[] = []
  let answered = 0
  // It looks every second, as one does every five with a delay of twelve.
  const looks = (async () => {
    while (!done.signal.aborted) {
      for (const { origin } of instances) {
        if (await isReady(origin).catch(() => false)) open.add(origin)
        else open.delete(origin)
      }
      await delay(1_000)
    }
  })()
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let turn = client; !done.signal.aborted; turn += 1) {
      const origin = [...open][turn % open.size] ?? ''
      const answer = await read(origin).catch((error: Error) => error)
      answered += 1
      if (answer instanceof Error || answer.status !== 200) failed.push(answer)
    }
  })
  const [left, right] = instances
  await left?.stop()
  instances.push(await start('left', settings))
  await until(() => open.size === 2, 'the new instance to be ready')
  await right?.stop()
  done.abort()
  await Promise.all([looks, ...clients])
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(20)
}, 180_000)

const MB = 1024 * 1024

// Needs Linux, and an account that may have a file system of its own.
describe.runIf(canHaveDisk())('a server whose disk is full', () => {
  test('changes are refused, reads go on with a little room, and with enough everything; nothing acknowledged is lost', async () => {
    const small = await startPostgres({ disk_mb: 120 })
    onTestFinished(small.stop)
    const owner = new Client({ connectionString: small.url })
    await owner.connect()
    await owner.query(`create tablespace small location '${small.disk.path}'`)
    await owner.query('create database small tablespace small')
    await owner.end()
    const DATABASE_URL = Object.assign(new URL(small.url), { pathname: '/small' }).href
    const process = await start('full', { ...STAFFED, DATABASE_URL })
    const { origin, send } = process
    const staff = await signedIn(process)
    const users = listUsers.response.parse((await send(listUsers, { query: { limit: 20 } })).json()).users
    const acknowledged = new Map<string, string>()
    let events = 0
    const change = async (at: number) => {
      const user_id = users[at % users.length]?.user_id ?? ''
      const client_user_id = crypto.randomUUID()
      const { status } = await send(updateUser, { params: { user_id }, json: { client_user_id } })
      if (status === 204) acknowledged.set(user_id, client_user_id)
      return status
    }
    const ballast = join(small.disk.seen, 'ballast')
    const leave = (bytes: number) => {
      rmSync(ballast, { force: true })
      const { bavail, bsize } = statfsSync(small.disk.seen)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes, 1))
    }
    const look = async () => {
      const { checks } = await (await fetch(`${origin}/readyz`)).json()
      const { is_short_of_space } = listNotices.response.parse((await staff(listNotices)).json())
      return { disk: checks.disk, read: (await read(origin)).status, changed: await change(0), is_short_of_space }
    }
    const room = { disk: 'ok', read: 200, changed: 204, is_short_of_space: false }
    expect(await look()).toEqual(room)

    leave(0)
    const answers: Answer[] = []
    for (let round = 0; !answers.some(({ status }) => status === 503); round += 1) {
      const event = await sendEvent(origin)
      if (event.status === 204) events += 1
      answers.push(event)
      const changed = await change(round)
      if (changed !== 204) answers.push({ status: changed, says_when: true })
    }
    expectRefusals(answers)
    leave(2 * MB)
    await expect
      .poll(look, { timeout: 10_000, interval: 1_000 })
      .toEqual({ ...room, disk: 'failing', changed: 503, is_short_of_space: true })
    rmSync(ballast)
    await expect.poll(look, { timeout: 90_000, interval: 2_000 }).toEqual(room)

    const after = listUsers.response.parse((await send(listUsers, { query: { limit: 500 } })).json())
    const kept = new Map(after.users.map(({ user_id, client_user_id }) => [user_id, client_user_id]))
    for (const [user_id, reference] of acknowledged) expect(kept.get(user_id)).toBe(reference)
    const database = new Client({ connectionString: DATABASE_URL })
    await database.connect()
    const { rows } = await database.query('select count(*)::int as kept from console.events')
    expect(rows[0].kept).toBeGreaterThanOrEqual(events)
    await database.end()
  }, 240_000)
})
