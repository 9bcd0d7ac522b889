import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { below } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'
import { getFigures } from '#lib/domains/orders/figures.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { dayIn, lastDays } from '#lib/utils/time/day-ranges.ts'

test('figures of a period lead to their orders, and leave as a file without patients', async ({
  page,
  api,
  home,
  environment,
}) => {
  const now = await page.evaluate(() => Date.now())
  const [from = '', ...days] = lastDays(91, dayIn('America/New_York', now))
  const query = new URLSearchParams({ from, to: days.at(-2) ?? '', time_zone: 'America/New_York' })
  const ask = async () =>
    getFigures.response.parse(
      await (await below(api, `/api/console/figures/${environment.id}`).get(`?${query}`)).json(),
    )
  // All orders are read once, in the background.
  test.setTimeout(240_000)
  await expect.poll(async () => (await ask()).is_whole, { timeout: 150_000, intervals: [3_000] }).toBe(true)
  const { figures } = await ask()
  const rows = figures.filter(({ kind, count }) => kind === 'test' && count !== null && count <= 100)
  const shown = rows.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))[0]
  if (!shown?.count) throw new Error('The data set has no finished orders.')

  await page.goto(home)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Figures' }).click()
  const period = page.getByLabel('Period')
  await waitForHydration(period)
  await period.selectOption('Last 90 days')
  await expect(page).toHaveURL(/period=90/)
  await expect(page.getByText('Counts only what was seen since')).toBeVisible()
  const table = page.getByRole('table', { name: 'Turnaround by lab test' })
  const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: shown.name, exact: true }) })
  await expect(row.getByRole('cell', { name: formatCount(shown.count), exact: true })).toBeVisible()
  await expectAccessible(page, 'figures')

  await page.getByRole('button', { name: 'Stage' }).click()
  await expect(page.getByRole('table', { name: 'Time in each stage' }).getByRole('row')).toHaveCount(4)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(`test,${shown.name},${shown.count},`)
  expect(file).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)

  await page.getByRole('button', { name: 'Lab test' }).click()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/orders\?.*order_ids=/)
  await expect(page.getByText(new RegExp(`1 to \\d+ of ${shown.count}$`))).toBeVisible()
  await page.goBack()
  await expect(table).toBeVisible()
})
