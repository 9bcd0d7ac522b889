import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { setStuckLimits } from '#e2e/support/stuck-limits.ts'
import { expect, onServer, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Order views' })
const tabOf = (page: Page, name: string) => tabsOf(page).getByRole('link', { name: new RegExp(`^${name}`) })
const optionsOf = (page: Page, name: string) => page.getByRole('button', { name: `Options for view ${name}` })

/** Others go on with the same server. */
test.afterEach(async ({ api, environment: { id } }) => {
  await api.post(`/api/console/views/${id}/orders/role-default`, { data: { role: 'support', view_id: null } })
  await setStuckLimits(api, id, STUCK_DAYS)
})

test(
  'a view is saved and shared; another sees it, changes it for themselves, and it is theirs first; deleted, it comes back',
  onServer('A demo has one viewer, and this takes two at once.'),
  async ({ page, openAs, service, api, home, environment }) => {
    const found = await service.get('/v3/orders?status=lost&status=sample_error&size=1')
    const { total } = listOrders.response.parse(await found.json())
    await page.goto(`${home}/orders?status=lost&status=sample_error&size=25`)
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as new view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Went wrong')
    await dialog.getByRole('switch', { name: /^Share with everyone/ }).check()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(tabOf(page, 'Went wrong')).toHaveAttribute('aria-current', 'page')
    await expect(tabOf(page, 'Went wrong')).toContainText(`${total}`)
    await expectAccessible(page, 'orders-views')

    const { views } = listViews.response.parse(
      await (await api.get(`/api/console/views/${environment.id}/orders`)).json(),
    )
    const id = views.find(({ name }) => name === 'Went wrong')?.id
    await optionsOf(page, 'Went wrong').click()
    await page.getByRole('menuitem', { name: 'Open first for a role…' }).click()
    const roles = page.getByRole('dialog', { name: '“Went wrong” as the first view' })
    await roles.getByRole('checkbox', { name: 'Support' }).click()
    await expect(roles.getByRole('checkbox', { name: 'Support' })).toBeChecked()
    await roles.getByRole('button', { name: 'Close' }).click()

    const other = await openAs('support')
    await other.goto(`${home}/orders`)
    await expect(other).toHaveURL(`${home}/orders?view=${id}`)
    await expect(other.getByRole('navigation', { name: 'Pages of orders' })).toContainText(`of ${total}`)
    await waitForHydration(tabOf(other, 'Went wrong'))
    await other.getByRole('button', { name: /^Remove filter Status/ }).click()
    await expect(other).toHaveURL(`${home}/orders?view=${id}&size=25`)
    await other.reload()
    await expect(other.getByText('Edited')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Save as new view' })).toBeVisible()
    await waitForHydration(tabOf(other, 'Went wrong'))
    await other.getByRole('button', { name: 'Reset' }).click()
    await expect(other).toHaveURL(`${home}/orders?view=${id}`)
    await other.keyboard.press('[')
    await expect(tabOf(other, 'Critical')).toHaveAttribute('aria-current', 'page')
    await tabOf(other, 'All orders').click()
    await expect(other).toHaveURL(`${home}/orders?view=all`)

    await optionsOf(page, 'Went wrong').click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete for everyone' }).click()
    await expect(tabOf(page, 'All orders')).toHaveAttribute('aria-current', 'page')
    await other.goto(`${home}/orders?view=${id}`)
    await expect(other.getByText(/This view was deleted or isn’t shared with you/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tabOf(page, 'Went wrong')).toHaveAttribute('aria-current', 'page')
  },
)

test('the limits of stuck orders change what the overview counts; who may not set them reads them', async ({
  page,
  openAs,
  api,
  home,
  environment,
}) => {
  await page.goto(`${home}/settings/stuck-orders`)
  const limit = page.getByRole('textbox', { name: 'With patient, days' })
  await expect(limit).toHaveValue(`${STUCK_DAYS.with_customer}`)
  await waitForHydration(limit)
  await limit.fill('0')
  await expect(page.getByText('Use whole days, 1 to 365.')).toBeVisible()
  await expectAccessible(page, 'settings-stuck-orders')
  await limit.fill('2')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits saved.')).toBeVisible()
  const overview = getOverview.response.parse(await (await api.get(`/api/console/overview/${environment.id}`)).json())
  const stuck = overview.stuck.find(
    ({ rule, statuses }) => rule === 'with_patient' && statuses.includes('with_customer'),
  )
  expect(stuck).toMatchObject({ days: 2 })
  const address = consoleAddress(listWorklist, {
    params: { environment: environment.id },
    query: { filter: 'snoozed' },
  })
  const { items } = listWorklist.response.parse(await (await api.get(address)).json())
  // Other journeys leave snoozed orders, which the list has under a name of their own.
  const snoozed = items.filter(({ kind }) => kind === 'stuck').length
  const all = overview.stuck.reduce((sum, { count }) => sum + (count ?? Number.NaN), 0)
  await page.goto(home)
  await expect(page.getByRole('button', { name: `Stuck ${all - snoozed}`, exact: true })).toBeVisible()

  const other = await openAs('read_only')
  await other.goto(`${home}/settings/stuck-orders`)
  await expect(other.getByText('An administrator sets these limits.')).toBeVisible()
  await expect(other.getByRole('textbox')).toHaveCount(0)
})
