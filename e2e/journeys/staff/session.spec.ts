/** Traces of a session: on screen while it lasts, nowhere afterwards. */

import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test, typePassword } from '#e2e/support/servers/multi-environment.ts'
import { ADMINISTRATOR } from '#e2e/support/servers/server.ts'
import { cookieHeader, signIn } from '#e2e/support/session.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { listUsers } from '#lib/domains/users/user.ts'

const NEXT_PAGE = { name: 'Next page' } as const
/** Asked for by the page itself as soon as it is alive and idle. */
const AHEAD = /offset=25|\/directory\/production\/search$/

/** Everything a browser keeps by itself: of this console two harmless choices at most. */
async function kept(page: Page) {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage).filter((key) => key !== 'single-key-shortcuts'),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    shown: document.cookie.split('; ').filter((pair) => pair.includes('=shown-')),
  }))
}
const NOTHING = { local: [], session: [], databases: [], caches: [], shown: [] }

test('patients are masked in production until they are asked for, on record, and for five minutes', async ({
  page,
  multiEnvironmentServer,
  enter,
}) => {
  const watcher = await multiEnvironmentServer.colleague('Mia Mask', 'support', null)
  await enter(await signIn(multiEnvironmentServer.baseURL, watcher))
  await page.clock.install()
  await page.goto('/production/orders?size=25')
  const first = page.getByRole('table', { name: 'Orders' }).locator('tbody tr').first()
  const masked = page.getByRole('button', { name: 'Patient data masked' })
  await expect(masked).toBeVisible()
  await expect(first).toContainText('Name hidden, initials')
  expect(await page.locator('[data-masked]').count()).toBeGreaterThan(20)
  await expectAccessible(page, 'orders-masked')

  await page.keyboard.press('m')
  const shown = page.getByRole('button', { name: /^Patient data visible/ })
  await expect(shown).toContainText(/[45]:\d\d/)
  await expect(page.locator('[data-masked]')).toHaveCount(0)
  const name = (await first.locator('span:is(.font-control, .text-ink-2)[title]').first().getAttribute('title')) ?? ''
  const session = cookieHeader(await multiEnvironmentServer.administrator())
  const query = `?action=reveal_patient_data&actor_id=${watcher.id}`
  const answer = await fetch(`${multiEnvironmentServer.baseURL}/api/console${listAudit.path}${query}`, {
    headers: { cookie: session },
  })
  const { entries } = listAudit.response.parse(await answer.json())
  expect(entries).toMatchObject([{ environment: 'production', outcome: 'done', actor_email: watcher.email }])

  // A choice is for one environment: elsewhere it is neither lost nor found.
  await page.goto('/sandbox/orders?size=25')
  await expect(page.getByRole('button', { name: 'Patient data visible' })).toBeVisible()
  await page.keyboard.press('m')
  await expect(masked).toBeVisible()
  await page.goto('/production/orders?size=25')
  await expect(shown).toBeVisible()
  await page.clock.fastForward('05:00')
  await expect(masked).toBeVisible()
  await expect(first).toContainText('Name hidden, initials')
  expect(name).not.toBe('')
  expect(`${page.url()} ${await page.title()} ${await page.evaluate(() => document.cookie)}`).not.toContain(name)
})

test('signing out in one tab signs out the other, and neither has anything left', async ({
  page,
  context,
  problems,
  multiEnvironmentServer,
  enter,
}) => {
  // Rows may be reading demographics as the session ends.
  problems.allow(/status of 401/)
  const leaver = await multiEnvironmentServer.colleague('Lee Leaver', 'support', null)
  await enter(await signIn(multiEnvironmentServer.baseURL, leaver))
  const other = await context.newPage()
  await other.goto('/sandbox/users')
  await page.goto('/production/users')
  const row = page.getByRole('table', { name: 'Users' }).locator('tbody tr').first()
  const seen = (await row.locator('.id-text [title]').getAttribute('title')) ?? ''
  expect(seen).toMatch(/^[0-9a-f-]{36}$/)
  await page.goto('/production/orders?size=25')
  await waitForHydration(page.getByRole('complementary').getByRole('button', { name: 'Lee Leaver' }))
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: /^Patient data visible/ })).toBeVisible()

  await page.getByRole('complementary').getByRole('button', { name: 'Lee Leaver' }).click()
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeFocused()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in?reason=signed_out')
  await expect(other).toHaveURL('/sign-in?reason=signed_out')
  for (const tab of [page, other]) expect(await kept(tab)).toEqual(NOTHING)
  await page.goBack()
  await expect(page).toHaveURL(/^[^?]+\/sign-in\?next=/)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(seen)
  await other.goBack()
  await expect(other).toHaveURL(/\/sign-in\?next=/)
  await expect(other.getByRole('row')).toHaveCount(0)
})

test('a page out of the browser’s memory shows nothing of before either', async ({
  page,
  multiEnvironmentServer,
  enter,
}) => {
  const session = await multiEnvironmentServer.administrator()
  await enter(session)
  const ahead = page.waitForResponse(AHEAD)
  await page.goto('/production/users?limit=25')
  await ahead
  await fetch(`${multiEnvironmentServer.baseURL}${AUTH_PREFIX}/sign-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieHeader(session), 'sec-fetch-site': 'same-origin' },
    body: '{}',
  })
  // This browser keeps no page that it must not store; others do, and tell it so.
  const turn = (type: string) =>
    page.evaluate((name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  await turn('pagehide')
  await expect(page.getByRole('row')).toHaveCount(0)
  await turn('pageshow')
  await expect(page).toHaveURL('/sign-in?next=%2Fproduction%2Fusers%3Flimit%3D25')
})

test('who is idle is asked a minute before the end, can stay, and is signed out on the server otherwise', async ({
  page,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  // A look at the directory may meet the end.
  problems.allow(/status of 401/)
  await enter(
    await signIn(multiEnvironmentServer.baseURL, await multiEnvironmentServer.colleague('Ida Idle', 'read_only', null)),
  )
  await page.clock.install()
  const ahead = page.waitForResponse(AHEAD)
  await page.goto('/production/users?limit=25')
  await ahead
  const question = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await page.clock.fastForward('13:50')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.clock.fastForward('00:15')
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await expectAccessible(page, 'session-question')
  const asked = page.waitForResponse(/\/api\/console\/viewer$/)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  expect((await asked).status()).toBe(200)
  await expect(question).toHaveCount(0)

  await page.clock.fastForward('14:05')
  await expect(question).toBeVisible()
  await page.clock.fastForward('01:00')
  await expect(page).toHaveURL('/sign-in?next=%2Fproduction%2Fusers%3Flimit%3D25&reason=idle')
  await expect(page.getByText(/You were signed out after a period of inactivity/)).toBeVisible()
  expect((await page.request.get('/api/console/viewer')).status()).toBe(401)
})

test('a session that was ended elsewhere leads to the sign-in page at the next call, and from there back', async ({
  page,
  browser,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  problems.allow(/status of 4(01|22)/)
  const owner = await multiEnvironmentServer.colleague('Sue Sessions', 'support', null)
  await enter(await signIn(multiEnvironmentServer.baseURL, owner))
  const elsewhere = await browser.newContext({ baseURL: multiEnvironmentServer.baseURL })
  await elsewhere.addCookies((await signIn(multiEnvironmentServer.baseURL, owner)).cookies)
  const there = await elsewhere.newPage()
  await there.goto('/production/users?limit=25')

  await page.goto('/sandbox/settings')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'settings-account')
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await there.getByRole('button', NEXT_PAGE).click()
  await expect(there).toHaveURL(/\/sign-in\?next=%2Fproduction%2Fusers%3F.*&reason=ended$/)
  await typePassword(there, owner)
  await expect(there).toHaveURL(/\/production\/users\?.*limit=25/)
  await expect(there.getByRole('row').nth(1)).toBeVisible()
  await elsewhere.close()

  const change = page.getByRole('region', { name: 'Password' })
  await change.getByRole('textbox', { name: 'Current password' }).fill(ADMINISTRATOR.password)
  await change.getByRole('textbox', { name: 'New password' }).fill('eleven tame foxes doze')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(change).toContainText('The password is wrong.')
  await change.getByRole('textbox', { name: 'Current password' }).fill(owner.password)
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Password changed.' })).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
})

test('what somebody has typed outlives the session: they sign in over it, out of sight, and save', async ({
  page,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  problems.allow(/status of 401/)
  const writer = await multiEnvironmentServer.colleague('Wes Writer', 'support', null)
  await enter(await signIn(multiEnvironmentServer.baseURL, writer))
  const { users } = listUsers.response.parse(
    await (await page.request.get('/api/service/sandbox/v2/user?limit=1')).json(),
  )
  const profile = `/sandbox/users/${users[0]?.user_id}/profile`
  await page.goto(`${profile}?edit=1`)
  const reference = page.getByRole('textbox', { name: 'Reference' })
  await waitForHydration(reference)
  await reference.fill('kept-through-sign-in')
  const signedOut = await page.request.post(`${AUTH_PREFIX}/sign-out`, {
    data: {},
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(signedOut.ok()).toBe(true)

  const save = page.getByRole('button', { name: 'Save 1 change' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(0)
  await expectAccessible(page, 'session-sign-in-again')
  await expect(dialog.getByLabel('Work email')).toHaveValue(writer.email)
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type(writer.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(reference).toHaveValue('kept-through-sign-in')
  await save.click()
  await expect(page.getByRole('button', { name: /^Edit profile/ })).toBeFocused()
  await expect(page.locator('main')).toContainText('kept-through-sign-in')
})
