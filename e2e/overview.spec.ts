import { z } from 'zod'
import { look } from '#e2e/support/look.ts'
import { setStuckLimits } from '#e2e/support/stuck-limits.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listCriticalOrders } from '#lib/contract/console/critical.ts'
import { getOverview } from '#lib/contract/console/overview.ts'
import { listOrders } from '#lib/contract/order.ts'

const OVERVIEW = '/api/console/overview/sandbox'

test('every count is that of the search it leads to; the trend is a table too', async ({
  page,
  request,
  server: { baseURL: origin },
}) => {
  // Counted anew: what stands for a minute may be older than what tests before this one have changed.
  await setStuckLimits(request, origin)
  const counted = getOverview.response.parse(await (await request.get(OVERVIEW)).json())
  const lost = counted.statuses.find(({ status }) => status === 'lost')
  await page.goto('/sandbox')
  await expect(page).toHaveTitle('Overview · Sandbox · Vialdesk')
  const exceptions = page.getByRole('list', { name: 'Exceptions' })
  for (const line of [
    exceptions.getByRole('link', { name: new RegExp(`^Lost.* ${lost?.count}$`) }),
    exceptions.getByRole('link', { name: /^Stuck in transit/ }),
    page.getByRole('list', { name: 'Stages' }).getByRole('link', { name: /^Placed/ }),
  ]) {
    const { search } = new URL((await line.getAttribute('href')) ?? '', 'http://console.test')
    const answer = await request.get(`/api/service/sandbox/v3/orders${search}&size=1`)
    const { total } = listOrders.response.parse(await answer.json())
    await expect(line).toContainText(`${total}`)
  }
  await look(page, 'overview')
  const trend = page.getByRole('region', { name: 'Orders by day and method' })
  await trend.getByRole('list', { name: 'Methods' }).scrollIntoViewIfNeeded()
  const columns = trend.locator('svg g:has(> title)')
  await expect(columns).toHaveCount(counted.trend.length)
  await expect(columns.locator('rect').first()).toBeInViewport()
  await page.getByRole('radio', { name: 'Table' }).check()
  const days = page.getByRole('table', { name: 'Orders by day and method' }).locator('tbody tr')
  await expect(days).toHaveCount(counted.trend.length)
  const { methods = [] } = counted.trend.at(-1) ?? {}
  await expect(days.first().getByRole('link')).toHaveText(methods.map(({ count }) => `${count}`))
  await exceptions.getByRole('link', { name: /^Lost/ }).click()
  await expect(page).toHaveURL(/\/sandbox\/orders\?status=lost/)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/sandbox$/)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('a critical result is acknowledged, beside what a colleague wrote meanwhile', async ({
  page,
  request,
  baseURL,
}) => {
  const before = listCriticalOrders.response.parse(await (await request.get(`${OVERVIEW}/critical`)).json())
  const [first] = before.waiting
  if (!first) throw new Error('The data set has no critical result.')
  await page.goto('/sandbox')
  const card = page.getByRole('region', { name: 'Critical results to acknowledge' })
  await card
    .getByRole('button', { name: /^Acknowledge order/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge a critical result' })
  const { order_id, result_at } = first
  const meanwhile = await request.post(`${OVERVIEW}/acknowledgements`, {
    data: { order_id, result_at, comment: 'The lab has rung us.' },
    headers: { origin: z.string().parse(baseURL) },
  })
  expect(meanwhile.status()).toBe(201)
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog.getByText('Say what was done or who was told.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Told the practice at nine.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog).toBeHidden()
  await card.getByText(/^Acknowledged last/).click()
  const acknowledged = card.getByRole('list', { name: 'Acknowledged', exact: true })
  const line = acknowledged.getByRole('listitem').filter({ has: page.locator(`a[href$="${order_id}"]`) })
  await expect(line).toContainText('The lab has rung us.')
  await expect(line).toContainText('Told the practice at nine.')
  await page.reload()
  await card.getByText(/^Acknowledged last/).click()
  await expect(line).toContainText('Told the practice at nine.')
  const after = listCriticalOrders.response.parse(await (await request.get(`${OVERVIEW}/critical`)).json())
  expect(after.waiting_count).toBe(before.waiting_count - 1)
})
