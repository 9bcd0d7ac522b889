import type { Page } from '@playwright/test'

/** Milliseconds without an answer after which a page has all that it asked for. */
const QUIET = 1000
const TIME_LIMIT = 30_000

/**
 * Waits until nothing has arrived for a second. Playwright's own `networkidle` never comes on a page that follows a stream
 * of events.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load', { timeout: TIME_LIMIT })
  const isQuiet = (quiet: number) => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0))
    return performance.now() - Math.max(0, ...ends) > quiet
  }
  await page.waitForFunction(isQuiet, QUIET, { timeout: TIME_LIMIT, polling: 100 })
}
