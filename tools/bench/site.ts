/** The console as it is started, with sample data, and a browser that looks at it. */
import { gzipSync } from 'node:zlib'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { ADMINISTRATOR, startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, type SignedIn, signIn } from '#e2e/support/session.ts'
import { openDatabase, tidy } from '#lib/platform/database/database.ts'
import { writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { defer, print, scratch } from './harness.ts'
import { observePage } from './page-observer.ts'
import { residentMegabytes } from './processor.ts'

const ORDERS_OF_A_USER = 10
const TIME_LIMIT = 30_000
/** Milliseconds without an answer after which a page has all that it asked for. */
const QUIET = 1000
const FREE_TASK = 50

export const PAGE = '/sandbox/orders'

export interface Site {
  server: TestServer
  session: SignedIn
}

/** Starts the server with the default sample data, or with as many orders, and signs in. */
export async function startSite(settings: Record<string, string> = {}, orders?: number): Promise<Site> {
  const filled = orders === undefined ? {} : { DATA_DIR: await filledDirectory(orders) }
  const server = await startServer({ SESSION_REQUESTS_PER_MINUTE: '10000000', ...filled, ...settings })
  defer(server.stop)
  return { server, session: await signIn(server.baseURL, ADMINISTRATOR) }
}

async function filledDirectory(orders: number): Promise<string> {
  print(`  filling a data directory with ${orders} orders`)
  const data_dir = scratch()
  const database = await openDatabase({ data_dir, database_url: null })
  const size = { users: Math.ceil(orders / ORDERS_OF_A_USER), orders, seed: 0 }
  await writeDataSet(createPostgresStore(database.db), size, new Date())
  await tidy(database.db)
  await database.close()
  return data_dir
}

/** Megabytes that the server holds before and after pages, and bytes that it sends for one. */
export async function ofPages({ server, session }: Site, pages: number) {
  const cookie = cookieHeader(session)
  const { now: ready, most } = residentMegabytes(server.pid)
  const html = await textOf(`${server.baseURL}${PAGE}`, cookie)
  // Only browsers without modules load those: none of today's.
  const loaded = html.replaceAll(/<script[^>]*\bnomodule\b[^>]*>/gi, '')
  const paths = [...new Set(loaded.match(/\/_next\/static\/[\w./~-]+\.js/g))]
  const files = await Promise.all(paths.map((path) => textOf(`${server.baseURL}${path}`, cookie)))
  for (let n = 1; n < pages; n += 1) await textOf(`${server.baseURL}${PAGE}`, cookie)
  return {
    most,
    ready,
    after: residentMegabytes(server.pid).now,
    scripts: files.reduce((sum, text) => sum + gzipSync(text).length, 0),
    html: Buffer.byteLength(html),
    sent: gzipSync(html).length,
  }
}

export async function textOf(url: string, cookie: string): Promise<string> {
  const response = await fetch(url, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`)
  return response.text()
}

/** Opens a browser; the function that is returned opens a page of a context of its own, signed in. */
export async function startBrowser({
  server,
  session,
}: Site): Promise<(given?: BrowserContextOptions) => Promise<Page>> {
  const browser = await chromium.launch(browserLaunchOptions())
  defer(() => browser.close())
  return async (given) => {
    const context = await browser.newContext({
      baseURL: server.baseURL,
      storageState: session,
      viewport: { width: 1280, height: 800 },
      ...given,
    })
    defer(() => context.close())
    return observed(await context.newPage())
  }
}

export async function observed(page: Page): Promise<Page> {
  await page.addInitScript(observePage)
  return page
}

/** Playwright's own `networkidle` never comes on a page that follows a stream of events. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load', { timeout: TIME_LIMIT })
  const isQuiet = (quiet: number) => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0))
    return performance.now() - Math.max(0, ...ends) > quiet
  }
  await page.waitForFunction(isQuiet, QUIET, { timeout: TIME_LIMIT, polling: 100 })
}

const notes = z.object({
  frame: z.number(),
  painted: z.number(),
  fcp: z.number(),
  longTasks: z.array(z.object({ start: z.number(), end: z.number() })),
  changes: z.array(z.number()),
})

export const readNotes = async (page: Page) => notes.parse(await page.evaluate(() => Reflect.get(window, 'bench')))

const traffic = z.object({ scriptKb: z.number(), totalKb: z.number() })

/** Kilobytes as they travelled: scripts without the heads of the answers, all with them. */
const readTraffic = async (page: Page) =>
  traffic.parse(
    await page.evaluate(() => {
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      const arrived = entries.filter((entry) => entry instanceof PerformanceResourceTiming)
      const scripts = arrived.filter(({ name }) => name.endsWith('.js'))
      return {
        scriptKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
        totalKb: arrived.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      }
    }),
  )

/** Milliseconds since the navigation began, but for kilobytes. */
export type PageLoad = Record<'scriptKb' | 'totalKb' | 'fcp' | 'firstRow' | 'blocking', number>

/** Opens a list in a page that was not used before, and returns what that took until it was idle. */
export async function visit(page: Page, path: string): Promise<PageLoad> {
  await page.goto(path, { waitUntil: 'commit', timeout: TIME_LIMIT })
  await page.waitForSelector('tbody tr[data-index="0"]', { timeout: TIME_LIMIT })
  await untilQuiet(page)
  const { frame, painted, fcp, longTasks } = await readNotes(page)
  const blocked = longTasks.map(({ start, end }) => Math.max(0, end - Math.max(start, fcp) - FREE_TASK))
  return {
    ...(await readTraffic(page)),
    fcp,
    // With no paint before the row's frame, the browser's own paint time applies.
    firstRow: fcp >= frame ? fcp : painted,
    blocking: blocked.reduce((sum, one) => sum + one, 0),
  }
}
