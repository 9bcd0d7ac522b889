/** The frame of every page: only the content scrolls, at every size, and what is scrolled to stays in the frame. */
import type { Page } from '@playwright/test'
import { PAGES } from '#components/shell/pages.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 683, height: 640 },
  { width: 390, height: 844 },
] as const

/** Where the frame stands, and how far the document itself could be scrolled. */
const frameOf = (page: Page) =>
  page.evaluate(() => {
    const top = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect()
      return box && box.height > 0 ? Math.round(box.top) : null
    }
    return { header: top('header'), rail: top('aside[aria-label=Console]') }
  })

const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)

async function expectFrameStays(page: Page, size: (typeof SIZES)[number], name: string) {
  await page.setViewportSize(size)
  const before = await frameOf(page)
  await page.mouse.move(size.width / 2, size.height / 2)
  await page.mouse.wheel(0, 20_000)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const where = `${name} at ${size.width}`
  expect([where, await frameOf(page)]).toEqual([where, before])
  // From 641 px on the frame fills the window, and the document has nothing to scroll.
  if (size.width > 640) expect([where, await beyond(page)]).toEqual([where, 0])
}

test('the mouse wheel moves the content of each page, never its frame', async ({ page, service, home }) => {
  test.slow()
  const { user_id } = await somebody(service, 0)
  const answer = await service.get(`${listOrders.path}?size=1&order_type=at_home_phlebotomy`)
  const order_id = listOrders.response.parse(await answer.json()).orders[0]?.id ?? ''
  for (const { section } of PAGES) {
    const path = section.replace('[userId]', user_id).replace('[orderId]', order_id)
    await page.goto(`${home}/${path}`)
    await expect(page.locator('main h1, main h2').first()).toBeAttached()
    for (const size of SIZES) await expectFrameStays(page, size, section)
  }
})

test('the frame stays after links are made, and in a long catalog', async ({ page, service, home }) => {
  const { user_id } = await somebody(service, 0)
  await page.setViewportSize(SIZES[0])
  await page.goto(`${home}/users/${user_id}/access`)
  for (const name of ['Make link token', 'Make code', 'Make sign-in token']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect(page.getByRole('button', { name: 'Make another' })).toBeVisible()
  for (const size of SIZES) await expectFrameStays(page, size, 'access with links')
})
