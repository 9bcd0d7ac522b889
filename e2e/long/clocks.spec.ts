/** A computer whose clock is wrong, and viewers around the world: ages and limits go by the server's clock, days by the viewer's. */
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { formatDay } from '#lib/utils/time/instants.ts'

for (const [words, minutes] of [
  ['slow', -40],
  ['fast', 40],
] as const) {
  test(`a computer that is 40 minutes ${words} says so, and no age or limit goes by it`, async ({ page, home }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 })
    await page.goto(home)
    const notice = page.getByRole('status').filter({ hasText: `This computer’s clock is 40 min ${words}.` })
    await expect(notice).toBeVisible()
    await page.goto(`${home}/orders`)
    await expect(page.getByText(/just now/).first()).toBeVisible()
    await expect(page.getByText(/in (?:39|40) min|(?:39|40) min ago/)).toHaveCount(0)
  })
}

const ZONES = ['Pacific/Pago_Pago', 'America/Adak', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati']

for (const timezoneId of ZONES) {
  test(`a viewer in ${timezoneId} reads days of their own, from the first HTML on`, async ({
    browser,
    context,
    home,
    service,
    baseURL,
  }) => {
    const found = listOrders.response.parse(await (await service.get(`${listOrders.path}?size=1`)).json())
    const [order] = found.orders
    const storageState = await context.storageState()
    const own = await browser.newContext({ timezoneId, locale: 'en-US', storageState, ...(baseURL && { baseURL }) })
    const page = await own.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => void errors.push(error.message))
    await page.goto(`${home}/orders/${order?.id}`)
    await page.reload()
    const day = dayIn(timezoneId, Date.parse(order?.created_at ?? ''))
    const events = page.getByRole('region', { name: 'Timeline' })
    await expect(events.getByText(formatDay(day, { hours: 12 })).first()).toBeVisible()
    expect(errors).toEqual([])
    await own.close()
  })
}
