/** Cost of opening a list page: bytes, time to the first row, blocking time, time to the next page. */
import type { Page } from '@playwright/test'
import { cookieHeader } from '#e2e/support/session.ts'
import { figure, median, part, print, printTable, verdict } from './harness.ts'
import {
  type PageLoad,
  readNotes,
  type Site,
  slowProcessor,
  startBrowser,
  startSite,
  untilQuiet,
  visit,
} from './site.ts'

const PAGES = ['/sandbox/users', '/sandbox/orders']
const RUNS = 5
/** Enough pages to turn, all of them full. */
const ORDERS = 10_000
const SPEEDS = ['plain', 'slow'] as const
type BySpeed<T> = Record<(typeof SPEEDS)[number], T>

interface Line {
  name: string
  key: keyof PageLoad
  digits?: number
  /** The most that is allowed, and in which of the two visits. */
  most?: { speed: (typeof SPEEDS)[number]; value: number }
}

const LINES: readonly Line[] = [
  { name: 'JS, kB gzip (slowed: brotli)', key: 'scriptKb', digits: 1, most: { speed: 'plain', value: 280 } },
  { name: 'all, kB compressed', key: 'totalKb', digits: 1 },
  { name: 'requests', key: 'requests' },
  { name: 'first contentful paint, ms', key: 'fcp' },
  { name: 'first row visible, ms', key: 'firstRow', most: { speed: 'slow', value: 1200 } },
  { name: 'largest contentful paint, ms', key: 'lcp' },
  { name: 'total blocking time, ms', key: 'blocking', most: { speed: 'slow', value: 350 } },
  { name: 'layout shift', key: 'shift', digits: 3 },
]
/** Milliseconds from the press to the new rows. */
const MAX_CHANGE = { plain: 60, slow: 220 }

export async function bench(): Promise<void> {
  const site = await startSite({}, ORDERS)
  const newPage = await startBrowser(site)
  for (const path of PAGES) await measure(site, newPage, path)
}

async function measure(site: Site, newPage: Awaited<ReturnType<typeof startBrowser>>, path: string) {
  print(`  visiting ${path}, ${RUNS} times as it is and ${RUNS} times slowed down`)
  const isInHtml = await hasRowInHtml(site, path)
  const loads: BySpeed<PageLoad[]> = { plain: [], slow: [] }
  const ahead: BySpeed<number[]> = { plain: [], slow: [] }
  const cold: BySpeed<number[]> = { plain: [], slow: [] }
  // The first visit warms the server, which people share.
  await part(async () => visit(await newPage(), path))
  for (let run = 0; run < RUNS; run += 1) {
    await part(async () => {
      // Weights are compared as gzip, whatever better this browser takes.
      const page = await newPage({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
      loads.plain.push(await visit(page, path))
      for (const speed of SPEEDS) {
        if (speed === 'slow') await slowProcessor(page)
        ahead[speed].push(await press(page, 'Next page'), await press(page, 'Next page'))
        // Pages that nothing has aimed at: neither hover nor focus comes first, as with a finger.
        cold[speed].push(await tap(page, 'Last page'), await tap(page, 'Previous page'))
        await tap(page, 'First page')
      }
    })
    await part(async () => {
      const page = await newPage()
      await slowDown(page)
      loads.slow.push(await visit(page, path))
    })
  }
  const rows = LINES.map(({ name, key, digits = 0, most }) => {
    const middle = {
      plain: median(loads.plain.map((load) => load[key])),
      slow: median(loads.slow.map((load) => load[key])),
    }
    const budget = most ? [`${most.speed} ${most.value}`, verdict(middle[most.speed], most.value)] : []
    return [name, figure(middle.plain, digits), figure(middle.slow, digits), ...budget]
  })
  const changeRow = (name: string, change: typeof ahead) => {
    const [plain, slow] = [median(change.plain), median(change.slow)]
    const isWithin = plain <= MAX_CHANGE.plain && slow <= MAX_CHANGE.slow
    const most = `${MAX_CHANGE.plain} / ${MAX_CHANGE.slow}`
    return [`${name}, ms`, figure(plain, 0), figure(slow, 0), most, isWithin ? 'pass' : 'OVER']
  }
  printTable(
    [path, 'plain', 'slow', 'at most', 'budget'],
    [
      ['first row in the first HTML', isInHtml ? 'yes' : 'no', '', 'yes', isInHtml ? 'pass' : 'OVER'],
      ...rows,
      changeRow('next page, fetched ahead', ahead),
      changeRow('page not fetched ahead', cold),
    ],
  )
}

/** Whether the row is in the markup itself: neither in data for scripts nor in a part that a script must uncover. */
async function hasRowInHtml({ server, session }: Site, path: string): Promise<boolean> {
  const html = await (await fetch(`${server.baseURL}${path}`, { headers: { cookie: cookieHeader(session) } })).text()
  const markup = html.replace(/<script\b.*?<\/script>/gs, '').split('<div hidden id="S:')[0] ?? ''
  return markup.includes('data-index="0"')
}

/** 1.6 Mbit/s down, 150 ms there and back, a processor a quarter as fast. */
async function slowDown(page: Page) {
  const session = await slowProcessor(page)
  const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
  await session.send('Network.emulateNetworkConditions', network)
}

async function changed(page: Page, change: () => Promise<void>): Promise<number> {
  const { changes } = await readNotes(page)
  await change()
  await page.waitForFunction((known) => Reflect.get(window, 'bench').changes.length > known, changes.length)
  await untilQuiet(page)
  return (await readNotes(page)).changes.at(-1) ?? Number.NaN
}

const press = (page: Page, label: string) => changed(page, () => page.click(`button[aria-label="${label}"]`))
const tap = (page: Page, label: string) =>
  changed(page, () => page.locator(`button[aria-label="${label}"]`).evaluate((button: HTMLElement) => button.click()))
