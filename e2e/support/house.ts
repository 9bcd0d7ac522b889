/** A console with two environments and nobody signed in, for tests of who may do what. One for all their files. */
import { expect, type Page } from '@playwright/test'
import { AUTH_PREFIX } from '#lib/contract/console/sign-in.ts'
import { inviteStaff } from '#lib/contract/console/staff.ts'
import type { Role } from '#lib/contract/roles.ts'
import { Network } from './network.ts'
import { ADMINISTRATOR, startServer, type TestServer } from './server.ts'
import { cookieHeader, SIGNED_OUT, type SignedIn, signIn } from './session.ts'
import { axe, test as base, screenshot } from './test.ts'

export { expect }

export interface Colleague {
  id: string
  email: string
  name: string
  password: string
}

export interface House {
  baseURL: string
  /** All that the server has printed so far. */
  log(): string
  /** A new session of the administrator's, to be ended by whoever asked for it or not at all. */
  administrator(): Promise<SignedIn>
  /** Somebody who has accepted an invitation; `name` makes the e-mail. */
  colleague(name: string, role: Role, environments: string[] | null): Promise<Colleague>
}

const PASSWORD = 'seven quiet herons wade'

async function post(url: string, body: object, session: SignedIn) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieHeader(session) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}

function houseOf({ baseURL, log }: TestServer): House {
  const administrator = () => signIn(baseURL, ADMINISTRATOR)
  let first: Promise<SignedIn> | null = null
  return {
    baseURL,
    log,
    administrator,
    async colleague(name, role, environments) {
      first ??= administrator()
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@clinic.test`
      const body = { name, email, role, environments }
      const invited = await post(`${baseURL}/api/console${inviteStaff.path}`, body, await first)
      const { member, link } = inviteStaff.response.parse(await invited.json())
      const [, token = ''] = link.split('#')
      await post(`${baseURL}${AUTH_PREFIX}/setup`, { token, password: PASSWORD }, SIGNED_OUT)
      return { id: member.id, email, name, password: PASSWORD }
    },
  }
}

export const test = base.extend<{ enter: (who: SignedIn) => Promise<void> }, { house: House }>({
  house: [
    async ({ server }, use) => {
      // The sandbox is the service of the server that all other tests share.
      const sandbox = { base_url: server.baseURL, api_key_env: 'SANDBOX_KEY' }
      const own = await startServer({
        SANDBOX_KEY: server.apiKey,
        SERVICE_ENVIRONMENTS: JSON.stringify([
          { id: 'production', label: 'Production', kind: 'production' },
          { id: 'sandbox', label: 'Sandbox', kind: 'sandbox', ...sandbox },
        ]),
      })
      await use(houseOf(own))
      await own.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ house }, use) => use(house.baseURL),
  storageState: SIGNED_OUT,
  network: ({ context, house }, use) => use(new Network(context, house.baseURL)),
  enter: ({ context }, use) => use(({ cookies }) => context.addCookies(cookies)),
})

/** What the page says at once; Next's own announcer of page names is none of it. */
export const alertOf = (page: Page) => page.locator('[role=alert]:not(#__next-route-announcer__)')

/** On the sign-in page; a form that is sent before the page is alive is loaded anew, empty. */
export async function typePassword(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const form = page.locator('form')
  await expect
    .poll(() => form.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))))
    .toBe(true)
  await page.getByLabel('Work e-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: /^Sign in to/ }).click()
}

const PHONE = { width: 390, height: 844 }

/** Looks at one state of a page in both themes, and on a phone: no rule of WCAG 2.2 AA is broken, nothing sticks out. */
export async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  // All that a theme changes is colour. A picture waits until the page is drawn with it, which the check does not.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await screenshot(page, `${name}-dark`)
  await axe(page, 'color-contrast')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await screenshot(page, `${name}-light`)
  await axe(page)
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await screenshot(page, `${name}-phone`)
  if (size) await page.setViewportSize(size)
}
