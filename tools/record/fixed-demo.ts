/** Opens a demo that looks the same on every day and every machine, and finds its orders as its pages do. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { z } from 'zod'

/** A Tuesday morning, 9:42 in Chicago. */
const INSTANT = Date.parse('2026-11-17T15:42:00Z')
/** As lib/sandbox/demo/journal/journal-db.ts names them. */
const JOURNAL = { database: 'vialdesk-demo', store: 'runs', base: 'normal' }

export type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>

/** Opens a page of a new browser with the demo in it: its clock is paused at one instant, and its data is relative to that. */
export async function openFixedDemo(browser: Browser, origin: string, look: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    ...look,
  })
  const page = await context.newPage()
  await openOrders(page)
  await stopClock(page)
  await page.close()
  return context.newPage()
}

export const waitForRows = (page: Page) => page.locator('tbody tr[data-index="0"]').waitFor()

/** The first rows come from the server; what the page asks until the demo answers is refused, and no run is kept yet. */
async function openOrders(page: Page): Promise<void> {
  await page.goto('/demo/orders')
  await waitForRows(page)
  await page.waitForFunction(async () => (await fetch('/api/console/viewer')).ok)
}

/** Rewrites the kept run, since Playwright's clock does not reach the worker that answers the demo's requests. */
async function stopClock(page: Page): Promise<void> {
  await page.evaluate(
    async ({ database, store, base, now }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open(database))
      const runs = db.transaction(store, 'readwrite').objectStore(store)
      const kept = await done(runs.get(base))
      const clock = { now, read_at: now, running: false }
      await done(runs.put({ ...kept, current: { ...kept.current, id: 'recording', started_at: now, clock } }, base))
      db.close()
    },
    { ...JOURNAL, now: INSTANT },
  )
}

const answer = z.object({
  orders: z.array(z.object({ id: z.string(), patient_address: z.object({ receiver_name: z.string() }) })),
  total: z.number().nullable(),
})

/** Returns, of the newest orders that match, the one whose recipient's name finds the fewest. @throws Error when none does */
export async function findOrder(page: Page, filters: Readonly<Record<string, string>>) {
  await openOrders(page)
  const search = async (query: Readonly<Record<string, string>>) => {
    const path = `/api/service/demo/v3/orders?${new URLSearchParams(query)}`
    return answer.parse(await page.evaluate(async (address) => (await fetch(address)).json(), path))
  }
  const found: { id: string; recipient: string; total: number }[] = []
  for (const { id, patient_address } of (await search({ ...filters, size: '20' })).orders) {
    const recipient = patient_address.receiver_name
    const { total } = await search({ search_input: recipient, size: '1' })
    found.push({ id, recipient, total: total ?? Number.POSITIVE_INFINITY })
  }
  const [rarest] = found.sort((a, b) => a.total - b.total)
  if (!rarest) throw new Error(`No order of the demo matches ${JSON.stringify(filters)}.`)
  return rarest
}
