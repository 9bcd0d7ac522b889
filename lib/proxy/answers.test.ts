/** Of what a service answered, who may look on is told what a browser is given. */
import { expect, test } from 'vitest'
import { answering, KEY, ORDERS } from './proxy.testing.ts'

test('a whole answer is told with what was asked; an error is not, nor an answer that may not be used', async () => {
  const { call, answers } = answering(ORDERS)
  await call('live/v3/orders?size=10')
  const lab_test_id = '00000000-0000-4000-a000-000000000101'
  await call(`live/v3/lab_tests/${lab_test_id}/markers`)
  const text = JSON.stringify(ORDERS)
  expect(answers).toEqual([
    { environment: 'live', endpoint: 'list_orders', params: {}, text },
    { environment: 'live', endpoint: 'list_markers', params: { lab_test_id }, text },
  ])
  const failing = answering({ detail: 'no' }, { status: 404 })
  await failing.call('live/v3/orders')
  const leaking = answering({ key: KEY })
  await leaking.call('live/v3/orders')
  expect([failing.answers, leaking.answers]).toEqual([[], []])
})
