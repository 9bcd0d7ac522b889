/** Deliveries of webhooks: seen over time, narrowed, compared with the version before, copied, and removed. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, dismissAll } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { overflow, overlappingTexts, printFaults } from '#e2e/support/overlaps.ts'
import { type Receiver, startReceiver } from '#e2e/support/servers/receiver.ts'
import { axe, EVERY_SIZE, expect, screenshot, test } from '#e2e/support/test.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { createWebhookEndpoint, removeWebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'

const SANDBOX = { environment: 'sandbox' }

let receiver: Receiver | null = null
test.afterEach(async ({ api }) => {
  await dismissAll(api)
  await receiver?.stop()
  receiver = null
})

/** An endpoint that a test alone has, on a receiver of its own; returns its ID. */
async function addEndpoint(api: Api, name: string) {
  receiver = await startReceiver()
  const data = { name, url: receiver.url, event_types: ['labtest.order.*'] }
  const answer = await api.post(consoleAddress(createWebhookEndpoint, { params: SANDBOX }), { data })
  return { target: receiver, id: createWebhookEndpoint.response.parse(await answer.json()).endpoint.id }
}

async function twoOrders(service: Api): Promise<[Order, Order]> {
  const answer = await service.get(`${listOrders.path}?order_type=testkit&status=ordered&size=50`)
  const [one, two] = listOrders.response.parse(await answer.json()).orders.reverse()
  if (!(one && two)) throw new Error('Too few test kits are ordered.')
  return [one, two]
}

const advance = (api: Api, { id }: Order) =>
  api.post(consoleAddress(advanceOrder, { params: { ...SANDBOX, order_id: id } }), { data: {} })

/** Two versions of one order, and one of another that failed. */
async function deliverSome(api: Api, service: Api, name: string) {
  const { target, id } = await addEndpoint(api, name)
  const [order, other] = await twoOrders(service)
  for (const count of [1, 2]) {
    await advance(api, order)
    await expect.poll(() => target.messages.length, { timeout: 20_000 }).toBe(count)
  }
  target.answerWith(503)
  await advance(api, other)
  await expect.poll(() => target.messages.length, { timeout: 20_000 }).toBeGreaterThan(2)
  return { id, order }
}

async function openList(page: Page, address: string) {
  await page.goto(address)
  await waitForHydration(page.getByRole('button', { name: 'Replay' }))
  await expect(page.getByRole('region', { name: 'Deliveries over time' })).toBeVisible()
}

test('deliveries are narrowed by choices with counts, by subject and by time; a body is compared, copied and removed', async ({
  page,
  api,
  service,
  home,
  context,
}) => {
  test.slow()
  const { id, order } = await deliverSome(api, service, 'Billing')
  await openList(page, `${home}/events/deliveries?endpoints=${id}`)
  const rows = page.getByRole('table', { name: 'Webhook deliveries' }).locator('tbody tr')
  const chart = page.getByRole('region', { name: 'Deliveries over time' })
  await expect(rows).toHaveCount(3)
  await expect(chart.getByRole('status')).toHaveText('3 deliveries')
  await expectAccessible(page, 'deliveries')
  expect(await printFaults(page)).toEqual([])

  await page.getByRole('button', { name: /^5xx/ }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^2xx ?2$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Response is 5xx' }).click()

  await page.keyboard.press('f')
  const picker = page.getByRole('dialog', { name: 'Filter deliveries' })
  await picker.getByRole('tab', { name: /^Outcome/ }).click()
  await expect(picker.getByRole('checkbox', { name: 'Delivered' })).toHaveAccessibleDescription('2 deliveries')
  await picker.getByRole('tab', { name: /^Subject/ }).click()
  await picker.getByRole('textbox', { name: /^User or order ID/ }).fill(order.id)
  await picker.getByRole('tab', { name: /^Event time/ }).click()
  // A year ago nothing was sent.
  await picker.getByLabel('Before').fill('2025-01-01T09:30')
  await picker.getByRole('button', { name: 'Show deliveries' }).click()
  await expect(page.getByText('No matching deliveries')).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter Event time before Jan 1, 2025, 9:30/ }).click()
  await expect(rows).toHaveCount(2)

  // The last bar has all that was sent just now: without it nothing is left.
  const until = chart.getByRole('slider', { name: 'Event time before' })
  await until.focus()
  await until.press('ArrowLeft')
  await expect(chart.getByRole('status')).toContainText('0 of 2 deliveries')
  // Counts come apart from the rows, and fewer states move what stands below them.
  await expect(page.getByRole('button', { name: 'All 0', exact: true })).toBeVisible()
  await chart.getByRole('button', { name: 'Show whole period' }).click()
  await expect(rows).toHaveCount(2)

  await rows.first().getByRole('link', { name: 'labtest.order.updated' }).click()
  const panel = page.getByRole('complementary', { name: 'Delivery' })
  await panel.getByRole('button', { name: 'Open body' }).click()
  const body = panel.getByRole('region', { name: 'Body', exact: true })
  await expect(body).toContainText(/Before: "updated_at": "/)
  await expect(body).toContainText(/Added: "status": "/)
  await expect(panel.getByText('Compared with the version of')).toBeVisible()
  await body
    .getByRole('button', { name: /unchanged lines?$/ })
    .first()
    .click()
  await expect(body).toContainText('"event_type": "labtest.order.updated"')
  await expectAccessible(page, 'delivery-body')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(page.getByText('Command copied.')).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`-X POST '${receiver?.url}'`)
  expect(command).toContain('webhook-signature: v1,SIGNATURE')
  expect(command).toContain(order.id)
  expect(command).not.toContain('whsec_')

  // Masked, no value can be read, in the lines or in a copy of them.
  await page.keyboard.press('m')
  await expect(panel.getByText('Show patient data to see what changed')).toBeVisible()
  await expect(body).not.toContainText('updated_at": "2')
  await page.keyboard.press('m')
  await expect(body).toContainText(/Before: "updated_at": "/)

  await panel.getByRole('button', { name: 'Remove body' }).click()
  await page.getByRole('textbox', { name: /^Type remove/ }).fill('remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove body' }).click()
  await expect(panel.getByText('An administrator removed this body.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Replay' })).toHaveCount(0)
  // The deliveries go with their endpoint, and an open page would ask for one that is gone.
  await page.close()
  await api.delete(consoleAddress(removeWebhookEndpoint, { params: { ...SANDBOX, endpoint_id: id } }))
})

const TALL = 4000
const SIZES = [
  { width: 1366, height: 768 },
  { width: 683, height: 640 },
  { width: 390, height: 844 },
] as const

test('events, deliveries and endpoints at every size, in both themes', { tag: EVERY_SIZE }, async ({
  page,
  api,
  service,
  home,
}) => {
  test.slow()
  const { id, order } = await deliverSome(api, service, 'Warehouse with a rather long name')
  const pages = [
    { name: 'events', path: `events?order_id=${order.id}`, open: 'Event' },
    { name: 'deliveries', path: `events/deliveries?endpoints=${id}`, open: 'Delivery' },
    { name: 'endpoints', path: 'settings/webhooks', open: null },
  ] as const
  const check = async (name: string) => {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const message = `${name} at ${size.width}`
      await expect.poll(() => overflow(page), { message }).toBe(0)
      await expect.poll(() => overlappingTexts(page), { message }).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await screenshot(page, `${name}-${size.width}-${colorScheme}`)
        // All of it at once: what the edge of a box happens to cut is not too small.
        await page.setViewportSize({ ...size, height: TALL })
        await axe(page)
        await page.setViewportSize(size)
      }
    }
    await page.setViewportSize(SIZES[0])
  }
  for (const { name, path, open } of pages) {
    await page.setViewportSize(SIZES[0])
    await page.goto(`${home}/${path}`)
    await expect(page.locator('main h1, main h2').first()).toBeAttached()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await check(name)
    if (open === null) continue
    await page.getByRole('table').getByRole('link').first().click()
    const panel = page.getByRole('complementary', { name: open, exact: true })
    await panel.getByRole('button', { name: 'Open body' }).click()
    await expect(panel.getByRole('region', { name: 'Body', exact: true })).toBeVisible()
    await check(`${name}-open`)
  }
  await api.delete(consoleAddress(removeWebhookEndpoint, { params: { ...SANDBOX, endpoint_id: id } }))
})
