/** Reports by users of comparable systems, in a real browser from end to end, by their numbers. */
import { sendEvent } from '#e2e/support/events.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { buildPath } from '#lib/kernel/wire.ts'

test('05, 10: a file begins with a byte order mark; its link is in the page, its URL lives half a minute', async ({
  page,
  home,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function () {
      document.documentElement.dataset.link = String(this.isConnected)
      click.call(this)
    }
    const revoke = URL.revokeObjectURL.bind(URL)
    URL.revokeObjectURL = (url) => {
      document.documentElement.dataset.revoked = url
      revoke(url)
    }
  })
  await page.goto(`${home}/orders?status=lost`)
  const exporting = page.getByRole('button', { name: 'Export CSV' })
  await waitForHydration(exporting)
  const saved = page.waitForEvent('download')
  await exporting.click()
  const chunks: Buffer[] = await (await (await saved).createReadStream()).toArray()
  expect([...Buffer.concat(chunks).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-link', 'true')
  await page.clock.fastForward(30_000)
  await expect(root).not.toHaveAttribute('data-revoked')
  await page.clock.fastForward(31_000)
  await expect(root).toHaveAttribute('data-revoked', /^blob:/)
})

test('07, 32: of two versions the finer digit is newer; one unreadable sample is said and the others are kept', async ({
  page,
  server,
  service,
  home,
}) => {
  const { user_id } = await somebody(service, 6)
  const summary = { event_type: 'daily.data.sleep.created', user_id }
  const at = (micros: string) => ({ id: 'night', updated_at: `2026-11-26T03:00:47.${micros}+00:00` })
  await sendEvent(server, { ...summary, data: at('106778') })
  await sendEvent(server, { ...summary, data: at('106112') })
  const sample = (time: string, value: unknown, unit = 'mg/dL') => ({
    timestamp: `2026-11-25T14:${time}-05:00`,
    timezone_offset: -18_000,
    type: 'automatic',
    unit,
    value,
  })
  const samples = [
    sample('00:00', 180),
    sample('05:00', 'HIGH'),
    sample('10:00.123456', 390),
    sample('10:00.123999', 391),
    sample('15:00', 21.6, 'mmol/L'),
    sample('20:00', 21.7, 'mmol/L'),
  ]
  await sendEvent(server, { event_type: 'daily.data.glucose.created', user_id, data: { source_id: 5, data: samples } })
  await page.goto(`${home}/users/${user_id}/events`)
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Older')
  await expect(rows.nth(2)).toContainText('Current')
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  await rows.first().getByRole('link').first().click()
  const panel = page.getByRole('complementary', { name: 'Event' })
  await expect(panel).toContainText('1 sample of this batch can’t be read')
  await expect(panel.getByRole('img', { name: /3 samples, 180 to 391 mg\/dL/ })).toBeVisible()
  await expect(panel.getByRole('img', { name: /2 samples, 21.6 to 21.7 mmol\/L/ })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(',,')
})

test('20: a time that clocks skip is refused, one that comes twice is asked about, and its file is in UTC', async ({
  page,
  service,
  home,
}) => {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&order_direction=desc&order_key=created_at'
  const { orders } = listOrders.response.parse(await (await service.get(`${listOrders.path}?${query}&size=100`)).json())
  let order_id = ''
  for (const { id } of orders) {
    const path = buildPath(bookPhlebotomyAppointment.path, { order_id: id })
    const answer = await service.post(path, { data: { booking_key: 'sandbox_confirm' } })
    if (answer.status() !== 200) continue
    order_id = id
    break
  }
  await page.goto(`${home}/orders/${order_id}/book`)
  await page.getByRole('button', { name: 'Record an update' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Pending/ }).check()
  await dialog.getByRole('textbox', { name: 'How do you know?' }).fill('The provider called.')
  await dialog.getByRole('button', { name: 'Record as pending' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Recorded as pending/ })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Record an update' }).click()
  await dialog.getByRole('radio', { name: /^Confirmed/ }).check()
  await dialog.getByRole('textbox', { name: 'How do you know?' }).fill('The provider called again.')
  await dialog.getByLabel('Time zone of the visit').selectOption('America/New_York')
  const record = dialog.getByRole('button', { name: 'Record as confirmed' })
  const enter = async (day: string, time: string) => {
    await dialog.getByLabel('Day').fill(day)
    await dialog.getByLabel('Time', { exact: true }).fill(time)
    await record.click()
  }
  await enter('2027-03-14', '02:30')
  await expect(dialog).toContainText('This time doesn’t exist that day')
  await enter('2027-11-07', '01:30')
  await expect(dialog).toContainText('Choose which of the two.')
  const which = dialog.getByRole('combobox', { name: 'Clocks go back, so this time comes twice' })
  await expect(which.getByRole('option', { selected: false }).last()).toHaveText(/The second, 1:30\sAM EST/)
  await which.selectOption('second')
  await record.click()
  await expect(page.getByRole('heading', { level: 2, name: /^Confirmed for/ })).toContainText(/1:30\sAM/)
  await page.goto(`${home}/appointments?view=week&day=2027-11-07`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file' }).click()
  const file = (await (await saved).createReadStream().then((stream) => stream.toArray())).join('')
  expect(file).toContain('DTSTART:20271107T063000Z')
  expect(file).not.toContain('TZID')
})

test('22: a birth date is pasted and typed as people write it', async ({ page, service, home }) => {
  const { user_id } = await somebody(service, 2)
  await page.goto(`${home}/users/${user_id}/demographics?edit=1`)
  const box = page.getByRole('textbox', { name: 'Birth date' })
  await waitForHydration(box)
  await box.fill('')
  await box.evaluate((node) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '03/07/1988')
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(box).toHaveValue('1988-03-07')
  for (const [typed, words] of [
    ['03/07/88', 'Enter the year with four digits: 1988.'],
    ['02/29/2027', '29 February isn’t in 2027.'],
    ['32208', 'This may be a spreadsheet’s number for 1988-03-06.'],
  ] as const) {
    await box.fill(typed)
    await box.press('Tab')
    await expect(page.getByText(words)).toBeVisible()
  }
})

test('a browser that blocks storage shows every kind of page', async ({ page, service, home }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Blocked', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: blocked })
    Object.defineProperty(window, 'sessionStorage', { get: blocked })
  })
  const { user_id } = await somebody(service, 1)
  for (const path of ['', '/orders', `/users/${user_id}`, '/settings/catalogue', '/connections/import', '/events']) {
    await page.goto(`${home}${path}`)
    await expect(page.locator('main')).toBeVisible()
    await expect(page.getByText('This page couldn’t load')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})
