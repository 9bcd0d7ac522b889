/** The server's HTML of a page before any script runs. A demo renders in the browser. */
import { somebody } from '#e2e/support/people.ts'
import { test as base, expect } from '#e2e/support/test.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { buildPath } from '#lib/kernel/wire.ts'

const test = base.extend<{ read: (path: string) => Promise<string> }>({
  read: ({ context, home }, use) => use(async (path) => (await context.request.get(`${home}${path}`)).text()),
})

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]

test('the first rows of the users', async ({ read, service }) => {
  const html = await read('/users')
  const { users } = await (await service.get('/v2/user/?limit=1')).json()
  expect(html).toContain('<table')
  expect(html).toContain(users[0].client_user_id)
  expect(html).toContain(users[0].user_id)
  expect(html).toContain('1 to 100 of 260')
})

test('columns and rows as they were chosen', async ({ page, read, home }) => {
  await page.goto(`${home}/users`)
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByRole('checkbox', { name: 'City' }).uncheck({ force: true })
  await panel.getByRole('button', { name: 'Make Reference wider' }).click()
  await panel.getByRole('radio', { name: 'Comfortable' }).check({ force: true })
  await expect(page.getByRole('columnheader', { name: 'City' })).toHaveCount(0)
  const html = await read('/users')
  expect(html).not.toContain('>City<')
  expect(html).toContain('data-density="roomy"')
  expect(html).toMatch(/--line-columns:200px \S+ \d+px /)
})

test('the theme that was chosen, without a flash of the other', async ({ page, read, home }) => {
  await page.goto(`${home}/users`)
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await read('/users')).toContain('data-theme="dark"')
})

test('the person and the tabs of a user, and no name in the title', async ({ read, service }) => {
  const { user_id, info } = await somebody(service, 0)
  const html = await read(`/users/${user_id}/profile`)
  expect(html).toContain(`${info.first_name} ${info.last_name}`)
  expect(html).toContain('User sections')
  expect(titleOf(html)).toMatch(/^Profile · User [0-9a-f]{8}…[0-9a-f]{4} · Sandbox · Vialdesk$/)
})

test('the page of an unknown user is answered with 404', async ({ page, problems, home }) => {
  problems.allow(/status of 404/)
  const missing = await page.goto(`${home}/users/00000000-0000-4000-8000-00000000dead/profile`)
  expect(missing?.status()).toBe(404)
})

test('the newest order', async ({ read, service }) => {
  const { orders } = await (await service.get('/v3/orders?size=1')).json()
  expect(await read('/orders')).toContain(orders[0].id)
})

test('all events of an order, and no name in the title', async ({ read, service }) => {
  const answer = await service.get('/v3/orders?size=100&status=redraw_available&order_type=testkit')
  const { orders } = listOrders.response.parse(await answer.json())
  const order = orders.find((each) => successorOf(each) !== null && each.patient_address?.receiver_name != null)
  const html = await read(`/orders/${order?.id}`)
  for (const { id } of order?.events ?? []) expect(html).toContain(`id="event-${id}"`)
  expect(html).toContain('A redraw is ordered.')
  expect(titleOf(html)).not.toContain(order?.patient_address?.receiver_name)
})

test('an appointment that was booked', async ({ read, service }) => {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&order_direction=asc&order_key=created_at'
  const answer = await service.get(`/v3/orders?${query}&size=100`)
  const { orders } = listOrders.response.parse(await answer.json())
  const open = orders.filter(({ events }) => lastLowLevelStatus(events) === 'requisition_created')
  // Those at the ends are for others.
  const { id = '', lab_test } = open[Math.floor(open.length / 2)] ?? {}
  const path = buildPath(bookPhlebotomyAppointment.path, { order_id: id })
  expect((await service.post(path, { data: { booking_key: 'sandbox_confirm' } })).status()).toBe(200)
  const html = await read('/appointments')
  for (const words of [id, lab_test?.name]) expect(html).toContain(words)
})

test('the markers of a lab test', async ({ read }) => {
  const html = await read('/markers?lab_test=00000000-0000-4000-a000-000000000101')
  for (const words of ['Comprehensive wellness', 'Hemoglobin A1c', '4548-4']) expect(html).toContain(words)
})

test('the names that the catalog knows', async ({ read }) => {
  const html = await read('/settings/catalogue')
  for (const name of ['Varnley Central Lab', 'Comprehensive wellness', 'Walk-in and draws'])
    expect(html).toContain(name)
})

test('the service centers of a search', async ({ read, service }) => {
  const answer = await service.get(`${getServiceCenters.path}?zip_code=80205&lab_id=1`)
  const [first] = getServiceCenters.response.parse(await answer.json()).patient_service_centers
  expect(await read('/service-centers?zip_code=80205&lab_id=1')).toContain(first?.metadata.name)
})
