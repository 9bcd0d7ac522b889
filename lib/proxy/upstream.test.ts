/** Observers get a service's response as a browser does. */
import { expect, test } from 'vitest'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { answering, KEY, ORDERS } from './proxy.testing.ts'

test('a whole answer is told with what was asked; an error is not, nor an answer that may not be used', async () => {
  const { send, answers } = answering(ORDERS)
  await send(listOrders, { query: { size: 10 } })
  const lab_test_id = '00000000-0000-4000-a000-000000000101'
  await send(listMarkers, { params: { lab_test_id } })
  const text = JSON.stringify(ORDERS)
  expect(answers).toEqual([
    { environment: 'live', endpoint: 'list_orders', params: {}, text },
    { environment: 'live', endpoint: 'list_markers', params: { lab_test_id }, text },
  ])
  const failing = answering({ detail: 'no' }, { status: 404 })
  await failing.send(listOrders)
  const leaking = answering({ key: KEY })
  await leaking.send(listOrders)
  expect([failing.answers, leaking.answers]).toEqual([[], []])
})
