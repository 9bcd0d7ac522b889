/** The page of one user: who it is, what can be changed, and who looked. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { nobodyRecorded, somebody } from '#e2e/support/people.ts'
import { expect, onServer, test } from '#e2e/support/test.ts'
import { type UserInfo, userInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'

const nameOf = ({ first_name, last_name }: UserInfo) => `${first_name} ${last_name}`
const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'User sections' }).getByRole('link', { name }).click()

const titleOf = (person: string) => new RegExp(`^Summary · ${person} · (Sandbox|Demo) · Vialdesk$`, 'i')

test('the person is shown and masked, in the title and the breadcrumb too; the tabs lead on; the address never holds a name', async ({
  page,
  service,
  home,
}) => {
  const { user_id, info } = await somebody(service, 0)
  await page.goto(`${home}/users/${user_id.toUpperCase()}`)
  await expect(page).toHaveURL(new RegExp(`${user_id}$`, 'i'))
  await expect(page.getByRole('heading', { level: 1, name: nameOf(info) })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(page).toHaveTitle(titleOf(nameOf(info)))
  await expect(crumbs).toContainText(nameOf(info))
  await expect(page.getByRole('button', { name: `Copy user ID ${user_id}` })).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Name hidden')
  await expect(page.locator('main')).not.toContainText(info.last_name)
  await expect(page).toHaveTitle(titleOf('[^ ]\\. [^ ]\\.'))
  await expect(crumbs).not.toContainText(info.last_name)
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { level: 1, name: nameOf(info) })).toBeVisible()

  await page.keyboard.press(']')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page).toHaveTitle(new RegExp(`^Profile · ${nameOf(info)} · `))
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/\/demographics$/)
  await expect(page.getByRole('main')).toContainText(info.email)
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'First name' }).first()).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'First name' }).first()).toHaveValue(info.first_name)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Edit demographics/ })).toBeFocused()
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: /^Edit profile/ })).toBeVisible()
  await crumbs.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test('a row leads to its page by press and by keys; an unknown id says so', async ({
  page,
  problems,
  service,
  home,
}) => {
  const answer = await service.get(`${listUsers.path}?limit=3`)
  const { users } = listUsers.response.parse(await answer.json())
  await page.goto(`${home}/users`)
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr')
  // Beside everything that can be pressed by itself.
  await rows.nth(1).click({ position: { x: 246, y: 30 } })
  await expect(page).toHaveURL(`${home}/users/${users[1]?.user_id}`)
  await page.goBack()
  await rows.first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}/users/${users[2]?.user_id}`)

  problems.allow(/status of 404/)
  await page.goto(`${home}/users/00000000-0000-4000-8000-00000000dead/profile`)
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  await page.goto(`${home}/users/not-an-id`)
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('the profile: what changes is shown, saved alone and read again; a taken reference leads to its holder', async ({
  page,
  problems,
  service,
  home,
}) => {
  const { user_id } = await somebody(service, 1)
  const sent: unknown[] = []
  page.on('request', (call) => {
    if (call.method() === 'PATCH') sent.push(call.postDataJSON())
  })
  await page.goto(`${home}/users/${user_id}/profile?edit=1`)
  const reference = page.getByRole('textbox', { name: 'Reference' })
  const before = await reference.inputValue()
  const review = page.getByRole('region', { name: 'Changes' })
  await page.getByRole('combobox', { name: 'Fallback time zone' }).fill('Mumbai')
  await expect(page.getByRole('option').first()).toContainText('Asia/Kolkata')
  await page.getByRole('combobox', { name: 'Fallback time zone' }).fill('Hawaii')
  const option = page.getByRole('option', { name: /Pacific\/Honolulu/ })
  await expect(option).toContainText(/\d:\d\d\s[AP]M HST/)
  await option.click()
  await reference.fill('case-4711')
  await expect(review).toContainText('Pacific/Honolulu')
  await expect(review).toContainText('case-4711')
  await expectAccessible(page, 'user-profile')
  await review.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByRole('button', { name: /^Edit profile/ })).toBeVisible()
  expect(sent).toEqual([{ client_user_id: 'case-4711', fallback_time_zone: 'Pacific/Honolulu' }])
  await expect(page.locator('main')).toContainText('Pacific/Honolulu, set manually')
  await page.reload()
  await page.keyboard.press('e')
  await expect(reference).toHaveValue('case-4711')

  problems.allow(/status of 400/)
  const { user_id: other } = await somebody(service, 2)
  await page.goto(`${home}/users/${other}/profile?edit=1`)
  await reference.fill('case-4711')
  await review.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Another user has this reference.')).toBeVisible()
  await expect(reference).toBeFocused()
  await review.getByRole('button', { name: 'Discard' }).click()
  await page.keyboard.press('e')
  await reference.fill('case-4711')
  await review.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('It belongs to').getByRole('link').click()
  // The reference is still unsaved here.
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(`${home}/users/${user_id}`)
  await openTab(page, 'Profile')
  await page.getByRole('button', { name: /^Edit profile/ }).click()
  await page.getByRole('button', { name: 'Clear fallback time zone' }).click()
  await reference.fill(before)
  await review.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.locator('main')).toContainText('not set')
})

test('demographics: the lab’s rule, the lab’s words, somebody else’s change, and nothing unsaved is lost', async ({
  page,
  problems,
  network,
  service,
  home,
  environment,
}) => {
  const { user_id, info } = await somebody(service, 3)
  const path = `/v2/user/${user_id}/info`
  await page.goto(`${home}/users/${user_id}/demographics?edit=1`)
  const first = page.getByRole('textbox', { name: 'First name' }).first()
  await first.fill('Zoë')
  await first.press('Tab')
  const refused = page.getByText('Labs don’t accept “ë”. Use “Zoe”.')
  await expect(refused).toBeVisible()
  await page.getByRole('button', { name: 'Use “Zoe”' }).click()
  await expect(first).toHaveValue('Zoe')
  await expect(refused).toBeHidden()
  await first.fill('Zoe-Quill')
  await page.getByRole('textbox', { name: 'Phone' }).first().fill('(602) 555-0143')
  await expect(page.getByText('Will be saved as +1 602 555 0143')).toBeVisible()
  await page.getByRole('combobox', { name: 'Race' }).selectOption('Prefer not to record')
  const state = page.getByRole('combobox', { name: 'State' }).first()
  const before = await state.inputValue()
  await state.selectOption(before === 'AK' ? 'FL' : 'AK')
  await expect(page.getByText(/is usually in .+\. If one of the two is wrong/)).toBeVisible()
  await expectAccessible(page, 'user-demographics')
  await state.selectOption(before)

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(first).toHaveValue('Zoe-Quill')

  // The lab refuses once.
  problems.allow(/status of (409|422)/)
  const detail = [{ loc: ['body', 'first_name'], msg: 'hyphens are not taken by this lab', type: 'lab' }]
  await page.route(`**${environment.servicePath}${path}`, (route) => route.fulfill({ status: 422, json: { detail } }), {
    times: 1,
  })
  const save = page.getByRole('button', { name: 'Save demographics' })
  await save.click()
  await expect(page.getByText('“hyphens are not taken by this lab”')).toBeVisible()
  await expect(first).toBeFocused()
  await first.fill('Zoe Quill')

  // Somebody else saves meanwhile.
  const city = info.address.city === 'Tempe' ? 'Mesa' : 'Tempe'
  const theirs = { ...info, first_name: 'Zora', address: { ...info.address, city } }
  expect((await service.patch(path, { data: theirs })).ok()).toBe(true)
  await save.click()
  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this' })
  await expect(conflict.getByRole('radio', { name: new RegExp(`Theirs ${city}`) })).toBeChecked()
  await conflict.getByRole('radio', { name: /Yours Zoe Quill/ }).check()
  await conflict.getByRole('button', { name: 'Save with these choices' }).click()
  await expect(page.getByRole('button', { name: /^Edit demographics/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zoe Quill')
  const stored = userInfo.parse(await (await service.get(`${path}/latest`)).json())
  expect(stored).toMatchObject({ first_name: 'Zoe Quill', phone_number: '+16025550143', race: null })
  expect(stored.address.city).toBe(city)

  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie, history.state]))
  expect(kept).not.toContain('Quill')
  const urls = (await network.exchanges()).map(({ url }) => decodeURIComponent(url))
  expect(urls.filter((url) => /Quill|555-?0143/.test(url))).toEqual([])
  expect((await service.patch(path, { data: info })).ok()).toBe(true)
})

test(
  'of two colleagues who save at the same moment, one is saved and the other is asked',
  onServer('Two browsers have a demo each.'),
  async ({ page, problems, openAs, service, home }) => {
    problems.allow(/status of 409/)
    const { user_id, info } = await somebody(service, 6)
    const path = `/v2/user/${user_id}/info`
    const colleague = await openAs('support')
    const cities = ['Tempe', 'Mesa', 'Yuma'].filter((city) => city !== info.address.city)
    const pages = [page, colleague]
    for (const [at, one] of pages.entries()) {
      await one.goto(`${home}/users/${user_id}/demographics?edit=1`)
      const city = one.getByRole('textbox', { name: 'City' }).first()
      await waitForHydration(city)
      await city.fill(cities[at] ?? '')
    }
    await Promise.all(pages.map((one) => one.getByRole('button', { name: 'Save demographics' }).click()))
    const question = (one: Page) => one.getByRole('alertdialog', { name: 'Someone else changed this' })
    const saved = (one: Page) => one.getByRole('button', { name: /^Edit demographics/ })
    for (const one of pages) await expect(question(one).or(saved(one))).toBeVisible()
    const asked = (await question(page).isVisible()) ? page : colleague
    const other = asked === page ? colleague : page
    await expect(question(asked)).toBeVisible()
    await expect(saved(other)).toBeVisible()
    await expect(question(asked).getByRole('radio', { name: `Theirs ${cities[pages.indexOf(other)]}` })).toBeVisible()
    expect((await service.patch(path, { data: info })).ok()).toBe(true)
  },
)

test('demographics of a person without any begin empty; more than two errors are listed', async ({
  page,
  problems,
  service,
  home,
}) => {
  problems.allow(/status of 40[34]/)
  const without = await nobodyRecorded(service)
  await page.goto(`${home}/users/${without}/demographics`)
  await expect(page.getByText(/No demographics yet/)).toBeVisible()
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await page.getByRole('button', { name: 'Save demographics' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'need attention' })
  await expect(summary).toBeVisible()
  await summary.getByRole('link', { name: 'Email' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
})

test('orders of one user lead to their story, and who looked at both', async ({ page, service, home }) => {
  const { user_id } = await somebody(service, 4)
  await page.goto(`${home}/users/${user_id}/profile`)
  await openTab(page, 'Orders')
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const own = await service.get(`${listOrders.path}?user_id=${user_id}`)
  const { orders, total } = listOrders.response.parse(await own.json())
  await expect(page.getByRole('heading', { level: 2, name: 'Orders' })).toBeVisible()
  await expect(rows).toHaveCount(Math.min(50, Number(total)))
  await expectAccessible(page, 'user-orders')

  await rows.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}/orders/${orders[0]?.id}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Order sections' }).getByRole('link', { name: 'History' }).click()
  const entries = page.getByRole('table', { name: 'History' }).locator('tbody tr')
  await page.getByRole('radio', { name: 'Views and changes' }).check()
  await expect(page).toHaveURL(/\?show=all$/)
  await expect(entries.filter({ hasText: 'Listed orders' }).first()).toBeVisible()

  await page.goto(`${home}/users/${user_id}/history?show=all`)
  await expect(entries.filter({ hasText: 'Viewed demographics' }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'User or order ID' })).toHaveCount(0)
  await expectAccessible(page, 'user-history')
})

test('who may only read sees why, and whom to ask', async ({ service, openAs, home }) => {
  const { user_id, info } = await somebody(service, 5)
  const page = await openAs('read_only')

  await page.goto(`${home}/users/${user_id}/profile`)
  await expect(page.getByText(/Your role \(read-only\) doesn’t include/)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await openTab(page, 'Demographics')
  await expect(page.getByText(/Your role \(read-only\) doesn’t include “Change demographics”/)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(info.email)
  await expect(page.getByRole('link', { name: /^(Access|History)$/ })).toHaveCount(0)
  await page.goto(`${home}/users/${user_id}/history`)
  await expect(page.getByText(/doesn’t include “View the audit log”/)).toBeVisible()
})
