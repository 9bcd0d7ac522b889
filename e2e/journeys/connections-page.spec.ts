import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, below } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'
import { countDirectorySources, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'

const directoryOf = (api: Api, environmentId: string) => below(api, `/api/console/directory/${environmentId}`)

/** The sources with most connections, once the directory has read the whole list. */
async function mostConnected(directory: Api) {
  const ask = async () => countDirectorySources.response.parse(await (await directory.get('/sources')).json())
  await expect.poll(async () => (await ask()).state.complete_at, { timeout: 20_000 }).not.toBeNull()
  const [first, second] = (await ask()).source_counts
  if (!first || !second) throw new Error('The data set has too few sources.')
  return { first, second }
}

test('a source is chosen in the chart, another in the picker; reload and Back keep them; a row leads to the user', async ({
  page,
  api,
  home,
  environment,
}) => {
  const directory = directoryOf(api, environment.id)
  const { first, second } = await mostConnected(directory)
  await page.goto(`${home}/connections?limit=25&show=all`)
  const chart = page.getByRole('list', { name: 'Connections by source' })
  const place = page.getByRole('navigation', { name: 'Pages of connections' }).locator('p')
  const rows = page.getByRole('table', { name: 'Connections', exact: true }).locator('tbody tr')
  const bar = chart.getByRole('button', { name: new RegExp(`^${first.source.name}: ${first.connections}`) })
  await waitForHydration(bar)
  await bar.click()
  await expect(place).toHaveText(`1 to 25 of ${first.connections}`)
  await expect(page).toHaveURL(new RegExp(`sources=${first.source.slug}`))
  await expect(rows.filter({ hasText: first.source.name })).toHaveCount(25)

  await page.keyboard.press('f')
  const picker = page.getByRole('dialog', { name: 'Filter connections' })
  await picker.getByRole('tab', { name: /^Source/ }).click()
  await picker.getByRole('checkbox', { name: new RegExp(`^${second.source.name}`) }).check()
  await picker.getByRole('button', { name: 'Show connections' }).click()
  const both = first.connections + second.connections
  await expect(place).toHaveText(`1 to 25 of ${both}`)
  await expect(chart.getByRole('button', { pressed: true })).toHaveCount(2)
  await page.reload()
  await expect(page.getByText(`${both} found, newest first`)).toBeVisible()
  await expectAccessible(page, 'connections-page')
  await page.goBack()
  await expect(place).toHaveText(`1 to 25 of ${first.connections}`)

  await page.getByRole('radio', { name: 'Table' }).check()
  const counts = page.getByRole('table', { name: 'Connections by source' })
  await expect(counts.getByRole('row').filter({ hasText: second.source.name })).toContainText(`${second.connections}`)
  await counts.getByRole('button', { name: first.source.name }).click()
  await expect(page).not.toHaveURL(/sources=/)

  const { connections } = searchDirectoryConnections.response.parse(
    await (await directory.get('/connections?limit=1')).json(),
  )
  const [newest] = connections
  await expect(page.getByRole('table', { name: 'Connections', exact: true })).toHaveAttribute('aria-busy', 'false')
  await expect(rows.first()).toContainText(newest?.source.name ?? '')
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/users/${newest?.user_id}/connections\\?source=${newest?.source.slug}`))
  await expect(page.getByRole('region', { name: new RegExp(`^${newest?.source.name}`) })).toBeVisible()
})

test('what is filtered by source and day is exported, and days that end before they begin are explained', async ({
  page,
  api,
  home,
  environment,
}) => {
  const { first } = await mostConnected(directoryOf(api, environment.id))
  await page.goto(
    `${home}/connections?show=all&sources=${first.source.slug}&created_from=2026-11-02&created_to=2026-11-01`,
  )
  await expect(page.getByText(/The last day is before the first day/)).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter Connected/ }).click()
  await expect(page.getByText(`${first.connections} found, newest first`)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(first.connections + 1)
  expect(lines[0]).toContain('user_id,client_user_id,source')
  expect(lines.slice(1).every((line) => line.includes(first.source.slug))).toBe(true)
  await expect(page.getByText('Exported.')).toBeVisible()
})

test('at 1600 px the list has heads and the chart an axis; a source is searched and chosen by keys', async ({
  page,
  api,
  home,
  environment,
}) => {
  const { first } = await mostConnected(directoryOf(api, environment.id))
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(`${home}/connections?show=all`)
  const table = page.getByRole('table', { name: 'Connections', exact: true })
  for (const name of ['Source', 'Patient', 'User', 'Next step', 'Connected']) {
    const box = await table.getByRole('columnheader', { name, exact: true }).boundingBox()
    expect(box?.width, name).toBeGreaterThan(20)
  }
  const axis = page.locator('.visx-axis text')
  await expect(axis.first()).toHaveText('0')
  expect(await axis.count()).toBeGreaterThan(1)

  const search = page.getByRole('textbox', { name: 'Find a source' })
  await waitForHydration(search)
  await search.fill(first.source.slug)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: new RegExp(`^${first.source.name}:`) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`sources=${first.source.slug}`))
})
