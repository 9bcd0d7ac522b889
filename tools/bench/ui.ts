/** Responsiveness of a long order list: time from a key to its rows, and smooth scrolling. */
import { rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { openDatabase, tidy } from '#lib/platform/database/database.ts'
import { writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { untilQuiet } from '#tools/bench/observers/quiet.ts'
import { onExit, withScratch } from './cleanup.ts'
import { watchKeys } from './observers/key-observer.ts'
import { percentile } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

const ORDERS_OF_A_USER = 10
/** The first searches of a server and of a page, which are told apart. */
const FIRST_WORD = 'delacroix'
/** Each key of each is one sample. */
const WORDS = ['okafor', 'lindqvist', 'marisol', 'abbott', 'nakamura'] as const
/** Slower than hands that type fast, so that each key is answered before the next. */
const BETWEEN_KEYS = 400
const MAX_TYPING = 150
const LONG_TASK = 50
const WHEEL = { steps: 60, pixels: 240 } as const

const notes = z.object({ waits: z.array(z.number()), tasks: z.array(z.number()) })

export async function benchUi(orders: number): Promise<void> {
  await withScratch(async (data_dir) => {
    await fill(data_dir, orders)
    const server = await startServer({ DATA_DIR: data_dir, SESSION_REQUESTS_PER_MINUTE: '100000' })
    const remove = onExit(() => rmSync(server.dataDir, { recursive: true, force: true }))
    const browser = await chromium.launch(browserLaunchOptions())
    try {
      const storageState = await signIn(server.baseURL, ADMINISTRATOR)
      const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await page.addInitScript(watchKeys)
      const typing = await type(page, `${server.baseURL}/sandbox/orders`)
      const scrolling = await scroll(page, `${server.baseURL}/sandbox/orders?size=100`)
      show(typing, scrolling)
    } finally {
      await browser.close()
      await server.stop()
      remove()
    }
  })
}

async function fill(data_dir: string, orders: number) {
  print(`  filling a data directory with ${orders} orders`)
  const database = await openDatabase({ data_dir, database_url: null })
  const users = Math.ceil(orders / ORDERS_OF_A_USER)
  await writeDataSet(createPostgresStore(database.db), { users, orders, seed: 0 }, new Date())
  await tidy(database.db)
  await database.close()
}

const read = async (page: Page) => notes.parse(await page.evaluate(() => Reflect.get(window, 'keys')))

/** Milliseconds from each key to the paint of the rows that it asks for; those of the first word apart. */
async function type(page: Page, url: string): Promise<{ first: number[]; waits: number[] }> {
  await page.goto(url)
  await untilQuiet(page)
  const box = page.getByRole('textbox', { name: 'ID, patient, recipient' })
  for (const word of [FIRST_WORD, ...WORDS]) {
    await box.fill('')
    await page.waitForTimeout(BETWEEN_KEYS)
    for (const key of word) {
      const { waits } = await read(page)
      await box.press(key)
      await page.waitForFunction((known) => Reflect.get(window, 'keys').waits.length > known, waits.length)
      await page.waitForTimeout(BETWEEN_KEYS)
    }
  }
  const { waits } = await read(page)
  return { first: waits.slice(0, FIRST_WORD.length), waits: waits.slice(FIRST_WORD.length) }
}

/** The length of each task over 50 ms while the rows are scrolled from end to end and back. */
async function scroll(page: Page, url: string): Promise<number[]> {
  await page.goto(url)
  await untilQuiet(page)
  await page.getByRole('table', { name: 'Orders' }).hover()
  await page.waitForTimeout(BETWEEN_KEYS)
  const { tasks } = await read(page)
  for (let step = 0; step < WHEEL.steps; step += 1) {
    await page.mouse.wheel(0, step < WHEEL.steps / 2 ? WHEEL.pixels : -WHEEL.pixels)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return (await read(page)).tasks.slice(tasks.length)
}

function show({ first, waits: typing }: Awaited<ReturnType<typeof type>>, scrolling: readonly number[]) {
  const longest = Math.max(0, ...scrolling)
  const p95 = percentile(typing, 0.95)
  print()
  print(
    table(
      ['orders', 'measured', 'at most', 'budget'],
      [
        ['typing to rows, p50, ms', figure(percentile(typing, 0.5), 0), '', ''],
        ['typing to rows, p95, ms', figure(p95, 0), String(MAX_TYPING), verdict(p95, MAX_TYPING)],
        ['slowest key of the first word, ms', figure(Math.max(...first), 0), '', ''],
        ['keys measured', figure(typing.length, 0), '', ''],
        ['tasks over 50 ms while scrolling', figure(scrolling.length, 0), '0', verdict(scrolling.length, 0)],
        ['longest of them, ms', figure(longest, 0), String(LONG_TASK), verdict(longest, LONG_TASK)],
      ],
    ),
  )
}
