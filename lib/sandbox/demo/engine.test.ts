import { expect, test } from 'vitest'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER, listBookings } from '#lib/domains/bookings/booking.ts'
import { bulkImportConnections, listUserProviders } from '#lib/domains/connections/connection.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { PROVIDERS } from '#lib/sandbox/data/providers.ts'
import { type DemoTab, firstUser, testBrowser } from './engine.testing.ts'

const HOUR = 3_600_000

test('answers as the server does: the sandbox’s users and orders, errors, permissions and audit', async () => {
  const { send, read, engine } = await testBrowser().openTab()
  expect((await read(listUsers, { query: { limit: 3 } })).total).toBe(260)
  expect((await read(listOrders, { query: { size: 1 } })).total).toBe(2600)
  expect((await send(listOrders, { query: { size: 1000 } })).status).toBe(422)
  await engine.setRole('read_only')
  expect((await send(listAudit)).status).toBe(403)
  await engine.setRole('administrator')
  const { entries } = await read(listAudit, { query: { outcome: 'refused' } })
  expect(entries[0]).toMatchObject({ action: 'list_audit', outcome: 'refused', role: 'read_only', environment: null })
})

test('refuses what is no part of the demo, and sends it nowhere', async () => {
  const { ask } = await testBrowser().openTab()
  const sessions = `${AUTH_PREFIX}${authEndpoints.list_own_sessions.path}`
  for (const path of [sessions, listUsers.path, '/link/abc', CONSOLE_PREFIX, `${CONSOLE_PREFIX}-x/audit`]) {
    expect((await ask(path)).status, path).toBe(501)
  }
  expect((await ask(proxyAddress('production', listOrders))).status).toBe(404)
})

test('a change is there again when the page is loaded anew, with the ids it had', async () => {
  const browser = testBrowser()
  const first = await browser.openTab()
  const { user_id } = await firstUser(first)
  const saved = await first.send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-7' } })
  expect(saved.status).toBe(204)
  const view = { name: 'Mine', shared: false, filter: {}, look: {} }
  const made = saveView.response.parse(
    await (await first.send(saveView, { params: { list: 'orders' }, json: view })).json(),
  )

  browser.pass(HOUR)
  const second = await browser.openTab()
  expect((await firstUser(second)).client_user_id).toBe('reference-7')
  expect(JSON.stringify(await second.read(listViews, { params: { list: 'orders' } }))).toContain(made.id)
  expect(second.engine.snapshot().changes).toBe(2)
})

test('a change that is refused leaves nothing to be made again', async () => {
  const browser = testBrowser()
  const { engine, send, read } = await browser.openTab()
  const { user_id } = await firstUser({ read })
  const refused = await send(updateUser, { params: { user_id }, json: { fallback_time_zone: 'Nowhere/Else' } })
  expect(refused.status).toBe(422)
  expect(engine.snapshot().changes).toBe(0)
})

const ATTEMPT = '5f0c6d1e-1111-4222-8333-1a2b3c4d5e6f'

async function bookable({ read }: Pick<DemoTab, 'read'>): Promise<string> {
  const query = { order_type: ['at_home_phlebotomy'], status: ['requisition_created'], size: 1 }
  const [order] = (await read(listOrders, { query })).orders
  if (!order) throw new Error('The demo has orders to book.')
  return order.id
}

const book = ({ send }: Pick<DemoTab, 'send'>, order_id: string, json: object) =>
  send(bookPhlebotomyAppointment, { params: { order_id }, json, headers: { [ATTEMPT_HEADER]: ATTEMPT } })

async function lastEvent({ read }: Pick<DemoTab, 'read'>, order_id: string) {
  const { orders } = await read(listOrders, { query: { order_ids: [order_id] } })
  return orders[0]?.events.at(-1)
}

test('a pending booking is confirmed when the clock comes to it, and not before', async () => {
  const browser = testBrowser()
  const { engine, send, read } = await browser.openTab({ scenario: 'booking-late' })
  const order_id = await bookable({ read })
  const made = await book({ send }, order_id, { booking_key: 'any', async_confirmation: true })
  expect(await made.json()).toMatchObject({ status: 'pending' })
  const status = async () => (await lastEvent({ read }, order_id))?.status
  await engine.pause()
  browser.pass(HOUR)
  expect(await status()).toMatch(/appointment_pending$/)
  await engine.advance(3 * 60_000)
  expect(await status()).toMatch(/appointment_scheduled$/)
})

test('a booking that was refused still is when the page is loaded anew', async () => {
  const browser = testBrowser()
  const first = await browser.openTab({ scenario: 'booking-conflict' })
  const refused = await book(first, await bookable(first), { booking_key: 'any' })
  expect(refused.status).toBe(409)
  const second = await browser.openTab()
  const { bookings } = await second.read(listBookings)
  expect(bookings.map(({ id, state }) => ({ id, state }))).toEqual([{ id: ATTEMPT, state: 'refused' }])
})

test('orders move by themselves as the clock runs, the same after a reload', async () => {
  const browser = testBrowser()
  const first = await browser.openTab()
  await first.read(listUsers)
  const next = first.engine.snapshot().next
  if (!next) throw new Error('Orders of the demo move.')
  const newest = (tab: DemoTab) => lastEvent(tab, next.order_id)
  const before = await newest(first)
  await first.engine.nextEvent()
  const after = await newest(first)
  expect(after).not.toEqual(before)
  expect(after?.status).toMatch(new RegExp(`${next.status}$`))
  await first.engine.advance(24 * HOUR)
  const second = await browser.openTab()
  expect(await newest(second)).toEqual(await newest(first))
  expect(second.engine.snapshot().next).toEqual(first.engine.snapshot().next)
})

test('the presenter moves an order on, whatever the role; what cannot be is refused in words', async () => {
  const { engine, read } = await testBrowser().openTab()
  await engine.setRole('read_only')
  const query = { order_type: ['testkit'], status: ['with_customer'], size: 1 }
  const { orders } = await read(listOrders, { query })
  const id = orders[0]?.id ?? ''
  await engine.advanceOrder(id, null)
  expect((await lastEvent({ read }, id))?.status).toMatch(/transit_lab$/)
  await expect(engine.advanceOrder(id, { status: 'draw_completed' })).rejects.toThrow('can’t get this event')
})

test('a reset takes every change back, and can be undone', async () => {
  const { engine, send, read } = await testBrowser().openTab()
  const { user_id, client_user_id } = await firstUser({ read })
  await send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-7' } })
  await engine.reset()
  expect((await firstUser({ read })).client_user_id).toBe(client_user_id)
  expect(engine.snapshot()).toMatchObject({ changes: 0, can_undo: true })
  await engine.undoReset()
  expect((await firstUser({ read })).client_user_id).toBe('reference-7')
  expect(engine.snapshot()).toMatchObject({ changes: 1, can_undo: false })
})

test('each base keeps what was changed in it', async () => {
  const { engine, send, read } = await testBrowser().openTab()
  const { user_id } = await firstUser({ read })
  await send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-7' } })
  await engine.setScenario({ base: 'new', modifiers: [], booking: null })
  expect((await read(listUsers)).total).toBe(0)
  await engine.setScenario({ base: 'normal', modifiers: ['no-beta'], booking: null })
  expect((await firstUser({ read })).client_user_id).toBe('reference-7')
})

test('looks the same three weeks later', async () => {
  const browser = testBrowser()
  const first = await browser.openTab()
  const { now } = first.engine.snapshot().clock
  const firstFive = async ({ send }: DemoTab) => (await send(listOrders, { query: { size: 5 } })).json()
  const before = await firstFive(first)
  browser.pass(21 * 24 * HOUR)
  const later = await browser.openTab()
  expect(await firstFive(later)).toEqual(before)
  expect(later.engine.snapshot().clock.now).toBe(now)
})

test('what somebody looked at, or was refused, stays on record when the page is loaded anew', async () => {
  const browser = testBrowser()
  const first = await browser.openTab()
  const { user_id } = await firstUser(first)
  await first.read(listUserProviders, { params: { user_id } })
  await first.engine.setRole('read_only')
  await first.send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-7' } })
  await first.engine.setRole('administrator')
  const second = await browser.openTab()
  const { entries } = await second.read(listAudit, { query: { subject: user_id } })
  expect(entries.map(({ action, outcome, role }) => [action, outcome, role])).toEqual([
    ['update_user', 'refused', 'read_only'],
    ['list_user_providers', 'done', 'administrator'],
    ['list_users', 'done', 'administrator'],
  ])
  expect(second.engine.snapshot().changes).toBe(0)
})

test('what the journal holds of tokens is nothing', async () => {
  const browser = testBrowser()
  const { send, read } = await browser.openTab()
  const { user_id } = await firstUser({ read })
  const connection = { user_id, access_token: 'secret-a', refresh_token: 'secret-b', provider_id: 'p', expires_at: 1e9 }
  const provider = PROVIDERS.find(({ kind }) => kind === 'cloud_oauth')?.slug
  const body = { provider, connections: [connection], wait_for_completion: true }
  const imported = await send(bulkImportConnections, { json: body })
  expect(await imported.json()).toEqual({ user_ids_imported: [user_id], user_ids_failed: [] })
  const runs = await browser.journal.runs('normal')
  const kept = JSON.stringify(await browser.journal.entries(runs?.current.id ?? '', 0))
  expect(kept).toContain('bulk_import')
  expect(kept).not.toContain('secret')
})

test('an import without its tokens is refused, as by the server', async () => {
  const { send, read } = await testBrowser().openTab()
  const { user_id } = await firstUser({ read })
  const connection = { user_id, provider_id: 'p', expires_at: 1e9 }
  const provider = PROVIDERS.find(({ kind }) => kind === 'cloud_oauth')?.slug
  const answer = await send(bulkImportConnections, { json: { provider, connections: [connection] } })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('access_token')
})

test('a demo begins with a day’s work waiting, and the backlog of before taken on', async () => {
  const { read, errors } = await testBrowser().openTab({ past: true })
  const { waiting, waiting_count, acknowledged } = await read(listCriticalOrders)
  expect(waiting_count).toBeGreaterThan(0)
  expect(waiting_count).toBeLessThanOrEqual(6)
  expect(waiting).toHaveLength(waiting_count)
  for (const { result_at, acknowledgements } of acknowledged) {
    expect(Date.parse(acknowledgements[0]?.at ?? '')).toBeGreaterThan(Date.parse(result_at))
  }
  expect(errors).toEqual([])
})
