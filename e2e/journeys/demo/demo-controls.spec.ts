/** The controls of the demo, while its pages are open: each counts at once, in every tab, and after a reload. */
import { ask, openControls } from '#e2e/support/demo/demo-page.ts'
import { SIGNED_OUT } from '#e2e/support/session.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

test.use({ storageState: SIGNED_OUT })

const ORDERS = '/api/service/demo/v3/orders'

test('scenario, role and clock count at once, and the address follows', async ({ page }) => {
  await page.goto('/demo')
  const controls = await openControls(page)
  await controls.getByRole('radio', { name: /Busy lab/ }).check({ force: true })
  await expect(page).toHaveURL(/\/demo\?scenario=busy$/)
  // By key: rows of the panel move while a choice takes effect, and a click could miss.
  const unknownValues = controls.getByRole('switch', { name: /Unknown values/ })
  await unknownValues.press('Space')
  await expect(unknownValues).toBeChecked()
  await expect(page).toHaveURL(/\?scenario=busy,unknown$/)
  await unknownValues.press('Space')
  await expect(unknownValues).not.toBeChecked()
  await controls.getByRole('radio', { name: /Normal day/ }).check({ force: true })
  await expect(page).toHaveURL(/\/demo$/)

  const card = page.getByRole('region', { name: 'Critical results' })
  // Rows of the busy lab keep their places, as any row that leaves, until somebody clicks.
  const mayAcknowledge = () =>
    expect(async () => {
      await card.getByRole('heading').click()
      await expect(card.getByRole('button', { name: /^Acknowledge order/ }).first()).toBeVisible({ timeout: 500 })
    }).toPass()
  await mayAcknowledge()
  await controls.getByRole('radio', { name: 'Read-only', exact: true }).check({ force: true })
  await expect(card.getByRole('button', { name: /^Acknowledge order/ })).toHaveCount(0)
  await controls.getByRole('radio', { name: 'Administrator', exact: true }).check({ force: true })
  await mayAcknowledge()

  const stages = page.getByRole('list', { name: 'Stages' })
  const before = await stages.textContent()
  const soon = new Date(Date.now() + 2 * 3_600_000).toISOString()
  const movedSince = async () => {
    const { body } = await ask(page, `${ORDERS}?updated_start_date=${soon}&size=1`)
    return listOrders.response.parse(body).total
  }
  expect(await movedSince()).toBe(0)
  await controls.getByRole('button', { name: /^\+1 day/ }).click()
  await expect(stages).not.toHaveText(before ?? '')
  expect(await movedSince()).toBeGreaterThan(0)
  await controls.getByRole('button', { name: 'Pause' }).click()
  await expect(controls.getByRole('button', { name: 'Resume' })).toBeVisible()
  await screenshot(page, 'demo-controls')
})

test('a change is in every tab and after a reload; a reset takes it back, and undo brings it again', async ({
  page,
  context,
}) => {
  await page.goto('/demo/users')
  const { body } = await ask(page, '/api/service/demo/v2/user/?limit=1')
  const [{ user_id }] = body.users
  const other = await context.newPage()
  await other.goto('/demo/users')
  const row = other.getByRole('table', { name: 'Users' }).locator('tbody tr').first()
  const rename = (client_user_id: string) =>
    ask(page, `/api/service/demo/v2/user/${user_id}`, { method: 'PATCH', body: JSON.stringify({ client_user_id }) })
  await expect(row).toContainText(/\w/)
  expect((await rename('renamed-here')).status).toBe(204)
  await expect(row).toContainText('renamed-here')
  await other.reload()
  await expect(row).toContainText('renamed-here')

  const controls = await openControls(other)
  await expect(controls.getByText('1 change since the start')).toBeVisible()
  await controls.getByRole('button', { name: 'Reset demo' }).click()
  await expect(row).not.toContainText('renamed-here')
  await expect(controls.getByText('No changes yet')).toBeVisible()
  await controls.getByRole('button', { name: 'Undo reset' }).click()
  await expect(row).toContainText('renamed-here')
  await expect(controls.getByText('1 change since the start')).toBeVisible()
})
