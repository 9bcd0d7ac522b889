import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { type Callback, listCallbacks } from '#lib/domains/orders/critical/callbacks.ts'
import { type Acknowledgement, listAcknowledgements, type SeenCritical } from '#lib/domains/orders/critical/critical.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { useOrderProblems } from './use-order-problems.ts'

const ADDRESS = { environment: 'sandbox', user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b' }
const RESULT_AT = '2026-11-18T10:00:00Z'

let orders: Order[] = []
let acknowledgements: Acknowledgement[] = []
let seen_critical: SeenCritical[] = []
let callbacks: Callback[] = []

beforeEach(() => {
  acknowledgements = []
  seen_critical = []
  callbacks = []
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders, total: orders.length, page: 1, size: 50 })),
    mock(at(listAcknowledgements, ADDRESS), () =>
      HttpResponse.json({ acknowledgements, seen_critical, starts_at: null }),
    ),
    mock(at(listCallbacks, ADDRESS), () => HttpResponse.json({ callbacks })),
    mock(at(getStuckLimits, ADDRESS), () =>
      HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
  )
})

function Titles() {
  const problems = useOrderProblems(ADDRESS)
  if (problems === undefined) return 'Loading'
  return problems === null ? 'Not checked' : `Found: ${problems.map(({ title }) => title).join('; ')}`
}

const event = (id: number, low: string, created_at: string) => ({
  id,
  created_at,
  status: `collecting_sample.testkit.${low}`,
})

const CRITICAL = makeOrder({
  interpretation: 'critical',
  events: [{ id: 1, created_at: RESULT_AT, status: 'completed.testkit.completed' }],
  updated_at: RESULT_AT,
})

const TAKEN = { id: 1, order_id: CRITICAL.id, at: RESULT_AT, owner_id: 'a', owner_name: 'Ann', comment: 'Told.' }
const READ_BACK = makeCallback({
  order_id: CRITICAL.id,
  result_at: RESULT_AT,
  outcome: 'read_back',
  next_attempt_at: null,
})

test.each<[string, Partial<{ taken: Partial<Acknowledgement>; call: Callback; order: Partial<Order> }>, string]>([
  ['nobody has acknowledged', {}, 'Found: Critical result not acknowledged'],
  [
    'only an earlier one is acknowledged',
    { taken: { result_at: '2026-11-17T10:00:00Z' } },
    'Found: Critical result not acknowledged',
  ],
  ['is acknowledged and not reached', { taken: {} }, 'Found: Critical result not reached'],
  ['was read back', { taken: {}, call: READ_BACK }, 'Found:'],
  ['is closed', { taken: { closes: true } }, 'Found:'],
  ['is no longer critical', { order: { interpretation: 'normal' } }, 'Found: Result no longer critical, not closed'],
])('a critical result that %s', async (_, { taken, call, order }, expected) => {
  orders = [{ ...CRITICAL, ...order }]
  seen_critical = order ? [{ order_id: CRITICAL.id, result_at: '2026-11-17T10:00:00Z', result_id: 0 }] : []
  acknowledgements = taken ? [{ ...TAKEN, result_at: RESULT_AT, ...taken }] : []
  callbacks = call ? [call] : []
  renderPage(<Titles />)
  expect(await screen.findByText(expected)).toBeTruthy()
})

function Details() {
  return (
    useOrderProblems(ADDRESS)
      ?.map(({ detail }) => detail)
      .join('; ') ?? 'Loading'
  )
}

test.each<[string, Partial<Order>, string]>([
  ['of a missed call, that nobody was reached', {}, '1 missed call, 1 call without read-back'],
  ['of a corrected value, who was told', { interpretation: 'normal' }, 'old value told to patient'],
])('says %s', async (_, changes, words) => {
  orders = [{ ...CRITICAL, ...changes }]
  const old = '2026-11-17T10:00:00Z'
  const result_at = changes.interpretation ? old : RESULT_AT
  seen_critical = [{ order_id: CRITICAL.id, result_at: old, result_id: 0 }]
  const missed = makeCallback({ order_id: CRITICAL.id, result_at })
  callbacks = [missed, { ...missed, called: 'patient', outcome: 'no_read_back' }]
  renderPage(<Details />)
  expect(await screen.findByText(`${CRITICAL.lab_test.name}, ${words}`)).toBeTruthy()
})

test('an exception and a stuck order count, and what another order replaced does not', async () => {
  const transaction = (other: string) => ({
    id: 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee',
    status: 'active',
    orders: [
      {
        id: other,
        created_at: '2026-11-10T00:00:00Z',
        updated_at: '2026-11-10T00:00:00Z',
        low_level_status: 'ordered',
        low_level_status_created_at: '2026-11-10T00:00:00Z',
        origin: 'redraw',
      },
    ],
  })
  const old = '2026-10-01T10:00:00Z'
  const lab_test = { ...CRITICAL.lab_test, name: 'Panel' }
  const base = { lab_test, created_at: old, updated_at: old, interpretation: null, status: 'collecting_sample' }
  orders = [
    makeOrder({
      ...base,
      id: '00000000-0000-4000-8000-000000000001',
      events: [event(1, 'lost', old)],
      order_transaction: null,
    }),
    makeOrder({
      ...base,
      id: '00000000-0000-4000-8000-000000000002',
      events: [event(1, 'transit_customer', old)],
      order_transaction: null,
    }),
    makeOrder({
      ...base,
      id: '00000000-0000-4000-8000-000000000003',
      events: [event(1, 'lost', old)],
      order_transaction: transaction('00000000-0000-4000-8000-000000000009'),
    }),
  ]
  renderPage(<Titles />)
  expect(await screen.findByText('Found: Panel: lost; Panel: stuck at “In transit to patient”')).toBeTruthy()
})

test('orders that did not load are not “no problems”', async () => {
  server.use(mock(listOrders, () => HttpResponse.json({ detail: 'Down.' }, { status: 503 })))
  renderPage(<Titles />)
  expect(await screen.findByText('Not checked')).toBeTruthy()
})
