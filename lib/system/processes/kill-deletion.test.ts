/** Killed in the middle of deletions, the purge and changes of keys: nothing is half done, and the purge ends at the next start, never early. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { management, ORG_ID } from '#lib/domains/teams/management.ts'
import { deleteUser, listUsers, undoDeleteUser } from '#lib/domains/users/user.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { NO_TEAM } from '#lib/service/store.ts'
import { KEYED, killWhen, replyTo, startProcess, type TestProcess, until } from './spawn.testing.ts'

const AT_ONCE = 12
const OF_USER = `u.user_id, u.team_id, u.deleted_from, u.deleted_on,
  (u.info is not null)::int + (u.client_user_id is not null)::int as own,
  (select count(*)::int from service.connections c where c.user_id = u.user_id) as connections,
  (select count(*)::int from service.orders o where o.user_id = u.user_id) as orders,
  (select count(*)::int from service.orders o where o.user_id = u.user_id and o.team_id <> u.team_id) as torn,
  (select count(*)::int from service.orders o where o.user_id = u.user_id and o.patient_name <> '') as named`
const count = z.number()
const stored = z.object({
  user_id: z.string(),
  team_id: z.string(),
  deleted_from: z.string().nullable(),
  deleted_on: z.date().nullable(),
  own: count,
  connections: count,
  orders: count,
  torn: count,
  named: count,
})

let server: TestPostgres
let home = ''
let admin: Client
const running: TestProcess[] = []

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-kill-deletion-'))
  server = await startPostgres()
  const database = await openDatabase({ data_dir: '', database_url: server.url })
  await writeDataSet(createPostgresStore(database.db), { users: 300, orders: 300, seed: 0 }, new Date())
  await database.close()
  admin = new Client({ connectionString: server.url })
  await admin.connect()
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const settings = () => ({
  DATA_DIR: join(home, 'data'),
  LOG_LEVEL: 'warn',
  DATABASE_URL: server.url,
  SECRETS_KEY: 'the-same-for-all-instances-0123456',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 5).toString('base64')}`,
})

async function start(): Promise<TestProcess> {
  const process = await startProcess(settings())
  running.push(process)
  return process
}

const users = async () =>
  z.array(stored).parse((await admin.query(`select ${OF_USER} from service.users u order by u.user_id`)).rows)
const totalsOf = async () => {
  const { rows } = await admin.query('select users::int, orders::int from service.team_totals where team_id = $1', [
    EMBEDDED_TEAM_ID,
  ])
  return z.object({ users: count, orders: count }).parse(rows[0])
}
const isDeleted = ({ team_id }: z.infer<typeof stored>) => team_id === NO_TEAM

/** Deletes users, some at a time, until the process is gone. */
async function deleteAll(process: TestProcess, queue: string[], onDone: (user_id: string) => void): Promise<void> {
  const worker = async () => {
    for (let user_id = queue.shift(); user_id; user_id = queue.shift()) {
      const reply = await process.send(deleteUser, { params: { user_id } }).catch(() => null)
      if (reply === null) return
      expect(reply.status).toBe(200)
      onDone(user_id)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

test('a kill in the middle of deletions leaves each user whole, or deleted with all orders, as was answered', async () => {
  const before = await users()
  const totals = await totalsOf()
  const first = await start()
  const answered = new Set<string>()
  let dying: Promise<void> | null = null
  await deleteAll(
    first,
    before.map(({ user_id }) => user_id),
    (user_id) => {
      if (answered.add(user_id).size > before.length / 3) dying ??= first.kill()
    },
  )
  await dying
  const after = await users()
  const deleted = after.filter(isDeleted)
  expect(deleted.length).toBeLessThan(before.length)
  for (const { team_id, deleted_from, deleted_on, torn } of after) {
    const isGone = team_id === NO_TEAM
    expect([deleted_from, deleted_on !== null, torn]).toEqual([isGone ? EMBEDDED_TEAM_ID : null, isGone, 0])
  }
  const gone = new Set(deleted.map(({ user_id }) => user_id))
  expect([...answered].filter((user_id) => !gone.has(user_id))).toEqual([])
  const orders = deleted.reduce((sum, each) => sum + each.orders, 0)
  expect(await totalsOf()).toEqual({ users: totals.users - deleted.length, orders: totals.orders - orders })

  const second = await start()
  for (const user_id of gone) expect((await second.send(undoDeleteUser, { query: { user_id } })).status).toBe(200)
  expect(await users()).toEqual(before)
  expect(await totalsOf()).toEqual(totals)
}, 300_000)

test('a kill in the middle of the purge leaves each user whole or purged; the next start purges the rest and nobody early', async () => {
  const first = await start()
  const all = (await users()).map(({ user_id }) => user_id)
  const early = all.slice(0, 20)
  const due = all.slice(20, 80)
  await deleteAll(first, [...early, ...due], () => undefined)
  await first.kill()
  const age = (age: string, ids: readonly string[]) =>
    admin.query('update service.users set deleted_on = now() - $1::interval where user_id = any($2)', [age, ids])
  await age('7 days 1 minute', due)
  await age('6 days 23 hours', early)
  const before = new Map((await users()).map((user) => [user.user_id, user]))

  // The purge waits for one of them, so that it is in the middle however fast the machine is.
  const { rows } = await admin.query('select user_id from service.users where deleted_on <= now() - $1::interval', [
    '7 days',
  ])
  const blocked = z.array(z.object({ user_id: z.string() })).parse(rows)[due.length / 2]?.user_id
  const lock = new Client({ connectionString: server.url })
  await lock.connect()
  await lock.query('begin')
  await lock.query('select 1 from service.users where user_id = $1 for update', [blocked])
  const purged = async () => (await users()).filter((user) => isDeleted(user) && user.deleted_on === null)
  const isWaiting = async () => {
    const waiting = await admin.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
    return waiting.rows.length > 0 && (await purged()).length > 0
  }
  await killWhen(isWaiting, settings())
  await lock.query('rollback')
  await lock.end()
  const half = await purged()
  expect(half.length).toBeLessThan(due.length)
  const expectPurged = ({ user_id, own, connections, named, orders }: z.infer<typeof stored>) =>
    expect([due.includes(user_id), own, connections, named, orders]).toEqual([
      true,
      0,
      0,
      0,
      before.get(user_id)?.orders,
    ])
  for (const user of half) expectPurged(user)
  const rest = (await users()).filter(({ user_id }) => !half.some((user) => user.user_id === user_id))
  for (const user of rest) expect(user).toEqual(before.get(user.user_id))

  const second = await start()
  await until(async () => (await purged()).length === due.length, 'the end of the purge')
  for (const user of await purged()) expectPurged(user)
  for (const user_id of due.slice(0, 3))
    expect((await second.send(undoDeleteUser, { query: { user_id } })).status).toBe(404)
  for (const user_id of early) expect((await second.send(undoDeleteUser, { query: { user_id } })).status).toBe(200)
  const { total } = listUsers.response.parse((await second.send(listUsers, { query: { limit: 1 } })).json())
  expect(total).toBe(all.length - due.length)
}, 300_000)

test('a kill in the middle of new, deleted and rotated keys, over the embedded database, keeps what was answered', async () => {
  const MANAGEMENT_KEY = 'the-first-management-key-0123456789'
  const { DATABASE_URL: _, ...own } = settings()
  const embedded = { ...own, DATA_DIR: join(home, 'keys'), MANAGEMENT_KEY }
  const params = { org_id: ORG_ID, team_id: EMBEDDED_TEAM_ID }
  const callsOf =
    ({ origin }: TestProcess) =>
    <E extends Endpoint>(endpoint: E, values: CallValues<E>) =>
      replyTo(origin, callOf<Endpoint>(endpoint, { ...values, headers: { 'x-management-key': MANAGEMENT_KEY } }))
  const first = await startProcess(embedded)
  running.push(first)
  const call = callsOf(first)
  const json = { name: 'Portal', url: 'https://portal.test/hook', event_types: null }
  const made = management.create_team_webhook.response.parse(
    (await call(management.create_team_webhook, { params, json })).json(),
  )
  const webhook = { params: { ...params, webhook_id: made.endpoint.id } }
  const secrets = [made.secret]
  const live = new Map<string, string>()
  const ended = new Map<string, string>()
  const undecided = new Map<string, string>()
  let dying: Promise<void> | null = null
  const createAndDelete = async () => {
    while (!dying) {
      const created = await call(management.create_team_api_key, { params, json: { label: 'App' } }).catch(() => null)
      if (!created) return
      const { id, key } = management.create_team_api_key.response.parse(created.json())
      live.set(id, key)
      if (live.size <= ended.size) continue
      live.delete(id)
      undecided.set(id, key)
      const gone = await call(management.delete_team_api_key, { params: { ...params, key_id: id } }).catch(() => null)
      if (!gone) return
      undecided.delete(id)
      ended.set(id, key)
    }
  }
  const rotate = async () => {
    while (!dying) {
      const reply = await call(management.rotate_team_webhook_secret, webhook).catch(() => null)
      if (!reply) return
      secrets.push(management.rotate_team_webhook_secret.response.parse(reply.json()).secret)
      if (ended.size > 12 && secrets.length > 4) dying ??= first.kill()
    }
  }
  await Promise.all([createAndDelete(), createAndDelete(), createAndDelete(), rotate()])
  await dying
  const second = await startProcess(embedded)
  running.push(second)
  const again = callsOf(second)
  const opens = async (key: string) =>
    (await replyTo(second.origin, callOf(listUsers, { headers: { ...KEYED, 'x-service-api-key': key } }))).status
  for (const key of live.values()) expect(await opens(key)).toBe(200)
  for (const key of ended.values()) expect(await opens(key)).toBe(401)
  const { api_keys } = management.list_team_api_keys.response.parse(
    (await again(management.list_team_api_keys, { params })).json(),
  )
  const listed = new Set(api_keys.map(({ id }) => id))
  expect([...live.keys()].filter((id) => !listed.has(id))).toEqual([])
  expect([...ended.keys()].filter((id) => listed.has(id))).toEqual([])
  // A key whose deletion wasn't answered is whole or gone.
  for (const [id, key] of undecided) expect(await opens(key)).toBe(listed.has(id) ? 200 : 401)
  const { secret } = management.get_team_webhook_secret.response.parse(
    (await again(management.get_team_webhook_secret, webhook)).json(),
  )
  expect([secrets.at(-1) === secret, !secrets.includes(secret)]).toContain(true)
  expect((await again(management.rotate_team_webhook_secret, webhook)).status).toBe(200)
}, 300_000)
