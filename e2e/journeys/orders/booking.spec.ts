/** Booking a draw in a real browser: each outcome, without a mouse, and what is told of it elsewhere. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { printFaults } from '#e2e/support/overlaps.ts'
import { expect, onServer, test } from '#e2e/support/test.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { disableWebhookEndpoint, enableWebhookEndpoint, listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { buildPath } from '#lib/kernel/wire.ts'

let taken = 0

/** An order of a draw at home that nobody has booked, another one each time; other specs take the newest. */
async function bookable(service: Api): Promise<Order> {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&order_direction=asc&order_key=created_at'
  const answer = await service.get(`${listOrders.path}?${query}&size=100`)
  const { orders } = listOrders.response.parse(await answer.json())
  const open = orders.filter(({ events }) => lastLowLevelStatus(events) === 'requisition_created')
  const order = open[taken]
  taken += 1
  if (!order) throw new Error('There is no order left to be booked.')
  return order
}

const keyBox = (page: Page) => page.getByRole('textbox', { name: 'Booking key' })

async function open(page: Page, home: string, order: Order) {
  await page.goto(`${home}/orders/${order.id}/book`)
  await waitForHydration(keyBox(page))
}

async function send(page: Page, key: string) {
  await keyBox(page).fill(key)
  await page.getByRole('button', { name: /^Review booking/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book appointment' }).click()
}

const outcome = (page: Page, words: string | RegExp) => page.getByRole('heading', { level: 2, name: words })

test('confirmed, from the order and back, by keys alone; two presses book once', async ({
  page,
  service,
  home,
  environment,
}) => {
  const order = await bookable(service)
  await page.goto(`${home}/orders/${order.id}`)
  await expect(page.getByRole('region', { name: 'Bookings' })).toContainText('No booking made in this console.')
  await page.getByRole('link', { name: 'Book a draw' }).press('Enter')
  await waitForHydration(keyBox(page))
  await keyBox(page).press('Control+Enter')
  await expect(keyBox(page)).toBeFocused()
  await expect(page.getByText('Enter the booking key.')).toBeVisible()
  await page.keyboard.type('sandbox_confirm')
  await expectAccessible(page, 'booking-form')
  let posts = 0
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().includes('/appointment/book')) posts += 1
  })
  await keyBox(page).press('Control+Enter')
  const summary = page.getByRole('dialog', { name: `Book this draw in ${environment.label}?` })
  await expect(summary.getByRole('button', { name: /^Back to the form/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(outcome(page, /^Confirmed for .* 8:00\sAM to 8:30\sAM [A-Z]+\.$/)).toBeFocused()
  expect(posts).toBe(1)
  await page.reload()
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('region', { name: 'Bookings' })).toContainText('Confirmed')
})

/** Lets the console's own inbox receive events of the sandbox, or not. */
async function setInbox(
  api: Api,
  environment: string,
  change: typeof disableWebhookEndpoint | typeof enableWebhookEndpoint,
): Promise<void> {
  const listed = await api.get(consoleAddress(listWebhookEndpoints, { params: { environment } }))
  const { endpoints } = listWebhookEndpoints.response.parse(await listed.json())
  const endpoint_id = endpoints?.find(({ kind }) => kind === 'inbox')?.id ?? ''
  const answer = await api.post(consoleAddress(change, { params: { environment, endpoint_id } }), {
    data: {},
  })
  expect(answer.status()).toBe(200)
}

test('pending, then confirmed by the service’s event: the page says so by itself, and how it knows', {
  ...onServer('The demo’s service sends no events about bookings.'),
}, async ({ page, service, home }) => {
  test.setTimeout(180_000)
  const order = await bookable(service)
  await open(page, home, order)
  await page.getByRole('radio', { name: /Keep trying/ }).check()
  await page.getByRole('textbox', { name: 'Wait on this page for' }).fill('1')
  await send(page, 'sandbox_slow_4000')
  await expect(outcome(page, 'Not confirmed yet. Don’t tell the patient it’s booked.')).toBeVisible()
  await expect(outcome(page, /^Confirmed for/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('by an event from the service.')
})

test('pending, then confirmed: never told as booked before; the order’s own word is taken over manually', async ({
  page,
  api,
  service,
  home,
  environment,
}) => {
  await setInbox(api, environment.id, disableWebhookEndpoint)
  const order = await bookable(service)
  await open(page, home, order)
  await page.getByRole('radio', { name: /Keep trying/ }).check()
  await page.getByRole('textbox', { name: 'Wait on this page for' }).fill('1')
  await send(page, 'sandbox_slow_2500')
  await expect(outcome(page, 'Not confirmed yet. Don’t tell the patient it’s booked.')).toBeFocused()
  await expect(page.getByRole('timer', { name: /time left/ })).toContainText(/1[45]:\d\d/)
  await expectAccessible(page, 'booking-pending')
  await expect(async () => {
    await page.getByRole('button', { name: 'Reload order' }).click()
    await expect(page.getByText('The order says:')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Record as confirmed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record as confirmed' }).click()
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('The order’s event says')
  await setInbox(api, environment.id, enableWebhookEndpoint)
})

test('pending, then canceled by the service: the page says so by itself, and another is booked', async ({
  page,
  service,
  home,
}) => {
  const order = await bookable(service)
  await open(page, home, order)
  await page.getByRole('radio', { name: /Keep trying/ }).check()
  await page.getByRole('textbox', { name: 'Wait on this page for' }).fill('1')
  await page.getByRole('textbox', { name: 'Give up after' }).fill('1')
  await expect(page.getByText('60000 ms')).toBeVisible()
  await send(page, 'sandbox_fail')
  await expect(outcome(page, /^Not confirmed yet/)).toBeVisible()
  await page.goto(home)
  const card = page.getByRole('region', { name: 'Pending bookings' })
  await expect(card).toContainText('until canceled')
  await card.locator(`a[href*="${order.id}"]`).click()
  await expect(outcome(page, /^Not confirmed yet/)).toBeVisible()
  // The order says so by its own event, the booking by the event that the inbox receives a moment later.
  await expect(outcome(page, /^Canceled/)).toBeVisible({ timeout: 100_000 })
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Canceled by an event from the service.')
  await page.getByRole('button', { name: 'Book again' }).click()
  await send(page, 'sandbox_confirm')
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
})

test('an error keeps all that was typed; a second tab says so, and a booking there stops this one', async ({
  page,
  context,
  problems,
  service,
  home,
}) => {
  problems.allow(/status of (500|409)/)
  const order = await bookable(service)
  await open(page, home, order)
  await page.getByRole('textbox', { name: /^Notes/ }).fill('Side entrance, buzzer 4.')
  await send(page, 'sandbox_fail')
  await expect(page.getByText('Not booked: the provider didn’t confirm.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Side entrance, buzzer 4.')
  const other = await context.newPage()
  await open(other, home, order)
  await expect(other.getByText('This form is also open in another tab.')).toBeVisible()
  await keyBox(other).fill('sandbox_confirm')
  await send(page, 'sandbox_confirm')
  await expect(outcome(page, /^Confirmed for/)).toBeVisible()
  await expect(other.getByText('Order already has an appointment', { exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Review booking/ })).toBeDisabled()
  const path = buildPath(bookPhlebotomyAppointment.path, { order_id: order.id })
  const refused = await service.post(path, { data: { booking_key: 'sandbox_confirm' } })
  expect([refused.status(), (await refused.json()).detail]).toEqual([409, expect.stringContaining('Nothing was sent')])
})

test('appointments: a week on both clocks, and a calendar file without names', async ({ page, service, home }) => {
  const order = await bookable(service)
  const path = buildPath(bookPhlebotomyAppointment.path, { order_id: order.id })
  expect((await service.post(path, { data: { booking_key: 'sandbox_confirm' } })).status()).toBe(200)
  const visit = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${home}/appointments?view=week&day=${visit}`)
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${order.id}"]`) })
    .last()
  await expect(entry).toContainText(/8:00\sAM to 8:30\sAM/)
  await expectAccessible(page, 'appointments-week')
  await page.getByRole('radio', { name: 'Your time' }).press('Space')
  await expect(page).toHaveURL(/clock=viewer/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file' }).press('Enter')
  const file = (await (await saved).createReadStream().then((stream) => stream.toArray())).join('')
  expect(file).toContain(`Phlebotomy draw ${order.id.slice(0, 8)}`)
  expect(file).not.toContain(order.patient_address?.receiver_name ?? 'nobody')
  await page.goto(`${home}/appointments`)
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href*="${order.id}"]`) })
      .last(),
  ).toBeVisible()
  const perDay = page.getByRole('region', { name: 'Draws per day' })
  const cell = perDay.getByRole('button', { name: /: \d+ draws?$/ }).first()
  const [, count = ''] = /: (\d+) draw/.exec((await cell.getAttribute('aria-label')) ?? '') ?? []
  await cell.click()
  await expect(page.locator('h1 + p')).toHaveText(new RegExp(`^${count} draws?\\b`))
  expect(page.url()).not.toMatch(/city|cities/i)
  await expectAccessible(page, 'appointments-days')
  await perDay.getByRole('button', { name: 'Show all cities and days' }).click()
  await page.getByRole('combobox', { name: 'Days' }).selectOption('All dates')
  await page.goto(`${home}/appointments?period=all&state=confirmed&limit=25`)
  await expect(page.getByRole('link', { name: order.id.slice(0, 8) }).first()).toBeVisible()
  await expectAccessible(page, 'appointments')
  expect(await printFaults(page)).toEqual([])
})
