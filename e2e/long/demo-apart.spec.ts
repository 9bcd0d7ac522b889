/** The demo and the server keep apart: neither has anything of the other, and each can be had without the other. */
import { existsSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { PAGES } from '#components/shell/pages.ts'
import { apiLines, apiRequests, ask } from '#e2e/support/demo/demo-page.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { startDemoSite, startServer } from '#e2e/support/servers/server.ts'
import { SIGNED_OUT } from '#e2e/support/session.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

const SECTIONS = [...new Set(PAGES.map(({ section }) => section))]
const TOUR = SECTIONS.filter((section) => !section.includes('['))
/** A script of the first page that names none of it is one of the libraries that workers share. */
const DEMO_WORDS = /demo-administrator|Demo[A-Z]\w+",0,|vialdesk-demo|onUnhandledFrame/

/** Scripts that the pages of a context load. */
function scriptsOf(context: BrowserContext): ReadonlySet<string> {
  const seen = new Set<string>()
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) seen.add(pathname)
  })
  return seen
}

/** By a link where the page has one: a document of its own would begin the demo anew. */
async function openPage(page: Page, path: string) {
  const link = page.locator(`a[href="${path}"]:visible`).first()
  if ((await link.count()) === 0) await page.goto(path)
  else await link.click()
  await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0])
}

const isDrawn = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()

test('a tour of every page of the demo sends nothing to the server; no page of the server has anything of the demo', async ({
  browser,
  server,
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const visitor = await browser.newContext({ baseURL: server.baseURL, storageState: SIGNED_OUT })
  const [sent, ofDemo] = [apiRequests(visitor), scriptsOf(visitor)]
  const before = apiLines(server.log()).length
  const demo = await visitor.newPage()
  await demo.goto('/demo/users')
  await expect(demo.getByRole('navigation', { name: 'Pages of users' })).toContainText('of 260')
  const { body } = await ask(demo, '/api/service/demo/v3/orders?size=1&order_type=at_home_phlebotomy')
  await expect(demo.getByRole('button', { name: /Demo controls$/ })).toBeVisible()
  const ofFirst = [...ofDemo]
  const [order] = listOrders.response.parse(body).orders
  const pathOf = (section: string) =>
    section.replace('[userId]', order?.user_id ?? '').replace('[orderId]', order?.id ?? '')
  for (const path of SECTIONS.map(pathOf)) {
    await openPage(demo, `/demo/${path}`.replace(/\/$/, ''))
    await isDrawn(demo)
    await expect(demo.getByRole('button', { name: /Demo controls$/ })).toBeVisible()
  }
  expect([...sent, ...apiLines(server.log()).slice(before)]).toEqual([])

  const ofServer = scriptsOf(context)
  for (const path of [...TOUR, `users/${order?.user_id}/access`, `orders/${order?.id}`]) {
    await openPage(page, `/sandbox/${path}`.replace(/\/$/, ''))
    await isDrawn(page)
    const { controller, fetch } = await page.evaluate(() => ({
      controller: navigator.serviceWorker?.controller ?? null,
      fetch: window.fetch.toString(),
    }))
    expect({ path, controller, isNative: fetch.includes('[native code]') }).toEqual({
      path,
      controller: null,
      isNative: true,
    })
    expect(page.workers().filter((worker) => ofDemo.has(new URL(worker.url()).pathname))).toEqual([])
  }
  await visitor.close()

  const without = await startServer({ DEMO: 'off' })
  const statusOf = async (script: string) => (await fetch(`${without.baseURL}${script}`)).status
  const namesDemo = async (script: string) => DEMO_WORDS.test(await (await fetch(`${server.baseURL}${script}`)).text())
  const ofBoth = await Promise.all([...ofServer].map(statusOf))
  const onlyOfDemo: string[] = []
  for (const script of ofFirst) if (!ofServer.has(script) && (await namesDemo(script))) onlyOfDemo.push(script)
  const refused = await Promise.all(onlyOfDemo.map(async (script) => [script, await statusOf(script)]))
  const outside = await browser.newContext({ baseURL: without.baseURL, storageState: SIGNED_OUT })
  const stranger = await outside.newPage()
  const answer = await stranger.goto('/demo')
  expect(answer?.status()).toBe(404)
  await screenshot(stranger, 'demo-off')
  await stranger.goto('/sign-in')
  await expect(stranger.getByRole('button', { name: /^Sign in/ })).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'See the demo' })).toHaveCount(0)
  await outside.close()
  await without.stop()
  expect(refused.filter(([, status]) => status !== 404)).toEqual([])
  expect(refused.length).toBeGreaterThan(4)
  expect(ofBoth.filter((status) => status !== 200)).toEqual([])
})

test('a server that fails shows its error, and nothing of the demo', async ({ page, problems }) => {
  problems.allow(/status of 502/)
  await page.route('**/api/service/**', (route) =>
    route.fulfill({ status: 502, json: { detail: 'The service can’t be reached.' } }),
  )
  await page.goto('/sandbox/orders')
  await page.getByRole('button', { name: 'Reload orders' }).click()
  await expect(page.getByRole('button', { name: /try again/i }).first()).toBeVisible()
  await expect(page.getByText('Demo', { exact: true })).toHaveCount(0)
  expect(page.workers()).toEqual([])
})

test('the sign-in page leads to the demo', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.baseURL, storageState: SIGNED_OUT })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'See the demo' }).click()
  await expect(page).toHaveURL(/\/demo/)
  await expect(page.getByRole('button', { name: /Demo controls$/ })).toBeVisible()
  await context.close()
})

test('a site of the demo alone: no data, no interface, no way out, and a clean end', async ({ browser }) => {
  const site = await startDemoSite()
  const { baseURL } = site
  const root = await fetch(baseURL, { redirect: 'manual' })
  expect([root.status, root.headers.get('location')]).toEqual([302, '/demo'])
  for (const path of ['/api/console/viewer', '/api/service/demo/v3/orders', '/v2/user/', '/api/auth/sessions'])
    expect([path, (await fetch(`${baseURL}${path}`)).status]).toEqual([path, 404])
  const context = await browser.newContext({ baseURL, storageState: SIGNED_OUT })
  const sent = apiRequests(context)
  const page = await context.newPage()
  await page.goto('/demo/users')
  await expect(page.getByRole('navigation', { name: 'Pages of users' })).toContainText('of 260')
  const account = page.getByRole('button', { name: /Dana Whitfield/ })
  await waitForHydration(account)
  await account.click()
  const menu = page.getByRole('menu', { name: 'Demo' })
  await expect(menu.getByRole('menuitem')).toHaveText(['Demo controls'])
  await screenshot(page, 'demo-only-menu')
  await context.close()
  expect(sent).toEqual([])
  expect(existsSync(site.dataDir)).toBe(false)
  await site.stop()
})
