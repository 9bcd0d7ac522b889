/** The API ends here: a person asks for deletion of their data, and a wall says whom to call for a kit. */
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { type BookEntries, getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

async function setBook(api: Api, environmentId: string, change: Partial<BookEntries>) {
  const path = `/api/console/settings/${environmentId}/contacts`
  const { changed_at: _, changed_by: __, ...book } = getContactBook.response.parse(await (await api.get(path)).json())
  expect((await api.patch(path, { data: { ...book, ...change } })).status()).toBe(200)
}

test('a request for deletion is due on a day, stands where people look, and ends with an outcome', async ({
  page,
  service,
  home,
  openAs,
}) => {
  const { user_id } = await somebody(service, 12)
  await page.goto(`${home}/users/${user_id}`)
  const card = page.getByRole('region', { name: 'Requests about data' })
  await card.getByRole('button', { name: 'Add request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add request about data' })
  await expect(dialog.getByLabel('The person asks')).toHaveValue('delete')
  await expect(dialog.getByText('30 days from today by default.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'How they asked (optional)' }).fill('Asked by phone.')
  await dialog.getByRole('button', { name: 'Add request' }).click()
  await expect(card.getByText(/^Due /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('Asked: “Delete my data”')
  await expect(card.getByRole('link', { name: 'Disconnect sources' })).toBeVisible()
  await expectAccessible(page, 'data-request')

  const reader = await openAs('read_only')
  await reader.goto(home)
  const open = reader.getByRole('region', { name: 'Requests about data' })
  const own = open.getByRole('listitem').filter({ has: reader.locator(`a[href*="${user_id}"]`) })
  await expect(own).toContainText('Delete my data')
  await expect(open.getByRole('button', { name: 'Finish request' })).toHaveCount(0)

  await card.getByRole('button', { name: 'Finish request' }).click()
  const finish = page.getByRole('dialog', { name: 'Finish request' })
  await finish.getByRole('button', { name: 'Finish request' }).click()
  await expect(finish.getByText('Choose an outcome.').first()).toBeVisible()
  await finish.getByLabel('Outcome').selectOption('done')
  await finish.getByRole('textbox', { name: 'What was done (optional)' }).fill('Sources disconnected, lab told.')
  await finish.getByRole('button', { name: 'Finish request' }).click()
  await expect(card.getByText('Delete my data: done')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Finish request' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Needs attention' })).not.toContainText('Delete my data')
})

test('a wall says that no contact is set, then whom to call, and the call is logged with its words', async ({
  page,
  service,
  api,
  home,
  environment,
  openAs,
}) => {
  await setBook(api, environment.id, { partners: [], source_changes: [] })
  const answer = await service.get(`${listOrders.path}?order_type=testkit&status=with_customer&size=1`)
  const [order] = listOrders.response.parse(await answer.json()).orders
  const address = `${home}/orders/${order?.id}`
  const support = await openAs('support')
  await support.goto(address)
  await support.getByText('How to get a new kit').click()
  await expect(support.getByText('An administrator can add one in Settings.')).toBeVisible()

  await page.goto(`${home}/settings/contacts`)
  await expectAccessible(page, 'settings-contacts')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add contact' })
  await dialog.getByLabel('Who it is').selectOption('service_support')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kit desk')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog.getByText('Enter a phone number or an email address.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('(602) 555-0143')
  await dialog.getByRole('textbox', { name: 'Hours (optional)' }).fill('Mon to Fri, 8 AM to 6 PM')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByText('Contacts saved.')).toBeVisible()

  await support.goto(`${home}/settings/contacts`)
  await expect(support.getByText('Kit desk')).toBeVisible()
  await expect(support.getByRole('button', { name: 'Add contact' })).toHaveCount(0)
  await support.goto(address)
  await support.getByText('How to get a new kit').click()
  await expect(support.getByRole('link', { name: '(602) 555-0143' })).toHaveAttribute('href', 'tel:6025550143')
  await support.getByRole('region', { name: 'Outside this console' }).getByRole('link', { name: 'Log call' }).click()
  await expect(support.getByRole('textbox', { name: /What was said/ })).toHaveValue('Asked for a new kit. Reference: ')
  await expect(support).not.toHaveURL(/log=/)
  await setBook(api, environment.id, { partners: [] })
})
