/** With a caller on the line: whatever they can say of themselves leads to their page in three actions. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { countedActions } from '#e2e/support/counted-actions.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { allUsers } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { shortId } from '#lib/utils/ids/ids.ts'

const FIND = 3

/** On the overview, once it listens for keys. */
async function begin(page: Page, home: string) {
  await page.goto(home)
  await waitForHydration(page.getByRole('button', { name: 'Search or jump to' }))
}

test.beforeEach(({ problems }) => {
  // Whether an ID is a user's is asked too.
  problems.allow(/status of 404/)
})

test('a user by their reference: three actions', async ({ page, home, service }) => {
  const users = await allUsers(service)
  const user = users.find(({ client_user_id }) => client_user_id)
  await begin(page, home)
  const actions = countedActions(page)
  await actions.press('Control+k')
  await actions.type(user?.client_user_id ?? '')
  await actions.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/users/${user?.user_id}`))
  actions.expectAtMost(FIND)
})

for (const [form, written] of [
  ['its first eight characters', (id: string) => id.slice(0, 8)],
  ['its last four characters', (id: string) => id.slice(-4)],
  ['the form in which the product shows it', shortId],
  ['the address of their page', (id: string) => `https://console.test/sandbox/users/${id}/orders?page=2`],
] as const) {
  test(`a user by ${form}: three actions, and the same in the list of users and the audit log`, async ({
    page,
    home,
    service,
  }) => {
    const users = await allUsers(service)
    const ends = new Map(users.map(({ user_id }) => [user_id.slice(-4), user_id]))
    // Four digits may stand in somebody's reference.
    const id = [...ends.values()].find((one) => /[a-f]/.test(one.slice(-4)) && /[a-f]/.test(one.slice(0, 8))) ?? ''
    await begin(page, home)
    const actions = countedActions(page)
    await actions.press('Control+k')
    await actions.paste(written(id))
    await actions.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/users/${id}`))
    actions.expectAtMost(FIND)

    await page.goto(`${home}/users`)
    await page.getByRole('textbox', { name: 'Name, phone, reference or ID' }).fill(written(id))
    await expect(page.getByRole('table', { name: 'Users' }).locator('tbody tr').first()).toContainText(shortId(id))

    await page.goto(`${home}/activity`)
    await page.getByRole('textbox', { name: 'User or order ID' }).fill(written(id))
    await page.keyboard.press('Enter')
    // The log names users by their reference where they have one.
    const { client_user_id } = users.find(({ user_id }) => user_id === id) ?? {}
    const entries = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
    await expect(entries.first()).toContainText(client_user_id ?? shortId(id))
  })
}

test('an order by its shortened ID: three actions, and Enter in the search of orders opens it', async ({
  page,
  home,
  service,
}) => {
  const { orders } = listOrders.response.parse(await (await service.get(`${listOrders.path}?size=60`)).json())
  const id = orders.at(-1)?.id ?? ''
  await begin(page, home)
  const actions = countedActions(page)
  await actions.press('Control+k')
  await actions.paste(shortId(id))
  await expect(page.getByText(`matches order ID ${shortId(id)}`)).toBeVisible()
  await expectAccessible(page, 'palette-reasons')
  await actions.press('Enter')
  await expect(page).toHaveURL(`${home}/orders/${id}`)
  actions.expectAtMost(FIND)

  await page.goto(`${home}/orders?view=all`)
  await page.getByRole('textbox', { name: /patient, recipient/ }).fill(shortId(id))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}/orders/${id}`)
})

test('a patient by name: three actions; a list of users without them leads on to orders', async ({
  page,
  home,
  service,
}) => {
  const { orders } = listOrders.response.parse(await (await service.get(`${listOrders.path}?size=9`)).json())
  const order = orders.find(({ patient_address }) => patient_address?.receiver_name)
  const name = order?.patient_address?.receiver_name ?? ''
  await begin(page, home)
  const actions = countedActions(page)
  await actions.press('Control+k')
  await actions.type(name)
  await actions.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/users/${order?.user_id}`))
  actions.expectAtMost(FIND)

  await page.goto(`${home}/users`)
  await page.getByRole('textbox', { name: 'Name, phone, reference or ID' }).fill(`${name} Nobody`)
  await expect(page.getByText(/^Enter a name, phone, email, birth date/)).toBeVisible()
  await expectAccessible(page, 'users-none')
  await page.getByRole('button', { name: 'Search orders for this name' }).click()
  await expect(page.getByRole('textbox', { name: /patient, recipient/ })).toHaveValue(`${name} Nobody`)
  expect(decodeURIComponent(page.url())).not.toContain(name.split(' ')[0])
})

test('a text goes on to everything that was found; actions begin where they belong', async ({ page, home }) => {
  await begin(page, home)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('member')
  await page.getByRole('option', { name: /^Show all [\d,]+ users/ }).click()
  await expect(page.getByRole('textbox', { name: 'Name, phone, reference or ID' })).toHaveValue('member')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('stuck')
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(results.first()).toContainText(/stuck/i)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('export')
  await expect(results.filter({ hasText: /^Export/ }).first()).toBeVisible()
})
