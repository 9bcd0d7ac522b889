import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, below } from '#e2e/support/api.ts'
import { countedActions } from '#e2e/support/counted-actions.ts'
import { setStuckLimits } from '#e2e/support/stuck-limits.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { shortId } from '#lib/utils/ids/ids.ts'

const overviewOf = (api: Api, environmentId: string) => below(api, `/api/console/overview/${environmentId}`)

test('every count is that of the search it leads to, less what was replaced; the trend is a table too', async ({
  page,
  service,
  api,
  home,
  environment,
}) => {
  // Counted anew: what stands for a minute may be older than what tests before this one have changed.
  await setStuckLimits(api, environment.id)
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const counted = getOverview.response.parse(
    await (await overviewOf(api, environment.id).get(`?time_zone=${zone}`)).json(),
  )
  await page.goto(home)
  await expect(page).toHaveTitle(`Overview · ${environment.label} · Vialdesk`)
  const totalOf = async (href: string | null) => {
    const { search } = new URL(href ?? '', 'http://console.test')
    return listOrders.response.parse(await (await service.get(`/v3/orders${search}&size=1`)).json()).total ?? Number.NaN
  }
  const placed = page.getByRole('list', { name: 'Stages' }).getByRole('link', { name: /^Placed/ })
  await expect(placed).toContainText(`${await totalOf(await placed.getAttribute('href'))}`)
  // A kind of problem leads to all orders of its statuses, those that are settled or replaced among them.
  const kinds = page.getByRole('group', { name: 'Kinds of problem' })
  const found = counted.statuses.filter(({ status }) => status === 'sample_error')
  const [count, replaced] = (['count', 'replaced'] as const).map((key) =>
    found.reduce((sum, each) => sum + (each[key] ?? 0), 0),
  )
  await kinds.getByRole('button', { name: /^Sample error/ }).click()
  const open = page.getByRole('link', { name: 'Open in Orders' })
  await expect(open).toHaveAttribute('href', /status=sample_error/)
  expect(await totalOf(await open.getAttribute('href'))).toBe((count ?? 0) + (replaced ?? 0))
  expect(counted.statuses.reduce((sum, each) => sum + each.replaced, 0)).toBeGreaterThan(20)
  await expectAccessible(page, 'overview')
  const trend = page.getByRole('region', { name: 'Orders by day and method' })
  await trend.getByRole('list', { name: 'Methods' }).scrollIntoViewIfNeeded()
  const columns = trend.locator('svg').getByRole('link')
  await expect(columns).toHaveCount(counted.trend.length)
  await expect(columns.locator('rect').first()).toBeInViewport()
  await expect(columns.last()).toHaveAttribute('href', new RegExp(`start_date=${counted.trend.at(-1)?.day}&end_date=`))
  await page.getByRole('radio', { name: 'Table' }).check()
  const days = page.getByRole('table', { name: 'Orders by day and method' }).locator('tbody tr')
  await expect(days).toHaveCount(counted.trend.length)
  const { methods = [] } = counted.trend.at(-1) ?? {}
  await expect(days.first().getByRole('link')).toHaveText([
    ...methods.map(({ count }) => `${count}`),
    `${methods.reduce((sum, { count }) => sum + (count ?? 0), 0)}`,
  ])
  await open.click()
  await expect(page).toHaveURL(new RegExp(`${home}/orders\\?status=sample_error`))
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`${home}$`))
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('a critical result is acknowledged, beside what a colleague wrote meanwhile', async ({
  page,
  api,
  home,
  environment,
}) => {
  const overview = overviewOf(api, environment.id)
  const before = listCriticalOrders.response.parse(await (await overview.get('/critical')).json())
  const [first] = before.waiting
  if (!first) throw new Error('The data set has no critical result.')
  await page.goto(home)
  const card = page.getByRole('region', { name: 'Critical results' })
  await card.getByRole('button', { name: /^Show (?:all )?\d/ }).click()
  await card.getByRole('button', { name: `Acknowledge order ${shortId(first.order_id)}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge critical result' })
  const { order_id, result_at } = first
  const meanwhile = await overview.post('/acknowledgements', {
    data: { order_id, result_at, comment: 'The lab has rung us.' },
  })
  expect(meanwhile.status()).toBe(201)
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog.getByText('Say what was done or who was informed.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Told the practice at nine.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog).toBeHidden()
  // Acknowledged isn't reached: it stays until a call is read back.
  const open = card.getByRole('list', { name: 'Waiting', exact: true })
  const line = open.getByRole('listitem').filter({ has: page.locator(`a[href$="${order_id}"]`) })
  await expect(line).toContainText('The lab has rung us.')
  await expect(line).toContainText('Told the practice at nine.')
  await page.reload()
  await card.getByRole('button', { name: /^Show (?:all )?\d/ }).click()
  await expect(line).toContainText('Told the practice at nine.')
  const after = listCriticalOrders.response.parse(await (await overview.get('/critical')).json())
  expect(after.waiting_count).toBe(before.waiting_count - 1)
})

test('an order that somebody took on says so on its page, and is among theirs on the overview', async ({
  page,
  home,
}) => {
  await page.goto(`${home}?needs=all`)
  const worklist = page.getByRole('table', { name: 'Orders that need action' })
  await worklist.locator('tbody tr').last().getByRole('link', { name: /…/ }).click()
  const mark = page.getByRole('region', { name: 'Worklist' })
  await expect(mark).toContainText('This order needs action and isn’t assigned.')
  await mark.getByRole('button', { name: 'Assign to me' }).click()
  await expect(mark).toContainText('Assigned to you')
  await expectAccessible(page, 'order-assigned')
  const order = page.url().split('/').at(-1)
  await page.goto(`${home}?needs=mine`)
  await expect(worklist.locator(`a[href$="${order}"]`).first()).toBeVisible()
  await page.goBack()
  const actions = countedActions(page)
  await actions.click(mark.getByRole('button', { name: 'Finish' }))
  await actions.click(page.getByRole('menuitem', { name: 'Done: patient contacted' }))
  actions.expectAtMost(2)
  await expect(mark).toContainText('Done: patient contacted.')
  await mark.getByRole('button', { name: 'Reopen' }).click()
  await expect(mark.getByRole('button', { name: 'Finish' })).toBeVisible()
  await mark.getByRole('button', { name: 'Unassign' }).click()
  await expect(mark).toContainText('isn’t assigned.')
})
