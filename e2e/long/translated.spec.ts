/** Pages that aren’t alone in their browser: it translates them, each text wrapped in two `<font>`, or shows many at once. */
import type { Page } from '@playwright/test'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'

const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (text.parentElement?.closest('[translate=no], script, style')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      text.parentNode?.insertBefore(outer, text)
      outer.append(inner)
      inner.append(text)
    }
  })

test('a translated list is sorted, paged and filtered as any other, and no ID is translated', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/orders?view=all&size=25`)
  const table = page.getByRole('table', { name: 'Orders' })
  const first = () => table.locator('tbody a.row-link').first().getAttribute('href')
  await waitForHydration(page.getByRole('button', { name: 'Add filter' }))
  await translate(page)
  await expect(table.locator('.id-text font')).toHaveCount(0)
  let shown = await first()
  const changed = async (act: () => Promise<void>) => {
    await act()
    await expect.poll(first).not.toBe(shown)
    shown = await first()
    await translate(page)
  }
  await changed(() => table.getByRole('button', { name: /^Created/ }).click())
  await changed(() => page.keyboard.press('>'))
  await changed(() => page.keyboard.press('<'))
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(page.locator('[data-peek]')).toBeVisible()
  await translate(page)
  await page.keyboard.press('Escape')
  await changed(() => page.goto(`${home}/orders?status=lost`).then(() => undefined))
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(first).not.toBe(shown)
  await page.goto(`${home}/users`)
  await waitForHydration(page.getByRole('button', { name: 'Add filter' }))
  await translate(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/offset=|page=/)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

/** Texts in which a translation would change a name, an ID, a code or a contact. */
const translatable = (page: Page, names: readonly string[]) =>
  page.evaluate((known) => {
    const fixed = /[\da-f]{8}[-…][\da-f]{4}|\b\d{4,5}-\d\b|[\w.]+@[\w.]+|\+1 \d{3} \d{3} \d{4}|\b[a-z]+_[a-z_]+\b/
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      const text = nodeValue?.trim() ?? ''
      if (parentElement?.closest('[translate=no], script, style, template, title, option')) continue
      if (fixed.test(text) || known.some((name) => text.includes(name))) found.push(text.slice(0, 80))
    }
    return [...new Set(found)]
  }, names)

test('no name, ID, code or contact is in a text that a translation changes', async ({ page, home, service }) => {
  const { orders } = await (await service.get('/v3/orders?size=1')).json()
  const [order] = orders
  const info = await (await service.get(`/v2/user/${order.user_id}/info/latest`)).json()
  const names = [info.first_name, info.last_name, info.email]
  const user = `${home}/users/${order.user_id}`
  const places = [
    'orders?view=all&size=25',
    `orders/${order.id}`,
    'users',
    'events',
    'connections',
    'appointments',
    'activity',
    'markers',
  ]
  for (const address of [
    ...places.map((place) => `${home}/${place}`),
    user,
    `${user}/demographics`,
    `${user}/orders`,
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    expect(await translatable(page, names), address).toEqual([])
  }
})

test('seven visible windows share one stream, so that each of them still gets its answers', async ({ page, home }) => {
  const windows = [page, ...(await Promise.all([1, 2, 3, 4, 5, 6].map(() => page.context().newPage())))]
  for (const one of windows) await one.goto(`${home}/events`)
  for (const one of windows) {
    await expect(one.getByText(/^As events arrive$|^Every 5 seconds$/)).toBeVisible()
    await one.getByRole('link', { name: 'Orders' }).first().click()
    await expect(one.getByRole('table', { name: 'Orders' }).locator('tbody a.row-link').first()).toBeVisible()
  }
})
