import { randomUUID } from 'node:crypto'
import { axeWholePage, expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, below } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { overflow } from '#e2e/support/overlaps.ts'
import { EVERY_SIZE, expect, screenshot, test } from '#e2e/support/test.ts'
import { listCallbacks } from '#lib/domains/orders/critical/callbacks.ts'
import { type CriticalOrder, listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { dayBegins, dayIn } from '#lib/utils/time/day-ranges.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'

/** The last of those that wait: the first is acknowledged by another journey. */
async function lastWaiting(overview: Pick<Api, 'get'>): Promise<CriticalOrder> {
  const { waiting } = listCriticalOrders.response.parse(await (await overview.get('/critical')).json())
  const order = waiting.findLast(({ is_critical, callbacks }) => is_critical && callbacks.length === 0)
  if (!order) throw new Error('The data set has no critical result.')
  return order
}

test('from a critical result to a recorded callback and its acknowledgement, by keyboard', async ({
  page,
  api,
  home,
  environment,
}) => {
  const overview = below(api, `/api/console/overview/${environment.id}`)
  const order = await lastWaiting(overview)
  const path = `${home}/orders/${order.order_id}`
  await page.goto(path)
  const banner = page.getByRole('region', { name: 'Critical result', exact: true })
  await expect(banner).toContainText(/No call recorded, \d/)
  await expect(banner).toContainText('No owner')
  await expectAccessible(page, 'critical-result')

  const record = banner.getByRole('button', { name: 'Record a callback' })
  await waitForHydration(record)
  await record.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Record a callback' })
  await expect(panel.getByRole('radio', { name: 'Ordering provider' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(record).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(panel.getByRole('radio', { name: 'Ordering provider' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dr Moss')
  await page.keyboard.press('Tab')
  for (const _ of ['Reached, no read-back', 'Not reached']) await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('radio', { name: 'Not reached' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('radio', { name: 'In 15 min' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Voicemail, no result left on it.')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expectAccessible(page, 'critical-callback')
  await panel.getByRole('textbox', { name: /^Note/ }).press('Control+Enter')
  await expect(panel).toBeHidden()
  await expect(record).toBeFocused()
  await expect(banner).toContainText('1 callback attempt')
  await expect(banner).toContainText('1 missed call')
  await expect(banner).toContainText(/Escalation (was )?due/)
  await expect(banner).toContainText('Not acknowledged')
  const kept = listCallbacks.response.parse(await (await overview.get(`/callbacks?order_ids=${order.order_id}`)).json())
  expect(kept.callbacks).toMatchObject([
    { called: 'covering_provider', called_name: 'Dr Moss', outcome: 'not_reached', result_at: order.result_at },
  ])

  await page.keyboard.press('Tab')
  await expect(banner.getByRole('button', { name: 'Acknowledge' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Acknowledge critical result' })
  const comment = dialog.getByRole('textbox', { name: 'Comment' })
  await expect(comment).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Say what was done or who was informed.')).toBeVisible()
  await expect(comment).toBeFocused()
  await page.keyboard.type('The practice calls back at noon.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(banner).toContainText('The practice calls back at noon.')
  await expect(banner.getByRole('button', { name: 'Acknowledge again' })).toBeFocused()

  // The list and its preview say the same.
  await page.goto(`${home}/orders?order_ids=${order.order_id}`)
  const mark = page.getByRole('button', { name: /^Acknowledged by/ })
  await waitForHydration(mark)
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText('The practice calls back at noon.')
  await expect(preview).toContainText('1 missed call')
  await expectAccessible(page, 'critical-preview')
  await preview.getByRole('button', { name: 'Log call' }).click()
  const call = page.getByRole('complementary', { name: 'Record a callback' })
  await expect(call).toBeVisible()
  await call.getByRole('button', { name: 'Cancel' }).click()
  await expect(preview).toContainText('1 missed call')

  // Its owner is reminded on any page.
  const due = { id: randomUUID(), outcome: 'not_reached', next_attempt_at: new Date(Date.now() + SECOND).toISOString() }
  const { order_id, result_at } = order
  const again = { order_id, result_at, called: 'ordering_provider', called_name: null, note: null, ...due }
  expect((await overview.post('/callbacks', { data: again })).status()).toBe(201)
  await page.clock.install()
  await page.goto(`${home}/users`)
  await waitForHydration(page.getByRole('button', { name: 'New user' }))
  // A page reminds once it has stood for a minute, from whenever that part of it is alive.
  const reminder = page.getByRole('region', { name: 'Callback due' })
  await expect(async () => {
    await page.clock.fastForward('01:01')
    await expect(reminder).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(reminder).toContainText(shortId(order_id))
  await expectAccessible(page, 'callback-due')
  await reminder.getByRole('button', { name: 'Close reminder' }).press('Enter')
  await expect(reminder).toBeHidden()
})

test('old results: a date with the number on either side, many closed with one reason, and a start', async ({
  page,
  api,
  home,
  environment,
}) => {
  const overview = below(api, `/api/console/overview/${environment.id}`)
  const read = async (query = '') =>
    listCriticalOrders.response.parse(await (await overview.get(`/critical${query}`)).json())
  const { waiting, starts_at } = await read()
  const oldest = waiting.find(({ is_critical }) => is_critical)
  if (!oldest) throw new Error('The data set has no critical result that waits.')
  expect(starts_at).toBeNull()
  const day = addDays(dayIn('America/New_York', Date.parse(oldest.result_at)), 1)
  const sides = await read(`?earlier_than=${dayBegins(day, 'America/New_York')}`)
  const count = sides.earlier_waiting_count ?? 0
  const words = countOf(count, 'result')

  await page.goto(home)
  const card = page.getByRole('region', { name: 'Critical results', exact: true })
  const question = page.getByRole('region', { name: 'Start of critical results' })
  await expect(question).toContainText(/\d+ untouched results? came before today, \d+ others?/)
  await question.getByRole('button', { name: 'Choose a start date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Old critical results' })
  await expect(dialog.getByLabel('Date')).toHaveValue('')
  await dialog.getByLabel('Date').fill(day)
  await expect(dialog).toContainText(`${countOf(sides.earlier_count ?? 0, 'untouched result')} came before, `)
  await dialog.getByRole('radio', { name: /^Acknowledge and close/ }).press('Space')
  await expectAccessible(page, 'old-results')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Settled in the system before this one.')
  await dialog.getByRole('button', { name: `Close ${words}` }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${words} closed.`)).toBeVisible()
  const closed = (await read()).acknowledged.filter(({ state }) => state === 'closed')
  expect(closed.map(({ order_id }) => order_id)).toContain(oldest.order_id)
  expect(closed.filter(({ acknowledgements }) => acknowledgements.at(-1)?.comment.startsWith('Settled'))).toHaveLength(
    count,
  )

  await card.getByRole('button', { name: 'Old results' }).click()
  await dialog.getByLabel('Date').fill(day)
  await dialog.getByRole('button', { name: 'Save start date' }).click()
  await expect(question).toBeHidden()
  expect((await read()).starts_at).toBe(new Date(dayBegins(day, 'America/New_York')).toISOString())
  await overview.post('/critical-start', { data: { starts_at: null } })
})

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1366, 683, 390]) {
    test(`a callback and the acknowledgement after it, by keys alone, ${theme}, ${width} px`, {
      tag: EVERY_SIZE,
    }, async ({ page, api, home, environment }) => {
      const overview = below(api, `/api/console/overview/${environment.id}`)
      const order = await lastWaiting(overview)
      await page.setViewportSize({ width, height: width < 641 ? 844 : 768 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(`${home}/orders/${order.order_id}`)
      const banner = page.getByRole('region', { name: 'Critical result', exact: true })
      const record = banner.getByRole('button', { name: 'Record a callback' })
      await waitForHydration(record)
      await record.press('Enter')
      const panel = page.getByRole('complementary', { name: 'Record a callback' })
      await expect(panel.getByRole('radio', { name: 'Ordering provider' })).toBeFocused()
      // Neither person nor outcome is chosen beforehand: Space chooses the first.
      await page.keyboard.press('Space')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Dr Moss')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await expect(panel.getByRole('radio', { name: 'Reached and read back' })).toBeChecked()
      await axeWholePage(page)
      expect(await overflow(page)).toBe(0)
      await screenshot(page, `callback-panel-${width}-${theme}`)
      await page.keyboard.press('Control+Enter')
      await expect(panel).toBeHidden()
      await expect(record).toBeFocused()
      await expect(banner).toContainText('1 callback attempt')
      // On a phone it is in the bar at the bottom, further along.
      const acknowledge = page.getByRole('button', { name: 'Acknowledge', exact: true })
      if (width < 641) await acknowledge.focus()
      else await page.keyboard.press('Tab')
      await expect(acknowledge).toBeFocused()
      await page.keyboard.press('Enter')
      const comment = page.getByRole('dialog', { name: 'Acknowledge critical result' }).getByRole('textbox')
      await expect(comment).toBeFocused()
      await page.keyboard.type('Read back by Dr Moss.')
      await page.keyboard.press('Control+Enter')
      await expect(comment).toBeHidden()
      await expect(banner).toContainText('Read back by Dr Moss.')
      await expect(page.getByRole('button', { name: 'Acknowledge again' })).toBeFocused()
      await axeWholePage(page)
      expect(await overflow(page)).toBe(0)
      await screenshot(page, `callback-done-${width}-${theme}`)
    })
  }
}
