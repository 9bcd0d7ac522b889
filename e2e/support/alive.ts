/** Keys that come before the page is alive are lost: whoever types at once waits for this. */
import { expect, type Locator } from '@playwright/test'

/** React has the place, and what it does after drawing (listening for keys) is done. */
export async function alive(place: Locator): Promise<void> {
  await expect
    .poll(() => place.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))))
    .toBe(true)
  await place.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 })))
}
