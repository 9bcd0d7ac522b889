/** Opens a demo that looks the same on every day and every machine. */
import type { Browser, BrowserContext, Page } from '@playwright/test'

/** A Tuesday morning, 9:42 in Chicago. */
const INSTANT = Date.parse('2026-11-17T15:42:00Z')
const RUN_ID = 'recording'
/** As lib/sandbox/demo/journal/journal-db.ts names them. */
const DATABASE = 'vialdesk-demo'
const RUNS = 'runs'
const BASE = 'normal'

export interface Look {
  width: number
  height: number
  theme: 'light' | 'dark'
}

/** A new browser with the demo in it: its clock is paused at one instant, and its data is relative to that. */
export async function openFixedDemo(browser: Browser, origin: string, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  })
  const page = await context.newPage()
  await page.goto('/demo/orders')
  await waitForRows(page)
  await stopClock(page)
  await page.close()
  return context
}

export const waitForRows = (page: Page) => page.locator('tbody tr[data-index="0"]').waitFor()

/** The first rows come from the server; what the page asks by then is refused, and no run is kept yet. */
export const untilDemoAnswers = (page: Page) =>
  page.waitForFunction(async () => (await fetch('/api/console/viewer')).ok)

/**
 * Playwright's clock does not reach the worker that answers the demo's requests. So the run that the demo keeps is
 * rewritten instead: the next page reads from it when the run began and where its clock stands.
 */
async function stopClock(page: Page): Promise<void> {
  const given = { database: DATABASE, store: RUNS, base: BASE, id: RUN_ID, now: INSTANT }
  await untilDemoAnswers(page)
  await page.evaluate(async ({ database, store, base, id, now }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open(database))
    const runs = db.transaction(store, 'readwrite').objectStore(store)
    const kept = await done(runs.get(base))
    const clock = { now, read_at: now, running: false }
    await done(runs.put({ ...kept, current: { ...kept.current, id, started_at: now, clock } }, base))
    db.close()
  }, given)
}
