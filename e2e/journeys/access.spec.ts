import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { allUsers, firstUser, hasSource } from '#e2e/support/people.ts'
import { expect, onServer, screenshot, test } from '#e2e/support/test.ts'

const MAKING = /create_portal_url|\/link\/code\/create|\/link\/token|\/sign_in_token/

const card = (page: Page, name: string) => page.getByRole('region', { name })

/** Somebody with an order has demographics. */
async function withOrder(service: Api) {
  const answer = await service.get('/v3/orders?size=1')
  const shape = z.object({ orders: z.array(z.object({ id: z.string(), user_id: z.string() })) })
  const [order] = shape.parse(await answer.json()).orders
  if (!order) throw new Error('There are no orders.')
  return order
}

/** Presses a button of a card, and returns every text of the answer that opens a door. */
async function make(page: Page, button: Locator): Promise<string[]> {
  const answered = page.waitForResponse((response) => MAKING.test(response.url()))
  await button.click()
  const { url, code, exchange_url, link_token, link_web_url, sign_in_token } = await (await answered).json()
  return [url, code, exchange_url, link_token, link_web_url, sign_in_token].filter((text) => typeof text === 'string')
}

async function makeAll(page: Page) {
  await card(page, 'Portal link')
    .getByRole('radio', { name: /^Send to patient/ })
    .check()
  return {
    portal: await make(page, card(page, 'Portal link').getByRole('button', { name: 'Create portal link' })),
    code: await make(page, card(page, 'Mobile link code').getByRole('button', { name: 'Create code' })),
    link: await make(page, card(page, 'Link a data source').getByRole('button', { name: 'Create link token' })),
    token: await make(page, card(page, 'Sign-in token').getByRole('button', { name: 'Create sign-in token' })),
  }
}

test('four ways in, each hidden until it is asked for, and nowhere but in the answer that made it', async ({
  page,
  context,
  network,
  server,
  service,
  api,
  home,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, user_id } = await withOrder(service)
  await page.goto(`${home}/users/${user_id}/access#for-developers`)
  await page.getByLabel('Open at order').selectOption(id)
  const made = await makeAll(page)
  const secrets = Object.values(made).flat()
  expect(secrets).toHaveLength(6)
  await expect(page.getByText('expires_in 1209600')).toBeVisible()
  const body = page.locator('body')
  for (const secret of secrets) expect(await body.innerHTML()).not.toContain(secret)

  const signIn = card(page, 'Sign-in token')
  await signIn.getByRole('button', { name: 'Copy' }).click()
  await expect(signIn.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.token[0])
  const portal = card(page, 'Portal link')
  await portal.getByRole('button', { name: 'Show' }).click()
  await expect(portal.getByText(made.portal[0] ?? '')).toBeVisible()
  await card(page, 'Mobile link code').getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the app link' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Link code, time left' })).toContainText(/59:\d\d|1:00:00/)

  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL(/profile$/)
  await page.goBack()
  await expect(signIn.getByRole('button', { name: 'Create sign-in token' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0)

  const audit = await (await api.get(`/api/console/audit?subject=${user_id}&limit=50`)).text()
  for (const action of ['create_portal_url', 'create_sign_in_token', 'show_secret', 'copy_secret']) {
    expect(audit).toContain(`"${action}"`)
  }
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  for (const secret of secrets) {
    for (const place of [kept, audit, page.url(), server.log(), await body.innerHTML()])
      expect(place).not.toContain(secret)
    const exchanges = await network.holding(secret)
    expect(exchanges.filter((exchange) => !MAKING.test(exchange))).toEqual([])
    expect(exchanges).toHaveLength(1)
  }
})

test(
  'the link leads to the portal',
  onServer('A portal is a page of the embedded service.'),
  async ({ page, service, home, request }) => {
    const { user_id } = await withOrder(service)
    await page.goto(`${home}/users/${user_id}/access`)
    const [url = ''] = await make(page, card(page, 'Portal link').getByRole('button', { name: 'Create portal link' }))
    expect((await request.get(url)).status()).toBe(200)
  },
)

test('a printed card holds the one link that it is about, and paper without a card holds none', async ({
  page,
  service,
  home,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const { user_id } = await withOrder(service)
  await page.goto(`${home}/users/${user_id}/access#for-developers`)
  const made = await makeAll(page)
  await card(page, 'Portal link').getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(made.portal[0] ?? '')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(made.portal[0] ?? '')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await card(page, 'Mobile link code').getByRole('button', { name: 'Print card' }).click()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('heading', { name: 'Share your phone’s health data' })).toBeVisible()
  await expect(sheet).toContainText(made.code[0] ?? '')
  await expect(page.locator('body > :not([data-print-sheet]):visible')).toHaveCount(0)
  const printed = await sheet.textContent()
  for (const other of [...made.portal, ...made.link, ...made.token]) expect(printed).not.toContain(other.slice(-4))
  await screenshot(page, 'user-access-card')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('without demographics the portal asks for them, and saving them leads back', async ({
  page,
  problems,
  service,
  home,
}) => {
  problems.allow(/status of (404|422)/)
  const { user_id } = await firstUser(await allUsers(service), async (user) => {
    const info = await service.get(`/v2/user/${user.user_id}/info/latest`)
    return info.status() === 404
  })
  await page.goto(`${home}/users/${user_id}/access`)
  await card(page, 'Portal link').getByRole('button', { name: 'Create portal link' }).click()
  await expect(page.getByRole('heading', { name: 'Add demographics first' })).toBeFocused()
  await screenshot(page, 'user-access-demographics')
  await page.getByRole('link', { name: 'Add demographics' }).click()
  const values = {
    'First name': 'Wren',
    'Last name': 'Halloran',
    'Birth date': '1984-02-03',
    Email: 'wren@patients.test',
    Phone: '+13035550142',
    'Street and number': '12 Alder Street',
    City: 'Denver',
    ZIP: '80202',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).first().fill(value)
  await page.getByLabel('Gender').first().selectOption('female')
  await page.getByLabel('State').first().selectOption('CO')
  await page.getByRole('button', { name: 'Save demographics' }).click()
  await expect(page).toHaveURL(new RegExp(`${user_id}/access$`))
  await card(page, 'Portal link').getByRole('button', { name: 'Create portal link' }).click()
  await expect(card(page, 'Portal link').getByText('expires_in 900')).toBeVisible()
})

test('the link is made as it was set by keyboard: sources by search, a return address, and words for each', async ({
  page,
  service,
  home,
}) => {
  const { user_id } = await firstUser(await allUsers(service), hasSource('korrin_ring'))
  await page.goto(`${home}/users/${user_id}/access#for-developers`)
  const link = card(page, 'Link a data source')
  const only = link.getByRole('combobox', { name: /Offer only these/ })
  await only.pressSequentially('pulsew')
  await expect(page.getByRole('option', { name: /Pulsewren/ })).toBeVisible()
  await only.press('ArrowDown')
  await only.press('Enter')
  await only.pressSequentially('korrin')
  await only.press('ArrowDown')
  await only.press('Enter')
  await only.press('Tab')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(link).toContainText('Shows a list of 2 sources: Pulsewren, Korrin Ring.')
  await link.getByLabel('After linking').fill('https://app.example.test/linked')
  await link.getByRole('switch', { name: 'Return on close' }).press('Space')
  await expect(link).toContainText('Closing the page goes back to app.example.test with the error user_cancelled.')
  const sent = page.waitForRequest(/\/link\/token$/)
  await link.getByRole('button', { name: 'Create link token' }).press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    user_id,
    provider: null,
    filter_on_providers: ['pulsewren', 'korrin_ring'],
    redirect_url: 'https://app.example.test/linked',
    on_error: null,
    on_close: 'redirect',
  })
  await expect(link.getByText(/^Opens on localhost/)).toBeVisible()
})

test('the desk reads well and breaks no rule of WCAG 2.2 AA', async ({ page, service, home }) => {
  const { user_id } = await withOrder(service)
  await page.goto(`${home}/users/${user_id}/access#for-developers`)
  await makeAll(page)
  await card(page, 'Mobile link code').getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the app link' })).toBeVisible()
  await expectAccessible(page, 'user-access')
})
