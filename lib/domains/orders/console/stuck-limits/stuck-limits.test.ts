/** When an order is stuck: what an environment has set, who may set it, and what the overview counts by it. */
import { expect, test } from 'vitest'
import { getOverview, type Overview } from '#lib/domains/orders/overview.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck-days.ts'
import { changeStuckLimits, getStuckLimits } from '#lib/domains/orders/stuck-limits.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { limitsOf } from './stuck-limits.ts'

const params = { environment: 'sandbox' }

function desk() {
  const { send, rows } = testConsole({ orders: { searchOrders: async () => ({ orders: [], total: 4 }) } })
  const change = (json: unknown, as = 'administrator') => send(changeStuckLimits, { params, json, as })
  const limits = async () =>
    getStuckLimits.response.parse(await (await send(getStuckLimits, { params, as: 'read_only' })).json())
  const stuck = async (): Promise<Overview['stuck']> =>
    getOverview.response.parse(await (await send(getOverview, { params, as: 'read_only' })).json()).stuck
  return { rows, change, limits, stuck }
}

test('the usual limits count until an administrator sets others, and the overview at once by those', async () => {
  const { rows, change, limits, stuck } = desk()
  const shown = async () =>
    (await stuck())
      .filter(({ rule }) => rule === 'in_transit' || rule === 'with_patient')
      .map(({ rule, days, statuses }) => [rule, days, statuses])
  expect(await limits()).toEqual({ days: STUCK_DAYS, version: 0, changed_at: null, changed_by: null })
  expect(await shown()).toEqual([
    ['with_patient', 14, ['with_customer', 'awaiting_registration']],
    ['in_transit', 5, ['transit_customer', 'out_for_delivery', 'transit_lab']],
  ])
  const days = { ...STUCK_DAYS, with_customer: 3, transit_lab: 9 }
  expect((await change({ version: 0, days }, 'support')).status).toBe(403)
  expect((await change({ version: 0, days })).status).toBe(200)
  const set = { days, version: 1, changed_at: '2026-11-21T08:00:00.000Z', changed_by: 'Ada Marker' }
  expect(await limits()).toEqual(set)
  expect(await shown()).toEqual([
    ['with_patient', 3, ['with_customer']],
    ['with_patient', 14, ['awaiting_registration']],
    ['in_transit', 5, ['transit_customer', 'out_for_delivery']],
    ['in_transit', 9, ['transit_lab']],
  ])
  expect((await change({ version: 0, days: STUCK_DAYS })).status).toBe(409)
  expect(await limits()).toEqual(set)
  expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'change_stuck_limits refused',
    'change_stuck_limits started',
    'change_stuck_limits done',
    'change_stuck_limits started',
    'change_stuck_limits refused',
  ])
})

test.each([0, 366, 1.5, '7', null, undefined])('%s days are none', async (with_customer) => {
  const { change, limits } = desk()
  const answer = await change({ version: 0, days: { ...STUCK_DAYS, with_customer } })
  expect(answer.status).toBe(422)
  expect((await answer.json()).detail[0].loc).toEqual(['body', 'days', 'with_customer'])
  expect((await limits()).version).toBe(0)
})

test('a status that came later has its usual limit, and one that went has none', () => {
  expect(limitsOf({ days: { with_customer: 2, forgotten: 9 } })).toEqual({ ...STUCK_DAYS, with_customer: 2 })
})
