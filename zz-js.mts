import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { signIn } from '#e2e/support/session.ts'
const base = 'http://localhost:4200'
const session = await signIn(base, { email: 'ada@example.com', password: 'tq7-Marlin-0xen-plover' } as never)
const browser = await chromium.launch(browserLaunchOptions())
const out: Record<string, Map<string, number>> = {}
for (const path of ['/sandbox/users', '/sandbox/orders']) {
  const context = await browser.newContext({ storageState: session })
  const page = await context.newPage()
  const m = new Map<string, number>(); out[path] = m
  const bodies = new Map<string, string>()
  page.on('response', async (r) => { if (r.request().resourceType() === 'script') { const t = await r.text(); bodies.set(r.url().split('/').at(-1)!, t.slice(0, 200)) } })
  page.on('requestfinished', async (r) => { if (r.resourceType() === 'script') m.set(r.url().split('/').at(-1)!, (await r.sizes()).responseBodySize) })
  await page.goto(base + path)
  await page.waitForTimeout(6000)
  let total = 0
  for (const v of m.values()) total += v
  console.log(path, total, m.size)
  await context.close()
}
const [u, o] = Object.values(out)
for (const [k, v] of o!) if (!u!.has(k)) console.log('orders only', k, v)
for (const [k, v] of u!) if (!o!.has(k)) console.log('users only', k, v)
await browser.close()
