import type { Page } from '@playwright/test'
import { type Api, below } from '#e2e/support/api.ts'
import { EXCEPTIONS, PLACES, type RawOrder, readRawOrders } from '#e2e/support/raw-orders.ts'
import { setStuckLimits } from '#e2e/support/stuck-limits.ts'
import { expect, test } from '#e2e/support/test.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'

const idsOf = (raw: readonly RawOrder[]) => raw.map(({ order }) => order.id).sort()

/** The limits that stand, and every order judged by them without the console's rules. */
async function rawOrders(api: Api, service: Api, environmentId: string) {
  const settings = await api.get(`/api/console/settings/${environmentId}/stuck-limits`)
  return readRawOrders(service, getStuckLimits.response.parse(await settings.json()).days)
}

/** Whether a search shows these orders and no other. Rows out of sight are drawn a moment later. */
async function expectShown(page: Page, path: string, ids: readonly string[]): Promise<void> {
  await page.goto(`${path}&size=100`)
  const links = page.getByRole('table', { name: 'Orders' }).locator('tbody tr').getByRole('link')
  const shownIds = async () => {
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    return [...new Set(hrefs.map((href) => /\/orders\/([\w-]+)/.exec(href)?.[1] ?? ''))].filter(Boolean).sort()
  }
  await expect.poll(shownIds).toEqual(ids)
}

test('exceptions, stuck orders and stages are on every screen what the raw orders say', async ({
  page,
  service,
  api,
  home,
  environment,
}) => {
  test.setTimeout(120_000)
  // Counted anew: what stands for a minute may be older than what tests before this one have changed.
  await setStuckLimits(api, environment.id)
  const raw = await rawOrders(api, service, environment.id)
  const exceptions = raw.filter((order) => order.isException)
  const stuck = raw.filter((order) => order.isStuck)
  const replaced = raw.filter((order) => order.isReplaced && EXCEPTIONS.some((status) => status === order.low))
  for (const some of [exceptions, stuck, replaced]) expect(some.length).toBeGreaterThan(0)

  // Counts behind the overview.
  const counts = below(api, `/api/console/overview/${environment.id}`)
  const overview = getOverview.response.parse(await (await counts.get('?time_zone=UTC')).json())
  const counted = (low: string) => overview.statuses.find(({ status }) => status === low)
  for (const low of EXCEPTIONS) {
    const own = exceptions.filter((order) => order.low === low)
    const oldest = Math.min(...own.map(({ problemSince }) => problemSince))
    const settled = raw.filter((order) => order.low === low && order.isSettled && !order.isReplaced)
    expect(counted(low), low).toMatchObject({
      count: own.length + settled.length,
      replaced: replaced.filter((order) => order.low === low).length,
      unchecked: 0,
      oldest_at: own.length === 0 ? null : new Date(oldest).toISOString(),
    })
  }
  expect(overview.stuck.reduce((sum, { count }) => sum + (count ?? Number.NaN), 0)).toBe(stuck.length)

  // The funnel: a replaced exception stands nowhere.
  await page.goto(home)
  const stages = page.getByRole('list', { name: 'Stages' })
  for (const [place, statuses] of Object.entries(PLACES)) {
    const own = raw.filter((order) => statuses.some((status) => status === order.low) && !replaced.includes(order))
    await expect(stages.getByRole('link', { name: new RegExp(`^${place}`) })).toContainText(
      own.length.toLocaleString('en'),
    )
  }

  // The lists: the same orders, one by one, and how they are marked.
  await expectShown(page, `${home}/orders?stuck=true`, idsOf(stuck))
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByTitle('No update for longer than the limit in Settings')).toHaveCount(stuck.length)
  const [some] = replaced
  const of = (low: string) => raw.filter((order) => order.low === low)
  await expectShown(page, `${home}/orders?status=${some?.low}`, idsOf(of(some?.low ?? '')))
  await expect(table.getByTitle('Replaced by a newer order')).toHaveCount(
    of(some?.low ?? '').filter(({ isReplaced }) => isReplaced).length,
  )
})

test('an order that the service sends as a priority is marked in the list, and no other', async ({
  page,
  service,
  home,
}) => {
  const raw = await readRawOrders(service, {})
  const some = [true, false].map((is) => raw.filter(({ order }) => (order.priority === true) === is).slice(0, 3))
  for (const [at, orders] of some.entries()) {
    expect(orders).toHaveLength(3)
    await page.goto(`${home}/orders?${orders.map(({ order }) => `order_ids=${order.id}`).join('&')}`)
    const table = page.getByRole('table', { name: 'Orders' })
    await expect(table.locator('tbody tr')).toHaveCount(3)
    await expect(table.getByTitle('Priority order')).toHaveCount(at === 0 ? 3 : 0)
  }
})

test('an order page and the page of its user agree with the raw order', async ({
  page,
  service,
  api,
  home,
  environment,
}) => {
  const raw = await rawOrders(api, service, environment.id)
  const samples = [
    raw.find(({ isStuck }) => isStuck),
    raw.find(({ isException }) => isException),
    raw.find(({ isReplaced }) => isReplaced),
    raw.find(({ isReplaced, isStuck, low }) => !isReplaced && !isStuck && low === 'completed'),
  ]
  for (const sample of samples) {
    if (!sample) throw new Error('The data set lacks a kind of order.')
    const { order, isStuck, isReplaced } = sample
    await page.goto(`${home}/orders/${order.id}`)
    const advice = page.getByRole('region', { name: 'What to do' })
    await expect(advice.getByText(/^Stuck: no update for/)).toHaveCount(isStuck ? 1 : 0)
    await expect(advice.getByRole('link', { name: /newer order|redraw|replacement/i })).toHaveCount(isReplaced ? 1 : 0)
    const own = raw.filter((other) => other.order.user_id === order.user_id)
    const problems = own.filter((other) => other.isStuck || other.isException)
    await page.goto(`${home}/users/${order.user_id}`)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await expect(attention).toBeVisible()
    for (const { order: each } of own) {
      const isProblem = problems.some((problem) => problem.order.id === each.id) || each.interpretation === 'critical'
      if (!isProblem) await expect(attention.locator(`a[href$="/orders/${each.id}"]`)).toHaveCount(0)
    }
    for (const { order: each } of problems) {
      await expect(attention.locator(`a[href$="/orders/${each.id}"]`)).not.toHaveCount(0)
    }
  }
})
