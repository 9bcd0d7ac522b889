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
import { type Frame, roundDelays } from '#tools/record/frames.ts'
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

/** A minute of three guided tours, one frame for each step. */
const TOURS_FILM = 'three-stories'
const TOURS = ['caller', 'draw', 'critical'] as const
const MINUTE_MS = 60_000

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
  order: {
    async open(page) {
      const { id } = await findOrder(page, { order_type: 'testkit', status: 'partial_results' })
      await page.goto(`/demo/orders/${id}`)
      await page.getByRole('region', { name: 'Timeline' }).waitFor()
    },
  },
  booking: {
    async open(page) {
      const { id } = await findOrder(page, { order_type: 'at_home_phlebotomy', status: 'requisition_created' })
      await page.goto(`/demo/orders/${id}/book`)
      await page.getByRole('heading', { name: 'Before you book' }).waitFor()
    },
  },
  appointments: { path: '/demo/appointments', open: (page) => page.locator('main li:visible').first().waitFor() },
  figures: {
    path: '/demo/figures',
    async open(page) {
      await page.getByRole('table').first().waitFor()
      await page.getByText('Orders are still being read.').waitFor({ state: 'detached' })
    },
  },
  find: {
    path: '/demo',
    async open(page) {
      await hasExceptions(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('vitamin d')
      await page
        .getByRole('dialog')
        .getByRole('option', { name: /vitamin d/i })
        .first()
        .waitFor()
      await page.locator('[role=dialog] [class*=animate-spin]').waitFor({ state: 'detached' })
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
  for (const colorScheme of ['light', 'dark'] as const) {
    const open = (look: Look) => openFixedDemo(browser, site.baseURL, { ...look, colorScheme })
    const suffix = colorScheme === 'dark' ? '-dark' : ''
    for (const [name, picture] of Object.entries(PICTURES).filter(([each]) => isWanted(each))) {
      const page = await open(picture.look ?? DESKTOP)
      if (picture.path) await page.goto(picture.path)
      await picture.open?.(page)
      await untilQuiet(page)
      await save(sharp(await shot(page)).png(PNG), `${name}${suffix}.png`)
      await page.context().close()
    }
    if (isWanted(STORY)) await saveFilm(await filmStory(await open(STORY_LOOK)), `${STORY}${suffix}.gif`)
    if (isWanted(TOURS_FILM)) await saveFilm(await filmTours(await open(STORY_LOOK)), `${TOURS_FILM}${suffix}.gif`)
  }
}

const shot = (page: Page) => page.screenshot({ animations: 'disabled', caret: 'hide' })

async function saveFilm(frames: readonly Frame[], file: string) {
  const images = sharp(
    frames.map(({ image }) => image),
    { join: { animated: true } },
  )
  await save(images.gif({ ...GIF, delay: roundDelays(frames.map(({ delayMs }) => delayMs)) }), file)
}

/** Goes through the tours by Enter, as a viewer does; their steps do the rest. */
async function filmTours(page: Page): Promise<Frame[]> {
  const images: Buffer[] = []
  for (const tour of TOURS) {
    await page.goto(`/demo?tour=${tour}`)
    const dialog = page.locator('[data-tour]').getByRole('dialog')
    for (let isOver = false; !isOver; ) {
      await dialog.and(page.locator(':focus')).waitFor()
      await dialog.filter({ hasNotText: 'Setting up' }).waitFor()
      await dialog.getByRole('button', { name: /is in progress/ }).waitFor({ state: 'detached' })
      await untilQuiet(page)
      images.push(await shot(page))
      isOver = await page.locator('#tour-text', { hasText: 'Tour complete.' }).isVisible()
      await page.keyboard.press('Enter')
    }
  }
  return images.map((image) => ({ image, delayMs: MINUTE_MS / images.length }))
}

cleanUpWhenInterrupted()
await part(record)
