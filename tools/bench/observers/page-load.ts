/** One visit to a page in a browser without any cache: what travelled, when it showed, and how long it was busy. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { z } from 'zod'
import type { SignedIn } from '#e2e/support/session.ts'
import { observePage } from './page-observer.ts'
import { untilQuiet } from './quiet.ts'

export interface PageLoad {
  /** Kilobytes of scripts as they travelled, without the heads of the answers: gzip as it is, the browser's choice slowed. */
  scriptKb: number
  /** Kilobytes of everything, heads of the answers included. */
  totalKb: number
  requests: number
  /** Milliseconds since the navigation began. */
  fcp: number
  firstRow: number
  lcp: number
  /** Milliseconds of tasks beyond their first 50, from the first paint until the page is idle. */
  blocking: number
  /** Layout shift, all of the visit. */
  shift: number
}

export interface PageChanges {
  /** Milliseconds from the press to the paint of the new rows. */
  ahead: number[]
  cold: number[]
}

const notes = z.object({
  frame: z.number(),
  painted: z.number(),
  fcp: z.number(),
  lcp: z.number(),
  shift: z.number(),
  longTasks: z.array(z.object({ start: z.number(), end: z.number() })),
  changes: z.array(z.number()),
})

const FREE_TASK = 50
const TIME_LIMIT = 30_000

/** 1.6 Mbit/s down, 150 ms there and back, a processor a quarter as fast. */
async function slowDown(session: CDPSession) {
  const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

function countTraffic(session: CDPSession) {
  const kinds = new Map<string, string>()
  const traffic = { requests: 0, script: 0, total: 0 }
  session.on('Network.requestWillBeSent', ({ request, requestId, type }) => {
    if (!request.url.startsWith('http')) return
    traffic.requests += 1
    kinds.set(requestId, type ?? '')
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') traffic.script += encodedDataLength / 1000
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.total += encodedDataLength / 1000
  })
  return traffic
}

async function readNotes(page: Page) {
  return notes.parse(await page.evaluate(() => Reflect.get(window, 'bench')))
}

export interface Visitor {
  browser: Browser
  session: SignedIn
}

/** Opens the page in a new context, signed in. `then` may go on with it before it is closed. */
export async function visit(
  { browser, session: storageState }: Visitor,
  url: string,
  slow: boolean,
  then: (page: Page) => Promise<void> = async () => undefined,
): Promise<PageLoad> {
  // Weights are compared as gzip, whatever better this browser takes.
  const weighed = slow ? {} : { extraHTTPHeaders: { 'accept-encoding': 'gzip' } }
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 }, ...weighed })
  try {
    const page = await context.newPage()
    await page.addInitScript(observePage)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const traffic = countTraffic(session)
    if (slow) await slowDown(session)
    await page.goto(url, { waitUntil: 'commit', timeout: TIME_LIMIT })
    await page.waitForSelector('tbody tr[data-index="0"]', { timeout: TIME_LIMIT })
    await untilQuiet(page)
    const { requests, script, total } = traffic
    const { frame, painted, fcp, lcp, shift, longTasks } = await readNotes(page)
    await then(page)
    const blocked = longTasks.map(({ start, end }) => Math.max(0, end - Math.max(start, fcp) - FREE_TASK))
    return {
      requests,
      scriptKb: script,
      totalKb: total,
      fcp,
      // With no paint before the row's frame, the browser's own paint time applies.
      firstRow: fcp >= frame ? fcp : painted,
      lcp,
      blocking: blocked.reduce((sum, one) => sum + one, 0),
      shift,
    }
  } finally {
    await context.close()
  }
}

/** A processor a quarter as fast, and the network as it is. */
export async function slowProcessor(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Two presses of "Next page" when that page was fetched ahead, then two to pages that nobody has aimed at. Ends on the first page. */
export async function changePages(page: Page): Promise<PageChanges> {
  const press = async (label: string, how: (name: string) => Promise<void>) => {
    const { changes } = await readNotes(page)
    await how(`button[aria-label="${label}"]`)
    await page.waitForFunction((known) => Reflect.get(window, 'bench').changes.length > known, changes.length)
    await untilQuiet(page)
    return (await readNotes(page)).changes.at(-1) ?? Number.NaN
  }
  const withMouse = (selector: string) => page.click(selector)
  // Neither hover nor focus comes first, as with a finger.
  const withoutAim = (selector: string) => page.locator(selector).evaluate((button: HTMLElement) => button.click())
  const ahead = [await press('Next page', withMouse), await press('Next page', withMouse)]
  const cold = [await press('Last page', withoutAim), await press('Previous page', withoutAim)]
  await press('First page', withoutAim)
  return { ahead, cold }
}
