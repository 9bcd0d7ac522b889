/** When an order is stuck: what an environment has set, who may set it, and what the overview counts by it. */
import { expect, test } from 'vitest'
import { listSettingChanges } from '#lib/domains/audit/setting-changes.ts'
import { chosenOf } from '#lib/domains/orders/console/stuck-limits.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { changeStuckLimits } from '#lib/domains/orders/stuck/stuck-limit-changes.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getOverview, type Overview } from '#lib/domains/orders/worklist/overview.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'

const params = { environment: 'sandbox' }

function desk() {
  const { send, rows } = testConsole({ orders: { searchOrders: async () => ({ orders: [], total: 4 }) } })
  const change = (json: unknown, as = 'administrator') => send(changeStuckLimits, { params, json, as })
  const limits = async () =>
    getStuckLimits.response.parse(await (await send(getStuckLimits, { params, as: 'read_only' })).json())
  const stuck = async (): Promise<Overview['stuck']> =>
    getOverview.response.parse(await (await send(getOverview, { params, as: 'read_only' })).json()).stuck
  const history = async (query: { limit: number; before?: number }) => {
    const asked = { params: { ...params, setting: 'stuck_limits' }, query, as: 'read_only' } as const
    return listSettingChanges.response.parse(await (await send(listSettingChanges, asked)).json())
  }
  return { rows, change, limits, stuck, history }
}

test('the usual limits count until an administrator sets others, and the overview at once by those', async () => {
  const { rows, change, limits, stuck } = desk()
  const shown = async () =>
    (await stuck())
      .filter(({ rule }) => rule === 'in_transit' || rule === 'with_patient')
      .map(({ rule, days, statuses }) => [rule, days, statuses])
  expect(await limits()).toEqual({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null })
  expect(await shown()).toEqual([
    ['with_patient', 14, ['with_customer', 'awaiting_registration']],
    ['in_transit', 5, ['transit_customer', 'out_for_delivery', 'transit_lab']],
  ])
  const chosen = { with_customer: 3, transit_lab: 9 }
  const days = { ...STUCK_DAYS, ...chosen }
  expect((await change({ version: 0, chosen }, 'support')).status).toBe(403)
  expect((await change({ version: 0, chosen })).status).toBe(200)
  const set = { days, chosen, version: 1, changed_at: '2026-11-21T08:00:00.000Z', changed_by: 'Ada Marker' }
  expect(await limits()).toEqual(set)
  expect(await shown()).toEqual([
    ['with_patient', 3, ['with_customer']],
    ['with_patient', 14, ['awaiting_registration']],
    ['in_transit', 5, ['transit_customer', 'out_for_delivery']],
    ['in_transit', 9, ['transit_lab']],
  ])
  expect((await change({ version: 0, chosen: {} })).status).toBe(409)
  expect(await limits()).toEqual(set)
  expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'change_stuck_limits refused',
    'change_stuck_limits started',
    'change_stuck_limits done',
    'change_stuck_limits started',
    'change_stuck_limits refused',
  ])
})

test.each([0, 366, 1.5, '7', null])('%s days are none', async (with_customer) => {
  const { change, limits } = desk()
  const answer = await change({ version: 0, chosen: { with_customer } })
  expect(answer.status).toBe(422)
  expect((await answer.json()).detail[0].loc).toEqual(['body', 'chosen', 'with_customer'])
  expect((await limits()).version).toBe(0)
})

test('a stage’s limit is that of its statuses, unless one has its own', async () => {
  const { change, limits } = desk()
  expect((await change({ version: 0, chosen: { collecting: 10, transit_lab: 4, lost: 3 } })).status).toBe(422)
  expect((await change({ version: 0, chosen: { collecting: 10, transit_lab: 4 } })).status).toBe(200)
  const { days, chosen } = await limits()
  expect(chosen).toEqual({ collecting: 10, transit_lab: 4 })
  expect(days).toMatchObject({ with_customer: 10, transit_customer: 10, transit_lab: 4 })
  expect(days['delivered_to_lab']).toBe(STUCK_DAYS['delivered_to_lab'])
  // Back to the defaults.
  expect((await change({ version: 1, chosen: {} })).status).toBe(200)
  expect((await limits()).days).toEqual(STUCK_DAYS)
})

test('everyone who sees the limits sees who changed which of them, newest first', async () => {
  const { change, history } = desk()
  await change({ version: 0, chosen: { collecting: 10 } })
  await change({ version: 1, chosen: { collecting: 10, with_customer: 3 } })
  // Refused, so nothing was changed.
  await change({ version: 0, chosen: {} })
  const { changes, next } = await history({ limit: 1 })
  expect(changes).toMatchObject([
    { actor_name: 'Ada Marker', details: { fields: ['days.with_customer'] }, subject: null },
  ])
  expect((await history({ limit: 5, before: next ?? 0 })).changes.map(({ details }) => details.fields)).toEqual([
    ['days.collecting'],
  ])
})

test('what is no limit of its own isn’t set: a status that went, or one that has its default', () => {
  const days = { with_customer: 2, transit_lab: STUCK_DAYS['transit_lab'] ?? 0, forgotten: 9 }
  expect(chosenOf({ days })).toEqual({ with_customer: 2 })
  expect(chosenOf({ days: { collecting: 8, transit_lab: 8, with_customer: 14 } })).toEqual({
    collecting: 8,
    with_customer: 14,
  })
  expect(chosenOf(undefined)).toEqual({})
})
