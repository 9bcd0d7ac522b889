import type { Page } from '@playwright/test'
import { look } from '#e2e/support/look.ts'
import { connectionsOf, firstUser, hasSource, sandboxUsers, signInAs } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'

const detail = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('a failed source is explained, reconnected by a link that works, and disconnected by its name', async ({
  page,
  context,
  request,
}) => {
  const users = await sandboxUsers(request)
  const { user_id } = await firstUser(users, async (user) => {
    if (user.connected_sources.length < 2) return false
    const found = await connectionsOf(request, user.user_id)
    return found.some(({ error_details }) => error_details?.error_type === 'token_refresh_failed')
  })
  const connections = await connectionsOf(request, user_id)
  const failed = connections.find(({ status }) => status === 'error')
  const { name, slug } = failed ?? { name: '', slug: '' }

  await page.goto(`/sandbox/users/${user_id}/connections`)
  const shown = detail(page, name)
  await expect(shown).toContainText('The source refused to renew our access.')
  await shown.getByText('Error details from the API').click()
  await expect(shown.getByText('"error_type": "token_refresh_failed"')).toBeVisible()
  const rows = shown.getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(Object.keys(failed?.resource_availability ?? {}).length)

  await shown.getByRole('button', { name: 'Send new sign-in link' }).click()
  const dialog = page.getByRole('dialog', { name: `New sign-in link for ${name}` })
  const opening = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open in a new tab' }).click()
  const widget = await opening
  await expect(widget.getByRole('button', { name: `Connect ${name}` })).toBeVisible()
  expect(await widget.evaluate(() => window.opener)).toBeNull()
  await widget.close()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await shown.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Disconnect' })).toBeDisabled()
  await question.getByRole('textbox').fill(name)
  await question.getByRole('textbox').press('Enter')
  await expect(page.getByText(`${name} is disconnected.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sources' }).getByText(name, { exact: true })).toBeHidden()
  const left = connections.map((each) => each.slug).filter((each) => each !== slug)
  expect((await connectionsOf(request, user_id)).map((each) => each.slug)).toEqual(left)
})

test('the address leads to one source, and Back to the one before', async ({ page, request }) => {
  const users = await sandboxUsers(request)
  const { user_id, connected_sources } = await firstUser(
    users,
    (user) => user.connected_sources.length > 2 && hasSource('phone_health_store')(user),
  )
  const other = connected_sources.find(({ source }) => source.slug !== 'phone_health_store')?.source
  await page.goto(`/sandbox/users/${user_id}/connections?source=phone_health_store`)
  const device = detail(page, 'Phone Health Store')
  await expect(device).toContainText('It cannot be disconnected from here')
  await expect(device.getByRole('button', { name: 'Disconnect' })).toBeHidden()
  await page.getByRole('button', { name: new RegExp(`^${other?.name}`) }).click()
  await expect(detail(page, other?.name ?? '')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`source=${other?.slug}`))
  await page.goBack()
  await expect(device).toBeVisible()
})

test('whose role does not include it reads why, on both pages, and the service refuses it too', async ({
  browser,
  request,
  server,
}) => {
  const { user_id } = await firstUser(await sandboxUsers(request), hasSource('korrin_ring'))
  const reader = await browser.newContext({ storageState: await signInAs(server.baseURL, 'read_only') })
  const page = await reader.newPage()
  await page.goto(`${server.baseURL}/sandbox/users/${user_id}/connections?source=korrin_ring`)
  await expect(detail(page, 'Korrin Ring')).toContainText(
    'does not include “Disconnect a source”. Ask an administrator',
  )
  await expect(page.getByRole('button', { name: /Disconnect|sign-in link/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await expect(page.getByText('does not include “Make links, codes and sign-in tokens”. Ask')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make/ })).toHaveCount(0)
  const refused = await page.request.delete(`${server.baseURL}/api/service/sandbox/v2/user/${user_id}/korrin_ring`, {
    headers: { origin: server.baseURL },
  })
  expect(refused.status()).toBe(403)
  await reader.close()
})

test('the sources read well and break no rule of WCAG 2.2 AA', async ({ page, request }) => {
  const { user_id } = await firstUser(await sandboxUsers(request), async (user) => {
    if (user.connected_sources.length < 3) return false
    const found = await connectionsOf(request, user.user_id)
    return found.some(({ error_details }) => error_details?.error_type === 'required_scopes_not_granted')
  })
  await page.goto(`/sandbox/users/${user_id}/connections`)
  await expect(page.getByText('The patient did not grant something that is required.')).toBeVisible()
  await look(page, 'user-connections')
})
