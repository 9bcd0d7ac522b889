import { axe, expect, screenshot, test } from '#e2e/support/test.ts'

test('the first page has a heading, and nothing on it breaks WCAG 2.2 AA', async ({ page, network, server }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await network.holding(server.apiKey)).toEqual([])
  // Rows that wait for newer ones are pale for as long.
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  await axe(page)
  await screenshot(page, 'smoke')
})
