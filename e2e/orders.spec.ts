import { expect, test } from '#e2e/support/test.ts'

test('newest first, in the first HTML, paged as the service pages', async ({ page, request }) => {
  const { orders, total } = await (await request.get('/api/service/sandbox/v3/orders')).json()
  const html = await (await request.get('/sandbox/orders')).text()
  expect(html).toContain(orders[0].id)

  await page.goto('/sandbox/orders')
  const table = page.getByRole('table', { name: 'Orders' })
  const rows = table.locator('tbody tr')
  const pager = page.getByRole('navigation', { name: 'Pages of orders' })
  await expect(rows).toHaveCount(50)
  await expect(pager).toContainText(`1 to 50 of ${total.toLocaleString('en')}`)
  for (const [index, order] of orders.slice(0, 10).entries()) {
    await expect(rows.nth(index)).toContainText(order.lab_test.name)
    await expect(rows.nth(index)).toContainText(order.patient_address.receiver_name)
  }

  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(pager).toContainText('51 to 100')
  await expect(page).toHaveURL(/page=2/)
  const second = await (await request.get('/api/service/sandbox/v3/orders?page=2')).json()
  await expect(rows.first()).toContainText(second.orders[0].lab_test.name)
})

test('a status has words and an icon; one the console does not know is shown as sent', async ({ page }) => {
  await page.route('**/api/service/sandbox/v3/orders*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const [first] = body.orders
    first.events.push({ id: 999_999_999, created_at: first.updated_at, status: 'received.testkit.held_for_review' })
    await route.fulfill({ response, json: body })
  })
  await page.goto('/sandbox/orders')
  await page.getByRole('button', { name: 'Load orders again' }).click()
  const status = page.getByRole('table').locator('tbody tr').first()
  await expect(status).toContainText('held_for_review')
  await expect(status.locator('svg').first()).toBeVisible()
})
