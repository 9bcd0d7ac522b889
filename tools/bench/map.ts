/** The map of service centers: frames a second while it is moved, what one search loads, and that no other page has its code. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { type SignedIn, signIn } from '#e2e/support/session.ts'
import { untilQuiet } from '#tools/bench/observers/quiet.ts'
import { observeFrames } from './observers/frame-observer.ts'
import { percentile } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

/** As many centers as a search returns, in one of the sandbox's large cities. */
const MAP_PAGE = '/sandbox/service-centers?zip_code=85004&lab_id=1&radius=50'
const OTHER_PAGES = [
  '',
  '/orders',
  '/users',
  '/markers',
  '/connections',
  '/connections/import',
  '/activity',
  '/settings',
]
/** A word that only the map's code has. */
const MARK = 'maplibregl-canvas'
/** Kilobytes of map data for one search, compressed. */
const MOST_DATA = 350
const LEAST_FRAMES = 60
/** A display that draws 60 a second is never exactly on time. */
const NOISE = 0.97
const MOVES = 90
const STEP = 12

const frames = z.array(z.object({ time: z.number(), work: z.number() }))

export async function benchMap(): Promise<void> {
  const server = await startServer({ SESSION_REQUESTS_PER_MINUTE: '100000' })
  const browser = await chromium.launch(browserLaunchOptions())
  try {
    const session = await signIn(server.baseURL, ADMINISTRATOR)
    await inContext(browser, session, (context) => measure(context, server.baseURL))
    await inContext(browser, session, (context) => showCode(context, server.baseURL))
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function inContext(browser: Browser, storageState: SignedIn, work: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  try {
    await work(context)
  } finally {
    await context.close()
  }
}

async function measure(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  const data: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.json')) data.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.addInitScript(observeFrames)
  await page.goto(`${origin}${MAP_PAGE}`)
  const map = page.getByRole('region', { name: 'Map', exact: true })
  await map.getByRole('group').getByRole('button').first().waitFor()
  const pins = await page.getByRole('region', { name: 'Service centers', exact: true }).getByRole('heading').count()
  await map.getByText('Phoenix', { exact: true }).waitFor()
  const loaded = (await Promise.all(data)).reduce((sum, size) => sum + size, 0) / 1000
  print(`  ${data.length} files of map data for this search, ${figure(loaded, 0)} kB: ${verdict(loaded, MOST_DATA)}`)
  const box = await map.boundingBox()
  if (!box) throw new Error('The map is not on the page.')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const rows = [await row('moved, around the ZIP', page, () => drag(page, middle))]
  rows.push(await row('zoomed out to the country', page, () => wheel(page, middle, STEP * 4)))
  rows.push(await row('moved, the country in sight', page, () => drag(page, middle)))
  rows.push(await row('zoomed in again', page, () => wheel(page, middle, -STEP * 4)))
  print()
  print(`  ${pins - 1} centers, drawn by ${await renderer(page)}`)
  print('  Scripts are what this console does for a frame; the rest of its time is the renderer’s.')
  print(table(['map', 'frames a second', 'p95 ms', 'scripts, median ms', 'p95 ms', `at least ${LEAST_FRAMES}`], rows))
}

/** The first turn of each move waits until the map rests. */
async function row(name: string, page: Page, move: () => Promise<void>): Promise<string[]> {
  await page.waitForTimeout(1500)
  await page.evaluate(() => Reflect.get(window, 'frameTimes').splice(0))
  await move()
  const seen = frames.parse(await page.evaluate(() => Reflect.get(window, 'frameTimes')))
  const times = seen.map(({ time }) => time)
  const works = seen.map(({ work }) => work)
  const total = times.reduce((sum, time) => sum + time, 0)
  const rate = (1000 * times.length) / total
  return [
    name,
    figure(rate, 1),
    figure(percentile(times, 0.95), 1),
    figure(percentile(works, 0.5), 1),
    figure(percentile(works, 0.95), 1),
    verdict(LEAST_FRAMES * NOISE, rate),
  ]
}

async function drag(page: Page, { x, y }: { x: number; y: number }) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let move = 0; move < MOVES; move += 1) {
    const angle = (move / MOVES) * 2 * Math.PI
    await page.mouse.move(x + STEP * 12 * Math.sin(angle), y + STEP * 12 * (1 - Math.cos(angle)))
  }
  await page.mouse.up()
}

async function wheel(page: Page, { x, y }: { x: number; y: number }, by: number) {
  await page.mouse.move(x, y)
  for (let move = 0; move < MOVES; move += 1) await page.mouse.wheel(0, by)
}

function renderer(page: Page): Promise<string> {
  return page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl2')
    const info = gl?.getExtension('WEBGL_debug_renderer_info')
    return String(gl && info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'an unnamed renderer')
  })
}

/** Every script that each page loads by itself, until it is idle. */
async function showCode(context: BrowserContext, origin: string) {
  const rows: string[][] = []
  for (const path of [...OTHER_PAGES.map((each) => `/sandbox${each}`), MAP_PAGE]) {
    const page = await context.newPage()
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text())
    })
    await page.goto(`${origin}${path}`)
    await untilQuiet(page)
    const code = await Promise.all(scripts)
    const has = code.some((text) => text.includes(MARK))
    rows.push([path, String(code.length), has ? 'yes' : 'no', has === (path === MAP_PAGE) ? 'pass' : 'OVER'])
    await page.close()
  }
  print()
  print(table(['page', 'scripts', 'code of the map', 'on its own page only'], rows))
}
