/** Advancing an order over HTTP: who may, where, what is answered, and that it is on record. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulatedStep, Simulation } from '#lib/domains/orders/console/routes.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'

const ORDER = '07ad9e52-1111-4222-8333-9a6f2c8165fe'
const USER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'
const EVENT = { id: 4, created_at: '2026-11-21T08:00:00Z', status: 'collecting_sample.walk_in_test.draw_completed' }

const order = makeOrder({ id: ORDER, user_id: USER, status: 'collecting_sample', events: [EVENT] })

let steps: SimulatedStep[] = []
const simulation: Simulation = {
  async advance(step) {
    if (step.environment !== 'sandbox') return null
    if (step.after_event_id === 1) throw new ApiError('conflict', 'This order has changed.')
    if (step.status === 'lost') throw new ApiError('invalid_input', 'This order can’t get this event now.')
    steps.push(step)
    return { order, event: EVENT }
  },
}

let backend: ReturnType<typeof testConsole>
const advance = (json: object, { as = 'administrator', environment = 'sandbox' } = {}) =>
  backend.send(advanceOrder, { params: { environment, order_id: ORDER }, json, as })
/** How often the service was asked to count. */
let counted = 0

beforeEach(() => {
  steps = []
  counted = 0
  const searchOrders = async () => {
    counted += 1
    return { orders: [], total: 0 }
  }
  backend = testConsole({ simulation, orders: { searchOrders } })
})

test('the order gets the event that was chosen; it, its user and who did it are on record', async () => {
  const response = await advance({ status: 'draw_completed', after_event_id: 3 })
  expect(response.status).toBe(201)
  const answer = advanceOrder.response.parse(await response.json())
  expect(answer).toEqual({ order_id: ORDER, event: EVENT, status: 'collecting_sample' })
  expect(steps).toEqual([
    { environment: 'sandbox', order_id: ORDER, status: 'draw_completed', interpretation: undefined, after_event_id: 3 },
  ])
  expect(backend.rows).toMatchObject([
    { action: 'advance_order', environment: 'sandbox', outcome: 'started', subjects: [ORDER] },
    { actor_id: 'id-of-administrator', outcome: 'done', status: 201, subjects: [USER, ORDER] },
  ])
})

test('an empty body is the usual next step; a result may be named', async () => {
  expect((await advance({})).status).toBe(201)
  expect((await advance({ status: 'completed', interpretation: 'critical' })).status).toBe(201)
  expect(steps.map(({ status, interpretation }) => [status, interpretation])).toEqual([
    [undefined, undefined],
    ['completed', 'critical'],
  ])
})

test('the overview and the critical list are read anew afterwards', async () => {
  const countsOf = async (endpoint: typeof getOverview | typeof listCriticalOrders) => {
    const before = counted
    await backend.send<Endpoint>(endpoint, { params: { environment: 'sandbox' } })
    return counted - before
  }
  for (const endpoint of [getOverview, listCriticalOrders]) {
    expect(await countsOf(endpoint)).toBeGreaterThan(0)
    expect(await countsOf(endpoint)).toBe(0)
    await advance({})
    expect(await countsOf(endpoint)).toBeGreaterThan(0)
  }
})

describe('what is refused', () => {
  test.each(ROLES.filter((role) => role !== 'administrator'))('%s, who is told why', async (as) => {
    const response = await advance({}, { as })
    expect(response.status).toBe(403)
    expect((await response.json()).detail).toContain('“Advance orders in the sandbox, for training”')
    expect(steps).toEqual([])
    expect(backend.rows).toMatchObject([{ action: 'advance_order', outcome: 'refused', status: 403 }])
  })

  test('an environment without a simulation', async () => {
    const response = await advance({}, { environment: 'production' })
    expect([response.status, await response.json()]).toEqual([
      404,
      { detail: 'This environment has no simulation.', code: 'not_found', request_id: expect.any(String) },
    ])
    expect(backend.rows.at(-1)).toMatchObject({ environment: 'production', outcome: 'refused', status: 404 })
  })

  test.each([
    [{ status: 'teleported' }, 422],
    [{ interpretation: 'borderline' }, 422],
    [{ after_event_id: 'x' }, 422],
    [{ status: 'lost' }, 422],
    [{ after_event_id: 1 }, 409],
  ])('%j: %i', async (body, status) => {
    expect((await advance(body)).status).toBe(status)
    expect(steps).toEqual([])
    expect(backend.rows.at(-1)).toMatchObject({ outcome: 'refused', status })
  })
})
