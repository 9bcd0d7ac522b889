/** Events while somebody looks: heard as they arrive, nothing missed while cut off, and bookings that settle by themselves. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { someUsers } from '#e2e/support/api.ts'
import { sendEvent } from '#e2e/support/events.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'
import { appointment, bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { buildPath } from '#lib/kernel/wire.ts'

test('events are heard as they arrive, and none is missed by who was cut off', async ({
  page,
  context,
  server,
  service,
  home,
  problems,
}) => {
  const [user_id = ''] = await someUsers(service, 257, 1)
  const send = (id: string) => sendEvent(server, { event_type: 'daily.data.sleep.created', user_id, data: { id } })
  await send('first')
  await page.goto(`${home}/users/${user_id}/events`)
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  await expect(page.getByText('As events arrive')).toBeVisible()
  await send('second')
  await expect(page.getByRole('button', { name: 'Show 1 new event' })).toBeVisible()
  await page.keyboard.press('n')
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('As events arrive')).toBeVisible()

  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await context.setOffline(true)
  for (const id of ['third', 'fourth']) await send(id)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Show 2 new events' })).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('p')
  await expect(page.getByRole('switch', { name: 'Live' })).not.toBeChecked()
  await expect(page.getByText('As events arrive')).toBeHidden()
})

test('a pending booking is confirmed by an event alone, on the open page, and its history says so', async ({
  page,
  server,
  service,
  api,
  environment,
  home,
}) => {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&order_direction=desc&order_key=created_at'
  const found = listOrders.response.parse(await (await service.get(`${listOrders.path}?${query}&size=100`)).json())
  const order = found.orders.filter(({ events }) => lastLowLevelStatus(events) === 'requisition_created').at(2)
  if (!order) throw new Error('There is no order left to be booked.')
  const answer = await service.post(buildPath(bookPhlebotomyAppointment.path, { order_id: order.id }), {
    data: { booking_key: 'sandbox_slow_900000', async_confirmation: true, sync_confirmation_timeout_millisecond: 1000 },
  })
  const booked = appointment.parse(await answer.json())
  expect(booked.status).toBe('pending')
  const path = consoleAddress(listBookings, { params: { environment: environment.id }, query: { order_id: order.id } })
  const [booking] = listBookings.response.parse(await (await api.get(path)).json()).bookings

  // The event arrives when the page is made and doesn't listen yet.
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/events\/sandbox\/live/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto(`${home}/orders/${order.id}/book?attempt=${booking?.id}`)
  await expect(page.getByRole('heading', { level: 2, name: /pending|not confirmed/i }).first()).toBeVisible()
  const event = (status: string, event_status: string, updated_at: Date) =>
    sendEvent(server, {
      event_type: 'labtest.appointment.updated',
      user_id: order.user_id,
      data: { ...booked, status, event_status, updated_at: updated_at.toISOString() },
    })
  const now = Date.now()
  expect((await event('confirmed', 'scheduled', new Date(now + 60_000))).status).toBe(204)
  arrived.resolve()
  await expect(page.getByRole('heading', { level: 2, name: /^Confirmed for/ })).toBeVisible({ timeout: 15_000 })
  // An older one that comes late undoes nothing.
  await event('cancelled', 'cancelled', new Date(now + 30_000))
  const history = page.getByRole('region', { name: 'Progress' })
  await expect(history).toContainText('Confirmed by an event from the service.')
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'booking-by-event')
  // The newest change is the first; the service told of the pending booking too.
  await history.getByRole('link', { name: 'View event' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Event' })
  await expect(panel.getByText('This is the latest version of this data.')).toBeVisible()
  await panel.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('region', { name: 'Events received' })).toContainText('Older')
})

test('why a sample failed is said in words on the open order, once the service says it', async ({
  page,
  server,
  service,
  home,
}) => {
  const found = await service.get(`${listOrders.path}?status=sample_error&size=1`)
  const [order] = listOrders.response.parse(await found.json()).orders
  if (!order) throw new Error('No sample has failed.')
  await page.goto(`${home}/orders/${order.id}`)
  const events = page.getByRole('region', { name: 'Timeline' })
  await expect(events).toBeVisible()
  await expect(events).not.toContainText('Quantity not sufficient')
  // The embedded service has no such field; others do (gap "status_detail").
  await page.route(/\/v3\/orders\?/, async (route) => {
    const answer = listOrders.response.parse(await (await route.fetch()).json())
    const orders = answer.orders.map((each) => ({
      ...each,
      events: each.events.map((event) => ({ ...event, status_detail: 'recoverable.quantity_not_sufficient' })),
    }))
    await route.fulfill({ json: { ...answer, orders } })
  })
  await sendEvent(server, {
    event_type: 'labtest.order.updated',
    user_id: order.user_id,
    data: { ...order, updated_at: new Date().toISOString() },
  })
  await expect(events.getByText('Quantity not sufficient · another sample can be collected').first()).toBeVisible({
    timeout: 30_000,
  })
})
