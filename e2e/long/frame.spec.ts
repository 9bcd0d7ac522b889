/** The frame of every page: only the content scrolls, at every size, and what is scrolled to stays in the frame. */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Api } from '#e2e/support/api.ts'
import { overflow, overlappingTexts } from '#e2e/support/overlaps.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

const APP = fileURLToPath(new URL('../../app/[environment]', import.meta.url))
/** Every page of an environment, as its folder is named. */
const SECTIONS = globSync('**/page.tsx', { cwd: APP })
  .map((path) => path.replace(/\/?page\.tsx$/, ''))
  .filter((section) => !section.includes('...'))

const SIZES = [
  { width: 1366, height: 768 },
  { width: 683, height: 640 },
  { width: 390, height: 844 },
  // A window of 1280 px at 400 % (WCAG 1.4.10).
  { width: 320, height: 640 },
] as const

/** Returns the frame's position and how far the document itself scrolls. */
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

/** Each page with the address of one that exists. */
async function pathsOf(service: Api): Promise<[section: string, path: string][]> {
  const { user_id } = await somebody(service, 0)
  const answer = await service.get(`${listOrders.path}?size=1&order_type=at_home_phlebotomy`)
  const order_id = listOrders.response.parse(await answer.json()).orders[0]?.id ?? ''
  return SECTIONS.map((section) => [section, section.replace('[userId]', user_id).replace('[orderId]', order_id)])
}

async function expectReadable(page: Page, size: (typeof SIZES)[number], name: string) {
  const message = `${name} at ${size.width}`
  // A chart takes a moment to follow its window.
  await expect.poll(() => overflow(page), { message }).toBe(0)
  await expect.poll(() => overlappingTexts(page), { message }).toEqual([])
}

test('at every size the wheel moves the content of each page, never its frame, and no text lies over another', async ({
  page,
  service,
  home,
}) => {
  test.setTimeout(600_000)
  const paths = await pathsOf(service)
  expect(paths.length).toBeGreaterThan(20)
  for (const [section, path] of paths) {
    await page.setViewportSize(SIZES[0])
    await page.goto(`${home}/${path}`)
    await expect(page.locator('main h1, main h2').first()).toBeAttached()
    // A page that listens to events never has an idle network.
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expectReadable(page, size, section || 'overview')
      await expectFrameStays(page, size, section)
      await page.evaluate(() => window.scrollTo(0, 0))
    }
  }
})

test('the frame stays after links are made, and in a long catalog', async ({ page, service, home }) => {
  const { user_id } = await somebody(service, 0)
  await page.setViewportSize(SIZES[0])
  await page.goto(`${home}/users/${user_id}/access#for-developers`)
  for (const name of ['Create link token', 'Create code', 'Create sign-in token']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect(page.getByRole('button', { name: 'Create another' })).toHaveCount(2)
  for (const size of SIZES) await expectFrameStays(page, size, 'access with links')
})
