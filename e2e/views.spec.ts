import type { Page } from '@playwright/test'
import { alive } from '#e2e/support/alive.ts'
import { look } from '#e2e/support/look.ts'
import { signInAs } from '#e2e/support/people.ts'
import { setStuckLimits } from '#e2e/support/stuck-limits.ts'
import { expect, test } from '#e2e/support/test.ts'
import { getOverview } from '#lib/contract/console/overview.ts'
import { listViews } from '#lib/contract/console/views.ts'
import { listOrders } from '#lib/contract/order.ts'
import { STUCK_DAYS } from '#lib/contract/order-story.ts'

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Views of orders' })
const tabOf = (page: Page, name: string) => tabsOf(page).getByRole('link', { name: new RegExp(`^${name}`) })
const optionsOf = (page: Page, name: string) => page.getByRole('button', { name: `Options of the view ${name}` })

/** Others go on with the same server. */
test.afterEach(async ({ request, server: { baseURL: origin } }) => {
  const headers = { origin }
  await request.post('/api/console/views/sandbox/role-default', { data: { role: 'support', view_id: null }, headers })
  await setStuckLimits(request, origin, STUCK_DAYS)
})

test('a view is saved and shared; another sees it, changes it for themselves, and it is theirs first; deleted, it comes back', async ({
  page,
  request,
  browser,
  server: { baseURL },
}) => {
  const support = signInAs(baseURL, 'support')
  const found = await request.get('/api/service/sandbox/v3/orders?status=lost&status=sample_error&size=1')
  const { total } = listOrders.response.parse(await found.json())
  await page.goto('/sandbox/orders?status=lost&status=sample_error&size=25')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Went wrong')
  await dialog.getByRole('switch', { name: /^Share with everyone/ }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(tabOf(page, 'Went wrong')).toHaveAttribute('aria-current', 'page')
  await expect(tabOf(page, 'Went wrong')).toContainText(`${total}`)
  await look(page, 'orders-views')

  const { views } = listViews.response.parse(await (await request.get('/api/console/views/sandbox')).json())
  const id = views.find(({ name }) => name === 'Went wrong')?.id
  await optionsOf(page, 'Went wrong').click()
  await page.getByRole('menuitem', { name: 'Open first for a role…' }).click()
  const roles = page.getByRole('dialog', { name: '“Went wrong” as the first view' })
  await roles.getByRole('checkbox', { name: 'Support' }).click()
  await expect(roles.getByRole('checkbox', { name: 'Support' })).toBeChecked()
  await roles.getByRole('button', { name: 'Close' }).click()

  const context = await browser.newContext({ storageState: await support, baseURL })
  const other = await context.newPage()
  await other.goto('/sandbox/orders')
  await expect(other).toHaveURL(`/sandbox/orders?view=${id}`)
  await expect(other.getByRole('navigation', { name: 'Pages of orders' })).toContainText(`of ${total}`)
  await alive(tabOf(other, 'Went wrong'))
  await other.getByRole('button', { name: /^Remove the filter Status/ }).click()
  await expect(other).toHaveURL(`/sandbox/orders?view=${id}&size=25`)
  await other.reload()
  await expect(other.getByText('Edited')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Save as new view' })).toBeVisible()
  await alive(tabOf(other, 'Went wrong'))
  await other.getByRole('button', { name: 'Reset' }).click()
  await expect(other).toHaveURL(`/sandbox/orders?view=${id}`)
  await other.keyboard.press('[')
  await expect(tabOf(other, 'Critical')).toHaveAttribute('aria-current', 'page')
  await tabOf(other, 'All orders').click()
  await expect(other).toHaveURL('/sandbox/orders?view=all')

  await optionsOf(page, 'Went wrong').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete for everyone' }).click()
  await expect(tabOf(page, 'All orders')).toHaveAttribute('aria-current', 'page')
  await other.goto(`/sandbox/orders?view=${id}`)
  await expect(other.getByText(/is gone, or it is not shared with you/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tabOf(page, 'Went wrong')).toHaveAttribute('aria-current', 'page')
  await context.close()
})

test('the limits of stuck orders change what the overview counts; who may not set them reads them', async ({
  page,
  request,
  browser,
  server: { baseURL },
}) => {
  const reader = signInAs(baseURL, 'read_only')
  await page.goto('/sandbox/settings/stuck-orders')
  const limit = page.getByRole('textbox', { name: 'With patient, days' })
  await expect(limit).toHaveValue(`${STUCK_DAYS.with_customer}`)
  await alive(limit)
  await limit.fill('0')
  await expect(page.getByText('Use whole days, 1 to 365.')).toBeVisible()
  await look(page, 'settings-stuck-orders')
  await limit.fill('2')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits saved.')).toBeVisible()
  const overview = getOverview.response.parse(await (await request.get('/api/console/overview/sandbox')).json())
  const stuck = overview.stuck.find(({ rule }) => rule === 'with_patient')
  expect(stuck).toMatchObject({ days: 2 })
  await page.goto('/sandbox')
  const line = page
    .getByRole('list', { name: 'Exceptions' })
    .getByRole('link', { name: /^Stuck with patient over 2 d/ })
  await expect(line).toContainText(`${stuck?.count}`)

  const context = await browser.newContext({ storageState: await reader, baseURL })
  const other = await context.newPage()
  await other.goto('/sandbox/settings/stuck-orders')
  await expect(other.getByText('An administrator of this console sets these.')).toBeVisible()
  await expect(other.getByRole('textbox')).toHaveCount(0)
  await context.close()
})
