import { axe, expect, screenshot, test } from '#e2e/support/test.ts'

const PAGE = { name: 'Pages of users' } as const

test('the first rows are in the first HTML, before any script runs', async ({ request }) => {
  const html = await (await request.get('/sandbox/users')).text()
  const { users } = await (await request.get('/api/service/sandbox/v2/user/?limit=1')).json()
  expect(html).toContain('<table')
  expect(html).toContain(users[0].client_user_id)
  expect(html).toContain(users[0].user_id)
  expect(html).toContain('1 to 100 of 260')
})

test('pages by the buttons, the address and Back; every row is a user of the service', async ({ page, request }) => {
  await page.goto('/sandbox/users?limit=25')
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr')
  const pager = page.getByRole('navigation', PAGE)
  await expect(rows).toHaveCount(25)

  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(pager).toContainText('26 to 50 of 260')
  await expect(page).toHaveURL(/offset=25/)
  const { users } = await (await request.get('/api/service/sandbox/v2/user/?limit=25&offset=25')).json()
  for (const [index, user] of users.entries()) {
    await expect(rows.nth(index)).toContainText(user.client_user_id ?? 'No reference')
  }

  await page.goBack()
  await expect(pager.getByText('1 to 25 of 260', { exact: true })).toBeVisible()
  await pager.getByRole('button', { name: 'Last page' }).click()
  await expect(pager.getByText('251 to 260 of 260', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(10)
  await pager.getByRole('combobox').selectOption('500')
  await expect(pager.getByText('1 to 260 of 260', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(260)
  await page.reload()
  await expect(rows).toHaveCount(260)
})

test('on a slow machine, going back at once shows what the address says', async ({ page }) => {
  await page.goto('/sandbox/users?limit=25')
  const place = page.getByRole('navigation', PAGE).locator('p')
  await expect(place).toHaveText('1 to 25 of 260')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/offset=25/)
  await page.goBack()
  await expect(place).toHaveText('1 to 25 of 260')
})

test('the rows move by keyboard, an id is copied and it is said', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/sandbox/users')
  const copy = page.getByRole('button', { name: /^Copy user id/ }).first()
  const id = (await copy.getAttribute('aria-label'))?.split(' ').at(-1)
  await copy.click()
  await expect(page.getByRole('status').filter({ hasText: /copied/i })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(/shortcuts/i)
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})

test.describe('in another zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('times are the viewer’s, the exact instant is at hand on focus', async ({ page, request }) => {
    await page.goto('/sandbox/users')
    await expect(page.getByRole('button', { name: /^Time zone/ })).toHaveAccessibleName(/(IST|GMT\+5:30|Asia\/)/)
    const { users } = await (await request.get('/api/service/sandbox/v2/user/?limit=1')).json()
    const exact = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Kolkata',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }).format(new Date(users[0].created_on))
    const row = page.getByRole('table', { name: 'Users' }).locator('tbody tr').first()
    await row.locator('button:has(time)').focus()
    await expect(page.getByRole('tooltip')).toContainText(exact)
    await expect(page.getByRole('tooltip')).toContainText('UTC')
    // Rendered on the server in the viewer's zone from now on: no rows change under the reader.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    phone: { width: 390, height: 844 },
  })) {
    test.describe(`${colorScheme}, ${device}`, () => {
      test.use({ colorScheme, viewport })

      test('users and orders read well and break no rule of WCAG 2.2 AA', async ({ page }) => {
        for (const area of ['users', 'orders']) {
          await page.goto(`/sandbox/${area}?limit=25&size=25`)
          await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible()
          await axe(page)
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(overflow).toBeLessThanOrEqual(0)
          await screenshot(page, `${area}-${device}-${colorScheme}`)
        }
      })
    })
  }
}

test('a value the list cannot use is said, and the default shown', async ({ page }) => {
  await page.goto('/sandbox/users?limit=501')
  await expect(page.getByText(/cannot use \(limit\)/)).toBeVisible()
  await expect(page.getByRole('navigation', PAGE)).toContainText('1 to 100 of 260')
})

test('the theme is chosen once and stays, without a flash of the other', async ({ page }) => {
  await page.goto('/sandbox/users')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const html = await (await page.request.get('/sandbox/users')).text()
  expect(html).toContain('data-theme="dark"')
})
