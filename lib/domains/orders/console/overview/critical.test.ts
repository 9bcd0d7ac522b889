/** The critical queue: who waits, what an acknowledgement covers, and that none is lost. */
import { describe, expect, test } from 'vitest'
import type { OrderQuery } from '#lib/console/order-source.ts'
import { SourceFailure } from '#lib/console/user-source.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  COMMENT_MAX,
  criticalQueue,
  listCriticalOrders,
  SHOWN_ACKNOWLEDGED,
  SHOWN_WAITING,
} from '#lib/domains/orders/critical/critical.ts'
import { makeOrder, partialOrder } from '#lib/domains/orders/order.testing.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { resultAt } from '#lib/domains/orders/results/result-at.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { queueOf } from './critical.ts'

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

describe('the queue', () => {
  test.each<[string, Order['events'], string]>([
    ['the newest result', [event(3, 'partial_results'), event(9, 'completed'), event(5, 'corrected')], at(9)],
    ['whatever came after it', [event(9, 'completed'), event(12, 'cancelled')], at(9)],
    ['no result at all', [event(2, 'ordered'), event(4, 'delivered_to_lab')], at(4)],
    ['a form of its own', [{ id: 1, created_at: at(6), status: 'corrected' }, event(8, 'ordered')], at(6)],
    ['no event', [], at(1)],
  ])('dates an order by %s', (_, events, expected) => {
    expect(resultAt({ events, updated_at: at(1) })).toBe(expected)
  })

  test('says which results are partial', () => {
    const partial = partialOrder({ id: idOf(10), interpretation: 'critical' }, 'lab_processing_blocked')
    const queue = queueOf([partial, orderOf(11, 9)], 2, { acknowledgements: [], callbacks: [] })
    expect(queue.waiting.map(({ order_id, is_partial }) => [order_id, is_partial])).toEqual([
      [idOf(11), undefined],
      [idOf(10), true],
    ])
  })

  test('holds what waits, the newest result first; an acknowledgement of an earlier result does not cover a later one', () => {
    const called = makeCallback({ order_id: idOf(10) })
    const given = [taken(1, 11, 9), taken(2, 12, 9), taken(3, 13, 8), taken(4, 11, 9)]
    const queue = queueOf([orderOf(10, 5), orderOf(11, 9), orderOf(12, 9), orderOf(13, 9), orderOf(14, 2)], 5, {
      acknowledgements: given,
      callbacks: [called],
    })
    expect(criticalQueue.parse(queue)).toEqual(queue)
    expect(queue.waiting.map(({ order_id }) => order_id)).toEqual([idOf(13), idOf(10), idOf(14)])
    expect(queue.waiting[0]?.acknowledgements).toEqual([given[2]])
    expect(queue.waiting.map(({ callbacks }) => callbacks)).toEqual([[], [called], []])
    expect(queue.acknowledged.map(({ order_id }) => order_id)).toEqual([idOf(11), idOf(12)])
    expect(queue.acknowledged[0]?.acknowledgements).toEqual([given[0], given[3]])
    expect(queue).toMatchObject({ waiting_count: 3, total: 5, looked_at: 5 })
  })

  test('shows no more than fits, and says how many there are', () => {
    const orders = Array.from({ length: 90 }, (_, index) => orderOf(index + 10, 5))
    const some = orders.slice(0, 30).map((_, index) => taken(index, index + 10, 5))
    const queue = queueOf(orders, null, { acknowledgements: some, callbacks: [] })
    expect([queue.waiting.length, queue.acknowledged.length]).toEqual([SHOWN_WAITING, SHOWN_ACKNOWLEDGED])
    expect(queue).toMatchObject({ waiting_count: 60, looked_at: 90, total: null })
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
          const found = service.orders.filter(({ id }) => order_ids?.includes(id) !== false)
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
    expect((await queue()).waiting.map(({ order_id }) => order_id)).toEqual([idOf(10), idOf(11)])
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
    expect((await acknowledge(body)).status).toBe(404)
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
    const { queue, asked } = consoleWith(Array.from({ length: 340 }, (_, index) => orderOf(index + 10, 5)))
    expect(await queue()).toMatchObject({ looked_at: 300, total: 340, waiting_count: 300 })
    expect(asked.map(({ page, size }) => [page, size])).toEqual([1, 2, 3].map((page) => [page, 100]))
  })
})
