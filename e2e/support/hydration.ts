/** Keys that come before the page is alive are lost: whoever types at once waits for this. */
import { expect, type Locator, type Page } from '@playwright/test'
import '#e2e/support/demo/demo-bridge.ts'

/** React has the place, and what it does after drawing (listening for keys) is done. */
export async function waitForHydration(place: Locator): Promise<void> {
  await expect
    .poll(() => place.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))))
    .toBe(true)
  await place.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 })))
}

/** Longer than a demo takes to begin; what a test holds back on purpose is not waited for any longer. */
const ANSWER_LIMIT = 5_000

/** The first HTML of a demo has sample data at most: its own comes with its first answers, and keys wait for them. */
async function demoAnswers(page: Page): Promise<void> {
  const isQuiet = () => window.demoBridge === undefined || window.demoBridge.isQuiet()
  await page.waitForFunction(isQuiet, undefined, { timeout: ANSWER_LIMIT }).catch(() => undefined)
}

/** Parts that load on their own come alive after the page around them; the map's own buttons are none of React's. */
async function waitForParts(page: Page): Promise<void> {
  const isAlive = () =>
    [...document.querySelectorAll(':is(button, input, select, textarea):not(.maplibregl-map *)')].every((each) =>
      Object.keys(each).some((key) => key.startsWith('__react')),
    )
  await page.waitForFunction(isAlive, undefined, { timeout: ANSWER_LIMIT }).catch(() => undefined)
}

/** From here on, whoever goes somewhere by address, or loads the page again, waits until it is alive. */
export function waitForHydrationOnNavigation(page: Page): void {
  const main = page.locator('main').first()
  const hydratedPage = async <T>(arriving: Promise<T>): Promise<T> => {
    const response = await arriving
    if ((await main.count()) > 0) {
      await waitForHydration(main)
      await waitForParts(page)
    }
    await demoAnswers(page)
    return response
  }
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = (...given) => hydratedPage(goto(...given))
  page.reload = (...given) => hydratedPage(reload(...given))
}
