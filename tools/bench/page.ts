/** Cost of opening a list page: bytes, time to the first row, blocking time, time to the next page. */
import { rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, type SignedIn, signIn } from '#e2e/support/session.ts'
import { onExit, withScratch } from './cleanup.ts'
import { fillDirectory } from './fill.ts'
import {
  changePages,
  type PageChanges,
  type PageLoad,
  slowProcessor,
  type Visitor,
  visit,
} from './observers/page-load.ts'
import { median } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

const PAGES = ['/sandbox/users', '/sandbox/orders']
const RUNS = 5
/** Enough pages to turn, all of them full. */
const SIZE = { users: 1000, orders: 10_000, seed: 0 }

interface Measured {
  path: string
  inFirstHtml: boolean
  plain: PageLoad[]
  slow: PageLoad[]
  /** Page changes, as the machine is and with a quarter of its processor. */
  change: Record<'plain' | 'slow', PageChanges>
}

export async function benchPage(): Promise<void> {
  await withScratch(async (data_dir) => {
    await fillDirectory(data_dir, SIZE)
    const server = await startServer({ DATA_DIR: data_dir, SESSION_REQUESTS_PER_MINUTE: '100000' })
    const remove = onExit(() => rmSync(server.dataDir, { recursive: true, force: true }))
    const browser = await chromium.launch(browserLaunchOptions())
    try {
      const session = await signIn(server.baseURL, ADMINISTRATOR)
      for (const path of PAGES) show(await measure({ browser, session }, server.baseURL, path))
    } finally {
      await browser.close()
      await server.stop()
      remove()
    }
  })
}

async function measure(visitor: Visitor, origin: string, path: string): Promise<Measured> {
  print(`  visiting ${path}, ${RUNS} times as it is and ${RUNS} times slowed down`)
  const url = `${origin}${path}`
  const measured: Measured = {
    path,
    inFirstHtml: await hasRowInHtml(url, visitor.session),
    plain: [],
    slow: [],
    change: { plain: { ahead: [], cold: [] }, slow: { ahead: [], cold: [] } },
  }
  // The first visit warms the server, which people share.
  await visit(visitor, url, false)
  for (let run = 0; run < RUNS; run += 1) {
    const load = await visit(visitor, url, false, async (page) => {
      for (const kind of ['plain', 'slow'] as const) {
        if (kind === 'slow') await slowProcessor(page)
        const { ahead, cold } = await changePages(page)
        measured.change[kind].ahead.push(...ahead)
        measured.change[kind].cold.push(...cold)
      }
    })
    measured.plain.push(load)
    measured.slow.push(await visit(visitor, url, true))
  }
  return measured
}

/** Whether the row is in the markup itself: neither in data for scripts nor in a part that a script must uncover. */
async function hasRowInHtml(url: string, session: SignedIn): Promise<boolean> {
  const html = await (await fetch(url, { headers: { cookie: cookieHeader(session) } })).text()
  const markup = html.replace(/<script\b.*?<\/script>/gs, '').split('<div hidden id="S:')[0] ?? ''
  return markup.includes('data-index="0"')
}

interface Line {
  name: string
  key: keyof PageLoad
  digits: number
  /** The most that is allowed, and in which of the two visits. */
  most?: { slow: boolean; value: number }
}

const LINES: readonly Line[] = [
  { name: 'JS, kB gzip (slowed: brotli)', key: 'scriptKb', digits: 1, most: { slow: false, value: 280 } },
  { name: 'all, kB compressed', key: 'totalKb', digits: 1 },
  { name: 'requests', key: 'requests', digits: 0 },
  { name: 'first contentful paint, ms', key: 'fcp', digits: 0 },
  { name: 'first row visible, ms', key: 'firstRow', digits: 0, most: { slow: true, value: 1200 } },
  { name: 'largest contentful paint, ms', key: 'lcp', digits: 0 },
  { name: 'total blocking time, ms', key: 'blocking', digits: 0, most: { slow: true, value: 350 } },
  { name: 'layout shift', key: 'shift', digits: 3 },
]
/** Milliseconds from the press to the new rows. */
const MAX_CHANGE = { plain: 60, slow: 220 }

function show({ path, inFirstHtml, plain, slow, change }: Measured) {
  const middle = (loads: readonly PageLoad[], key: keyof PageLoad) => median(loads.map((load) => load[key]))
  const rows = LINES.map(({ name, key, digits, most }) => {
    const [fast, slowed] = [middle(plain, key), middle(slow, key)]
    const budget = most
      ? [`${most.slow ? 'slowed' : 'plain'} ${most.value}`, verdict(most.slow ? slowed : fast, most.value)]
      : []
    return [name, figure(fast, digits), figure(slowed, digits), ...budget]
  })
  const changeRow = (name: string, key: keyof PageChanges) => {
    const [fast, slowed] = [median(change.plain[key]), median(change.slow[key])]
    const isWithin = fast <= MAX_CHANGE.plain && slowed <= MAX_CHANGE.slow
    const most = `${MAX_CHANGE.plain} / ${MAX_CHANGE.slow}`
    return [`${name}, ms`, figure(fast, 0), figure(slowed, 0), most, isWithin ? 'pass' : 'OVER']
  }
  print()
  print(
    table(
      [path, 'plain', 'slowed', 'at most', 'budget'],
      [
        ['first row in the first HTML', inFirstHtml ? 'yes' : 'no', '', 'yes', inFirstHtml ? 'pass' : 'OVER'],
        ...rows,
        changeRow('next page, fetched ahead', 'ahead'),
        changeRow('page nobody aimed at', 'cold'),
      ],
    ),
  )
}
