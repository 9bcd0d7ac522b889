/** Sources of the demo that have fallen silent, and what each of them can send and does. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { SIGNED_OUT } from '#e2e/support/session.ts'
import { expect, test } from '#e2e/support/test.ts'

test.use({ storageState: SIGNED_OUT })

test('silent connections are counted and found, on the page of their user too; types that never came are in the matrix', async ({
  page,
}) => {
  test.slow()
  await page.goto('/demo/connections')
  const chip = page.getByRole('button', { name: /^Silent \d/ })
  await expect(chip).toBeVisible({ timeout: 60_000 })
  const matrix = page.getByRole('region', { name: 'Data coverage' })
  for (const words of ['Available', 'Denied', 'Never received']) await expect(matrix).toContainText(words)
  await chip.click()
  const rows = page.getByRole('table', { name: 'Connections', exact: true }).locator('tbody tr')
  await expect(rows.first()).toContainText(/No data for \d+ [dh]/)
  await expectAccessible(page, 'silent-connections')
  await rows.first().getByRole('link').click()
  await expect(page.getByText(/No data for \d+ [dh]/).first()).toBeVisible()
})
