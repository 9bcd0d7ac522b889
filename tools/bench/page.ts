/** Cost of opening a list page, beside the same page without its scripts: time to the first row, blocking time, time to another page. */
import type { Page, Route } from '@playwright/test'
import { median, part, print, printRows, type Row } from './harness.ts'
import { AS_STARTED } from './servers.ts'
import { PAGE, type PageLoad, readNotes, startBrowser, startSite, untilQuiet, visit } from './site.ts'

const RUNS = 5
/** Enough pages to turn, all of them full. */
const ORDERS = 10_000
/** As it is, and with a processor a quarter as fast. */
const SPEEDS = [
  { name: '× 1', rate: 1, change: 60, blocking: 134 },
  { name: 'CPU ÷ 4', rate: 4, change: 200, blocking: 338 },
]
/** Times the same page without its scripts. */
const MOST_FIRST_ROW = 1.35

export const bench = async () => printRows(await rows())

export async function rows(): Promise<Row[]> {
  const newPage = await startBrowser(await startSite(AS_STARTED, ORDERS))
  const all: Row[] = []
  for (const { name, rate, change, blocking } of SPEEDS) {
    print(`  visiting ${PAGE}, ${RUNS} times, ${name}`)
    const loads: PageLoad[] = []
    const limits: PageLoad[] = []
    const changes: number[] = []
    const open = async () => {
      const page = await newPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      return page
    }
    // The first visit warms the server, which people share.
    await part(async () => visit(await open(), PAGE))
    for (let run = 0; run < RUNS; run += 1) {
      await part(async () => {
        const page = await open()
        await page.route(`**${PAGE}`, withoutScripts)
        limits.push(await visit(page, PAGE))
      })
      await part(async () => {
        const page = await open()
        loads.push(await visit(page, PAGE))
        for (const label of ['Next page', 'Last page', 'Previous page']) changes.push(await turn(page, label))
      })
    }
    const middle = (key: keyof PageLoad, of: readonly PageLoad[]) => median(of.map((load) => load[key]))
    const limit = middle('firstRow', limits)
    all.push(
      {
        measure: `first row, ${name}, ms`,
        value: middle('firstRow', loads),
        target: MOST_FIRST_ROW * limit,
        beside: ['no scripts', limit],
      },
      { measure: `blocking time, ${name}, ms`, value: middle('blocking', loads), target: blocking },
    )
    all.push({ measure: `page change, ${name}, ms`, value: median(changes), target: change })
  }
  return all
}

const SCRIPTS = /<script\b.*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/gs

async function withoutScripts(route: Route) {
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).replace(SCRIPTS, '') })
}

/** Nothing has aimed at it: neither hover nor focus comes first, as with a finger. */
async function turn(page: Page, label: string): Promise<number> {
  const { changes } = await readNotes(page)
  await page.locator(`button[aria-label="${label}"]`).evaluate((button: HTMLElement) => button.click())
  await page.waitForFunction((known) => Reflect.get(window, 'bench').changes.length > known, changes.length)
  await untilQuiet(page)
  return (await readNotes(page)).changes.at(-1) ?? Number.NaN
}
