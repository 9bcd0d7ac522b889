/** `npm run record [-- NAME…]`: takes the README's pictures and its animation from the demo, into .github/screens. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { browserLaunchOptions } from '#e2e/support/browser.ts'
import { cleanUpWhenInterrupted } from '#tools/bench/cleanup.ts'
import { untilQuiet } from '#tools/bench/observers/quiet.ts'
import { print } from '#tools/bench/table.ts'
import { startDemoSite } from '#tools/record/demo-site.ts'
import { openFixedDemo } from '#tools/record/fixed-demo.ts'
import { writeGif, writePng } from '#tools/record/images.ts'
import { PICTURES, type Picture } from '#tools/record/pictures.ts'
import { filmStory, STORY_LOOK } from '#tools/record/story.ts'

const STORY = 'order-story'
const FOLDER = fileURLToPath(new URL('../.github/screens/', import.meta.url))

async function take(browser: Browser, origin: string, { name, look, open }: Picture) {
  const context = await openFixedDemo(browser, origin, look)
  const page = await context.newPage()
  await open(page)
  await untilQuiet(page)
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  printSize(`${name}.png`, await writePng(screenshot, `${FOLDER}${name}.png`))
  await context.close()
}

async function film(browser: Browser, origin: string) {
  const context = await openFixedDemo(browser, origin, STORY_LOOK)
  const frames = await filmStory(context)
  printSize(`${STORY}.gif`, await writeGif(frames, `${FOLDER}${STORY}.gif`))
  await context.close()
}

const printSize = (file: string, bytes: number) => print(`  ${file}  ${Math.round(bytes / 1000)} kB`)

/** All of them if none is named. */
const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)

cleanUpWhenInterrupted()
mkdirSync(FOLDER, { recursive: true })
const site = await startDemoSite()
const browser = await chromium.launch(browserLaunchOptions())
try {
  for (const picture of PICTURES) if (isWanted(picture.name)) await take(browser, site.origin, picture)
  if (isWanted(STORY)) await film(browser, site.origin)
} finally {
  await browser.close()
  await site.stop()
}
