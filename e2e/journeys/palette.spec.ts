/** The palette: whatever somebody has in hand, an id, a reference or a name, leads to its page, by keys alone. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })

test('Ctrl K and a pasted order id: Enter lands on the order, also where the id came with more', async ({
  page,
  context,
  problems,
  service,
  home,
  environment,
}) => {
  // Whether an id is a user's is asked too.
  problems.allow(/status of 404/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { orders } = listOrders.response.parse(await (await service.get(`${listOrders.path}?size=3`)).json())
  const [first, second] = orders
  await page.goto(`${home}/users`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), `"order_id": "${first?.id.toUpperCase()}",\n`)
  // Typed without waiting for the palette: nothing of it is lost.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}/orders/${first?.id}`)

  await page.keyboard.press('/')
  await field(page).fill(`https://console.test${home}/orders/${second?.id}/history`)
  await expect(page.getByRole('group', { name: 'Order with this ID' }).getByRole('option')).toHaveCount(1)
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(tab).toHaveURL(`${home}/orders/${second?.id}`)
  await expect(page).toHaveURL(`${home}/orders/${first?.id}`)
  await tab.close()
  await field(page).fill('00000000-0000-4000-8000-00000000dead')
  await expect(page.getByRole('heading', { name: `Nothing in ${environment.label} has this id` })).toBeVisible()
})

test('a reference leads to its user, whom the palette then remembers; actions run from it', async ({
  page,
  service,
  api,
  home,
  environment,
}) => {
  const { user_id } = await somebody(service, 3)
  const row = await (await api.get(`/api/console/directory/${environment.id}/users/${user_id}`)).json()
  const reference: string = row.user.client_user_id
  await page.goto(`${home}/orders`)
  await page.keyboard.press('Control+k')
  await field(page).pressSequentially(reference.toUpperCase())
  await expect(page.getByRole('group', { name: 'Users' }).getByRole('option').first()).toContainText(reference)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}/users/${user_id}`)
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(reference)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()

  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recently opened' }).getByRole('option')
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText(reference)
  await expect(page.getByText(/^Directory: [\d,]+ users, /)).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(user_id)
  await field(page).fill('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a patient’s name finds their orders and stands in no address; masked, the palette hides it too', async ({
  page,
  service,
  home,
}) => {
  const { orders } = listOrders.response.parse(await (await service.get(`${listOrders.path}?size=9`)).json())
  const order = orders.find(({ patient_address }) => patient_address?.receiver_name)
  const name = order?.patient_address?.receiver_name ?? ''
  const addresses: string[] = []
  page.on('request', (sent) => addresses.push(sent.url()))
  await page.goto(`${home}/settings`)
  await page.keyboard.press('Control+k')
  await field(page).fill(name.toLowerCase())
  const found = page.getByRole('group', { name: 'Orders' }).getByRole('option')
  await expect(found.filter({ hasText: order?.id.slice(-4) ?? '' })).toContainText(name)
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  await page.keyboard.press('/')
  await field(page).fill(name)
  await expect(found.first()).toContainText('Name hidden')
  await expect(page.getByRole('dialog')).not.toContainText(name)
  await page.keyboard.press('Enter')
  // The right page for a name is the person's own.
  await expect(page).toHaveURL(`${home}/users/${order?.user_id}`)
  expect(addresses.filter((url) => url.includes('/v3/orders')).length).toBeGreaterThan(0)
  const words = name.toLowerCase().split(' ')
  expect(addresses.filter((url) => words.some((word) => decodeURIComponent(url).toLowerCase().includes(word)))).toEqual(
    [],
  )
})
