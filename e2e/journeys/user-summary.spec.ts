/** The first tab of a user: what needs attention, how to reach the patient, and what one is asked on the phone. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { nobodyRecorded } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { type Connection, listUserProviders } from '#lib/domains/connections/connection.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { buildPath } from '#lib/kernel/wire.ts'

interface Person {
  user_id: string
  info: UserInfo
  failing: Connection
  connections: readonly Connection[]
}

/** Somebody with demographics and a source that fails. */
async function withFailingSource(service: Api): Promise<Person> {
  const { users } = listUsers.response.parse(await (await service.get(`${listUsers.path}?limit=100`)).json())
  for (const { user_id } of users) {
    const read = await service.get(buildPath(listUserProviders.path, { user_id }))
    const { providers } = listUserProviders.response.parse(await read.json())
    const failing = providers.find(({ error_details }) => error_details?.error_type)
    if (!failing) continue
    const answer = await service.get(buildPath(getLatestUserInfo.path, { user_id }))
    if (answer.ok()) {
      return { user_id, failing, connections: providers, info: getLatestUserInfo.response.parse(await answer.json()) }
    }
  }
  throw new Error('Nobody has demographics and a failing source.')
}

test('the caller’s record: what needs attention, sources, orders, and a number to call', async ({
  page,
  service,
  home,
}) => {
  const { user_id, info, failing, connections } = await withFailingSource(service)
  await page.goto(`${home}/users/${user_id}`)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('listitem').filter({ hasText: `${failing.name}:` })).toBeVisible()
  // "Is my watch connected?" is answered without a click.
  const sources = page.getByRole('region', { name: 'Connections' }).getByRole('listitem')
  await expect(sources).toHaveCount(connections.length)
  const answer = await service.get(`${listOrders.path}?user_id=${user_id}&size=4`)
  const { orders, total } = listOrders.response.parse(await answer.json())
  const recent = page.getByRole('region', { name: 'Orders' })
  await expect(recent.getByRole('listitem')).toHaveCount(orders.length)
  if (total) await expect(recent.getByRole('link', { name: /^View \d+ orders?$/ })).toContainText(`${total}`)

  const contact = page.getByRole('region', { name: 'Contact' })
  await expect(contact.locator('a[href^="tel:"]')).toHaveAttribute('href', `tel:${info.phone_number}`)
  await expect(contact.locator('a[href^="mailto:"]')).toHaveAttribute('href', `mailto:${info.email}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await contact.getByRole('button', { name: 'Copy phone' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(info.phone_number)
  await expectAccessible(page, 'user-summary')

  await page.keyboard.press('m')
  await expect(contact.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)
  await expect(contact.getByRole('button', { name: 'Copy phone' })).toHaveCount(0)
  await expect(page.locator('main')).not.toContainText(info.last_name)
  await page.keyboard.press('m')

  await attention
    .getByRole('listitem')
    .filter({ hasText: `${failing.name}:` })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(`${home}/users/${user_id}/connections?source=${failing.slug}`)
})

test('without demographics the summary says what to add', async ({ page, problems, service, home }) => {
  problems.allow(/status of 404/)
  const user_id = await nobodyRecorded(service)
  await page.goto(`${home}/users/${user_id}`)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('No demographics')
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText('No demographics yet.')
  await attention.getByRole('link', { name: 'Add demographics' }).click()
  await expect(page).toHaveURL(`${home}/users/${user_id}/demographics`)
})
