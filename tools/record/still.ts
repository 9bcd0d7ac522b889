/** Waits for what is drawn without telling anyone when it is done: a map on a canvas. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const PAUSE_MS = 1_000
const EQUAL_SHOTS = 4
const MAX_SHOTS = 40

/** Returns once several screenshots in a row are equal. @throws Error when they keep changing */
export async function waitUntilStill(page: Page): Promise<void> {
  let before = await page.screenshot()
  let equal = 1
  for (let shot = 1; shot < MAX_SHOTS && equal < EQUAL_SHOTS; shot += 1) {
    await delay(PAUSE_MS)
    const now = await page.screenshot()
    equal = now.equals(before) ? equal + 1 : 1
    before = now
  }
  if (equal < EQUAL_SHOTS) throw new Error(`${page.url()} keeps changing.`)
}
