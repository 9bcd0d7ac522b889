/** The demo as a visitor meets it: every scenario stays usable and true, its controls work, and nothing leaves the browser. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { apiLines, apiRequests, ask, nextCallMeets, openControls } from '#e2e/support/demo/demo-page.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { SIGNED_OUT } from '#e2e/support/session.ts'
import { test as base, expect, screenshot } from '#e2e/support/test.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'

const test = base.extend<{ leaks: readonly string[] }>({
  leaks: [
    async ({ context, server }, use) => {
      const leaks = apiRequests(context)
      const before = apiLines(server.log()).length
      await use(leaks)
      expect([...leaks, ...apiLines(server.log()).slice(before)]).toEqual([])
    },
    { auto: true },
  ],
})

test.use({ storageState: SIGNED_OUT })

const SERVICE = '/api/service/demo'
const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')
const placeOf = (page: Page, list: string) => page.getByRole('navigation', { name: `Pages of ${list}` })
const outcome = (page: Page, words: string | RegExp) => page.getByRole('heading', { level: 2, name: words })

async function ordersOf(page: Page, query: string): Promise<Order[]> {
  return listOrders.response.parse((await ask(page, `${SERVICE}/v3/orders?${query}`)).body).orders
}

/** Orders of a draw at home that nobody has booked. */
async function bookable(page: Page): Promise<Order[]> {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&order_direction=asc&order_key=created_at'
  const orders = await ordersOf(page, `${query}&size=50`)
  return orders.filter(({ events }) => lastLowLevelStatus(events) === 'requisition_created')
}

/** Every count of the overview is what the service finds now. */
async function expectTrueCounts(page: Page) {
  const links = page.getByRole('list', { name: /^(Stages|Orders that ended another way)$/ }).getByRole('link')
  await expect(links).toHaveCount(6)
  for (const link of await links.all()) {
    const { search } = new URL((await link.getAttribute('href')) ?? '', page.url())
    const { total } = listOrders.response.parse((await ask(page, `${SERVICE}/v3/orders${search}&size=1`)).body)
    await expect(link).toContainText((total ?? 0).toLocaleString('en-US'))
  }
}

test('busy: the overview counts what there is', async ({ page }) => {
  await page.goto('/demo?scenario=busy')
  await expectTrueCounts(page)
  await expect(page.getByRole('region', { name: 'Critical results to acknowledge' })).toContainText(/\d/)
  await expectAccessible(page, 'demo-busy-overview')
})

test('new: every list says that nothing has happened yet, and nothing waits forever', async ({ page }) => {
  await page.goto('/demo?scenario=new')
  await expect(page.getByRole('list', { name: 'Stages' }).getByRole('link', { name: /^Placed/ })).toContainText('0')
  await expect(page.getByText('Nothing needs action.')).toBeVisible()
  await expectAccessible(page, 'demo-new-overview')
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
  await expect(page).toHaveURL(/\/demo\/users\?scenario=new$/)
  await screenshot(page, 'demo-new-users')
})

test('large: 50,000 orders, counted, paged and found', async ({ page }) => {
  await page.goto('/demo/orders?scenario=large')
  const pager = placeOf(page, 'orders')
  // So many take a busy machine a while.
  await expect(pager).toContainText('of 50,000', { timeout: 40_000 })
  await pager.getByRole('button', { name: 'Last page' }).click()
  await expect(pager).toContainText('49,951 to 50,000 of 50,000')
  await expect(pager).not.toContainText('Loading')
  await expect(rowsOf(page, 'Orders').first()).toBeVisible()
  await expectAccessible(page, 'demo-large-orders')
})

test('unknown values are shown as they were sent, in the list and on the order', async ({ page }) => {
  await page.goto('/demo/orders?scenario=unknown&size=100')
  await expect(rowsOf(page, 'Orders').first()).toBeVisible()
  const orders = await ordersOf(page, 'size=100')
  expect(orders).toHaveLength(100)
  const grown = orders.find(({ events }) => lastLowLevelStatus(events) === 'awaiting_courier')
  if (!grown) throw new Error('One in three orders has a status nobody knows.')
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('awaiting_courier')
  await expectAccessible(page, 'demo-unknown-orders')
  await page.goto(`/demo/orders/${grown.id}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('awaiting_courier')
  await screenshot(page, 'demo-unknown-order')
})

test('slow: what is coming is drawn at once, then the rows are there', async ({ page }) => {
  await page.goto('/demo')
  await ask(page, '/api/console/viewer')
  await page.goto('/demo/connections/import?scenario=slow')
  const asked = page.evaluate(async () => {
    const start = performance.now()
    await fetch('/api/service/demo/v2/user/?limit=1')
    return performance.now() - start
  })
  expect(await asked).toBeGreaterThan(1500)
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await screenshot(page, 'demo-slow-orders-waiting')
  await expect(rowsOf(page, 'Orders').first()).toContainText(/\w/)
  await expect(placeOf(page, 'orders')).toContainText('of 2,600')
  await expectAccessible(page, 'demo-slow-orders')
})

test('flaky: a change that fails says so and can be made again; a booking whose answer is lost is settled by its event, and never made twice', async ({
  page,
  problems,
}) => {
  problems.allow(/status of (429|5\d\d)/)
  await page.goto('/demo/settings/stuck-orders')
  const [order] = await bookable(page)
  if (!order) throw new Error('The demo has draws to book.')
  const { user_id } = order
  await page.goto(`/demo/users/${user_id}/access?scenario=flaky#for-developers`)
  const card = page.getByRole('region', { name: 'Sign-in token' })
  await waitForHydration(card)
  // A poll of the page may take the id that was meant for this call.
  await expect(async () => {
    await nextCallMeets(page, '/sign_in_token', 'unavailable')
    await card.getByRole('button', { name: /Make (new|sign-in) token/ }).click()
    await expect(card).toContainText('The service is down for maintenance.', { timeout: 3_000 })
  }).toPass()
  await screenshot(page, 'demo-flaky-access')
  await expect(async () => {
    await card
      .getByRole('button', { name: /Make|Try again/ })
      .first()
      .click()
    await expect(card.getByRole('button', { name: 'Copy' })).toBeVisible({ timeout: 2_000 })
  }).toPass()

  const path = `${SERVICE}/v3/order/${order.id}/phlebotomy/appointment/book`
  await page.goto(`/demo/orders/${order.id}/book`)
  const key = page.getByRole('textbox', { name: 'Booking key' })
  // The service is flaky: what a page asks for may fail a few times, and says so.
  await expect(async () => {
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    if (await again.first().isVisible()) await again.first().click()
    await expect(key).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await waitForHydration(key)
  await key.fill('sandbox_confirm')
  await page.getByRole('button', { name: /^Review booking/ }).click()
  await nextCallMeets(page, '/appointment/book', 'lost')
  await page.getByRole('dialog').getByRole('button', { name: 'Book appointment' }).click()
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
  await expectAccessible(page, 'demo-flaky-booking')
  // The service has it, once; whoever tries again is told.
  const booked = async () => {
    // A list that the flaky service refuses is asked for again.
    const [now] = await ordersOf(page, `order_ids=${order.id}`).catch(() => [])
    return now?.events.filter(({ status }) => status.endsWith('appointment_scheduled')).length
  }
  await expect.poll(booked).toBe(1)
  await ask(page, path, { method: 'POST', body: JSON.stringify({ booking_key: 'sandbox_confirm' }) })
  await expect.poll(booked).toBe(1)
})

test('no beta: each page says what is not enabled and whom to ask, the rest works', async ({ page, problems }) => {
  problems.allow(/status of 403/)
  await page.goto('/demo/users?scenario=no-beta')
  await expect(placeOf(page, 'users')).toContainText('of 260')
  const [order] = await ordersOf(page, 'size=1')
  await page.goto(`/demo/users/${order?.user_id}/access`)
  const card = page.getByRole('region', { name: 'Portal link' })
  await waitForHydration(card)
  await card.getByRole('button', { name: 'Create portal link' }).click()
  await expect(page.getByText('Portal links aren’t enabled')).toBeVisible()
  await expectAccessible(page, 'demo-no-beta-access')
  await page.goto(`/demo/users/${order?.user_id}/demographics`)
  await expect(page.getByText(/Reading them is in closed beta, and it isn’t enabled for your team/)).toBeVisible()
  await screenshot(page, 'demo-no-beta-demographics')
})

test('bookings end as the scenario says: confirmed, pending until the clock gets there, never, refused', async ({
  page,
  problems,
}) => {
  problems.allow(/status of (409|500)/)
  await page.goto('/demo/settings/stuck-orders?scenario=booking-confirms')
  const orders = await bookable(page)
  const open = async (turn: number, scenario: string) => {
    await page.goto(`/demo/orders/${orders[turn]?.id}/book?scenario=${scenario}`)
    const key = page.getByRole('textbox', { name: 'Booking key' })
    await waitForHydration(key)
    await key.fill('any_key')
  }
  const send = async () => {
    await page.getByRole('button', { name: /^Review booking/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Book appointment' }).click()
  }
  await open(0, 'booking-confirms')
  await send()
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
  await screenshot(page, 'demo-booking-confirms')

  await open(1, 'booking-late')
  await page.getByRole('radio', { name: /Keep trying/ }).check()
  await page.getByRole('textbox', { name: 'Wait on this page for' }).fill('1')
  await send()
  await expect(outcome(page, /^Not confirmed yet/)).toBeVisible()
  await expectAccessible(page, 'demo-booking-late')
  const controls = await openControls(page)
  await controls.getByRole('button', { name: /^\+1 h/ }).click()
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
  await expect(page.getByText('Confirmed by an event from the service.')).toBeVisible()
  await screenshot(page, 'demo-booking-late-confirmed')

  await open(2, 'booking-never')
  await send()
  await expect(page.getByText('Not booked: the provider didn’t confirm.')).toBeVisible()
  await screenshot(page, 'demo-booking-never')

  await open(3, 'booking-conflict')
  await send()
  await expect(page.getByText(/^Not booked/).first()).toBeVisible()
  await expectAccessible(page, 'demo-booking-conflict')
})

test('a demo answers nothing but itself: other environments and accounts are refused in the browser', async ({
  page,
  problems,
}) => {
  problems.allow(/status of (404|501)/)
  await page.goto('/demo/users')
  for (const [path, status] of [
    ['/api/service/sandbox/v3/orders', 404],
    ['/api/auth/sessions', 501],
    ['/v2/user/', 501],
    ['/openapi.json', 501],
  ] as const)
    expect([path, (await ask(page, path)).status]).toEqual([path, status])
})
