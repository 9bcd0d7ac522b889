/** The story of one order: what it shows at once, that it follows the service, and how it is worked without a mouse. */

import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { shortId } from '#lib/utils/ids/ids.ts'

async function firstOrder(service: Api, query: string, fits: (order: Order) => boolean): Promise<Order> {
  const answer = await service.get(`${listOrders.path}?size=100&${query}`)
  const order = listOrders.response.parse(await answer.json()).orders.find(fits)
  if (!order) throw new Error('No order is like that.')
  return order
}

test('a kit whose sample failed: all of its story at once, masked on demand, with its redraw, and on paper', async ({
  page,
  service,
  home,
  environment,
}) => {
  const order = await firstOrder(
    service,
    'status=redraw_available&order_type=testkit',
    (each) => successorOf(each) !== null && each.patient_address?.receiver_name != null && Boolean(each.sample_id),
  )
  const redraw = successorOf(order)
  const name = order.patient_address?.receiver_name ?? ''
  await page.goto(`${home}/orders/${order.id}#transaction`)
  await expect(page.getByRole('heading', { level: 1, name: order.lab_test.name })).toBeVisible()
  const own = `Order ${shortId(order.id)} · ${environment.label} · Vialdesk`
  await expect(page).toHaveTitle(new RegExp(`^[^·]+ · ${own}$`))
  const transaction = page.getByRole('region', { name: 'Transaction' })
  await expect(transaction).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Stages' }).locator('[aria-current=step]')).toContainText('Stopped')
  const events = page.getByRole('region', { name: 'Timeline' })
  await expect(events.locator('[id^=event-]')).toHaveCount(order.events.length)
  await expect(page.getByRole('link', { name: /^Track to the lab at .*leaves the console/ })).toHaveAttribute(
    'href',
    order.details.data?.shipment?.inbound_tracking_url ?? '',
  )
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText(name)
  await expectAccessible(page, 'order')
  await page.keyboard.press('m')
  await expect(page.locator('main')).not.toContainText(name)
  await page.keyboard.press('m')
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText(name)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(events).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: 'Print unofficial sample label' }).click()
  const label = page.locator('[data-print-sheet]')
  await page.emulateMedia({ media: 'print' })
  await expect(label.getByRole('img', { name: `Barcode of ${order.sample_id}` })).toBeVisible()
  await expect(label).toContainText('Unofficial sample label')
  await expect(label).toContainText(new RegExp(`Vialdesk, ${environment.label}\\. Printed .+ by `))
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(label).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to redraw' }).click()
  await expect(page).toHaveURL(`${home}/orders/${redraw?.id}`)
  await expect(transaction.locator('[aria-current=true]')).toContainText('This order')
})

test('an order that changes while one looks: the event comes by itself, is marked and said', async ({
  page,
  service,
  home,
}) => {
  const order = await firstOrder(
    service,
    'status=requisition_created&order_type=at_home_phlebotomy',
    ({ events }) => lastLowLevelStatus(events) === 'requisition_created',
  )
  await page.clock.install()
  await page.goto(`${home}/orders/${order.id}`)
  const events = page.getByRole('region', { name: 'Timeline' })
  await expect(events).toContainText('Next, usually')
  await expect(page.getByRole('region', { name: 'What to do' })).toContainText('Book the draw with the patient.')

  const booking = buildPath(bookPhlebotomyAppointment.path, { order_id: order.id })
  const booked = await service.post(booking, { data: { booking_key: 'sandbox_confirm' } })
  expect(booked.status()).toBe(200)
  await page.clock.fastForward('00:31')
  const added = events.locator('[id^=event-]').first()
  await expect(added).toContainText('Appointment scheduled')
  await expect(added).toContainText('New')
  await expect(page.getByRole('status').filter({ hasText: 'New in this order: Appointment scheduled.' })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'What to do' })).toContainText('The appointment is booked.')
  await expect(page.getByText('Live · updated just now')).toBeVisible()
})

test('C copies the id, Y the link, [ and ] change tabs; an unknown id says so', async ({
  page,
  problems,
  service,
  home,
  environment,
}) => {
  problems.allow(/status of 404/)
  // A draw at home has a tab more.
  const { id } = await firstOrder(service, 'order_type=testkit', () => true)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`${home}/orders/${id}#timeline`)
  await waitForHydration(page.getByRole('region', { name: 'Timeline' }))
  await page.keyboard.press('c')
  await expect.poll(clipboard).toBe(id)
  await page.keyboard.press('y')
  await expect.poll(clipboard).toBe(page.url())
  await page.keyboard.press(']')
  await expect(page).toHaveURL(`${home}/orders/${id}/history`)
  await expect(page).toHaveTitle(
    new RegExp(`^History · [^·]+ · Order ${shortId(id)} · ${environment.label} · Vialdesk$`),
  )
  await page.keyboard.press('[')
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await page.goto(`${home}/orders/00000000-0000-4000-8000-00000000dead`)
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
})
