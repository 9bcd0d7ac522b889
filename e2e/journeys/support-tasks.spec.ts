/** Support requests by phone, each within its number of clicks and keys from the caller's record. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { countedActions } from '#e2e/support/counted-actions.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'

test.beforeEach(({ problems }) => {
  problems.allow(/status of 404/)
})

async function orderOf(service: Api, query: string) {
  const answer = await service.get(`${listOrders.path}?size=1&${query}`)
  const [order] = listOrders.response.parse(await answer.json()).orders
  if (!order) throw new Error(`No order is like ${query}.`)
  return order
}

/** A lost kit among the newest orders of its user: those the record shows. */
async function recentlyLost(service: Api) {
  const lost = await service.get(`${listOrders.path}?size=100&status=lost`)
  for (const order of listOrders.response.parse(await lost.json()).orders) {
    const own = await service.get(`${listOrders.path}?size=4&user_id=${order.user_id}`)
    if (listOrders.response.parse(await own.json()).orders.some(({ id }) => id === order.id)) return order
  }
  throw new Error('Nobody has lost a kit lately.')
}

test('“is my kit lost?”: three actions from the reference, and what to do is said', async ({ page, service, home }) => {
  const order = await recentlyLost(service)
  const answer = await service.get(`${listUsers.path}?limit=500`)
  const user = listUsers.response.parse(await answer.json()).users.find(({ user_id }) => user_id === order.user_id)
  await page.goto(home)
  await waitForHydration(page.getByRole('button', { name: 'Search or jump to' }))
  const actions = countedActions(page)
  await actions.press('Control+k')
  await actions.paste(user?.client_user_id ?? order.user_id)
  await actions.press('Enter')
  const recent = page.getByRole('region', { name: 'Orders' })
  await expect(recent.getByRole('listitem').filter({ hasText: 'Lost' }).first()).toBeVisible()
  actions.expectAtMost(3)
})

test('“is my watch connected?” takes one action, reading and calling a number two', async ({ page, service, home }) => {
  const { user_id, info } = await somebody(service, 6)
  await page.goto(`${home}/users`)
  const search = page.getByRole('textbox', { name: 'Name, phone, reference or ID' })
  await waitForHydration(search)
  await search.fill(user_id)
  const row = page.getByRole('table', { name: 'Users' }).locator('tbody tr')
  await expect(row).toHaveCount(1)
  const actions = countedActions(page)
  await actions.press('Enter')
  await expect(page.getByRole('region', { name: 'Connections' })).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Connections' })
      .getByText(/Connected|sign-in|No data|No sources/)
      .first(),
  ).toBeVisible()
  actions.expectAtMost(1)

  const call = page.getByRole('region', { name: 'Contact' }).locator('a[href^="tel:"]')
  await expect(call).toBeVisible()
  // The browser hands the number to the phone; here it only has to be asked to.
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await actions.click(call)
  await expect(call).toHaveAttribute('href', `tel:${info.phone_number}`)
  actions.expectAtMost(2)
})

test('who disconnected which source: two actions from the record', async ({ page, service, home }) => {
  const { user_id } = await somebody(service, 7)
  const answer = await service.get(`${listUsers.path}?limit=500`)
  const user = listUsers.response
    .parse(await answer.json())
    .users.find((one) => one.connected_sources.length > 0 && one.user_id !== user_id)
  const source = user?.connected_sources[0]?.source
  await page.goto(`${home}/users/${user?.user_id}/connections?source=${source?.slug}`)
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  const ask = page.getByRole('alertdialog', { name: `Disconnect ${source?.name}?` })
  await ask.getByRole('textbox').fill(source?.name ?? '')
  await ask.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText(`${source?.name} is disconnected.`)).toBeVisible()

  await page.goto(`${home}/users/${user?.user_id}`)
  const tabs = page.getByRole('navigation', { name: 'User sections' })
  await waitForHydration(tabs.getByRole('link', { name: 'History' }))
  const actions = countedActions(page)
  await actions.click(tabs.getByRole('link', { name: 'History' }))
  const entry = page.getByRole('table', { name: 'History' }).locator('tbody tr').first()
  await expect(entry).toContainText(`Disconnected ${source?.name}`)
  await expect(entry).toContainText('Administrator')
  actions.expectAtMost(2)
})

test('a wrong phone number is corrected in five actions', async ({ page, service, home }) => {
  const { user_id, info } = await somebody(service, 8)
  await page.goto(`${home}/users/${user_id}`)
  await waitForHydration(page.getByRole('navigation', { name: 'User sections' }).getByRole('link').first())
  const actions = countedActions(page)
  await actions.click(page.getByRole('region', { name: 'Contact' }).getByRole('link', { name: 'Edit' }))
  const phone = page.getByRole('textbox', { name: 'Phone' }).first()
  await expect(phone).toHaveValue(info.phone_number)
  await actions.click(phone)
  await actions.press('Control+a')
  await actions.type('(602) 555-0177')
  await actions.press('Control+Enter')
  await expect(page.getByRole('main')).toContainText('+1 602 555 0177')
  actions.expectAtMost(5)
  await service.patch(`/v2/user/${user_id}/info`, { data: info })
})

test('a sign-in token for an app: three actions from the record', async ({ page, service, home }) => {
  const { user_id } = await somebody(service, 9)
  await page.goto(`${home}/users/${user_id}`)
  const tabs = page.getByRole('navigation', { name: 'User sections' })
  await waitForHydration(tabs.getByRole('link', { name: 'Access' }))
  const actions = countedActions(page)
  await actions.click(tabs.getByRole('link', { name: 'Access' }))
  await actions.click(page.getByRole('heading', { name: 'For developers' }))
  await actions.click(page.getByRole('button', { name: 'Create sign-in token', exact: true }))
  await expect(page.getByRole('button', { name: 'Make new token', exact: true })).toBeVisible()
  actions.expectAtMost(3)
})

test('the latest result of a caller: two actions from the record', async ({ page, service, home }) => {
  const order = await orderOf(service, 'status=completed')
  await page.goto(`${home}/users/${order.user_id}`)
  const recent = page.getByRole('region', { name: 'Orders' })
  await expect(recent.getByRole('listitem').first()).toBeVisible()
  const actions = countedActions(page)
  await actions.click(recent.getByRole('link', { name: /^View \d+ orders?$/ }))
  const row = page.getByRole('table', { name: 'Orders' }).locator('tbody tr').filter({ hasText: 'Completed' }).first()
  await expect(row).toBeVisible()
  await actions.click(row.getByRole('link').first())
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  actions.expectAtMost(2)
})

test('a link is sent by SMS in two actions, and its text is on no page, in no log and at no server', async ({
  page,
  service,
  home,
}) => {
  const { user_id, info } = await somebody(service, 11)
  // The browser hands the text to another app; here it only has to be asked to.
  await page.addInitScript(() => {
    HTMLAnchorElement.prototype.click = function click() {
      sessionStorage.setItem('opened', this.href)
    }
  })
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData()}`))
  await page.goto(`${home}/users/${user_id}`)
  const send = page.getByRole('button', { name: 'Send link' })
  await waitForHydration(send)
  const actions = countedActions(page)
  await actions.click(send)
  const dialog = page.getByRole('dialog', { name: 'Send link' })
  await expect(dialog.getByRole('button', { name: 'Open SMS' })).toBeEnabled()
  await expectAccessible(page, 'send-link')
  await actions.click(dialog.getByRole('button', { name: 'Open SMS' }))
  await expect(page.getByText('SMS prepared. Send it in the app that opened.')).toBeVisible()
  actions.expectAtMost(2)
  const opened = await page.evaluate(() => sessionStorage.getItem('opened') ?? '')
  const text = decodeURIComponent(opened.slice(opened.indexOf('body=') + 5))
  expect(opened).toContain(`sms:${info.phone_number}?&body=`)
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  expect(link.length).toBeGreaterThan(20)
  for (const sent of bodies) expect(sent).not.toContain(link)
  expect(await page.content()).not.toContain(link)
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Prepared an SMS: portal link')
})

test('a caller is verified in five actions, on record without what they said', async ({ page, service, home }) => {
  const { user_id, info } = await somebody(service, 10)
  await page.goto(`${home}/users/${user_id}`)
  const verify = page.getByRole('button', { name: 'Verify caller' })
  await waitForHydration(verify)
  const actions = countedActions(page)
  await actions.click(verify)
  await actions.type(info.dob)
  await actions.press('Tab')
  await actions.type(info.address.zip_code ?? '')
  await expectAccessible(page, 'verify-caller')
  await actions.press('Enter')
  await expect(page.getByText(/^Verified · /)).toBeVisible()
  actions.expectAtMost(5)
  await expect(verify).toHaveCount(0)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Verified the caller by the birth date and the ZIP code')
  await page.reload()
  await expect(page.getByText(/^Verified · /)).toBeVisible()
  const { id } = await orderOf(service, `user_id=${user_id}`)
  await page.goto(`${home}/orders/${id}`)
  await expect(page.getByRole('region', { name: 'Patient', exact: true }).getByText(/^Verified · /)).toBeVisible()
})

test('on a phone a call is logged in a sheet below the number, which can still be pressed', async ({
  page,
  service,
  home,
}) => {
  const { user_id } = await somebody(service, 12)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${home}/users/${user_id}`)
  const log = page.getByRole('button', { name: 'Log call' })
  await waitForHydration(log)
  await log.click()
  const sheet = page.getByRole('region', { name: 'Log call' })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toBeInViewport()
  const save = sheet.getByRole('button', { name: 'Save call' })
  await expect(save).toBeInViewport()
  for (const part of [save, sheet.getByText('Voicemail', { exact: true }).locator('xpath=ancestor::label')])
    expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await sheet.getByRole('textbox', { name: 'What was said (optional)' }).fill('Prefers mornings.')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await log.click()
  await sheet.getByRole('radio', { name: 'Voicemail' }).check()
  await save.click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Prefers mornings.')
})

test('a call is recorded in four actions, and found on the user and on the order', async ({ page, service, home }) => {
  const order = await orderOf(service, 'status=ordered')
  await page.goto(`${home}/orders/${order.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await waitForHydration(timeline.getByRole('button', { name: 'Log call' }))
  const actions = countedActions(page)
  await actions.click(timeline.getByRole('button', { name: 'Log call' }))
  await expect(timeline.getByRole('textbox', { name: 'What was said (optional)' })).toBeFocused()
  await actions.type('Asked to call back after 5 PM.')
  await actions.click(timeline.getByRole('radio', { name: 'Voicemail' }))
  await actions.press('Control+Enter')
  actions.expectAtMost(4)
  const entry = (within = timeline) =>
    within.getByRole('listitem').filter({ hasText: 'Asked to call back after 5 PM.' })
  await expect(entry()).toContainText('Voicemail · ')
  await expectAccessible(page, 'order-timeline')

  await page.goto(`${home}/users/${order.user_id}`)
  await expect(entry()).toContainText('Voicemail · ')
  await timeline.getByRole('button', { name: 'Notes', exact: true }).click()
  await expect(entry()).toHaveCount(0)
  await timeline.getByRole('button', { name: 'Add note' }).click()
  await expect(timeline.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
  await page.keyboard.type('Speak to the parent only.')
  await timeline.getByRole('checkbox', { name: 'Pin above the timeline' }).check()
  await timeline.getByRole('button', { name: 'Save note' }).click()
  await expect(timeline.getByRole('list', { name: 'Pinned' })).toContainText('Speak to the parent only.')
  await page.keyboard.press('m')
  await expect(timeline).not.toContainText('Speak to the parent only.')
  await page.keyboard.press('m')
  await expectAccessible(page, 'user-timeline')
})
