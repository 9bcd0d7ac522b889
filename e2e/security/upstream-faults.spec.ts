/** Every way a service can fail: both lists stay usable in a real browser, and say what happened and what to do. */
import type { BrowserContext, Page } from '@playwright/test'
import { REMOTE_KEY } from '#e2e/support/servers/attack-target.ts'
import type { Behaviour } from '#e2e/support/servers/fake-service.ts'
import { axe, expect, screenshot, test } from '#e2e/support/test.ts'

const LISTS = [
  ['users', 'Users'],
  ['orders', 'Orders'],
] as const

/** Messages by the service's behavior; each ends with the next step. */
const SAID: Readonly<Record<Exclude<Behaviour, 'elsewhere' | 'slow'> | 'down', RegExp>> = {
  down: /“down” can’t be reached\. Nothing was changed\. Try again\. If this continues, ask your administrator/,
  cut: /“cut” was cut off\. Nothing was changed\. Try again/,
  wrong: /Unexpected response from the service \((?:users|orders)[^)]*\)\. Try again\. If this continues, ask/,
  garbled: /This console can’t read the answer, and, to protect patient data, doesn’t show it/,
  busy: /Too many\. Try again in 60 seconds\./,
  unavailable: /isn’t available right now\. Try again in a moment\. If this continues, ask/,
  huge: /“huge” is too large\. Nothing was changed\. Try again/,
  html: /answered with status 500\. Try again\. If this continues, ask/,
  redirect: /doesn’t follow redirects\. Nothing was changed\. Try again/,
  leaky: /“leaky” sent a response this console can’t use\. Nothing was changed\. Try again/,
}

/** The page stands, with its frame, the reason, and a way on. */
async function expectUsable(page: Page, subject: string, said: RegExp) {
  await expect(page.getByRole('heading', { name: `${subject} didn’t load` })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(said)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  expect(await page.content()).not.toContain(REMOTE_KEY)
}

// The real time limit of a read is 15 seconds: both pages wait for it while the other tests run.
let waiting: { context: BrowserContext; pages: Page[] }

test.beforeAll(async ({ browser, attackTarget: { origin, administrator } }) => {
  const context = await browser.newContext({ baseURL: origin, storageState: administrator })
  const pages = await Promise.all(LISTS.map(() => context.newPage()))
  for (const [at, [path]] of LISTS.entries()) await pages[at]?.goto(`/slow/${path}`, { waitUntil: 'commit' })
  waiting = { context, pages }
})

test.afterAll(() => waiting.context.close())

test.use({
  storageState: ({ attackTarget }, use) => use(attackTarget.administrator),
  baseURL: ({ attackTarget }, use) => use(attackTarget.origin),
})

// Lists say it by one and the same part: each behaviour is seen in one of them.
for (const [at, [behaviour, said]] of Object.entries(SAID).entries()) {
  const [path, subject] = LISTS[at % LISTS.length] ?? LISTS[0]
  test(`a service that is ${behaviour}: ${path} say so, and what to do`, async ({ page, problems }) => {
    problems.allow(/status of (?:429|500|502|503|403)/)
    await page.goto(`/${behaviour}/${path}`)
    await expectUsable(page, subject, said)
    // The way on is a real one: it asks again.
    const again = page.waitForResponse(`**/api/service/${behaviour}/**`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await again
    await expectUsable(page, subject, said)
  })
}

test('a page whose service fails breaks no rule of accessibility, and leads on to an environment that works', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 502/)
  await page.goto('/cut/users')
  await expectUsable(page, 'Users', SAID.cut)
  await axe(page)
  await screenshot(page, 'users-cut-off')
  await page.goto('/elsewhere/users')
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
})

test('the page of a gateway that came in place of an answer runs nowhere', async ({ page, problems }) => {
  problems.allow(/status of 500/)
  await page.goto('/api/service/html/v2/user/')
  await expect(page).not.toHaveTitle('run')
  await expect(page.locator('h1')).toHaveCount(0)
})

test('a service that is slow: after fifteen seconds users and orders say so, and what to do', async () => {
  const said = /“slow” took too long to respond\. Nothing was changed\. Try again\. If this continues, ask/
  for (const [at, [, subject]] of LISTS.entries()) {
    const page = waiting.pages[at]
    if (page) await expectUsable(page, subject, said)
  }
  expect(waiting.pages).toHaveLength(LISTS.length)
})
