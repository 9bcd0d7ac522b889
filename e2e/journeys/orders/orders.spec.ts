import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'

const headOf = (page: Page) => page.locator('header', { has: page.getByRole('heading', { level: 1, name: 'Orders' }) })
/** The picker, by its key. */
async function openPicker(page: Page) {
  await waitForHydration(page.getByRole('button', { name: 'Add filter' }))
  await page.keyboard.press('f')
  return page.getByRole('dialog', { name: 'Filter orders' })
}

test('newest first, paged as the service pages', async ({ page, service, home }) => {
  const { orders, total } = await (await service.get('/v3/orders')).json()
  await page.goto(`${home}/orders`)
  const table = page.getByRole('table', { name: 'Orders' })
  const rows = table.locator('tbody tr')
  const pager = page.getByRole('navigation', { name: 'Pages of orders' })
  await expect(rows).toHaveCount(50)
  await expect(pager).toContainText(`1 to 50 of ${total.toLocaleString('en')}`)
  for (const [index, order] of orders.slice(0, 10).entries()) {
    await expect(rows.nth(index)).toContainText(order.lab_test.name)
    await expect(rows.nth(index)).toContainText(order.patient_address.receiver_name)
  }

  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(pager).toContainText('51 to 100')
  await expect(page).toHaveURL(/page=2/)
  const second = await (await service.get('/v3/orders?page=2')).json()
  await expect(rows.first()).toContainText(second.orders[0].lab_test.name)
})

test('rows wider than the window scroll below their first column, and still lead to their order', async ({
  page,
  baseURL,
  home,
}) => {
  const columns = 'id.recipient~240.status~320.interpretation.method.lab_test~320.birth.sample.user'
  await page.context().addCookies([{ name: 'columns_orders', value: columns, url: baseURL ?? '' }])
  await page.goto(`${home}/orders?size=25`)
  const row = page.getByRole('table').locator('tbody tr').nth(2)
  const id = row.getByRole('link').first()
  await waitForHydration(id)
  const before = await id.boundingBox()
  await expect(page.getByRole('table')).toHaveAttribute('data-wide', 'true')
  await page.getByRole('table').evaluate((table) => {
    if (table.parentElement) table.parentElement.scrollLeft = 400
  })
  const cell = row.getByRole('cell').nth(6)
  await expect(cell).toBeInViewport({ ratio: 1 })
  expect(await id.boundingBox()).toEqual(before)
  const href = await id.getAttribute('href')
  await cell.click()
  await expect(page).toHaveURL(new RegExp(`${href}$`))
})

test('a status has words and an icon; one the console does not know is shown as sent', async ({
  page,
  service,
  home,
  environment,
}) => {
  const body = await (await service.get('/v3/orders')).json()
  const [first] = body.orders
  first.events.push({ id: 999_999_999, created_at: first.updated_at, status: 'received.testkit.held_for_review' })
  await page.route(`**${environment.servicePath}/v3/orders*`, (route) => route.fulfill({ json: body }))
  await page.goto(`${home}/orders`)
  await page.getByRole('button', { name: 'Reload orders' }).click()
  const status = page.getByRole('table').locator('tbody tr').first()
  await expect(status).toContainText('held_for_review')
  await expect(status.locator('svg').first()).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('filters are combined by keyboard, and survive reload, Back and sharing', async ({ page, service, home }) => {
  const asked = 'status=redraw_available&status=held_for_review&order_type=testkit'
  const { total } = await (await service.get(`/v3/orders?${asked}&size=1`)).json()
  const { total: ofStatus } = await (await service.get('/v3/orders?status=redraw_available&size=1')).json()
  await page.goto(`${home}/orders?size=25`)
  const picker = await openPicker(page)
  await expect(picker.getByRole('combobox', { name: 'Find a filter or a value' })).toBeFocused()
  await expect(picker.getByRole('textbox', { name: 'Find a status' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(picker.getByRole('tab', { name: 'Status' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('redraw')
  await page.keyboard.press('Enter')
  await page.keyboard.type('held_for_review')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('checkbox', { name: 'held_for_review' })).toBeChecked()
  await picker.getByRole('tab', { name: 'Status' }).focus()
  const method = picker.getByRole('tab', { name: 'Method' })
  for (const _ of await picker.getByRole('tab').all()) {
    if (await method.evaluate((tab) => tab === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(method).toBeFocused()
  await picker.getByRole('checkbox', { name: 'Test kit' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(headOf(page)).toContainText(`${total} found`)
  await expect(page).toHaveURL(`${home}/orders?${asked}&size=25`)

  await page.reload()
  await expect(headOf(page)).toContainText(`${total} found`)
  await expect(
    page.getByRole('button', { name: 'Status is held_for_review or Redraw available', exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Method is Test kit', exact: true }).focus()
  await page.keyboard.press('Backspace')
  await expect(headOf(page)).toContainText(`${ofStatus} found`)
  await page.goBack()
  await expect(headOf(page)).toContainText(`${total} found`)

  await expectAccessible(page, 'orders-filtered')
})

test('a value is found by what it is called, and the button says how many orders it would show', async ({
  page,
  service,
  home,
}) => {
  const totalOf = async (query: string) => (await (await service.get(`/v3/orders?${query}&size=1`)).json()).total
  const [lost, ofKits] = [await totalOf('status=lost'), await totalOf('status=lost&order_type=testkit')]
  await page.goto(`${home}/orders?size=25`)
  const picker = await openPicker(page)
  await expect(picker.getByRole('combobox', { name: 'Find a filter or a value' })).toBeFocused()
  await page.keyboard.type('lost')
  await expect(picker.getByRole('option', { name: /Status.*Lost/ })).toBeVisible()
  await expectAccessible(page, 'orders-filter-search')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('checkbox', { name: 'Lost', exact: true })).toBeChecked()
  await expect(picker.getByRole('checkbox', { name: 'Lost', exact: true })).toHaveAccessibleDescription(
    `${lost} orders`,
  )
  await expect(picker.getByRole('button', { name: `Show ${lost} orders`, exact: true })).toBeVisible()
  await expectAccessible(page, 'orders-filter-counts')
  await page.keyboard.type('test kit')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('button', { name: new RegExp(`^Show ${ofKits} orders?$`) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(headOf(page)).toContainText(`${ofKits} found`)
  await expect(page).toHaveURL(`${home}/orders?status=lost&order_type=testkit&size=25`)
})

test('counts that fail leave the panel as it is; a filter that names a person is never counted', async ({
  page,
  home,
  problems,
}) => {
  problems.allow(/503/)
  const counts = `**${pathOf(countOrderSearches, { params: { environment: '*' } })}`.replace('%2A', '*')
  const asked: string[] = []
  await page.route(counts, (route) => {
    asked.push(route.request().postData() ?? '')
    return route.fulfill({ status: 503, json: { detail: 'Down.', code: 'unavailable' } })
  })
  await page.goto(`${home}/orders?size=25`)
  const picker = await openPicker(page)
  await expect(picker.getByRole('button', { name: 'Show orders (number unknown)' })).toBeVisible()
  await expect(picker.getByRole('checkbox', { name: 'Lost', exact: true })).toHaveAccessibleDescription(
    'number unknown',
  )
  const before = asked.length
  await picker.getByRole('tab', { name: 'Recipient' }).click()
  await picker.getByLabel('Name on the parcel').fill('Zoë')
  await picker.getByRole('tab', { name: 'Status' }).click()
  await picker.getByRole('checkbox', { name: 'Lost', exact: true }).check()
  await expect(picker.getByRole('button', { name: 'Show orders', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}/orders?status=lost&size=25`)
  expect(asked).toHaveLength(before)
  expect(asked.join()).not.toContain('Zoë')
  await page.unrouteAll({ behavior: 'wait' })
})

test('a name is searched for, survives reload and Back, and is in no address', async ({
  page,
  network,
  service,
  home,
}) => {
  const { orders } = await (await service.get('/v3/orders?size=30')).json()
  const name: string = orders[20].patient_address.receiver_name
  await page.goto(`${home}/orders?size=25`)
  const picker = await openPicker(page)
  await picker.getByRole('tab', { name: 'Recipient' }).click()
  await picker.getByLabel('Name on the parcel').fill(name)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  const chip = page.getByRole('button', { name: `Recipient contains ${name}`, exact: true })
  await expect(headOf(page)).toContainText(/^Orders\d+ found/)
  await expect(rows.filter({ hasNotText: name })).toHaveCount(0)
  await page.reload()
  await expect(chip).toBeVisible()
  await expect(headOf(page)).toContainText(/^Orders\d+ found/)
  await page.goBack()
  await expect(chip).toBeHidden()
  await expect(headOf(page)).toContainText('orders, newest first')
  const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  const named = (await network.exchanges()).filter(
    ({ url, requestHeaders }) => plain(url).includes(name) || plain(requestHeaders['referer'] ?? '').includes(name),
  )
  expect(named.map(({ method }) => method)).toEqual([])
})

test('a row is previewed by keyboard; row and preview move together', async ({ page, service, home }) => {
  const { orders } = await (await service.get('/v3/orders?size=25')).json()
  await page.goto(`${home}/orders?size=25`)
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await waitForHydration(rows.first())
  await rows.first().focus()
  await page.keyboard.press('Space')
  await expect(preview).toContainText('row 1 of')
  await expect(preview.getByRole('button', { name: `Copy order ID ${orders[0].id}` })).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await expect(preview).toContainText('row 2 of')
  await expect(preview).toContainText(orders[1].lab_test.name)
  await preview.getByRole('button', { name: 'Next row' }).press('Enter')
  await expect(preview).toContainText('row 3 of')
  await expect(preview.getByRole('button', { name: 'Next row' })).toBeFocused()
  // A press on another row looks at it; the second one opens it.
  await rows.nth(4).click()
  await expect(preview).toContainText('row 5 of')
  await expect(page).toHaveURL(`${home}/orders?size=25`)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(rows.nth(4)).toBeFocused()
  await page.keyboard.press('Space')
  await page.setViewportSize({ width: 390, height: 844 })
  await preview.getByRole('link', { name: 'Open order' }).click()
  await expect(page).toHaveURL(`${home}/orders/${orders[4].id}`)
})

test('on paper a row has its heads, the birth date and the whole ID', async ({ page, service, home }) => {
  const { orders } = await (await service.get('/v3/orders?size=25')).json()
  const [order] = orders.filter((one: { patient_details?: { dob?: string } }) => one.patient_details?.dob)
  await page.goto(`${home}/orders?size=25`)
  const table = page.getByRole('table', { name: 'Orders' })
  const row = table.locator('tbody tr').filter({ hasText: order.id.slice(0, 8) })
  await waitForHydration(row)
  await page.setViewportSize({ width: 979, height: 740 })
  await page.emulateMedia({ media: 'print' })
  await expect(row).toContainText(order.id)
  await expect(row).toContainText(order.patient_details.dob.slice(0, 4))
  await expect(page.getByRole('banner')).toBeHidden()
  const left = async (element: Locator) => (await element.boundingBox())?.x
  for (const head of ['Patient', 'Status', 'Result', 'Updated', 'Order']) {
    const column = table.getByRole('columnheader', { name: head, exact: true })
    const cell = row
      .locator('td')
      .nth(await column.evaluate((one) => [...(one.parentElement?.children ?? [])].indexOf(one)))
    expect(await left(column), head).toBe(await left(cell))
  }
})

test('ids are pasted from a spreadsheet, and all that is found goes into one file that is on record', async ({
  page,
  service,
  api,
  home,
  environment,
}) => {
  const { orders } = await (await service.get('/v3/orders?size=40')).json()
  const ids: string[] = [orders[3].id, orders[17].id, orders[31].id]
  await page.goto(`${home}/orders?size=25`)
  const box = page.getByRole('textbox', { name: 'ID, patient, recipient' })
  await waitForHydration(box)
  await box.evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `${ids.join('\n')}\nM-1`,
  )
  await expect(page.getByText('3 pasted IDs searched.').locator('..')).toContainText('aren’t IDs: M-1')
  await expect(headOf(page)).toContainText('3 found')
  await page.goBack()
  const picker = await openPicker(page)
  await picker.getByRole('tab', { name: 'Order ID' }).click()
  await picker
    .getByRole('textbox', { name: 'Order IDs' })
    .fill(`"Order ID";"Sample"\n${ids.join(';M-1\n')}\n1234-broken`)
  await expect(picker.getByRole('status').filter({ hasText: '3 IDs found' })).toContainText('1234-broken')
  await picker.getByRole('button', { name: /^Show / }).click()
  await expect(headOf(page)).toContainText('3 found')
  const links = page.getByRole('table', { name: 'Orders' }).locator('a.row-link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('title')))).toEqual(ids)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(environment.exportName('orders'))
  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(head).toMatch(
    /^order_id,receiver_name,last_status,interpretation,method,lab_test,created_at,created_at \(\S+\),updated_at,updated_at \(\S+\),user_id,client_user_id,results$/,
  )
  expect(lines.map((line) => line.split(',')[0])).toEqual(ids)
  const { entries } = await (await api.get('/api/console/audit?action=export_orders&limit=1')).json()
  expect(entries).toMatchObject([{ action: 'export_orders', environment: environment.id, outcome: 'done' }])
})

test('on a phone the filters are a sheet whose button to show orders stays in sight', async ({ page, home }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto(`${home}/orders?size=25`)
  const picker = await openPicker(page)
  const apply = picker.getByRole('button', { name: /^Show .*orders/ })
  await expect(picker.getByRole('textbox', { name: 'Find a status' })).toBeVisible()
  await expect(apply).toBeInViewport({ ratio: 1 })
})
