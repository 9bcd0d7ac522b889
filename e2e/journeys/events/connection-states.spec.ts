/** The states of connections: checked in the background, found, counted, told in their order; and sources that fall silent. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, below } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { connectionsOf } from '#e2e/support/people.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { countDirectorySources, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'

/** Returns the directory's sources once everyone was checked; other pages read it earlier. */
async function checkedSources(directory: Api) {
  const ask = async () => countDirectorySources.response.parse(await (await directory.get('/sources')).json())
  const left = async () => {
    const { coverage } = await ask()
    return coverage.users - coverage.checked
  }
  // A check is followed by a pause as long as it took: two hundred take minutes on a busy machine.
  await expect.poll(left, { timeout: 180_000, intervals: [500] }).toBe(0)
  return ask()
}

test('whoever must sign in again is found, and the number is the service’s own', async ({
  page,
  api,
  service,
  home,
  environment,
}) => {
  test.slow()
  const directory = below(api, `/api/console/directory/${environment.id}`)
  const { source_counts, coverage } = await checkedSources(directory)
  expect(coverage).toMatchObject({ problem: null, retry_at: null })
  const count = source_counts.reduce((sum, { states }) => sum + (states.needs_sign_in ?? 0), 0)
  expect(count).toBeGreaterThan(0)

  await page.goto(`${home}/connections`)
  const chip = page.getByRole('button', { name: `Needs sign-in ${count}` })
  await waitForHydration(chip)
  await expect(page.getByText(`All ${coverage.users} users with connections checked`)).toBeVisible()
  await expect(page.getByText(/ of [\d,]+ need attention/)).toBeVisible()
  await screenshot(page, 'connection-states')
  await chip.click()
  await expect(page.getByText(`${count} found, newest first`)).toBeVisible()
  const rows = page.getByRole('table', { name: 'Connections', exact: true }).locator('tbody tr')
  await expect(rows).toHaveCount(Math.min(count, 100))
  await expectAccessible(page, 'connection-states-found')

  // Each of the first ten is in this state by what the service says of its user.
  const found = await directory.get('/connections?states=needs_sign_in&limit=10')
  const { connections } = searchDirectoryConnections.response.parse(await found.json())
  for (const { user_id, source } of connections) {
    const told = (await connectionsOf(service, user_id)).find(({ slug }) => slug === source.slug)
    if (!told) throw new Error('The service lists the connection.')
    expect(connectionState(told)).toBe('needs_sign_in')
    expect(isBroken(connectionState(told))).toBe(true)
  }

  await page.reload()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await rows.first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: new RegExp(`^${connections[0]?.source.name}`) })).toContainText(
    'Needs sign-in',
  )
})

test('what an agent sees of a user is known in the list at once', async ({ page, api, service, home, environment }) => {
  test.slow()
  const directory = below(api, `/api/console/directory/${environment.id}`)
  await checkedSources(directory)
  const list = async (user_id: string) => {
    const found = await directory.get('/connections?states=needs_sign_in&states=failing&limit=500')
    const { connections } = searchDirectoryConnections.response.parse(await found.json())
    return connections.find((each) => each.user_id === user_id)?.checked_at ?? ''
  }
  const first = await directory.get('/connections?states=needs_sign_in&limit=1')
  const [row] = searchDirectoryConnections.response.parse(await first.json()).connections
  if (!row) throw new Error('Somebody must sign in again.')
  const before = await list(row.user_id)
  await page.goto(`${home}/users/${row.user_id}/connections`)
  await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible()
  await connectionsOf(service, row.user_id)
  await expect.poll(async () => (await list(row.user_id)) > before).toBe(true)
})

test('a revoked source that is connected again tells both, in their order, on the open page', async ({
  page,
  context,
  api,
  home,
  environment,
}) => {
  test.slow()
  const directory = below(api, `/api/console/directory/${environment.id}`)
  await checkedSources(directory)
  const found = await directory.get('/connections?states=revoked&limit=10')
  const row = searchDirectoryConnections.response.parse(await found.json()).connections.at(-1)
  if (!row) throw new Error('Nobody has a revoked source.')
  const { user_id, source } = row
  await page.goto(`${home}/users/${user_id}/connections?source=${source.slug}`)
  const shown = page.getByRole('region', { name: new RegExp(`^${source.name}`) })
  await expect(shown.getByText('Revoked').first()).toBeVisible()
  const history = page.getByRole('region', { name: 'State history' })
  await expect(history.getByRole('listitem').first()).toContainText('Revoked')

  await shown.getByRole('button', { name: 'Create sign-in link' }).click()
  const dialog = page.getByRole('dialog', { name: `Sign-in link for ${source.name}` })
  const opening = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open in a new tab' }).click()
  const widget = await opening
  await widget.getByRole('button', { name: `Connect ${source.name}` }).click()
  await expect(widget.getByText(/connected/i).first()).toBeVisible()
  await widget.close()
  await dialog.getByRole('button', { name: 'Done' }).click()

  // The service says so by an event, and this console checks the connection again.
  const told = history
    .getByRole('listitem')
    .locator('span')
    .filter({ hasText: /^(Connected again|Revoked|Connected)$/ })
  await expect(told.first()).toHaveText('Connected again', { timeout: 60_000 })
  await expect(history.getByRole('listitem').nth(1)).toContainText('Revoked')
  await expect(history.getByRole('listitem').last()).toContainText('Connected')
  await expectAccessible(page, 'connection-history')
})

test('a source that is silent for most of its users is on the overview and on the connections page', async ({
  page,
  home,
  environment,
}) => {
  // Silence takes days to come about: when it does is tested with the store, how it is told here.
  const directory = `**/api/console/directory/${environment.id}`
  await page.route(`${directory}/sources*`, async (route) => {
    const answer = countDirectorySources.response.parse(await (await route.fetch()).json())
    const [first, second, ...rest] = answer.source_counts
    if (!(first && second)) throw new Error('The data set has too few sources.')
    const source_counts = [{ ...first, timed: 8, silent: 6 }, { ...second, timed: 9, silent: 1 }, ...rest]
    await route.fulfill({ json: { ...answer, source_counts } })
  })
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  await page.route(`${directory}/connections*`, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('silent_on')
    const answer = searchDirectoryConnections.response.parse(await (await route.fetch({ url: url.href })).json())
    const silent = { state: 'connected', last_data_at: ago(98), silent_at: ago(26) }
    const connections = answer.connections.slice(0, 7).map((row) => ({ ...row, ...silent }))
    await route.fulfill({ json: { ...answer, connections, total: 7, next: null } })
  })
  await page.goto(home)
  const card = page.getByRole('region', { name: 'Silent sources' })
  await expect(card).toContainText('1 source silent for most users')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card).toContainText('6 of 8 silent')
  await expectAccessible(page, 'silent-overview')

  await page.goto(`${home}/connections`)
  await page.getByRole('link', { name: 'Data coverage' }).click()
  const matrix = page.getByRole('region', { name: 'Data types by source' })
  for (const words of ['Available', 'Denied', 'Never received']) await expect(matrix).toContainText(words)
  await expectAccessible(page, 'data-coverage')
  await page.getByRole('main').getByRole('link', { name: 'Connections' }).click()
  await waitForHydration(page.getByRole('button', { name: /^All \d/ }))
  await page.keyboard.press('f')
  const picker = page.getByRole('dialog', { name: 'Filter connections' })
  await picker.getByRole('tab', { name: /^Last data/ }).click()
  await picker.getByRole('radio', { name: /^Silent/ }).check()
  await picker.getByRole('button', { name: 'Show connections' }).click()
  const rows = page.getByRole('table', { name: 'Connections', exact: true }).locator('tbody tr')
  await expect(rows).toHaveCount(7)
  await expect(rows.first()).toContainText('No data for 4 d')
  await expectAccessible(page, 'silent-connections')
})
