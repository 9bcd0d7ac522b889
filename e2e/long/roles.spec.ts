/** Every page as every role: nothing that is shown leads to “not allowed”. */
import type { Page as BrowserPage } from '@playwright/test'
import { PAGES, pagesFor } from '#components/shell/pages.ts'
import { allUsers, firstUser, hasSource } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'

/** The registered page of an address: of two the one with fewer placeholders. */
function sectionOf(path: string): string | undefined {
  const parts = path.split('/')
  const fits = (section: string) => {
    const wanted = section === '' ? [] : section.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('[') || part === parts[at])
  }
  const found = PAGES.map(({ section }) => section).filter((section) => fits(section))
  return found.sort((a, b) => a.split('[').length - b.split('[').length)[0]
}

/** Returns the visible links of the page, below the environment. */
async function linksOf(page: BrowserPage, home: string): Promise<string[]> {
  const hrefs = await page
    .locator('a[href]:visible')
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).pathname))
  return [...new Set(hrefs)].flatMap((path) => (path.startsWith(`${home}/`) ? [path.slice(home.length + 1)] : []))
}

for (const role of ROLES) {
  test(`${role}: no page that they may open asks for, or leads to, what they may not`, async ({
    page: own,
    openAs,
    home,
    service,
  }) => {
    // Some twenty pages.
    test.setTimeout(180_000)
    const { user_id } = await firstUser(await allUsers(service), hasSource('ostrel_glucose'))
    const found = await service.get(`${listOrders.path}?order_type=at_home_phlebotomy&status=ordered&size=1`)
    const order_id = listOrders.response.parse(await found.json()).orders[0]?.id ?? ''
    const page = role === 'administrator' ? own : await openAs(role)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
    })
    const allowed = new Set(pagesFor(PAGES, role).map(({ section }) => section))
    for (const section of allowed) {
      const path = section.replace('[userId]', user_id).replace('[orderId]', order_id)
      await page.goto(`${home}/${path}`)
      await expect(page.locator('main :is(h1, h2)').first()).toBeAttached()
      const beyond = (await linksOf(page, home)).filter((link) => {
        const there = sectionOf(link)
        return there !== undefined && !allowed.has(there)
      })
      expect.soft(beyond, section).toEqual([])
    }
    // Late requests of a page are answered by the time the next ones have loaded.
    expect(refused).toEqual([])
  })
}
