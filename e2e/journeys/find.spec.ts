/** With a caller on the line: whatever they can say of themselves leads to their page in three actions. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import type { Api } from '#e2e/support/api.ts'
import { countedActions } from '#e2e/support/counted-actions.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { allUsers } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { userInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { findPeople } from '#lib/domains/users/directory.ts'
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

/** Vowels inside a word are heard, not spelled: another one sounds alike. */
const misheard = (name: string) => name.replace(/(?<=.)[aeiou]/g, (vowel) => (vowel === 'e' ? 'a' : 'e'))

async function callerOf(service: Api) {
  const references = new Map((await allUsers(service)).map((user) => [user.user_id, user.client_user_id]))
  const answer = await service.get(`${listOrders.path}?size=100&status=completed&order_type=testkit`)
  for (const { id, user_id, sample_id, details } of listOrders.response.parse(await answer.json()).orders) {
    const { inbound_tracking_number, outbound_tracking_number } = details.data?.shipment ?? {}
    const reference = references.get(user_id)
    if (!(reference && sample_id && inbound_tracking_number && outbound_tracking_number)) continue
    const read = await service.get(`/v2/user/${user_id}/info/latest`)
    const info = read.ok() ? userInfo.parse(await read.json()) : null
    if (info?.email && info.phone_number && info.address.zip_code)
      return { id, user_id, sample_id, reference, info, outbound_tracking_number, inbound_tracking_number }
  }
  throw new Error('No order has all that a caller may say.')
}

test('fourteen things that a caller may say: three actions each', async ({ page, home, service }) => {
  const caller = await callerOf(service)
  const { user_id, info } = caller
  const { first_name, last_name, email, dob, phone_number, address } = info
  const digits = phone_number.slice(-10)
  const [year, month, day] = dob.split('-').map(Number)
  const whole = `${first_name} ${last_name}`
  const said: Record<string, string> = {
    reference: caller.reference,
    'user ID': user_id,
    'order ID': caller.id,
    email: email.toUpperCase(),
    phone: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    'name and last four digits': `${last_name} ${digits.slice(-4)}`,
    name: whole,
    'last name first': `${last_name}, ${first_name}`,
    'beginnings of a name': `${first_name.slice(0, 3)} ${last_name.slice(0, 4)}`,
    'a name as it sounds': `${misheard(first_name)} ${misheard(last_name)}`,
    'birth date and ZIP': `${month}/${day}/${year} ${address.zip_code}`,
    'tracking number': caller.outbound_tracking_number,
    'tracking number of the return': caller.inbound_tracking_number,
    'sample ID': caller.sample_id,
  }
  // Opening the page teaches the index; the background reads would come to it in minutes.
  await page.goto(`${home}/users/${user_id}/orders`)
  await page.goto(`${home}/users/${user_id}`)
  const ask = async (text: string) => {
    const data = { text, limit: 20 }
    const answer = await page.request.post('/api/console/directory/sandbox/find', {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    return findPeople.response.parse(await answer.json()).people.map((person) => person.user_id)
  }
  for (const text of [whole, caller.sample_id]) await expect.poll(() => ask(text)).toContain(user_id)

  for (const [thing, text] of Object.entries(said))
    await test.step(thing, async () => {
      await begin(page, home)
      const actions = countedActions(page)
      await actions.press('Control+k')
      await actions.type(text)
      const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
      await actions.click(
        results.filter({ hasText: thing === 'order ID' ? shortId(caller.id) : caller.reference }).first(),
      )
      await expect(page).toHaveURL(new RegExp(thing === 'order ID' ? `/orders/${caller.id}` : `/users/${user_id}`))
      actions.expectAtMost(FIND)
      expect(decodeURIComponent(page.url())).not.toContain(last_name)
    })
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
