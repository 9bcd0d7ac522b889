/** “The patient is on the phone”: from the caller's name to a booked visit, by keys alone, in at most twelve steps. */

import type { Page } from '@playwright/test'
import { axeWholePage } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { countedActions } from '#e2e/support/counted-actions.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { overflow, overlappingTexts } from '#e2e/support/overlaps.ts'
import { EVERY_SIZE, expect, screenshot, test } from '#e2e/support/test.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'

const STEPS = 12
const WIDTHS = [1366, 683, 390]
const THEMES = ['light', 'dark'] as const
/** Other specs book the oldest orders, or look at the newest. */
const LEFT_TO_OTHERS = 12

const taken = new Set<string>()

async function ordersFor(service: Api, query: string): Promise<Order[]> {
  const answer = await service.get(`${listOrders.path}?size=100&${query}`)
  return listOrders.response.parse(await answer.json()).orders
}

/** Orders that the search by name lists at a time. */
const LISTED = 3

/** A draw that nobody has booked, another one each time, of a caller with few orders. */
async function caller(service: Api): Promise<{ order: Order; name: string }> {
  const draws = 'order_type=at_home_phlebotomy&status=requisition_created&order_key=created_at&order_direction=asc'
  for (const order of (await ordersFor(service, draws)).slice(LEFT_TO_OTHERS)) {
    const name = order.patient_address?.receiver_name ?? ''
    if (taken.has(order.id) || name === '' || lastLowLevelStatus(order.events) !== 'requisition_created') continue
    taken.add(order.id)
    const named = await ordersFor(service, `patient_name=${encodeURIComponent(name)}`)
    if (named.length <= LISTED && order.patient_address?.phone_number) return { order, name }
  }
  throw new Error('No caller has a draw to be booked.')
}

/** Expects the focused element to be clear of sticky bars. */
async function expectNothingCovered(page: Page): Promise<void> {
  const places = page.getByRole('main').locator('a:visible, button:visible, summary:visible')
  for (const place of await places.all()) {
    await place.focus()
    const covered = await place.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && !element.contains(hit) && !hit.contains(element) ? element.outerHTML : null
    })
    expect(covered).toBeNull()
  }
}

for (const theme of THEMES) {
  for (const width of WIDTHS) {
    test(`a caller’s draw is booked in ${STEPS} steps, ${theme}, ${width} px`, { tag: EVERY_SIZE }, async ({
      page,
      problems,
      service,
      home,
    }) => {
      // Nobody has to have demographics.
      problems.allow(/status of 404/)
      const { order, name } = await caller(service)
      await page.setViewportSize({ width, height: width < 641 ? 844 : 768 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(`${home}/appointments`)
      await waitForHydration(page.getByRole('button', { name: 'Search or jump to' }))
      // As it is where patients are real.
      await page.keyboard.press('m')

      const steps = countedActions(page)
      await steps.press('Control+k')
      await steps.type(name)
      const results = page.getByRole('listbox', { name: 'Results' })
      const lines = results.getByRole('option')
      const id = order.id.slice(0, 8)
      const own = lines.filter({ hasText: id })
      await expect(own).toBeVisible()
      // All that is found, as a person would read it: the person first, then their orders.
      await expect(results).toHaveAttribute('aria-busy', 'false')
      const below = (await lines.allTextContents()).findIndex((text) => text.includes(id))
      for (let pressed = 0; pressed < below; pressed += 1) await steps.press('ArrowDown')
      await expect(own).toHaveAttribute('aria-selected', 'true')
      await steps.press('Enter')
      await expect(page).toHaveURL(`${home}/orders/${order.id}`)
      const patient = page.getByRole('region', { name: 'Patient', exact: true })
      await expect(patient).toContainText('Phone hidden')
      await expect(patient).not.toContainText(name)
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
      await steps.press('m')
      await expect(patient).toContainText(name)
      await expect(patient.locator('a[href^="tel:"]')).toHaveAttribute(
        'href',
        `tel:${order.patient_address?.phone_number}`,
      )

      await axeWholePage(page)
      expect(await overlappingTexts(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await expectNothingCovered(page)
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        window.scrollTo(0, 0)
      })
      await screenshot(page, `phone-to-visit-order-${width}-${theme}`)

      await steps.press(']')
      const key = page.getByRole('textbox', { name: 'Booking key' })
      await expect(key).toBeFocused()
      await steps.type('sandbox_confirm')
      await axeWholePage(page)
      await steps.press('Control+Enter')
      await expect(page.getByRole('button', { name: /^Back to the form/ })).toBeFocused()
      await steps.press('Tab')
      await steps.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: /^Confirmed for/ })).toBeFocused()
      steps.expectAtMost(STEPS)
      await axeWholePage(page)

      await page.goto(`${home}/orders/${order.id}`)
      await expect(page.getByRole('region', { name: 'Bookings' })).toContainText('Confirmed')
      await screenshot(page, `phone-to-visit-booked-${width}-${theme}`)
    })
  }
}

test('a phone has the number and the next thing to do under the thumb; a desktop has no bar', async ({
  page,
  service,
  home,
}) => {
  const { order } = await caller(service)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${home}/orders/${order.id}`)
  const bar = page.getByRole('region', { name: 'Actions' })
  await expect(bar.getByRole('link', { name: 'Call patient' })).toBeInViewport({ ratio: 1 })
  await expect(bar.getByRole('link', { name: 'Book a draw' })).toBeInViewport({ ratio: 1 })
  await bar.getByRole('link', { name: 'Book a draw' }).click()
  await expect(page).toHaveURL(`${home}/orders/${order.id}/book`)
  await page.setViewportSize({ width: 683, height: 450 })
  await page.goto(`${home}/orders/${order.id}`)
  await expect(page.getByRole('region', { name: 'Bookings' })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('the record is folded until a link leads to it or the page is printed', async ({ page, service, home }) => {
  const { order } = await caller(service)
  await page.goto(`${home}/orders/${order.id}`)
  const team = page.getByRole('region', { name: 'Record' }).getByText('Team ID')
  await expect(team).toBeHidden()
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(team).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(team).toBeHidden()
  await page.goto(`${home}/orders/${order.id}#record`)
  await expect(team).toBeInViewport()
})
