/** People and their rights: invited, limited, disabled, reset; and the environments they may enter. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { countedActions } from '#e2e/support/counted-actions.ts'
import { alertOf, expect, test, typePassword } from '#e2e/support/servers/multi-environment.ts'
import { ADMINISTRATOR } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { NO_ENVIRONMENT } from '#lib/domains/staff/denial.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

async function act(row: Locator, verb: string) {
  await row.getByRole('button', { name: /^More actions/ }).click()
  await row.page().getByRole('menuitem', { name: verb, exact: true }).click()
}

async function linkOf(page: Page): Promise<string> {
  const made = page.getByRole('dialog', { name: /^Link for/ })
  await expect(made).toContainText('••••')
  await made.getByRole('button', { name: 'Show' }).click()
  const link = await made.locator('.select-all').textContent()
  await made.getByRole('button', { name: 'Close' }).click()
  return link ?? ''
}

test('invited, let in by a link, limited to what they need, and told why not', async ({
  page,
  browser,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  problems.allow(/status of 40[134]/)
  await enter(await multiEnvironmentServer.administrator())
  await page.goto('/production/settings/system')
  await expect(page.getByRole('region', { name: 'System' })).toContainText(/Last backup.*npm run backup/)
  await expect(page.getByRole('region', { name: 'Retention' })).toContainText('EVENT_BODY_DAYS')
  await expectAccessible(page, 'settings-system')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite someone' })
  await invite.getByRole('button', { name: 'Create link' }).click()
  await expect(invite).toContainText('Enter a name.')
  await expectAccessible(page, 'staff-invite')
  await invite.getByLabel('Name').fill('Nia Novak')
  await invite.getByLabel('Work email').fill('nia@clinic.test')
  await invite.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: /^Link for/ })).toBeVisible()
  await expectAccessible(page, 'staff-link')
  const link = await linkOf(page)
  const row = rowOf(page, 'nia@clinic.test')
  await expect(row).toContainText('Invited')
  await expect(row).toContainText('Sandbox')

  const elsewhere = await browser.newContext({ baseURL: multiEnvironmentServer.baseURL })
  const nia = await elsewhere.newPage()
  await nia.goto(link)
  await expect(nia.getByRole('heading', { name: 'Welcome, Nia Novak' })).toBeVisible()
  await nia.getByRole('textbox', { name: 'New password' }).fill('four brown owls argue')
  await nia.keyboard.press('Enter')
  await nia.getByRole('button', { name: 'Not now' }).click()
  await expect(nia).toHaveURL('/sandbox')
  await expect(nia.getByRole('link', { name: 'Orders', exact: true })).toBeVisible()
  await expect(nia.getByRole('link', { name: /Audit log|Bulk import/ })).toHaveCount(0)

  // Why not, and whom to ask: a page, an environment and a call.
  await nia.goto('/sandbox/settings/staff')
  await expect(
    nia.getByText(/Your role \(read-only\) doesn’t include “Manage staff.*Ask your administrator/),
  ).toBeVisible()
  await nia.goto('/sandbox/activity')
  await expect(nia.getByText(/doesn’t include “View the audit log”/)).toBeVisible()
  await nia.goto('/production/users')
  await expect(nia.getByRole('heading', { name: 'Environment not found' })).toBeVisible()
  await expectAccessible(nia, 'no-environment')
  const refused = await nia.request.get('/api/service/production/v2/user/?limit=1')
  expect([refused.status(), await refused.json()]).toMatchObject([
    404,
    { detail: NO_ENVIRONMENT, code: 'unknown_environment' },
  ])

  await elsewhere.close()
})

test('changed, disabled, enabled and reset: each counts at once', async ({
  page,
  browser,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  problems.allow(/status of 40[19]/)
  const mara = await multiEnvironmentServer.colleague('Mara Moss', 'read_only', ['sandbox'])
  const elsewhere = await browser.newContext({ baseURL: multiEnvironmentServer.baseURL })
  await elsewhere.addCookies((await signIn(multiEnvironmentServer.baseURL, mara)).cookies)
  const there = await elsewhere.newPage()
  await there.goto('/sandbox/users?limit=25')
  await enter(await multiEnvironmentServer.administrator())
  await page.goto('/production/settings/staff')
  const row = rowOf(page, mara.email)

  await row.getByRole('button', { name: 'Edit: Mara Moss' }).click()
  const change = page.getByRole('dialog', { name: 'Edit Mara Moss' })
  await change.getByLabel('Role').selectOption('Support')
  await change.getByRole('checkbox', { name: /^All/ }).check({ force: true })
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('Support')
  await expect(row).toContainText('All environments')
  await there.goto('/production/users?limit=25')
  await expect(there.getByRole('row').nth(1)).toBeVisible()

  await act(row, 'Disable')
  const ask = page.getByRole('alertdialog', { name: 'Disable Mara Moss?' })
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await ask.getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
  await there.getByRole('button', { name: 'Next page' }).click()
  await expect(there).toHaveURL(/\/sign-in\?next=.*&reason=ended$/)
  await typePassword(there, mara)
  await expect(alertOf(there)).toContainText('is wrong')

  await act(row, 'Enable')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click()
  await expect(row).toContainText('Active')
  await act(row, 'Reset access')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset access' }).click()
  await there.goto(await linkOf(page))
  await expect(there.getByRole('heading', { name: 'Welcome, Mara Moss' })).toBeVisible()
  await elsewhere.close()

  const own = rowOf(page, ADMINISTRATOR.email)
  await expect(own.getByRole('button', { name: /^More actions/ })).toHaveCount(0)
  await own.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Read-only')
  await expect(page.getByRole('dialog')).toContainText('This is you.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(alertOf(page).filter({ hasText: 'the last active administrator' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page, 'staff')
})

test('a colleague is invited with six clicks and keys, renamed, and removed', async ({
  page,
  multiEnvironmentServer,
  enter,
}) => {
  await enter(await multiEnvironmentServer.administrator())
  await page.goto('/sandbox')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Ode Bright')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ode@clinic.test')
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Link for Ode Bright' })
  await expect(made.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(made.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  await made.getByRole('button', { name: 'Close' }).click()

  const row = rowOf(page, 'ode@clinic.test')
  await expect(row).toContainText(/Link expires in/)
  await row.getByRole('button', { name: 'Edit: Ode Bright' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Ode Bright' })
  await edit.getByLabel('Name').fill('Ode Brightwell')
  await edit.getByLabel('Work email').fill('ode.brightwell@clinic.test')
  await expectAccessible(page, 'staff-edit')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  const renamed = rowOf(page, 'ode.brightwell@clinic.test')
  await expect(renamed).toContainText('Link expired')
  await act(renamed, 'Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(renamed).toHaveCount(0)
})

test('ten people are invited in four acts', async ({ page, multiEnvironmentServer, enter }) => {
  await enter(await multiEnvironmentServer.administrator())
  await page.goto('/sandbox/settings/staff')
  const people = Array.from({ length: 10 }, (_, at) => `Guest ${at + 1}, guest${at + 1}@clinic.test`).join('\n')
  const actions = countedActions(page)
  await actions.click(page.getByRole('button', { name: 'Invite someone' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await actions.paste(people)
  await expectAccessible(page, 'staff-invite-list')
  await actions.click(page.getByRole('button', { name: 'Create 10 links' }))
  const made = page.getByRole('dialog', { name: 'Links for 10 people' })
  await expect(made).toBeVisible()
  await expectAccessible(page, 'staff-links')
  await actions.click(made.getByRole('button', { name: 'Copy all' }))
  actions.expectAtMost(4)
  await expect(made.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines.map((line) => line.split('\t')[0])).toEqual(people.split('\n').map((line) => line.split(',')[0]))
  await made.getByRole('button', { name: 'Close' }).click()
  for (const line of people.split('\n')) {
    const guest = rowOf(page, line.split(', ')[1] ?? '')
    await act(guest, 'Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(guest).toHaveCount(0)
  }
})

test('production is unmistakable, entered by its typed name, and that is on record', async ({
  page,
  multiEnvironmentServer,
  enter,
}) => {
  await enter(await multiEnvironmentServer.administrator())
  await page.goto('/sandbox/orders?size=25')
  const rail = page.getByRole('complementary')
  const colours = () => rail.evaluate((element) => getComputedStyle(element).backgroundColor)
  const calm = await colours()
  await rail.getByRole('button', { name: /^Environment: Sandbox/ }).click()
  await expect(page.getByRole('menuitemradio', { name: /Sandbox/ })).toBeVisible()
  await expectAccessible(page, 'environment-menu')
  await page.getByRole('menuitemradio', { name: /Production/ }).click()
  const ask = page.getByRole('alertdialog', { name: 'Switch to Production?' })
  await expect(ask.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('produc')
  await expect(ask.getByRole('button', { name: 'Switch', exact: true })).toBeDisabled()
  await expectAccessible(page, 'enter-production')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/sandbox/orders?size=25')
  await page.keyboard.press('Control+Shift+P')
  await expect(ask).toBeVisible()
  await page.keyboard.type('production')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/production/orders')
  await expect(page).toHaveTitle('Orders · Production · Vialdesk')
  await expect(rail.getByRole('button', { name: /^Environment: Production/ })).toBeVisible()
  expect(await colours()).not.toBe(calm)
  const answer = await page.request.get(`/api/console${listAudit.path}?action=enter_production`)
  expect(listAudit.response.parse(await answer.json()).entries).toMatchObject([
    { environment: 'production', actor_email: ADMINISTRATOR.email, outcome: 'done' },
  ])
  await page.keyboard.press('Control+Shift+S')
  await expect(page).toHaveURL('/sandbox/orders')

  await page.goto('/sandbox/settings/environments')
  await expect(page.getByRole('region', { name: 'Environments' }).getByText('Online')).toHaveCount(2)
  await expectAccessible(page, 'settings-environments')
  await page.goto('/sandbox/settings/roles')
  await expectAccessible(page, 'settings-roles')
})

test('rights that are taken away while somebody looks are said, not guessed', async ({
  page,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  problems.allow(/status of 404/)
  const limited = await multiEnvironmentServer.colleague('Rae Reach', 'support', null)
  await enter(await signIn(multiEnvironmentServer.baseURL, limited))
  await page.goto('/production/users?limit=25')
  await page.route(/\/api\/(service|console\/directory)\/production\//, (route) =>
    route.fulfill({ status: 404, json: { detail: NO_ENVIRONMENT, code: 'unknown_environment' } }),
  )
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(page.getByText(NO_ENVIRONMENT)).toBeVisible()
})
