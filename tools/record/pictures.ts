/** The README's pictures: which page, in which state. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Look } from './fixed-demo.ts'
import { waitForRows } from './fixed-demo.ts'
import { findOrder } from './orders.ts'

/** Waits for what is drawn without telling anyone when it is done: a map on a canvas. */
const PAUSE_MS = 1_000
const EQUAL_SHOTS = 4
const MAX_SHOTS = 40

/** Returns once several screenshots in a row are equal. @throws Error when they keep changing */
async function waitUntilStill(page: Page): Promise<void> {
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

export interface Picture {
  /** Name of the file, without its ending. */
  name: string
  look: Look
  /** Brings a new page to the state that the picture shows. */
  open: (page: Page) => Promise<void>
}

const DESKTOP: Look = { width: 1366, height: 900, theme: 'light' }
const PHONE: Look = { width: 390, height: 844, theme: 'light' }

async function openOverview(page: Page): Promise<void> {
  await page.goto('/demo')
  await page.getByRole('table', { name: 'Orders that need action' }).getByRole('link').first().waitFor()
}

export const PICTURES: readonly Picture[] = [
  {
    name: 'users',
    look: DESKTOP,
    async open(page) {
      await page.goto('/demo/users')
      await waitForRows(page)
    },
  },
  {
    name: 'orders',
    look: DESKTOP,
    async open(page) {
      await page.goto('/demo/orders')
      await waitForRows(page)
      // All stages of the process are among these; the newest orders are all at its beginning.
      await page.getByRole('link', { name: /^Exceptions/ }).click()
      await page
        .getByRole('button', { name: /^Status is/ })
        .first()
        .waitFor()
      await waitForRows(page)
    },
  },
  { name: 'overview', look: DESKTOP, open: openOverview },
  { name: 'overview-dark', look: { ...DESKTOP, theme: 'dark' }, open: openOverview },
  {
    name: 'order',
    look: DESKTOP,
    async open(page) {
      const { id } = await findOrder(page, { order_type: 'testkit', status: 'partial_results' })
      await page.goto(`/demo/orders/${id}`)
      await page.getByRole('region', { name: 'Events' }).waitFor()
    },
  },
  {
    name: 'booking',
    look: DESKTOP,
    async open(page) {
      const { id } = await findOrder(page, { order_type: 'at_home_phlebotomy', status: 'requisition_created' })
      await page.goto(`/demo/orders/${id}/book`)
      await page.getByRole('heading', { name: 'Before you book' }).waitFor()
    },
  },
  {
    name: 'service-centers',
    look: DESKTOP,
    async open(page) {
      await page.goto('/demo/service-centers?zip_code=85004&lab_id=1&radius=10')
      await page.getByRole('button', { name: 'Show whole search area' }).click()
      await waitUntilStill(page)
    },
  },
  {
    name: 'demo-controls',
    look: DESKTOP,
    async open(page) {
      await openOverview(page)
      await page.getByRole('button', { name: /Demo controls$/ }).click()
      await page.getByRole('complementary', { name: 'Demo controls' }).waitFor()
    },
  },
  { name: 'overview-phone', look: PHONE, open: openOverview },
]
