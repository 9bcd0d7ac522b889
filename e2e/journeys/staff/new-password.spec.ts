/** Choosing a password: the list and the meter come with the first key, and tick off what the server accepts. */

import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/servers/multi-environment.ts'
import { cookieHeader } from '#e2e/support/session.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'

/** Compressed, in kB: the list of common passwords is no smaller. */
const LIST_KB = 100

test('a password is looked at while it is typed, with a list that is loaded for that alone', async ({
  page,
  multiEnvironmentServer,
}) => {
  const invited = await fetch(`${multiEnvironmentServer.baseURL}/api/console/staff`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookieHeader(await multiEnvironmentServer.administrator()),
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ email: 'wren@clinic.test', name: 'Wren Halloran', role: 'support', environments: null }),
  })
  const { link } = inviteStaff.response.parse(await invited.json())
  const scripts: number[] = []
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') scripts.push((await request.sizes()).responseBodySize / 1000)
  })
  await page.goto(link)
  const password = page.getByRole('textbox', { name: 'New password' })
  await waitForHydration(password)
  expect(Math.max(...scripts)).toBeLessThan(LIST_KB)

  const meter = page.getByRole('meter', { name: 'Password strength' })
  const button = page.getByRole('button', { name: 'Set password' })
  const place = await button.boundingBox()
  const rules = page.getByRole('list', { name: 'The password needs' })
  await password.fill('p@ssw0rd2024!')
  await expect(meter).toHaveAttribute('aria-valuetext', /eak$/)
  await expect(rules).toContainText('Hard to guess: not yet')
  await expect.poll(() => Math.max(...scripts)).toBeGreaterThan(LIST_KB)
  await expectAccessible(page, 'new-password-weak')
  await password.fill('halloran by a river')
  await expect(rules).toContainText('No part of your name or email address: not yet')
  await password.fill('a quiet river bends north')
  await expect(meter).toHaveAttribute('aria-valuetext', 'Strong')
  await expect(rules).not.toContainText('not yet')
  expect(await button.boundingBox()).toEqual(place)
  await expectAccessible(page, 'new-password-strong')
  await button.click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
})
