import { expect, test } from '#e2e/support/test.ts'
import { VERSION } from '#lib/kernel/values.ts'

test('a page runs under a policy without inline scripts, and its scripts obey it', async ({ page }) => {
  const response = await page.goto('/sandbox/users')
  const policy = response?.headers()['content-security-policy'] ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  expect(nonce).toBeTruthy()
  expect(policy.split('; ').find((directive) => directive.startsWith('script-src'))).not.toContain('unsafe-inline')
  const html = (await response?.text()) ?? ''
  const scripts = html.match(/<script\b[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(3)
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  // Interactive: the scripts did run.
  await page
    .getByRole('button', { name: /shortcuts/i })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('pages and data say no to frames, sniffing, referrers and caches', async ({ request }) => {
  for (const path of ['/sandbox/users', '/api/service/sandbox/v2/user/', '/api/console/environments']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toContain('no-store')
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})

test('the process says that it is alive and ready', async ({ request }) => {
  expect(await (await request.get('/healthz')).json()).toEqual({ status: 'alive', version: VERSION })
  const checks = { database: 'ok', events: 'ok', jobs: 'ok', disk: 'ok' }
  expect(await (await request.get('/readyz')).json()).toEqual({ status: 'ready', checks })
})
