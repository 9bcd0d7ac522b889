import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoViewer } from '#lib/demo/people.ts'
import { createStaff } from '#lib/domains/staff/console/staff.ts'
import { createMemoryStaffStore } from '#lib/domains/staff/console/store-memory.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { staffInvitation, staffMember } from '#lib/domains/staff/staff.ts'
import { demoStaff } from './staff.ts'

const STARTED_AT = Date.parse('2026-11-22T15:00:00Z')
const environments = [{ id: 'demo' }]
const store = createMemoryStaffStore({ staff: demoStaff(STARTED_AT) })
const actor = demoViewer('administrator', STARTED_AT)
const { staff } = await createStaff({ store, environments, onEvent: () => undefined }).list({ actor })

test('everyone is as the contract says, once, and began before now', () => {
  expect(z.array(staffMember).parse(staff)).toEqual(staff)
  for (const { email, name, role, environments } of staff) staffInvitation.parse({ email, name, role, environments })
  expect(new Set(staff.flatMap(({ id, email }) => [id, email])).size).toBe(staff.length * 2)
  for (const { created_at, last_seen_at } of staff) {
    expect(Date.parse(created_at)).toBeLessThan(STARTED_AT)
    if (last_seen_at) expect(Date.parse(last_seen_at)).toBeGreaterThan(Date.parse(created_at))
  }
})

test('the viewer of every role is among them', () => {
  for (const role of ROLES) {
    const { id, name, email } = demoViewer(role, STARTED_AT)
    expect(staff).toContainEqual(expect.objectContaining({ id, name, email, role, status: 'active' }))
  }
})

test('staff is in every state', () => {
  expect(new Set(staff.map(({ status }) => status))).toEqual(new Set(['active', 'invited', 'disabled']))
})
