/** Access to a service and its audit entries. */
import { expect, test } from 'vitest'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { answering, ORDERS, USER, USERS } from './proxy.testing.ts'

test('nobody signed in gets nothing, and nothing leaves', async () => {
  const { call, send, seen, audited } = answering(USERS, {}, { viewer: null })
  expect((await send(listUsers)).status).toBe(401)
  expect((await call(`nowhere${listUsers.path}`)).status).toBe(401)
  expect(seen).toHaveLength(0)
  expect(await audited()).toEqual([])
})

test('a role without the right is told why and whom to ask, on record', async () => {
  const { send, change, seen, audited } = answering(USERS, {}, { viewer: { role: 'read_only' } })
  expect((await send(listUsers)).status).toBe(200)
  const refused = await change('{}')
  expect(refused.status).toBe(403)
  expect(JSON.parse(refused.text).detail).toMatch(/read-only.*Ask your administrator/)
  expect(seen).toHaveLength(1)
  const entries = await audited()
  expect(entries.at(-1)).toMatchObject({ action: 'update_user', outcome: 'refused', status: 403, subjects: [USER] })
})

test('an environment a person may not enter stays shut', async () => {
  const { send, seen } = answering(USERS, {}, { viewer: { environments: ['sandbox'] } })
  expect((await send(listUsers)).status).toBe(404)
  expect(seen).toHaveLength(0)
})

test('who, what, about whom and how it ended; no values', async () => {
  const { send, audited } = answering(ORDERS)
  const { headers } = await send(listOrders, { query: { user_id: USER, patient_name: 'Okafor' } })
  expect(await audited()).toEqual([
    expect.objectContaining({
      actor_id: 'staff-1',
      role: 'administrator',
      environment: 'live',
      action: 'list_orders',
      subjects: [USER],
      outcome: 'done',
      status: 200,
      request_id: headers.get('x-request-id'),
    }),
  ])
  expect(JSON.stringify(await audited())).not.toContain('Okafor')
})

test('what cannot be recorded is not shown, and a change is not sent', async () => {
  const { send, change, seen } = answering({ ...USERS, total: 7 }, {}, { recorded: false })
  const read = await send(listUsers)
  expect([read.status, read.text.includes('"total"')]).toEqual([503, false])
  const before = seen.length
  expect((await change('{}')).status).toBe(503)
  expect(seen).toHaveLength(before)
})
