import { waitForHydration } from '#e2e/support/hydration.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { expect, onServer, screenshot, test } from '#e2e/support/test.ts'

test('a service that is down leaves a page that says so, and comes back by itself or on request', async ({
  page,
  problems,
  home,
}) => {
  problems.allow(/status of 502/)
  await page.goto(`${home}/orders`)
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await page.route('**/api/service/**', (route) =>
    route.fulfill({ status: 502, json: { detail: 'The service can’t be reached.' } }),
  )
  await page.getByRole('button', { name: 'Reload orders' }).click()
  await expect(page.getByRole('button', { name: /try again|retry/i })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' }).locator('tbody tr').first()).toBeVisible()
  await page.unroute('**/api/service/**')
  await page.getByRole('button', { name: /try again|retry/i }).click()
  await expect(page.getByRole('button', { name: /try again|retry/i })).toBeHidden()
})

test(
  'a remote service that cannot be reached: the page stands, the detail says whom to ask',
  onServer('A demo has no remote service.'),
  async ({ browser }) => {
    const server = await startServer({ SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'sk_remote_12345678' })
    const storageState = await signIn(server.baseURL, ADMINISTRATOR)
    const context = await browser.newContext({ baseURL: server.baseURL, storageState })
    const page = await context.newPage()
    const answer = await page.request.get('/api/service/production/v2/user/')
    expect(answer.status()).toBe(502)
    expect((await answer.json()).detail).toMatch(/“Production” can’t be reached\. Nothing was changed/)
    await page.goto('/production/users')
    await expect(page.getByRole('heading', { name: /didn’t load/i })).toBeVisible()
    await expect(page.getByText(/can’t be reached/)).toBeVisible()
    await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
    await screenshot(page, 'users-unreachable')
    expect((await page.request.get('/v2/user/')).status()).toBe(404)
    // In service all the same: no other instance could reach it, and the pages say what is wrong.
    const ready = await page.request.get('/readyz')
    expect([ready.status(), await ready.json()]).toMatchObject([200, { checks: { production: 'failing' } }])
    expect(await page.content()).not.toContain('sk_remote')
    await context.close()
    await server.stop()
  },
)

test('offline, a link leaves the page as it is, says why, and leads on once the connection is back', async ({
  page,
  context,
  problems,
  home,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page.goto(`${home}/orders`)
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await waitForHydration(page.getByRole('button', { name: 'Columns' }))
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await screenshot(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
})
