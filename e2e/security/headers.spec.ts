import AxeBuilder from '@axe-core/playwright'
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

test('the API is documented without inline code, another address, a key or a request', async ({ page, request }) => {
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  const response = await page.goto('/docs')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;")
  expect(policy).not.toContain('unsafe')
  expect(await response?.text()).not.toMatch(/https?:|<style|<script>/)
  await expect(page.locator('.opblock-tag-section', { hasText: 'At-home draws.' }).locator('.opblock')).toHaveCount(1)
  await page.locator('.opblock-summary-control', { hasText: '/v3/order/{order_id}' }).first().click()
  await expect(page.locator('.parameters').getByText('order_id').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /authorize|try it out|execute/i })).toHaveCount(0)
  await expect(page.locator('input:enabled')).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  expect(new Set(asked.filter((path) => path !== '/icon.svg'))).toEqual(
    new Set([
      '/docs',
      '/openapi.json',
      ...['viewer.js', 'viewer.css', 'start.js', 'start.css'].map((name) => `/docs/${name}`),
    ]),
  )
  expect((await request.get('/docs/viewer.js')).headers()['cache-control']).toContain('max-age')
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
