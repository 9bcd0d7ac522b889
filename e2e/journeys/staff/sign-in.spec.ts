/** Signing in: the printed link, the password, the second factor, and what goes wrong with each. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { alertOf, expect, test, typePassword } from '#e2e/support/servers/multi-environment.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { totp } from '#e2e/support/totp.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'

async function signOut(page: Page) {
  const account = page.getByRole('complementary').getByRole('button', { expanded: false }).last()
  await waitForHydration(account)
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in?reason=signed_out')
}

test('the first administrator comes in by the link that the start prints, and by it only once', async ({ page }) => {
  const server = await startServer({ CONSOLE_ADMIN_EMAIL: '', CONSOLE_ADMIN_PASSWORD: '' })
  try {
    const printed = /http\S+\/setup#[\w-]{20,}/
    await expect.poll(() => server.log()).toMatch(printed)
    const [link = ''] = printed.exec(server.log()) ?? []
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set up Vialdesk' })).toBeVisible()
    await expect(page).toHaveURL(`${server.baseURL}/setup`)

    await page.getByLabel('Your name').fill('Rosa Adeyemi')
    await page.getByLabel('Work email').fill('rosa@clinic.test')
    await page.getByRole('textbox', { name: 'New password' }).fill('rosa-and-her-clinic')
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByRole('textbox', { name: 'New password' })).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, 'set-up')
    await page.getByRole('textbox', { name: 'New password' }).fill('nine slow barges pass')
    await page.getByRole('button', { name: 'Create administrator' }).click()

    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expectAccessible(page, 'set-up-second-factor')
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page).toHaveURL(`${server.baseURL}/sandbox`)
    await expect(page.getByRole('complementary')).toContainText('Rosa Adeyemi')

    await page.goto(link)
    await expect(alertOf(page)).toContainText('This link has been used or has expired')
  } finally {
    await server.stop()
  }
})

test('who was on the way somewhere gets there; who was not chooses an environment', async ({ page, problems }) => {
  problems.allow(/status of 401/)
  await page.goto('/sandbox/orders?size=25')
  await expect(page).toHaveURL('/sign-in?next=%2Fsandbox%2Forders%3Fsize%3D25')
  await expect(page.getByLabel('Work email')).toBeFocused()
  await expectAccessible(page, 'sign-in')

  await typePassword(page, { ...ADMINISTRATOR, password: 'a loud river' })
  await expect(alertOf(page)).toContainText(/wrong|does not/i)
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByText(/Ask an administrator/)).toBeVisible()
  await typePassword(page, ADMINISTRATOR)
  await expect(page).toHaveURL('/sandbox/orders?size=25')

  // Nobody learns before which environments there are, and foreign addresses lead nowhere.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await expect(page.getByText('Production')).toHaveCount(0)
  await typePassword(page, ADMINISTRATOR)
  await expect(page.getByRole('heading', { name: 'Choose an environment' })).toBeVisible()
  await expectAccessible(page, 'sign-in-environments')
  await page.getByRole('link', { name: /Production/ }).click()
  await expect(page).toHaveURL('/production')
  await page.goto('/sign-in?next=https%3A%2F%2Felsewhere.test%2F')
  await expect(page).toHaveURL('/production')
})

test('too many wrong passwords close the account for a while, and the page counts it down', async ({
  page,
  multiEnvironmentServer,
  problems,
}) => {
  problems.allow(/status of 4(01|29)/)
  const guess = { email: 'nobody@clinic.test', password: 'a guess' }
  for (let turn = 0; turn < 10; turn += 1) await signIn(multiEnvironmentServer.baseURL, guess).catch(() => undefined)
  await page.goto('/sign-in')
  await typePassword(page, guess)
  await expect(alertOf(page)).toContainText(/try again in 1[45]:\d\d/)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  await expectAccessible(page, 'sign-in-locked')
})

test('a second factor: turned on, asked for, replaced by a recovery code, turned off', async ({
  page,
  multiEnvironmentServer,
  enter,
  problems,
}) => {
  problems.allow(/status of 4(01|22)/)
  const owner = await multiEnvironmentServer.colleague('Owen Keys', 'support', ['sandbox'])
  await enter(await signIn(multiEnvironmentServer.baseURL, owner))
  await page.goto('/sandbox/settings')
  const card = page.getByRole('region', { name: 'Two-factor authentication' })
  await card.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const password = page.getByRole('dialog').getByRole('textbox', { name: 'Your password' })
  await password.fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('The password is wrong.')
  await password.fill(owner.password)
  await page.keyboard.press('Enter')

  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const key = card.getByRole('group', { name: 'Key' })
  await key.getByRole('button', { name: 'Show' }).click()
  const secret = (await key.locator('.select-all').textContent()) ?? ''
  await card.getByRole('textbox', { name: 'Code' }).fill('12345')
  await card.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  await expect(card).toContainText('Enter the six-digit code.')
  await card.getByRole('textbox', { name: 'Code' }).fill(totp(secret))
  await card.getByRole('button', { name: 'Turn on two-factor authentication' }).click()

  const list = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list.first()).toBeVisible()
  const codes = await list.allTextContents()
  expect(codes.length).toBeGreaterThanOrEqual(8)
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(codes.join('\n'))
  await expectAccessible(page, 'recovery-codes')
  await card.getByRole('checkbox', { name: 'I’ve saved these codes' }).check({ force: true })
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card).toContainText('On')

  await signOut(page)
  await page.goto('/sign-in?next=%2Fsandbox%2Fsettings')
  await typePassword(page, owner)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page, 'sign-in-code')
  // A code is good once: the one that turned the factor on opens nothing.
  await page.getByRole('textbox', { name: 'Code' }).fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(card).toContainText('On')

  const [code = ''] = codes
  for (const outcome of ['taken', 'used up']) {
    await signOut(page)
    await page.goto('/sign-in?next=%2Fsandbox%2Fsettings')
    await typePassword(page, owner)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    if (outcome === 'used up') break
    await expect(page).toHaveURL('/sandbox/settings')
  }
  await expect(alertOf(page)).toContainText('already used')
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes.at(-1) ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await card.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(owner.password)
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Code' })
    .fill(codes.at(-2) ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeVisible()
  const again = await page.request.post(`${AUTH_PREFIX}/sign-in`, {
    data: owner,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(await again.json()).toEqual({ status: 'signed_in' })
})
