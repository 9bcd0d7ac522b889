/** Pages that the browser translates: each text is wrapped in two `<font>`, now and whenever the page has changed. */
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
