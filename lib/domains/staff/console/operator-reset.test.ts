import { expect, test } from 'vitest'
import { OPERATOR_ACTOR } from '#lib/domains/audit/audit.ts'
import { createStaff, type StaffEvent } from './staff.ts'
import type { StaffRecord } from './store.ts'
import { createMemoryStaffStore } from './store-memory.ts'

const AT = new Date('2026-11-20T12:00:00.000Z')
const person = (id: string, changes: Partial<StaffRecord> = {}): StaffRecord => ({
  id,
  email: `${id}@clinic.test`,
  name: id,
  role: 'administrator',
  environments: null,
  second_factor: true,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
  activated_at: '2026-01-01T00:00:00.000Z',
  disabled_at: null,
  reset_request: null,
  administrator_since: '2026-01-01T00:00:00.000Z',
  administrator_until: null,
  ...changes,
})

function open(...people: StaffRecord[]) {
  const events: StaffEvent[] = []
  const store = createMemoryStaffStore({ staff: people, now: () => AT })
  const onEvent = (event: StaffEvent) => void events.push(event)
  return { store, events, staff: createStaff({ store, environments: [], now: () => AT, onEvent }) }
}
const ask = (email: string) => ({ email, second_factor: 'keep' as const, request_id: 'r1' })

test('the only administrator gets a link on the server, on record, and keeps the second factor', async () => {
  const { staff, store, events } = open(person('ann'))
  const { link } = await staff.resetByOperator(ask(' Ann@Clinic.test '))
  expect(link).toMatch(/\/setup#/)
  expect(await store.list()).toMatchObject([{ activated_at: null, second_factor: true }])
  expect(events).toEqual([
    {
      action: 'staff_access_reset',
      actor_id: OPERATOR_ACTOR,
      actor_email: null,
      role: null,
      subjects: ['ann'],
      outcome: 'done',
      request_id: 'r1',
    },
  ])
})

test('the second factor goes only when that is asked for', async () => {
  const { staff, store } = open(person('ann'))
  await staff.resetByOperator({ ...ask('ann@clinic.test'), second_factor: 'remove' })
  expect(await store.list()).toMatchObject([{ second_factor: false }])
})

test('nobody and somebody disabled get none, and nothing is on record', async () => {
  const { staff, events } = open(person('ann', { disabled_at: AT.toISOString() }))
  await expect(staff.resetByOperator(ask('bo@clinic.test'))).rejects.toMatchObject({ code: 'not_found' })
  await expect(staff.resetByOperator(ask('ann@clinic.test'))).rejects.toMatchObject({ code: 'conflict' })
  expect(events).toEqual([])
})
