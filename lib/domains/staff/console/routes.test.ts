/** Staff over HTTP with sample people in memory, as the demo has them. */
import { expect, test } from 'vitest'
import { auditSearch } from '#lib/domains/audit/audit.ts'
import { createAudit, recordPersonEvent } from '#lib/domains/audit/console/audit.ts'
import { inviteStaff, listStaff, updateStaff } from '#lib/domains/staff/staff.ts'
import { ENVIRONMENTS, NOW, testConsole } from '#lib/system/console/console.testing.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { staffRoutes } from './routes.ts'
import { sampleStaff } from './staff.testing.ts'
import { createStaff } from './staff.ts'
import { createMemoryStaffStore } from './store-memory.ts'

const ID = '0be71f43-1111-4222-8333-9a6f2c811b92'

function setUp() {
  const log = createMemoryConsoleStore()
  const audit = createAudit({ store: log, now: () => NOW, onError: () => undefined })
  const store = createMemoryStaffStore({
    staff: [
      sampleStaff('id-of-administrator', { role: 'administrator' }),
      sampleStaff('ann', { second_factor: false }),
      sampleStaff('zoe', { activated_at: null }),
    ],
    now: () => NOW,
    publicUrl: () => 'http://console.test',
  })
  const onEvent = (event: Parameters<typeof recordPersonEvent>[1]) => recordPersonEvent(audit, event)
  const staff = createStaff({ store, environments: ENVIRONMENTS, now: () => NOW, onEvent })
  const recorded = async () => {
    const { entries } = await log.searchAudit(auditSearch.parse({}), null)
    return entries.map(({ action, outcome, status, subjects }) => ({ action, outcome, status, subjects }))
  }
  const { send } = testConsole({ routes: staffRoutes(staff, audit), idsOf: () => () => ID })
  return { send, recorded }
}

test('the sample people, and someone invited with the id of the request', async () => {
  const { send, recorded } = setUp()
  const input = { email: 'Bob@clinic.test', name: 'Bob', role: 'support', environments: null }
  const answer = await send(inviteStaff, { json: input })
  expect(answer.status).toBe(201)
  const { member, link, expires_at } = inviteStaff.response.parse(await answer.json())
  expect(member).toMatchObject({ id: ID, email: 'bob@clinic.test', status: 'invited', created_at: NOW.toISOString() })
  expect(link).toMatch(/^http:\/\/console\.test\/setup#[\w-]{43}$/)
  expect(expires_at).toBe('2026-11-28T08:00:00.000Z')
  const { staff } = listStaff.response.parse(await (await send(listStaff)).json())
  expect(staff.map(({ id, status, second_factor }) => [id, status, second_factor])).toEqual([
    ['ann', 'active', false],
    [ID, 'invited', false],
    ['id-of-administrator', 'active', true],
    ['zoe', 'invited', true],
  ])
  expect(await recorded()).toEqual([{ action: 'staff_invited', outcome: 'done', status: null, subjects: [ID] }])
})

test('a change, and a refusal that is on record with its status', async () => {
  const { send, recorded } = setUp()
  const change = (staff_id: string, json: object) => send(updateStaff, { params: { staff_id }, json })
  expect(updateStaff.response.parse(await (await change('ann', { disabled: true })).json()).status).toBe('disabled')
  const refused = await change('id-of-administrator', { role: 'support' })
  expect(refused.status).toBe(409)
  expect((await refused.json()).detail).toMatch(/^This is the last active administrator/)
  expect(await recorded()).toEqual([
    { action: 'update_staff', outcome: 'refused', status: 409, subjects: ['id-of-administrator'] },
    { action: 'staff_disabled', outcome: 'done', status: null, subjects: ['ann'] },
  ])
})
