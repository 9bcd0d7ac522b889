/** Callbacks over HTTP: each attempt is kept once, by whoever may acknowledge, and its text is in no log. */
import { expect, test } from 'vitest'
import { SourceFailure } from '#lib/console/sources.ts'
import {
  type Callback,
  listCallbacks,
  type NewCallback,
  recordCallback,
} from '#lib/domains/orders/critical/callbacks.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'

const params = { environment: 'sandbox' }
const RESULT_AT = '2026-11-21T07:40:00.000Z'

const orderAt = (created_at: string) =>
  makeOrder({
    id: '0000000a-0000-4000-8000-000000000000',
    status: 'completed',
    events: [{ id: 1, created_at, status: 'completed.testkit.completed' }],
    interpretation: 'critical',
  })

const ATTEMPT: NewCallback = {
  id: '11111111-0000-4000-8000-000000000000',
  order_id: orderAt(RESULT_AT).id,
  result_at: RESULT_AT,
  called: 'other',
  called_name: 'Front desk of Dr Moss',
  outcome: 'not_reached',
  next_attempt_at: '2026-11-21T08:10:00.000Z',
  note: 'Voicemail.',
}
const READ_BACK = {
  ...ATTEMPT,
  id: '22222222-0000-4000-8000-000000000000',
  outcome: 'read_back',
  next_attempt_at: null,
}

function consoleWith(orders: Order[]) {
  const service = { orders, fails: false }
  const tested = testConsole({
    orders: {
      async searchOrders(_, { order_ids }) {
        if (service.fails) throw new SourceFailure('The service can’t be reached.')
        const found = service.orders.filter(({ id }) => order_ids?.includes(id) !== false)
        return { orders: found, total: found.length }
      },
    },
  })
  const record = (json: object, as = 'support') => tested.send(recordCallback, { params, json, as })
  const list = async (order_id = ATTEMPT.order_id): Promise<Callback[]> => {
    const answer = await tested.send(listCallbacks, { params, query: { order_ids: [order_id] }, as: 'read_only' })
    return listCallbacks.response.parse(await answer.json()).callbacks
  }
  return Object.assign(tested, { service, record, list })
}

test('an attempt is kept by its recorder, time and result; the result still waits for its acknowledgement', async () => {
  const { record, list, send, rows } = consoleWith([orderAt(RESULT_AT)])
  const first = await record(ATTEMPT)
  expect(first.status).toBe(201)
  const { added } = recordCallback.response.parse(await first.json())
  const by = { recorded_by_id: 'id-of-support', recorded_by_name: 'Ada Marker' }
  expect(added).toEqual({ ...ATTEMPT, result_id: 1, ...by, at: NOW.toISOString() })
  const second = recordCallback.response.parse(await (await record(READ_BACK, 'lab_coordinator')).json())
  expect(second.callbacks).toEqual([added, second.added])
  expect(await list()).toEqual([added, second.added])
  const queue = listCriticalOrders.response.parse(await (await send(listCriticalOrders, { params })).json())
  expect(queue.waiting).toMatchObject([{ acknowledgements: [], callbacks: [added, second.added] }])

  const logged = rows.filter(({ action, outcome }) => action === 'record_callback' && outcome === 'done')
  expect(logged.map(({ subjects }) => subjects)).toEqual([[ATTEMPT.order_id], [ATTEMPT.order_id]])
  expect(logged.map(({ details }) => details?.called)).toEqual(['other', 'other'])
  expect(JSON.stringify(rows)).not.toMatch(/Moss|Voicemail/)
})

test.each(['2026-11-21T07:59:59Z', '2026-12-22T08:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'])(
  'a next attempt at %s is refused at its field: it could never be corrected',
  async (next_attempt_at) => {
    const { record, list } = consoleWith([orderAt(RESULT_AT)])
    const answer = await record({ ...ATTEMPT, next_attempt_at })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ issues: [{ loc: ['body', 'next_attempt_at'] }] })
    expect(await list()).toEqual([])
  },
)

test('what was read back is acknowledged in the same step, once even where it was sent twice', async () => {
  const { record, send } = consoleWith([orderAt(RESULT_AT)])
  for (const _ of [1, 2]) expect((await record({ ...READ_BACK, note: 'Dr Moss.', acknowledge: true })).status).toBe(201)
  const queue = listCriticalOrders.response.parse(await (await send(listCriticalOrders, { params })).json())
  expect(queue).toMatchObject({ waiting: [], open_count: 0, acknowledged: [{ state: 'reached', callbacks: [{}] }] })
  expect(queue.acknowledged[0]?.acknowledgements).toMatchObject([{ owner_id: 'id-of-support', comment: 'Dr Moss.' }])
  expect((await record({ ...ATTEMPT, acknowledge: true })).status).toBe(422)
})

test('the same attempt again is kept once, also while the service is away; with other details it is refused', async () => {
  const { record, list, service } = consoleWith([orderAt(RESULT_AT)])
  const [first] = recordCallback.response.parse(await (await record(ATTEMPT)).json()).callbacks
  service.fails = true
  const again = await record({ ...ATTEMPT, result_at: '2026-11-21T08:40:00.000+01:00', note: ' Voicemail. ' })
  expect(again.status).toBe(201)
  expect(recordCallback.response.parse(await again.json()).added).toEqual(first)
  for (const changes of [{ note: null }, { called: 'patient' }, { outcome: 'no_read_back' }]) {
    expect((await record({ ...ATTEMPT, ...changes })).status).toBe(409)
  }
  expect(await list()).toEqual([first])
})

test('a newer result, an order that is not critical and a service that is away: nothing is kept', async () => {
  const { record, list, service } = consoleWith([orderAt('2026-11-21T07:50:00Z')])
  expect((await record(ATTEMPT)).status).toBe(409)
  service.orders = []
  expect((await record(ATTEMPT)).status).toBe(409)
  service.fails = true
  expect((await record(ATTEMPT)).status).toBe(503)
  expect(await list()).toEqual([])
})

test('a call about a value that was replaced meanwhile is recorded for that value, and settles nothing', async () => {
  const before = orderAt(RESULT_AT)
  const { record, service } = consoleWith([before])
  expect((await record(ATTEMPT)).status).toBe(201)
  const newer = { id: 2, created_at: '2026-11-21T07:50:00Z', status: 'completed.testkit.corrected' }
  service.orders = [{ ...before, interpretation: 'normal', events: [...before.events, newer] }]
  const told = { ...READ_BACK, result_id: 1 }
  const { added } = recordCallback.response.parse(await (await record(told)).json())
  expect(added).toMatchObject({ result_at: RESULT_AT, result_id: 1 })
  // An event that brings no result is none, though it came after the one that does.
  const delivered = { id: 3, created_at: '2026-11-21T07:55:00Z', status: 'sample_with_lab.testkit.delivered_to_lab' }
  service.orders = [{ ...before, interpretation: 'normal', events: [...before.events, newer, delivered] }]
  const about = { result_at: delivered.created_at, result_id: 3, id: '44444444-0000-4000-8000-000000000000' }
  expect((await record({ ...told, ...about })).status).toBe(409)
  const owned = { ...told, id: '33333333-0000-4000-8000-000000000000', acknowledge: true }
  expect((await record(owned)).status).toBe(409)
})

test('who may not acknowledge may not record, and an attempt that says too little is refused', async () => {
  const { record, list } = consoleWith([orderAt(RESULT_AT)])
  expect((await record(ATTEMPT, 'read_only')).status).toBe(403)
  expect((await record({ ...ATTEMPT, called_name: ' ' })).status).toBe(422)
  expect((await record({ ...ATTEMPT, next_attempt_at: null })).status).toBe(422)
  expect(await list()).toEqual([])
})
