/** From an order to what its test measures: a search across all of it, a comparison, paper. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

const HEART = '00000000-0000-4000-a000-000000000107'

test('from an order to its markers, searched, compared with another test, copied and printed, by keys', async ({
  page,
  service,
  home,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const found = await service.get(`${listOrders.path}?order_type=walk_in_test&size=100`)
  const { orders } = listOrders.response.parse(await found.json())
  const order = orders.find(({ lab_test }) => lab_test.name === 'Heart risk')
  await page.goto(`${home}/orders/${order?.id}`)
  const way = page.getByRole('region', { name: 'Lab test' }).getByRole('link', { name: 'View markers' })
  // Until the names of tests have come, it leads to where one chooses.
  await expect(way).toHaveAttribute('href', `${home}/markers?lab_test=${HEART}`)
  await way.click()
  await expect(page).toHaveURL(`${home}/markers?lab_test=${HEART}`)
  await expect(page.getByRole('status').filter({ hasText: 'expected results' })).toHaveText(
    '7 markers, 11 expected results',
  )
  await expectAccessible(page, 'markers')

  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect.poll(clipboard).toMatch(/^TAM-\d+$/)
  const box = page.getByRole('textbox', { name: /LOINC/ })
  await box.fill('4548-4')
  await expect(page.locator('mark')).toHaveText('4548-4')
  await page.getByRole('button', { name: 'Copy rows' }).click()
  await expect.poll(async () => (await clipboard()).split('\r\n')[1]?.split('\t')[12]).toBe(`"'4548-4"`)
  await box.press('Escape')

  await page.getByRole('button', { name: /^Compare with/ }).click()
  const other = page.getByRole('combobox', { name: /^Compare with/ })
  await other.fill('lipid and')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/&compare=00000000-0000-4000-a000-000000000102$/)
  // A list of names that is still open would hide the page from roles.
  await page.reload()
  await expect(page.getByText(/2 in both, 5 only in Heart risk, 6 only in Lipid and A1c/)).toBeAttached()
  await expect(page.getByRole('row', { name: /^Total price/ })).toHaveText(/137\.25.*139\.00 1\.75 more$/)
  await expect(page.getByRole('row', { name: /^Preparation/ }).getByRole('cell')).toHaveText([
    'not on file',
    'not on file',
  ])
  await expectAccessible(page, 'marker-comparison')
  const both = page.getByRole('rowgroup', { name: /^In both/ }).getByRole('row')
  await page.getByRole('button', { name: /^In both/ }).click()
  await expect(both).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(both).toHaveCount(3)
  await page.emulateMedia({ media: null })
  await page.goBack()

  await page.goto(`${home}/markers`)
  await page.getByRole('textbox', { name: 'Find a marker in all lab tests' }).fill('vitamin d')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ lab tests with a match$/ })).toBeVisible()
  await expectAccessible(page, 'marker-finder')
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(8)

  await page.emulateMedia({ media: 'print' })
  // A page just gone back to may not listen yet.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(page.getByRole('banner')).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'Heart risk' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(8)
})
