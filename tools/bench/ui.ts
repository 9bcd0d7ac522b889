/** Responsiveness of a long order list: time from a key to its rows, and smooth scrolling. */
import type { Page } from '@playwright/test'
import { type BenchOptions, percentile, printBudgets } from './harness.ts'
import { readNotes, startBrowser, startSite, untilQuiet } from './site.ts'

/** The first searches of a server and of a page are told apart. Each key is one sample. */
const WORDS = ['delacroix', 'okafor', 'lindqvist', 'marisol', 'abbott', 'nakamura'] as const
/** Slower than hands that type fast, so that each key is answered before the next. */
const BETWEEN_KEYS = 400
const MAX_TYPING = 150
const LONG_TASK = 50
const WHEEL = { steps: 60, pixels: 240 } as const

export async function bench({ orders = 100_000 }: BenchOptions): Promise<void> {
  const newPage = await startBrowser(await startSite({}, orders))
  const page = await newPage()
  const waits = await type(page)
  const [first, typing] = [waits.slice(0, WORDS[0].length), waits.slice(WORDS[0].length)]
  const scrolling = await scroll(page)
  printBudgets(`${orders} orders`, [
    ['typing to rows, p50, ms', percentile(typing, 0.5)],
    ['typing to rows, p95, ms', percentile(typing, 0.95), MAX_TYPING],
    ['slowest key of the first word, ms', Math.max(...first)],
    ['keys measured', typing.length],
    ['tasks over 50 ms while scrolling', scrolling.length, 0],
    ['longest of them, ms', Math.max(0, ...scrolling), LONG_TASK],
  ])
}

/** Milliseconds from each key to the paint of the rows that it asks for. */
async function type(page: Page): Promise<number[]> {
  await page.goto('/sandbox/orders')
  await untilQuiet(page)
  const box = page.getByRole('textbox', { name: 'ID, patient, recipient' })
  for (const word of WORDS) {
    await box.fill('')
    await page.waitForTimeout(BETWEEN_KEYS)
    for (const key of word) {
      const { changes } = await readNotes(page)
      await box.press(key)
      await page.waitForFunction((known) => Reflect.get(window, 'bench').changes.length > known, changes.length)
      await page.waitForTimeout(BETWEEN_KEYS)
    }
  }
  return (await readNotes(page)).changes
}

/** The length of each task over 50 ms while the rows are scrolled from end to end and back. */
async function scroll(page: Page): Promise<number[]> {
  await page.goto('/sandbox/orders?size=100')
  await untilQuiet(page)
  await page.getByRole('table', { name: 'Orders' }).hover()
  await page.waitForTimeout(BETWEEN_KEYS)
  const before = (await readNotes(page)).longTasks.length
  for (let step = 0; step < WHEEL.steps; step += 1) {
    await page.mouse.wheel(0, step < WHEEL.steps / 2 ? WHEEL.pixels : -WHEEL.pixels)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return (await readNotes(page)).longTasks.slice(before).map(({ start, end }) => end - start)
}
