/** `npm run record [-- NAME…]`: takes the README's pictures and its animation from the demo, into .github/screens. */
import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { startDemoSite } from '#e2e/support/servers/server.ts'
import { cleanUpWhenInterrupted, defer, part, print } from '#tools/bench/harness.ts'
import { untilQuiet } from '#tools/bench/site.ts'
import { findOrder, type Look, openFixedDemo, waitForRows } from '#tools/record/fixed-demo.ts'
import { roundDelays } from '#tools/record/frames.ts'
import { filmStory, STORY_LOOK } from '#tools/record/story.ts'

const STORY = 'order-story'
const FOLDER = fileURLToPath(new URL('../.github/screens/', import.meta.url))
const DESKTOP: Look = { viewport: { width: 1366, height: 900 } }

interface Picture {
  look?: Look
  /** Page to open, unless `open` does. */
  path?: string
  /** Brings the page to the state that the picture shows. */
  open?: (page: Page) => Promise<unknown>
}

const hasExceptions = (page: Page) =>
  page.getByRole('table', { name: 'Orders that need action' }).getByRole('link').first().waitFor()
const overview = { path: '/demo', open: hasExceptions }

const PICTURES: Readonly<Record<string, Picture>> = {
  users: { path: '/demo/users', open: waitForRows },
  orders: {
    path: '/demo/orders',
    async open(page) {
      await waitForRows(page)
      // All stages of the process are among these; the newest orders are all at its beginning.
      await page.getByRole('link', { name: /^Exceptions/ }).click()
      const filters = page.getByRole('button', { name: /^Status is/ })
      await filters.first().waitFor()
      await waitForRows(page)
    },
  },
  overview,
  'overview-dark': { ...overview, look: { ...DESKTOP, colorScheme: 'dark' } },
  order: {
    async open(page) {
      const { id } = await findOrder(page, { order_type: 'testkit', status: 'partial_results' })
      await page.goto(`/demo/orders/${id}`)
      await page.getByRole('region', { name: 'Events' }).waitFor()
    },
  },
  booking: {
    async open(page) {
      const { id } = await findOrder(page, { order_type: 'at_home_phlebotomy', status: 'requisition_created' })
      await page.goto(`/demo/orders/${id}/book`)
      await page.getByRole('heading', { name: 'Before you book' }).waitFor()
    },
  },
  'service-centers': {
    path: '/demo/service-centers?zip_code=85004&lab_id=1&radius=10',
    async open(page) {
      await page.getByRole('button', { name: 'Show whole search area' }).click()
      await waitUntilStill(page)
    },
  },
  'demo-controls': {
    path: '/demo',
    async open(page) {
      await hasExceptions(page)
      await page.getByRole('button', { name: /Demo controls$/ }).click()
      await page.getByRole('complementary', { name: 'Demo controls' }).waitFor()
    },
  },
  'overview-phone': { ...overview, look: { viewport: { width: 390, height: 844 } } },
}

/** A map is drawn on a canvas without telling when it is done: it is once several screenshots in a row are equal. */
async function waitUntilStill(page: Page): Promise<void> {
  let before = await page.screenshot()
  let equal = 1
  for (let shot = 1; equal < 4; shot += 1) {
    if (shot === 40) throw new Error(`${page.url()} keeps changing.`)
    await delay(1_000)
    const now = await page.screenshot()
    equal = now.equals(before) ? equal + 1 : 1
    before = now
  }
}

/** With a palette: the console's pages are flat, and 256 colors show no difference. */
const PNG = { palette: true, quality: 95, effort: 10, compressionLevel: 9 }
/** Repeats for ever. Parts that stay the same from one frame to the next take no space. */
const GIF = { loop: 0, dither: 0, effort: 10, interPaletteMaxError: 2 }

async function save(image: Sharp, file: string) {
  const { size } = await image.toFile(`${FOLDER}${file}`)
  print(`  ${file}  ${Math.round(size / 1000)} kB`)
}

async function record() {
  /** All of them if none is named. */
  const names = process.argv.slice(2)
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  mkdirSync(FOLDER, { recursive: true })
  const site = await startDemoSite()
  defer(site.stop)
  const browser = await chromium.launch(browserLaunchOptions())
  defer(() => browser.close())
  for (const [name, { look = DESKTOP, path, open }] of Object.entries(PICTURES).filter(([each]) => isWanted(each))) {
    const page = await openFixedDemo(browser, site.baseURL, look)
    if (path) await page.goto(path)
    await open?.(page)
    await untilQuiet(page)
    await save(sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' })).png(PNG), `${name}.png`)
    await page.context().close()
  }
  if (!isWanted(STORY)) return
  const frames = await filmStory(await openFixedDemo(browser, site.baseURL, STORY_LOOK))
  const images = sharp(
    frames.map(({ image }) => image),
    { join: { animated: true } },
  )
  await save(images.gif({ ...GIF, delay: roundDelays(frames.map(({ delayMs }) => delayMs)) }), `${STORY}.gif`)
}

cleanUpWhenInterrupted()
await part(record)
