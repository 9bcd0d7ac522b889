/** A console with two environments and nobody signed in, for tests of who may do what. One for all their files. */
import { expect, type Page } from '@playwright/test'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { Network } from '#e2e/support/network.ts'
import { SIGNED_OUT, type SignedIn } from '#e2e/support/session.ts'
import { test as base } from '#e2e/support/test.ts'

export { expect }

export const test = base.extend<{ enter: (who: SignedIn) => Promise<void> }>({
  baseURL: ({ multiEnvironmentServer }, use) => use(multiEnvironmentServer.baseURL),
  storageState: SIGNED_OUT,
  network: ({ context, multiEnvironmentServer }, use) => use(new Network(context, multiEnvironmentServer.baseURL)),
  enter: ({ context }, use) => use(({ cookies }) => context.addCookies(cookies)),
})

/** Returns the page's alerts, without Next's own route announcer. */
export const alertOf = (page: Page) => page.locator('[role=alert]:not(#__next-route-announcer__)')

/** On the sign-in page; a form that is sent before the page is alive is loaded anew, empty. */
export async function typePassword(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await waitForHydration(page.locator('form'))
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
