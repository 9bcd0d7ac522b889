/** Events as they arrive: seen live, found, compared with the version before, drawn, and removed. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { someUsers } from '#e2e/support/api.ts'
import { sendEvent } from '#e2e/support/events.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'
import { listUsers } from '#lib/domains/users/user.ts'

const MINUTES = 5 * 60_000
const batchOf = (values: readonly number[], start: number) => ({
  source_id: 3,
  data: values.map((value, index) => ({
    timestamp: new Date(start + index * MINUTES).toISOString(),
    timezone_offset: -21_600,
    type: 'automatic',
    unit: 'mg/dL',
    value,
  })),
})
const waves = (count: number, shift = 0) =>
  Array.from({ length: count }, (_, index) => Math.round(120 + 45 * Math.sin((index + shift) / 9)))

test('what arrives is counted, and shown when it is asked for; a filter and a part of the time narrow the list', async ({
  page,
  server,
  service,
  home,
}) => {
  test.slow()
  // Nothing else arrives for somebody without a source.
  const { users } = listUsers.response.parse(await (await service.get('/v2/user/?limit=30&offset=230')).json())
  const user_id = users.find(({ connected_sources }) => connected_sources.length === 0)?.user_id ?? ''
  const sleep = { event_type: 'daily.data.sleep.created', user_id }
  await sendEvent(server, { ...sleep, data: { id: 'night-1', score: 70 } })
  await page.goto(`${home}/events?user_id=${user_id}`)
  const table = page.getByRole('table', { name: 'Events' })
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  await expect(table.getByRole('link', { name: 'Sleep', exact: true }).first()).toBeVisible()
  await expect(table.locator('.list-block'), 'all rows are drawn').toHaveCount(0)
  const before = await table.locator('tbody tr').count()

  await sendEvent(server, { ...sleep, data: { id: 'night-1', score: 82 } })
  const again = await sendEvent(server, { ...sleep, data: { id: 'night-2', score: 64 } })
  await sendEvent(server, { ...sleep, data: { id: 'night-2', score: 64 }, message_id: again.message_id })
  await sendEvent(server, { event_type: 'weather.changed', user_id, data: { wind: 4 } })
  const news = page.getByRole('button', { name: 'Show 4 new events' })
  await expect(news).toBeVisible({ timeout: 15_000 })
  await expect(table.locator('tbody tr')).toHaveCount(before)
  await news.click()
  await expect(table.locator('tbody tr')).toHaveCount(before + 4)
  await expect(page.getByText('Duplicate', { exact: true }).first()).toBeVisible()
  await expectAccessible(page, 'events')

  await page.getByRole('button', { name: /^Kept as sent \d/ }).click()
  await expect(page.getByText('1 event in the last 7 days, newest first')).toBeVisible()
  await expect(table.getByRole('link', { name: 'weather.changed' })).toBeVisible()
  await page.getByRole('button', { name: /^All \d/ }).click()

  // The last bar holds all that has arrived just now: without it nothing is left.
  const until = page.getByRole('slider', { name: 'Received before' })
  await until.focus()
  await until.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Show whole period' })).toBeVisible()
  await expect(page.getByText('No matching events')).toBeVisible()
  // Counts come apart from the rows, and fewer outcomes move what stands below them.
  await expect(page.getByRole('button', { name: 'All 0', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show whole period' }).click()
  await expect(table.locator('tbody tr')).toHaveCount(before + 4)
})

test('an event says what became of it, beside the version that it replaced', async ({
  page,
  server,
  service,
  home,
}) => {
  const [user_id = ''] = await someUsers(service, 254, 1)
  const summary = { event_type: 'daily.data.activity.created', user_id }
  await sendEvent(server, { ...summary, data: { id: 'day-1', steps: 4200, calories: 310, unit: 'kcal' } })
  await sendEvent(server, { ...summary, data: { id: 'day-1', steps: 9100, calories: 310, unit: 'kcal' } })
  await page.goto(`${home}/users/${user_id}/events`)
  const table = page.getByRole('table', { name: 'Events' })
  const rows = table.locator('tbody tr')
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('link', { name: 'Activity', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Event' })
  await expect(panel.getByText('This is the latest version of this data.')).toBeVisible()
  await panel.getByRole('button', { name: 'Open body' }).click()
  const body = panel.getByRole('region', { name: 'Body', exact: true })
  await expect(body).toContainText('Before: "steps": 4200')
  await expect(body).toContainText('Now: "steps": 9100')
  await expect(body).not.toContainText('calories": 311')
  await expectAccessible(page, 'event-diff')

  await panel.getByRole('link', { name: 'Open the version it replaced' }).click()
  await expect(panel.getByText('A newer version of the same record arrived later')).toBeVisible()
  await panel.getByRole('button', { name: 'Remove body' }).click()
  await page.getByRole('textbox', { name: /^Type remove/ }).fill('remove')
  await page.getByRole('button', { name: 'Remove body' }).last().click()
  await expect(panel.getByText('An administrator removed this body.')).toBeVisible()
})

test('samples stand in their series, those that were replaced since as rings', async ({
  page,
  server,
  service,
  home,
}) => {
  const [user_id = ''] = await someUsers(service, 255, 1)
  const start = Date.now() - 12 * 3_600_000
  const glucose = { event_type: 'daily.data.glucose.created', user_id }
  await sendEvent(server, { ...glucose, data: batchOf(waves(80), start) })
  await sendEvent(server, { ...glucose, data: batchOf(waves(30, 4), start + 60 * MINUTES) })
  await page.goto(`${home}/events?user_id=${user_id}`)
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr')
  await waitForHydration(page.getByRole('switch', { name: 'Live' }))
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(' samples replaced')
  await rows.last().getByRole('link').first().click()
  const panel = page.getByRole('complementary', { name: 'Event' })
  const chart = panel.getByRole('img', { name: / replaced since/ })
  await expect(chart).toBeVisible()
  await expect(panel.getByText('Recorded at UTC−06:00')).toBeVisible()
  await expectAccessible(page, 'event-samples')
  await page.setViewportSize({ width: 683, height: 768 })
  await screenshot(page, 'event-samples-683')
})
