/** Training in the sandbox: an administrator advances an order, the pages follow, and nobody else can. */
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { signInAs } from '#e2e/support/people.ts'
import { cookieHeader } from '#e2e/support/session.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { buildPath } from '#lib/kernel/wire.ts'

const SERVICE = '/api/service/sandbox'

async function orderAt(request: APIRequestContext, low: string, method: string, turn = 0): Promise<Order> {
  const answer = await request.get(`${SERVICE}${listOrders.path}?size=50&status=${low}&order_type=${method}`)
  const order = listOrders.response
    .parse(await answer.json())
    .orders.filter(({ events }) => lastLowLevelStatus(events) === low)
    .at(turn)
  if (!order) throw new Error('No order of the sandbox is like that.')
  return order
}

const eventsOf = (order_id: string, environment = 'sandbox') =>
  `/api/console${buildPath(advanceOrder.path, { environment, order_id })}`

async function criticalCount(request: APIRequestContext): Promise<number> {
  const path = buildPath(listCriticalOrders.path, { environment: 'sandbox' })
  const answer = await request.get(`/api/console${path}`)
  return listCriticalOrders.response.parse(await answer.json()).waiting_count
}

test('an administrator advances a kit: timeline, status and audit log follow, by mouse and by keyboard', async ({
  page,
  request,
}) => {
  const { id, events } = await orderAt(request, 'transit_lab', 'testkit')
  const critical = await criticalCount(request)
  await page.goto(`/sandbox/orders/${id}`)
  const card = page.getByRole('region', { name: 'Simulate' })
  await waitForHydration(card)
  await expectAccessible(page, 'simulate')
  await card.getByRole('button', { name: 'Other events' }).click()
  const menu = page.getByRole('menu', { name: 'Other events' })
  await expect(menu.getByRole('menuitem')).toHaveText(['Problem in transit to lab', 'Not delivered to lab', 'Lost'])
  await page.keyboard.press('Escape')

  await card.getByRole('button', { name: 'Advance to Delivered to lab' }).click()
  await expect(card.getByRole('button', { name: 'Advance to Completed, normal' })).toBeFocused()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.locator('[id^=event-]')).toHaveCount(events.length + 1)
  await expect(timeline.locator('[id^=event-]').first()).toContainText('Delivered to lab')
  await expect(page.locator('h1 + *')).toContainText('Delivered to lab')

  // The menu opens once everything that shows orders has asked again.
  await expect(card.getByRole('button', { name: 'Other events' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem')).toHaveCount(6)
  await screenshot(page, 'simulate-menu')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Critical result' })).toContainText('Not acknowledged')
  await expect(card).toContainText('No default next step.')
  await screenshot(page, 'simulate-critical')

  expect(await criticalCount(request)).toBe(critical + 1)
  await page.goto(`/sandbox/orders/${id}/history`)
  await expect(page.getByRole('cell', { name: 'Advanced the order', exact: true })).toHaveCount(2)
  const answer = await request.get(`/api/console${listAudit.path}?subject=${id}&action=${advanceOrder.name}`)
  const { entries } = listAudit.response.parse(await answer.json())
  expect(entries.map(({ outcome, status }) => [outcome, status])).toEqual([
    ['done', 201],
    ['done', 201],
  ])
})

test('an order that somebody else has advanced says so, and shows how it is by now', async ({
  page,
  request,
  problems,
}) => {
  problems.allow(/status of 409/)
  const { id } = await orderAt(request, 'transit_lab', 'testkit', 1)
  // The stream of events stays silent: with it, the page would know before anyone can press.
  await page.route(`**/api/console${buildPath(watchEvents.path, { environment: 'sandbox' })}*`, () => undefined)
  await page.goto(`/sandbox/orders/${id}`)
  const card = page.getByRole('region', { name: 'Simulate' })
  await waitForHydration(card)
  const first = await request.post(eventsOf(id), {
    data: { status: 'problem_in_transit_lab' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(first.status()).toBe(201)
  await card.getByRole('button', { name: 'Advance to Delivered to lab' }).click()
  await expect(card.getByRole('alert')).toContainText('This order has changed since you opened it.')
  await expect(page.getByRole('region', { name: 'Timeline' }).locator('[id^=event-]').first()).toContainText(
    'Problem in transit to lab',
  )
})

test('a critical value corrected to normal stays with its call until somebody closes it', async ({ page, request }) => {
  const { id } = await orderAt(request, 'transit_lab', 'testkit', 2)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const result = (status: string, interpretation: string) =>
    request.post(eventsOf(id), { data: { status, interpretation }, headers })
  await request.post(eventsOf(id), { data: { status: 'delivered_to_lab' }, headers })
  expect((await result('completed', 'critical')).status()).toBe(201)
  await page.goto(`/sandbox/orders/${id}`)
  await page.getByRole('button', { name: 'Record a callback' }).click()
  const panel = page.getByRole('complementary', { name: 'Record a callback' })
  await panel.getByRole('radio', { name: 'Ordering provider' }).press('Space')
  await panel.getByRole('radio', { name: 'Reached and read back' }).press('Space')
  await panel.getByRole('button', { name: 'Save attempt' }).click()
  await expect(panel).toBeHidden()

  expect((await result('corrected', 'normal')).status()).toBe(201)
  const corrected = page.getByRole('region', { name: 'Formerly critical result' })
  await expect(corrected).toContainText(/No longer critical since .* · old value told to ordering provider/)
  await expect(corrected).toContainText('Reached and read back')
  await corrected.getByRole('button', { name: 'Close' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close critical result' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Say what was done or who was informed.')).toBeVisible()
  await dialog.getByRole('textbox').fill('The provider has the corrected value.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(corrected).toContainText('The provider has the corrected value.')
})

test('a support person does not see the card, and the endpoint refuses them', async ({
  page,
  request,
  server,
  context,
}) => {
  const { id, events } = await orderAt(request, 'with_customer', 'testkit')
  const support = await signInAs(server.baseURL, 'support')
  const refused = await fetch(`${server.baseURL}${eventsOf(id)}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', origin: server.baseURL, cookie: cookieHeader(support) },
  })
  expect(refused.status).toBe(403)
  expect((await refused.json()).detail).toContain('“Advance orders in the sandbox, for training”')
  await context.clearCookies()
  await context.addCookies(support.cookies)
  await page.goto(`/sandbox/orders/${id}`)
  await expect(page.getByRole('region', { name: 'Timeline' }).locator('[id^=event-]')).toHaveCount(events.length)
  await expect(page.getByRole('region', { name: 'Simulate' })).toHaveCount(0)
})
