/** The living sandbox: off it does nothing; on it moves orders when they are due, and sends data, once a turn. */
import { beforeEach, expect, test } from 'vitest'
import { memoryRecords, type RecordStore } from '#lib/console/records.ts'
import { changeSandboxPace, getSandboxPace, type SandboxPace } from '#lib/domains/environments/sandbox-pace.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { startTestService, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createMemoryStore, type MemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { createLivingSandbox, TURN } from './living.ts'

const environment = 'sandbox'
let time: number
let store: MemoryStore
let records: RecordStore
let sent: number[]

beforeEach(async () => {
  time = NOW.getTime()
  store = createMemoryStore()
  records = memoryRecords()
  sent = []
  await store.insert([...generateBundles({ users: 60, orders: 300, today: NOW, team_id: TEAM })])
})

async function livingSandbox(refusal: ApiError | null = null) {
  const { service } = await startTestService({ store, database: null })
  return createLivingSandbox({
    team_id: TEAM,
    environment,
    orders: store,
    records,
    now: () => new Date(time),
    async advance(input) {
      if (refusal) throw refusal
      return service.advanceOrder({ ...input, team_id: TEAM, at: new Date(time) })
    },
    send: async ({ events }) => sent.push(events),
  })
}

async function choose(pace: SandboxPace, version = 1) {
  const body = { pace, changed_by: 'Ada Marker' }
  await records.saveRecord(environment, 'sandbox_pace', {
    key: 'pace',
    version,
    body,
    at: new Date(time).toISOString(),
  })
}

/** Orders that have an event since the simulation began. */
async function moved() {
  const search = orderSearch.parse({ updated_start_date: new Date(NOW.getTime() + 1).toISOString(), size: 100 })
  return (await store.searchOrders(TEAM, search)).orders
}

async function live(turn: () => Promise<void>, turns: number) {
  for (let done = 0; done < turns; done += 1) {
    time += TURN
    await turn()
  }
}

test('nothing happens while it is off, and nothing any more once it is off again', async () => {
  const turn = await livingSandbox()
  await live(turn, 3)
  expect([await moved(), sent]).toEqual([[], []])
  await choose('sixtyfold')
  await live(turn, 30)
  const { length } = await moved()
  expect(length).toBeGreaterThan(0)
  expect(sent).toEqual(Array(30).fill(12))
  await choose('off', 2)
  await live(turn, 30)
  expect([(await moved()).length, sent.length]).toEqual([length, 30])
})

test('a faster pace does the same sooner: an hour of the fast one does what days of real time do', async () => {
  const turn = await livingSandbox()
  await choose('real')
  await live(turn, 30)
  const real = (await moved()).length
  await choose('sixtyfold', 2)
  await live(turn, 30)
  expect((await moved()).length).toBeGreaterThan(real)
  for (const { order } of await moved())
    for (const { created_at } of order.events) expect(Date.parse(created_at)).toBeLessThanOrEqual(time)
})

test('orders that stood still before stay stuck until somebody moves them', async () => {
  const turn = await livingSandbox()
  const old = { updated_end_date: new Date(NOW.getTime() - 40 * DAY).toISOString(), size: 100 }
  const before = (await store.searchOrders(TEAM, orderSearch.parse(old))).orders
  await choose('sixtyfold')
  await live(turn, (HOUR / TURN) * 2)
  for (const { order } of before) expect((await store.getOrder(TEAM, order.id))?.order).toEqual(order)
})

test('of two instances one has each turn', async () => {
  const both = [await livingSandbox(), await livingSandbox()]
  await choose('tenfold')
  await live(async () => void (await Promise.all(both.map((turn) => turn()))), 12)
  expect(sent).toEqual(Array(12).fill(4))
})

test('an order that somebody else moved in between stops nothing; a failure of the store does', async () => {
  const refused = await livingSandbox(new ApiError('stale', 'Somebody was faster.'))
  await choose('sixtyfold')
  await live(refused, 60)
  expect(sent).toHaveLength(60)
  const failing = createLivingSandbox({
    ...{ team_id: TEAM, environment, records, now: () => new Date(time), send: async () => undefined },
    orders: { ...store, searchOrders: () => Promise.reject(new Error('no disk')) },
    advance: async () => undefined,
  })
  time += TURN
  await expect(failing()).rejects.toThrow('no disk')
})

test('administrators set it, on record; a change of what somebody else changed is refused', async () => {
  const teamsOf = (of: string) => (of === environment ? Object.create(null) : null)
  const backend = testConsole({ teamsOf })
  const params = { environment }
  const read = async () => getSandboxPace.response.parse(await (await backend.send(getSandboxPace, { params })).json())
  expect(await read()).toEqual({ pace: 'off', version: 0, changed_at: null, changed_by: null })
  const change = (json: object, as?: string) => backend.send(changeSandboxPace, { params, json, ...(as && { as }) })
  expect((await change({ pace: 'tenfold', version: 0 }, 'support')).status).toBe(403)
  expect((await change({ pace: 'warp', version: 0 })).status).toBe(422)
  expect((await change({ pace: 'tenfold', version: 0 })).status).toBe(200)
  expect(backend.rows.at(-1)).toMatchObject({
    action: 'change_sandbox_pace',
    outcome: 'done',
    details: { fields: ['pace.tenfold'] },
  })
  expect((await change({ pace: 'real', version: 0 })).status).toBe(409)
  expect(await read()).toMatchObject({ pace: 'tenfold', version: 1, changed_by: 'Ada Marker' })
  const elsewhere = { params: { environment: 'production' } }
  expect((await backend.send(getSandboxPace, elsewhere)).status).toBe(404)
  const asked = { ...elsewhere, json: { pace: 'real', version: 0 } }
  expect((await backend.send(changeSandboxPace, asked)).status).toBe(404)
})
