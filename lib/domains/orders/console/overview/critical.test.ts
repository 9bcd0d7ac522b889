/** The critical queue: who waits, what an acknowledgement covers, and that none is lost. */
import { describe, expect, test } from 'vitest'
import { type OrderQuery, SourceFailure } from '#lib/console/sources.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  COMMENT_MAX,
  criticalQueue,
  isPartialQueue,
  listAcknowledgements,
  listCriticalOrders,
  SHOWN_ACKNOWLEDGED,
  SHOWN_WAITING,
  setCriticalStart,
} from '#lib/domains/orders/critical/critical.ts'
import { criticalState, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { makeOrder, partialOrder } from '#lib/domains/orders/order.testing.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'
import { createCriticalResults, queueOf } from './critical.ts'

const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString()
const event = (minute: number, low: string) => ({
  id: minute,
  created_at: at(minute),
  status: `completed.testkit.${low}`,
})

function orderOf(index: number, minute: number): Order {
  return makeOrder({
    id: idOf(index),
    created_at: at(0),
    updated_at: at(minute),
    status: 'completed',
    events: [event(minute, 'completed')],
    interpretation: 'critical',
  })
}

function taken(id: number, order: number, minute: number): Acknowledgement {
  const owner = { owner_id: 'a', owner_name: 'Ann', comment: 'Called.' }
  return { id, order_id: idOf(order), result_at: at(minute), at: at(59), ...owner }
}

const queued = (orders: readonly Order[], recorded: Partial<Parameters<typeof queueOf>[1]> = {}) =>
  queueOf(
    { orders: [...orders], seen: new Map(), total: orders.length, looked_at: orders.length, is_whole: true },
    { acknowledgements: [], callbacks: [], ...recorded },
  )

describe('the queue', () => {
  test.each<[string, Order['events'], string]>([
    ['the newest result', [event(3, 'partial_results'), event(9, 'completed'), event(5, 'corrected')], at(9)],
    ['whatever came after it', [event(9, 'completed'), event(12, 'cancelled')], at(9)],
    ['no result at all', [event(2, 'ordered'), event(4, 'delivered_to_lab')], at(4)],
    ['a form of its own', [{ id: 1, created_at: at(6), status: 'corrected' }, event(8, 'ordered')], at(6)],
    ['no event', [], at(1)],
  ])('dates an order by %s', (_, events, expected) => {
    expect(newestResult({ events, updated_at: at(1) }).result_at).toBe(expected)
  })

  test('of two results in one second takes the one whose event came later, whatever their order', () => {
    const events = [event(9, 'completed'), { ...event(9, 'corrected'), id: 10 }]
    for (const given of [events, events.toReversed()])
      expect(newestResult({ events: given, updated_at: at(1) })).toEqual({ result_at: at(9), result_id: 10 })
    const finer = { ...event(9, 'corrected'), id: 3, created_at: '2026-11-20T08:09:00.000700Z' }
    expect(newestResult({ events: [...events, finer], updated_at: at(1) })).toMatchObject({ result_id: 3 })
  })

  test('a short page in the middle is no end: a service may send fewer than were asked for', async () => {
    const all = Array.from({ length: 120 }, (_, index) => orderOf(index, 5))
    const { store } = await testConsole()
    const results = createCriticalResults({
      source: {
        searchOrders: async (_, { page = 1 }) => ({ orders: all.slice((page - 1) * 50, page * 50), total: 120 }),
      },
      store,
      now: () => new Date(at(50)),
    })
    expect(await results.queue('sandbox')).toMatchObject({ waiting_count: 120, is_whole: true })
  })

  test('reads on past a page with an order that can’t be read, and names it: none goes quiet', async () => {
    const unreadable = [{ at: 3, id: idOf(500), field: 'events.0.created_at' }]
    const first = Array.from({ length: 99 }, (_, index) => orderOf(index, 5))
    const pages = [
      { orders: first, total: 101, unreadable },
      { orders: [orderOf(200, 2)], total: 101, unreadable: [] },
    ]
    const { store } = await testConsole()
    const results = createCriticalResults({
      source: { searchOrders: async (_, { page = 1 }) => pages[page - 1] ?? { orders: [], total: 101 } },
      store,
      now: () => new Date(at(50)),
    })
    const queue = await results.queue('sandbox')
    expect(queue).toMatchObject({ waiting_count: 100, is_whole: true, unreadable })
    expect(isPartialQueue(queue)).toBe(true)
  })

  test('names an order that the service no longer has, until its result is closed', async () => {
    let orders = [orderOf(10, 5), orderOf(11, 3)]
    const { store } = await testConsole()
    const results = createCriticalResults({
      source: {
        async searchOrders(_, { order_ids }) {
          const found = orders.filter(({ id }) => order_ids?.includes(id) !== false)
          return { orders: found, total: found.length }
        },
      },
      store,
      now: () => new Date(at(50)),
    })
    expect((await results.queue('sandbox')).gone).toBeUndefined()
    orders = orders.slice(1)
    results.forget('sandbox')
    const gone = { order_id: idOf(10), result_at: at(5), result_id: 5 }
    expect(await results.queue('sandbox')).toMatchObject({ waiting_count: 1, open_count: 2, gone: [gone] })
    const given = { ...gone, environment: 'sandbox', comment: 'Told by phone.', owner: { id: 'x', name: 'Ada' } }
    const acknowledge = (more: object) =>
      results.acknowledge({ ...given, ...more, signal: new AbortController().signal })
    await expect(acknowledge({})).rejects.toMatchObject({ code: 'stale', message: expect.stringMatching(/Close its/) })
    await expect(acknowledge({ result_id: 4, closes: true })).rejects.toMatchObject({ code: 'stale' })
    await expect(acknowledge({ order_id: idOf(99), closes: true })).rejects.toMatchObject({ code: 'not_found' })
    await acknowledge({ closes: true })
    expect((await results.queue('sandbox')).gone).toBeUndefined()
  })

  test('says which results are partial', () => {
    const partial = partialOrder({ id: idOf(10), interpretation: 'critical' }, 'lab_processing_blocked')
    const queue = queued([partial, orderOf(11, 9)])
    expect(new Map(queue.waiting.map(({ order_id, is_partial }) => [order_id, is_partial]))).toEqual(
      new Map([
        [idOf(11), undefined],
        [idOf(10), true],
      ]),
    )
  })

  test('holds what waits, the longest unreached first; an acknowledgement of an earlier result covers no later one', () => {
    const called = makeCallback({ order_id: idOf(10) })
    const given = [taken(1, 11, 9), taken(2, 12, 9), taken(3, 13, 8), taken(4, 11, 9)]
    const orders = [orderOf(10, 5), orderOf(11, 9), orderOf(12, 7), orderOf(13, 9), orderOf(14, 2)]
    const queue = queued(orders, { acknowledgements: given, callbacks: [called] })
    expect(criticalQueue.parse(queue)).toEqual(queue)
    expect(queue.waiting.map(({ order_id }) => order_id)).toEqual([idOf(14), idOf(10), idOf(13)])
    expect(queue.waiting[2]?.acknowledgements).toEqual([given[2]])
    expect(queue.waiting.map(({ callbacks }) => callbacks)).toEqual([[], [called], []])
    // Acknowledged isn't reached: both are still work.
    expect(queue.acknowledged.map(({ order_id, state }) => [order_id, state])).toEqual([
      [idOf(12), 'acknowledged'],
      [idOf(11), 'acknowledged'],
    ])
    expect(queue.acknowledged[1]?.acknowledgements).toEqual([given[0], given[3]])
    expect(queue).toMatchObject({ waiting_count: 3, open_count: 5, looked_at: 5, is_whole: true })
  })

  test('shows no more than fits, and says how many there are', () => {
    const orders = Array.from({ length: 90 }, (_, index) => orderOf(index + 10, 5))
    const closed = orders.slice(0, 30).map((_, index) => ({ ...taken(index, index + 10, 5), closes: true }))
    const queue = queued(orders, { acknowledgements: closed })
    expect([queue.waiting.length, queue.acknowledged.length]).toEqual([SHOWN_WAITING, SHOWN_ACKNOWLEDGED])
    expect(queue).toMatchObject({ waiting_count: 60, open_count: 60, looked_at: 90 })
  })

  test('leaves out what came before the start and nobody has worked on, and counts it', () => {
    const orders = [orderOf(10, 5), orderOf(11, 9), orderOf(12, 4), orderOf(13, 8)]
    const given = { acknowledgements: [taken(1, 12, 4)], starts_at: at(6), earlier_than: at(9) }
    expect(queued(orders, given)).toMatchObject({
      waiting: [{ order_id: idOf(13) }, { order_id: idOf(11) }],
      acknowledged: [{ order_id: idOf(12) }],
      open_count: 3,
      before_start_count: 1,
      earlier_count: 2,
      earlier_waiting_count: 1,
      starts_at: at(6),
    })
    const callbacks = [makeCallback({ order_id: idOf(13), result_at: at(8) })]
    expect(queued(orders, { ...given, callbacks })).toMatchObject({ earlier_count: 1, earlier_waiting_count: 1 })
  })
})

describe('over HTTP', () => {
  const params = { environment: 'sandbox' }
  const body = { order_id: idOf(10), result_at: at(5), comment: '  Told Dr Moss.  ' }

  function consoleWith(orders: Order[]) {
    const service = { orders, fails: false }
    const asked: OrderQuery[] = []
    const tested = testConsole({
      orders: {
        async searchOrders(_, query) {
          asked.push(query)
          if (service.fails) throw new SourceFailure('The service can’t be reached.')
          const { order_ids, page = 1, size = 50 } = query
          const found = service.orders.filter(
            ({ id, interpretation }) =>
              order_ids?.includes(id) !== false && (!query.is_critical || interpretation === 'critical'),
          )
          return { orders: found.slice((page - 1) * size, page * size), total: found.length }
        },
      },
    })
    const queue = async () => criticalQueue.parse(await (await tested.send(listCriticalOrders, { params })).json())
    const acknowledge = (json: object, as = 'administrator') =>
      tested.send(acknowledgeCriticalOrder, { params, json, as })
    return Object.assign(tested, { service, asked, queue, acknowledge })
  }

  test('of two who acknowledge, each is kept and told of the other; no comment is in the log', async () => {
    const { acknowledge, queue, rows, asked } = consoleWith([orderOf(10, 5), orderOf(11, 3)])
    expect((await queue()).waiting.map(({ order_id }) => order_id)).toEqual([idOf(11), idOf(10)])
    const first = await acknowledge(body, 'support')
    expect(first.status).toBe(201)
    const second = await acknowledge({ ...body, comment: 'Mine.' }, 'lab_coordinator')
    const { added, acknowledgements } = acknowledgeCriticalOrder.response.parse(await second.json())
    expect(added).toMatchObject({ owner_id: 'id-of-lab_coordinator', owner_name: 'Ada Marker', comment: 'Mine.' })
    expect(acknowledgements.map(({ owner_id, comment }) => [owner_id, comment])).toEqual([
      ['id-of-support', 'Told Dr Moss.'],
      ['id-of-lab_coordinator', 'Mine.'],
    ])
    const { waiting, acknowledged } = await queue()
    expect(waiting.map(({ order_id }) => order_id)).toEqual([idOf(11)])
    expect(acknowledged[0]?.acknowledgements).toEqual(acknowledgements)
    // The list of orders is kept for a minute.
    expect(asked.filter(({ order_ids }) => !order_ids)).toHaveLength(1)
    const changes = rows.filter(({ action, outcome }) => action === 'acknowledge_critical_order' && outcome === 'done')
    expect(changes.map(({ subjects }) => subjects)).toEqual([[idOf(10)], [idOf(10)]])
    expect(JSON.stringify(rows)).not.toMatch(/Moss|Mine/)
  })

  test('a newer result, an order that is not critical and a service that is away: nothing is kept', async () => {
    const { acknowledge, queue, service } = consoleWith([orderOf(10, 5)])
    await queue()
    service.orders = [orderOf(10, 7)]
    expect((await acknowledge(body)).status).toBe(409)
    // And the page that is loaded again shows it.
    expect((await queue()).waiting).toMatchObject([{ result_at: at(7), acknowledgements: [] }])
    service.orders = []
    expect((await acknowledge(body)).status).toBe(409)
    service.fails = true
    const away = await acknowledge(body)
    expect([away.status, await away.json()]).toEqual([
      503,
      { detail: 'The service can’t be reached.', code: 'unavailable', request_id: expect.any(String) },
    ])
  })

  test('a comment is needed and has an end; reading alone does not acknowledge', async () => {
    const { acknowledge, send } = consoleWith([orderOf(10, 5)])
    for (const comment of ['', '   ', 'x'.repeat(COMMENT_MAX + 1)]) {
      expect((await acknowledge({ ...body, comment })).status).toBe(422)
    }
    expect((await acknowledge(body, 'read_only')).status).toBe(403)
    expect((await send(listCriticalOrders, { params, as: 'read_only' })).status).toBe(200)
  })

  test('the newest of very many are read, page by page', async () => {
    const { queue, asked } = consoleWith(Array.from({ length: 1040 }, (_, index) => orderOf(index + 10, 5)))
    expect(await queue()).toMatchObject({ looked_at: 1000, total: 1040, waiting_count: 1000, is_whole: false })
    expect(asked.map(({ page, size }) => [page, size])).toEqual(Array.from({ length: 10 }, (_, at) => [at + 1, 100]))
  })

  test('a value that is corrected to normal stays, says since when and whom a call told, until somebody closes it', async () => {
    const tested = consoleWith([orderOf(10, 5)])
    const { queue, acknowledge, send, service } = tested
    const call = {
      ...makeCallback(),
      order_id: idOf(10),
      result_at: at(5),
      outcome: 'read_back',
      next_attempt_at: null,
    }
    expect((await send(recordCallback, { params, json: call })).status).toBe(201)
    const corrected = {
      ...orderOf(10, 7),
      interpretation: 'normal',
      events: [event(5, 'completed'), event(7, 'corrected')],
    }
    service.orders = [corrected]
    const [row] = (await queue()).waiting
    expect(row).toMatchObject({ state: 'no_longer_critical', no_longer_critical_since: at(7), is_critical: false })
    expect(row && criticalState(row)).toMatchObject({ toldOld: [call.called], isOpen: true })
    expect(row?.callbacks).toHaveLength(1)
    // Nobody owns what isn't critical; it is closed with a reason.
    expect((await acknowledge({ ...body, result_at: at(7) })).status).toBe(409)
    expect((await acknowledge({ ...body, result_at: at(7), closes: true })).status).toBe(201)
    // For a day it can be found among what was settled.
    expect(await queue()).toMatchObject({ waiting: [], open_count: 0, acknowledged: [{ state: 'closed' }] })
    // A critical value after that is a new result.
    service.orders = [
      { ...corrected, interpretation: 'critical', events: [...corrected.events, event(9, 'corrected')] },
    ]
    expect((await acknowledge({ ...body, result_at: at(7) })).status).toBe(409)
    expect(await queue()).toMatchObject({ waiting: [{ state: 'waiting', result_at: at(9) }] })
  })

  test('a value that was only ever heard of from the service is remembered; an order that never was critical is not', async () => {
    const { queue, store, service } = consoleWith([{ ...orderOf(10, 7), interpretation: 'normal' }])
    expect(await queue()).toMatchObject({ waiting: [], open_count: 0 })
    const results = createCriticalResults({
      source: { searchOrders: async () => ({ orders: service.orders, total: 1 }) },
      store,
      now: () => new Date(at(50)),
    })
    await results.note('sandbox', { ...orderOf(10, 7), interpretation: 'normal' })
    await results.note('sandbox', { is: 'no order' })
    expect(await store.seenCritical('sandbox')).toEqual([])
    for (const _ of [1, 2]) await results.note('sandbox', orderOf(10, 5))
    expect(await store.seenCritical('sandbox')).toEqual([{ order_id: idOf(10), result_at: at(5), result_id: 5 }])
    expect((await results.queue('sandbox')).waiting).toMatchObject([{ state: 'no_longer_critical' }])
  })

  test('a correction in the same second, or with other microseconds, waits again; a stale event is refused', async () => {
    const { acknowledge, queue, service } = consoleWith([orderOf(10, 5)])
    expect((await acknowledge({ ...body, result_id: 5 })).status).toBe(201)
    expect(await queue()).toMatchObject({ waiting: [], open_count: 1 })
    service.orders = [{ ...orderOf(10, 5), events: [event(5, 'completed'), { ...event(5, 'corrected'), id: 6 }] }]
    expect((await acknowledge({ ...body, result_id: 5 })).status).toBe(409)
    expect((await queue()).waiting).toMatchObject([{ result_at: at(5), result_id: 6, state: 'waiting' }])
    expect((await acknowledge({ ...body, result_id: 6 })).status).toBe(201)
    const finer = '2026-11-20T08:05:00.000400Z'
    service.orders = [
      { ...orderOf(10, 5), events: [event(5, 'completed'), { ...event(5, 'corrected'), created_at: finer }] },
    ]
    expect((await acknowledge(body)).status).toBe(409)
    expect((await queue()).waiting).toMatchObject([{ result_at: finer }])
  })

  test('the start of an environment is set by an administrator, read with the queue and with the records of an order', async () => {
    const { queue, send } = consoleWith([orderOf(10, 5), orderOf(11, 9)])
    const start = (starts_at: string | null, as = 'administrator') =>
      send(setCriticalStart, { params, json: { starts_at }, as })
    expect((await start(at(6), 'support')).status).toBe(403)
    expect((await start(at(6))).status).toBe(200)
    expect(await queue()).toMatchObject({ waiting: [{ order_id: idOf(11) }], before_start_count: 1, starts_at: at(6) })
    const records = await send(listAcknowledgements, { params, query: { order_ids: [idOf(10)] } })
    expect(await records.json()).toMatchObject({
      starts_at: at(6),
      seen_critical: [{ order_id: idOf(10), result_id: 5 }],
    })
    const ahead = await start(new Date(NOW.getTime() + 1).toISOString())
    expect([ahead.status, await ahead.json()]).toMatchObject([422, { issues: [{ loc: ['body', 'starts_at'] }] }])
    expect(await queue()).toMatchObject({ starts_at: at(6) })
    expect((await start(null)).status).toBe(200)
    expect(await queue()).toMatchObject({ waiting_count: 2, starts_at: null })
  })
})
