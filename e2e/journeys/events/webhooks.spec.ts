/** The service sends its events: into this console's own inbox, and to endpoints that an administrator manages. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, dismissAll } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { overflow } from '#e2e/support/overlaps.ts'
import { type Receiver, startReceiver } from '#e2e/support/servers/receiver.ts'
import { ADMINISTRATOR } from '#e2e/support/servers/server.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { buildPath } from '#lib/kernel/wire.ts'

async function ordersOf(service: Api, query: string): Promise<Order[]> {
  const answer = await service.get(`${listOrders.path}?${query}&size=50`)
  return listOrders.response.parse(await answer.json()).orders
}

const advance = (api: Api, { id }: Order) =>
  api.post(consoleAddress(advanceOrder, { params: { environment: 'sandbox', order_id: id } }), { data: {} })

let receiver: Receiver | null = null
test.afterEach(async ({ api }) => {
  await dismissAll(api)
  await receiver?.stop()
  receiver = null
})

test('an order that moves on, and a booking confirmed late, arrive on the Events page by themselves', async ({
  page,
  api,
  service,
  home,
}) => {
  test.slow()
  const [order] = (await ordersOf(service, 'order_type=testkit&status=transit_customer')).reverse()
  if (!order) throw new Error('No test kit is on its way.')
  expect((await advance(api, order)).status()).toBe(201)
  await page.goto(`${home}/events?order_id=${order.id}`)
  const table = page.getByRole('table', { name: 'Events' })
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  const arrived = page.getByRole('link', { name: 'Order updated' }).first()
  const news = page.getByRole('button', { name: /^Show \d+ new event/ })
  await expect(arrived.or(news).first()).toBeVisible({ timeout: 20_000 })
  if (!(await arrived.isVisible())) await news.click()
  await expect(table.getByText('Current').first()).toBeVisible()

  const draws = await ordersOf(service, 'order_type=at_home_phlebotomy&status=requisition_created')
  const draw = draws.at(-1)
  const path = buildPath(bookPhlebotomyAppointment.path, { order_id: draw?.id ?? '' })
  const booking = { booking_key: 'sandbox_slow_3000', async_confirmation: true }
  const times = { sync_confirmation_timeout_millisecond: 1000, async_confirmation_timeout_millisecond: 60_000 }
  expect(await (await service.post(path, { data: { ...booking, ...times } })).json()).toMatchObject({
    status: 'pending',
  })
  const types = ['Appointment created', 'Appointment updated', 'Order updated']
  await expect(async () => {
    await page.goto(`${home}/events?order_id=${draw?.id}`)
    for (const type of types)
      await expect(page.getByRole('link', { name: type }).first()).toBeVisible({ timeout: 2_000 })
    // Created, pending and confirmed; each of the last two with the order's own event.
    await expect(page.getByRole('table', { name: 'Events' }).locator('tbody tr')).toHaveCount(5, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
})

test('an endpoint: added, tested, failing, replayed, rotated, disabled and recovered', async ({
  page,
  api,
  service,
  home,
  problems,
}) => {
  test.slow()
  // A new address asks for the password, and a wrong one is refused.
  problems.allow(/status of (?:403|422)/)
  const target = await startReceiver()
  receiver = target
  await page.goto(`${home}/settings/webhooks`)
  await waitForHydration(page.getByRole('button', { name: 'Add endpoint' }))
  await expect(page.getByRole('region', { name: /^Vialdesk inbox/ })).toContainText('This console’s own inbox')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Clinic portal')
  await form.getByRole('textbox', { name: 'URL' }).fill('http://portal.test/hook')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(form.getByText('Use https. Only addresses on this machine can use http.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'URL' }).fill(target.url)
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const check = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await check.getByRole('textbox', { name: 'Your password' }).fill('not the password')
  await check.getByRole('button', { name: 'Confirm' }).click()
  await expect(check.getByText('The password is wrong.').first()).toBeVisible()
  await check.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await check.getByRole('button', { name: 'Confirm' }).click()
  const made = page.getByRole('dialog', { name: 'Signing secret of “Clinic portal”' })
  await made.getByRole('button', { name: 'Show' }).click()
  const secret = (await made.getByText(/^whsec_/).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  const card = page.getByRole('region', { name: /^Clinic portal/ })
  await expectAccessible(page, 'webhook-endpoints')

  await card.getByRole('button', { name: 'Send test event' }).click()
  const trial = page.getByRole('dialog', { name: 'Send test event to “Clinic portal”' })
  await trial.getByRole('textbox', { name: 'Data' }).fill('{')
  await expect(trial.getByText('Not a JSON object.')).toBeVisible()
  await trial.getByRole('combobox', { name: 'Event type' }).selectOption('daily.data.glucose.created')
  await trial.getByRole('button', { name: 'Send test event' }).click()
  await expect(trial.getByText(/^Answered 200 in \d+ ms\./)).toBeVisible()
  await trial.getByRole('button', { name: /^Cancel/ }).click()
  expect(target.messages.map(({ event_type }) => event_type)).toEqual(['daily.data.glucose.created'])
  expect(target.messages[0]?.isSignedBy(secret)).toBe(true)

  target.answerWith(503)
  const [order] = (await ordersOf(service, 'order_type=testkit&status=with_customer')).reverse()
  if (!order) throw new Error('No test kit is with a customer.')
  await advance(api, order)
  await expect.poll(() => target.messages.length, { timeout: 20_000 }).toBeGreaterThan(1)
  await card.getByRole('link', { name: /^View deliveries/ }).click()
  const table = page.getByRole('table', { name: 'Webhook deliveries' })
  await waitForHydration(page.getByRole('button', { name: 'Replay' }))
  await expect(table.getByText('Retrying')).toBeVisible()
  await table.getByRole('link', { name: 'labtest.order.updated' }).click()
  const panel = page.getByRole('complementary', { name: 'Delivery' })
  await expect(panel.getByText(/^Next attempt/)).toBeVisible()
  // The latest failure is open, and stays open when the next attempt fails half a minute later on a busy machine.
  const answers = panel.getByText('The receiver says 503.')
  await expect(answers.first()).toBeVisible()
  await expect(answers).not.toHaveCount(await answers.count(), { timeout: 60_000 })
  await expect(answers.first()).toBeVisible()
  await expect(answers.nth(1)).toBeVisible()
  await expectAccessible(page, 'webhook-delivery')
  target.answerWith(200)
  await panel.getByRole('button', { name: 'Replay' }).click()
  await expect(panel.getByText('Delivered')).toBeVisible()
  await expect(panel.getByText('Replay', { exact: true }).last()).toBeVisible()
  const ids = target.messages.filter(({ event_type }) => event_type === 'labtest.order.updated').map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  await page.setViewportSize({ width: 390, height: 800 })
  await screenshot(page, 'webhook-delivery-390')
  // It covers a phone's screen: the list is out of reach until it is closed.
  await expect(table).toBeHidden()
  // It hides with everything else when the session ends.
  const endSession = () => page.evaluate(() => document.documentElement.toggleAttribute('data-session-ended'))
  await endSession()
  await expect(panel).toBeHidden()
  await endSession()
  await panel.getByRole('button', { name: 'Close delivery' }).click()
  await expect(table.locator('tr[data-current]')).toBeFocused()
  await page.setViewportSize({ width: 1366, height: 900 })

  await page.getByRole('button', { name: 'Replay' }).click()
  const many = page.getByRole('dialog', { name: 'Replay deliveries' })
  await many.getByRole('button', { name: 'Replay 2 deliveries' }).click()
  await expect(many.getByText('Done. 2 of 2 sent, 0 failed.')).toBeVisible({ timeout: 15_000 })
  await many.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Endpoints', exact: true }).click()
  await card.getByRole('button', { name: 'Rotate secret of Clinic portal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await made.getByRole('button', { name: 'Show' }).click()
  const renewed = (await made.getByText(/^whsec_/).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByText('Previous secret works until')).toBeVisible()

  await card.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(card.getByText('An administrator disabled it.')).toBeVisible()
  const before = target.messages.length
  await advance(api, order)
  await page.goto(home)
  await expect(page.getByText('A webhook endpoint is disabled')).toBeVisible()
  await page.getByRole('link', { name: 'View endpoints' }).click()
  await card.getByRole('button', { name: 'Enable' }).click()
  const enable = page.getByRole('dialog', { name: 'Enable “Clinic portal”' })
  await enable.getByRole('button', { name: 'Enable' }).click()
  await expect.poll(() => target.messages.length, { timeout: 20_000 }).toBe(before + 1)
  const last = target.messages.at(-1)
  expect([last?.isSignedBy(secret), last?.isSignedBy(renewed)]).toEqual([true, true])
})

test('a team and its API key: created, used once, and revoked', async ({ page, home, request, problems }) => {
  problems.allow(/status of 403/)
  await page.goto(`${home}/settings/teams`)
  await waitForHydration(page.getByRole('button', { name: 'Create team' }))
  await expect(page.getByRole('region', { name: /^Sandbox/ })).toContainText('Configured on the server')
  await page.getByRole('button', { name: 'Create team' }).click()
  const form = page.getByRole('dialog', { name: 'Create team' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Research')
  await form.getByRole('button', { name: 'Create team' }).click()
  // It may have been given a few minutes ago.
  const password = page.getByRole('textbox', { name: 'Your password' })
  await expect(password.or(page.getByRole('heading', { name: 'Research' }))).toBeVisible()
  if (await password.isVisible()) {
    await password.fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
  }
  const card = page.getByRole('region', { name: 'Research' })
  await card.getByRole('button', { name: 'Create API key for Research' }).click()
  const label = page.getByRole('dialog', { name: 'Create API key' })
  await label.getByRole('textbox', { name: 'Label' }).fill('Patient app')
  await label.getByRole('button', { name: 'Create API key' }).click()
  const made = page.getByRole('dialog', { name: 'Key “Patient app”' })
  await made.getByRole('button', { name: 'Show' }).click()
  const key = (await made.getByText(/^sk_/).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  const users = () => request.get(listUsers.path, { headers: { 'x-service-api-key': key } })
  expect(await (await users()).json()).toMatchObject({ users: [], total: 0 })
  await page.reload()
  await expect(card).toContainText('Last used')
  await expect(page.getByText(key)).toHaveCount(0)
  await waitForHydration(page.getByRole('button', { name: 'Create team' }))
  await expectAccessible(page, 'teams')
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(page)).toBe(0)
  await screenshot(page, 'teams-390')
  await card.getByRole('button', { name: 'Revoke Patient app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(card).toContainText('No API keys yet.')
  expect((await users()).status()).toBe(401)
  await card.getByRole('button', { name: 'Delete Research' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete team' }).click()
  await expect(card).toBeHidden()
})
