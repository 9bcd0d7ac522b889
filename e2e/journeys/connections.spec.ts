import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { allUsers, connectionsOf, firstUser, hasSource } from '#e2e/support/people.ts'
import { expect, onServer, test } from '#e2e/support/test.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { getHistoricalPulls } from '#lib/domains/connections/historical-pull.ts'
import { listEvents } from '#lib/domains/events/received.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'

const detail = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

/** Somebody with more than one source, of which one has failed. */
async function withFailedSource(service: Api) {
  const { user_id } = await firstUser(await allUsers(service), async (user) => {
    if (user.connected_sources.length < 2) return false
    const found = await connectionsOf(service, user.user_id)
    return found.some(({ error_details }) => error_details?.error_type === 'token_refresh_failed')
  })
  const connections = await connectionsOf(service, user_id)
  const failed = connections.find(({ status }) => status === 'error')
  if (!failed) throw new Error('No source has failed.')
  return { user_id, connections, failed }
}

test('a failed source is explained, and disconnected by its name', async ({ page, service, home }) => {
  const { user_id, connections, failed } = await withFailedSource(service)
  const { name, slug } = failed
  await page.goto(`${home}/users/${user_id}/connections`)
  const shown = detail(page, name)
  await expect(shown).toContainText('The source refused to renew access.')
  await shown.getByText('Error details from the API').click()
  await expect(shown.getByText('"error_type": "token_refresh_failed"')).toBeVisible()
  const rows = shown.getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(Object.keys(failed.resource_availability).length)

  await shown.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Disconnect' })).toBeDisabled()
  await question.getByRole('textbox').fill(name)
  await question.getByRole('textbox').press('Enter')
  await expect(page.getByText(`${name} is disconnected.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sources' }).getByText(name, { exact: true })).toBeHidden()
  const left = connections.map((each) => each.slug).filter((each) => each !== slug)
  expect((await connectionsOf(service, user_id)).map((each) => each.slug)).toEqual(left)
})

test(
  'a failed source is reconnected by a link that works',
  onServer('The link leads to a page of the embedded service.'),
  async ({ page, context, service, home }) => {
    const { user_id, failed } = await withFailedSource(service)
    await page.goto(`${home}/users/${user_id}/connections`)
    const shown = detail(page, failed.name)
    await shown.getByRole('button', { name: 'Create sign-in link' }).click()
    const dialog = page.getByRole('dialog', { name: `Sign-in link for ${failed.name}` })
    const opening = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Open in a new tab' }).click()
    const widget = await opening
    await expect(widget.getByRole('button', { name: `Connect ${failed.name}` })).toBeVisible()
    expect(await widget.evaluate(() => window.opener)).toBeNull()
    await widget.close()
    await dialog.getByRole('button', { name: 'Done' }).click()
  },
)

test('the address leads to one source, and Back to the one before', async ({ page, service, home }) => {
  const users = await allUsers(service)
  const { user_id, connected_sources } = await firstUser(
    users,
    (user) => user.connected_sources.length > 2 && hasSource('phone_health_store')(user),
  )
  const other = connected_sources.find(({ source }) => source.slug !== 'phone_health_store')?.source
  await page.goto(`${home}/users/${user_id}/connections?source=phone_health_store`)
  const device = detail(page, 'Phone Health Store')
  await expect(device).toContainText('You can’t disconnect it here;')
  await expect(device.getByRole('button', { name: 'Disconnect' })).toBeHidden()
  await page.getByRole('button', { name: new RegExp(`^${other?.name}`) }).click()
  await expect(detail(page, other?.name ?? '')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`source=${other?.slug}`))
  await page.goBack()
  await expect(device).toBeVisible()
})

test('whose role does not include it reads why, on both pages, and the service refuses it too', async ({
  openAs,
  service,
  home,
  environment,
}) => {
  const { user_id } = await firstUser(await allUsers(service), hasSource('korrin_ring'))
  const page = await openAs('read_only')
  await page.goto(`${home}/users/${user_id}/connections?source=korrin_ring`)
  await expect(detail(page, 'Korrin Ring')).toContainText(
    'doesn’t include “Disconnect a source”. Ask your administrator',
  )
  await expect(page.getByRole('button', { name: /Disconnect|sign-in link/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0)
  await page.goto(`${home}/users/${user_id}/access`)
  await expect(page.getByText('doesn’t include “Create links, codes and sign-in tokens”. Ask')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make/ })).toHaveCount(0)
  const path = `${environment.servicePath}/v2/user/${user_id}/korrin_ring`
  const refused = await page.evaluate(async (address) => (await fetch(address, { method: 'DELETE' })).status, path)
  expect(refused).toBe(403)
})

test('how past data came in is told by data type, with why some is tried again', async ({ page, service, home }) => {
  const reply = await service.get('/v2/introspect/historical_pull')
  const { data } = getHistoricalPulls.response.parse(await reply.json())
  const found = data.find(({ pulled }) => Object.values(pulled).some(({ status }) => status === 'retrying'))
  await page.goto(`${home}/users/${found?.user_id}/connections?source=${found?.provider}`)
  const past = page.getByRole('region', { name: 'Past data' })
  await expect(past.getByRole('listitem')).toHaveCount(Object.keys(found?.pulled ?? {}).length)
  await expect(past.getByRole('listitem').filter({ hasText: 'Retrying' }).first()).toContainText(/Next try in \d/)
  await expect(past.getByText(/^Never pulled: /)).toBeVisible()
  await expectAccessible(page, 'past-data')
})

test('a workout is drawn from its event, and the audit log names the person', async ({
  page,
  server,
  demo,
  api,
  environment,
  home,
}) => {
  test.slow()
  const type = 'daily.data.workout_stream.created'
  // A demo has events of its own.
  if (!demo)
    await fetch(`${server.baseURL}/v2/sandbox/wearables`, {
      method: 'POST',
      headers: { 'x-service-api-key': server.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ users: 60, events: 1_000 }),
    })
  const query = { event_types: [type], limit: 1 }
  const path = consoleAddress(listEvents, { params: { environment: environment.id }, query })
  const arrived = async () => listEvents.response.parse(await (await api.get(path)).json()).events.length
  await expect.poll(arrived, { timeout: 60_000 }).toBe(1)
  await page.goto(`${home}/events?event_types=${type}`)
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  const first = page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'Workout stream' }).first()
  await first.click()
  const panel = page.getByRole('complementary', { name: 'Event' })
  await panel.getByRole('button', { name: 'Open workout' }).click()
  await expect(panel.getByRole('img', { name: /^Heart rate: \d+ to \d+ bpm/ })).toBeVisible()
  await expect(panel.getByRole('table', { name: 'Averages of each five minutes' })).toBeVisible()
  await expectAccessible(page, 'workout')
  const log = await api.get(consoleAddress(listAudit, { query: { limit: 20 } }))
  const { entries } = listAudit.response.parse(await log.json())
  const viewed = entries.find(({ action }) => action === 'get_workout_stream')
  expect(viewed?.subjects).toHaveLength(1)
})

test('the sources read well and break no rule of WCAG 2.2 AA', async ({ page, service, home }) => {
  const { user_id } = await firstUser(await allUsers(service), async (user) => {
    if (user.connected_sources.length < 3) return false
    const found = await connectionsOf(service, user.user_id)
    return found.some(({ error_details }) => error_details?.error_type === 'required_scopes_not_granted')
  })
  await page.goto(`${home}/users/${user_id}/connections`)
  await expect(page.getByText('The patient didn’t grant a required permission.')).toBeVisible()
  await expectAccessible(page, 'user-connections')
})
