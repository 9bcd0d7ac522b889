import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'

test('the orders of a search are gone through by keys and buttons, and the breadcrumb leads back to it', async ({
  page,
  service,
  home,
}) => {
  const name = (await (await service.get('/v3/orders?size=1')).json()).orders[0].patient_address.receiver_name
  const query = new URLSearchParams({ search_input: name, size: '25' })
  const { orders } = await (await service.get(`/v3/orders?${query}`)).json()
  expect(orders.length).toBeGreaterThan(1)
  await page.goto(`${home}/orders?view=all&size=25`)
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await waitForHydration(rows.first())
  await page.getByRole('textbox', { name: /patient/ }).fill(name)
  await expect(rows).toHaveCount(orders.length)
  await rows.first().getByRole('link').first().click()
  const url = (at: number) => `${home}/orders/${orders[at].id}`
  await expect(page).toHaveURL(url(0))
  const next = page.getByRole('button', { name: 'Next order' })
  const previous = page.getByRole('button', { name: 'Previous order' })
  await expect(page.getByRole('group', { name: 'Orders of the list' })).toContainText(`1 of ${orders.length}`)
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(url(1))
  await previous.press('Enter')
  await expect(page).toHaveURL(url(0))
  await expect(previous).toBeFocused()
  await next.press('Enter')
  await expect(page).toHaveURL(url(1))
  await page.goBack()
  await expect(page).toHaveURL(url(0))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL(/\/orders\?view=all&size=25$|\/orders\?size=25(&view=all)?$/)
  await expect(page.getByRole('textbox', { name: /patient/ })).toHaveValue(name)
  await expect(rows).toHaveCount(orders.length)
})
