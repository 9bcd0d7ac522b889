/** A first run over HTTP: what the sample data begins with, and events that the service sends to the console. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '#lib/domains/audit/console/chain.ts'
import { bookings } from '#lib/domains/bookings/console/tables.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { countDirectorySources, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { recordHistory } from '#lib/platform/database/schemas.ts'
import { webhookEndpoints } from '#lib/service/tables.ts'
import { STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { killAt, type Send, startProcess, type TestProcess, until } from './spawn.testing.ts'

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const params = { environment: 'sandbox' }
let home = ''
let process: TestProcess | undefined
let send: Send

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-first-run-'))
  await prepareDirectory(join(home, 'data'))
  const settings = { DATA_DIR: join(home, 'data'), WEBHOOK_SECRET: SECRET, CONNECTION_CHECKS_PER_MINUTE: '60000' }
  process = await startProcess({ ...STAFFED, ...settings })
  send = await signedIn(process)
}, 180_000)
afterAll(async () => {
  await process?.kill()
  rmSync(home, { recursive: true, force: true })
})

async function coverage() {
  return countDirectorySources.response.parse((await send(countDirectorySources, { params })).json()).coverage
}

async function broken(query: object) {
  const answer = await send(searchDirectoryConnections, { params, query: { limit: 500, ...query } })
  return searchDirectoryConnections.response.parse(answer.json()).connections
}

async function receive(event: object, secret = SECRET) {
  const body = JSON.stringify(event)
  const at = new Date()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': `msg_${crypto.randomUUID()}`,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  }
  const signature = new Webhook(secret).sign(headers['webhook-id'], at, body)
  const address = `${process?.origin}${WEBHOOK_PREFIX}/sandbox`
  return fetch(address, { method: 'POST', body, headers: { ...headers, 'webhook-signature': signature } })
}

test('a first start that was killed while it made up data, and killed again, is finished by the next', async () => {
  const settings = { DATA_DIR: join(home, 'killed') }
  await prepareDirectory(settings.DATA_DIR)
  // A kill that came before the set was noted leaves another first run, without “the rest”.
  for (const _ of ['first', 'second']) await killAt('making up', settings)
  const next = await startProcess(settings)
  const total = async (endpoint: typeof listUsers | typeof listOrders) => (await next.send(endpoint)).json().total
  expect([await total(listUsers), await total(listOrders)]).toEqual([260, 2600])
  await next.kill()
}, 180_000)

test('a first start that was killed while it played the history has all of it after the next, once, and no more later', async () => {
  const settings = { DATA_DIR: join(home, 'history'), SAMPLE_HISTORY: 'on' }
  await prepareDirectory(settings.DATA_DIR)
  await killAt('playing', settings)
  const made: unknown[] = []
  for (const _ of ['completed', 'again']) {
    const next = await startProcess(settings)
    await next.stop()
    const { db, close } = await openDatabase({ data_dir: settings.DATA_DIR, database_url: null })
    made.push([await db.$count(bookings), await db.$count(webhookEndpoints), await db.$count(recordHistory)])
    expect((await verifyChain(db)).back_in_time).toEqual([])
    await close()
  }
  expect(made).toEqual([made[0], made[0]])
  expect(made[0]).toEqual([expect.closeTo(45, -1), 3, 15])
}, 240_000)

test('most critical results of the sample data were acknowledged before', async () => {
  const queue = listCriticalOrders.response.parse((await send(listCriticalOrders, { params })).json())
  expect(queue.waiting_count).toBe(13)
  expect(queue.acknowledged.length).toBeGreaterThan(5)
  expect(queue.acknowledged[0]?.acknowledgements[0]?.owner_name).toMatch(/^Sample /)
})

test('every user is checked in the background, and an event has one checked again', async () => {
  await until(async () => {
    const { users, checked } = await coverage()
    return users > 100 && checked === users
  }, 'the checks of all users')
  const [row] = await broken({ states: ['needs_sign_in'] })
  if (!row?.checked_at) throw new Error('Somebody must sign in again.')
  const { user_id, checked_at } = row
  const event = { event_type: 'provider.connection.error', data: {}, team_id: crypto.randomUUID(), user_id }
  expect((await receive(event)).status).toBe(204)
  await until(async () => {
    const found = await broken({ states: ['needs_sign_in'] })
    return (found.find((each) => each.user_id === user_id)?.checked_at ?? '') > checked_at
  }, 'the check of one user')
}, 180_000)

test('a signed event says when data of a source last arrived; one of a stranger says nothing', async () => {
  const [row] = await broken({})
  if (!row) throw new Error('Somebody has a source.')
  const { user_id, source } = row
  const data = { user_id, source, source_id: 1, data: [] }
  const event = { event_type: 'daily.data.steps.created', data, team_id: crypto.randomUUID(), user_id }
  expect((await receive(event, `whsec_${Buffer.alloc(32, 6).toString('base64')}`)).status).toBe(401)
  expect(await broken({ has_data: true })).toEqual([])
  expect((await receive(event)).status).toBe(204)
  const found = await broken({ has_data: true })
  expect(found.map((each) => [each.user_id, each.source.slug])).toEqual([[user_id, source.slug]])
  expect((await coverage()).last_data_at).toBe(found[0]?.last_data_at)
  expect(process?.output()).not.toContain(SECRET)
})
