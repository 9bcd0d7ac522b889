/** The system's own colors in place of the page's: what is current, chosen or on can still be seen. */
import type { Locator } from '@playwright/test'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'

test.use({ forcedColors: 'active' })

/** How an element, or the label that it fills, stands out. */
const lookOf = (element: Locator) =>
  element.evaluate((node) => {
    const { outlineStyle, outlineColor, backgroundColor } = getComputedStyle(node.closest('label') ?? node)
    return { outlineStyle, outlineColor, own: getComputedStyle(node).backgroundColor, backgroundColor }
  })

for (const [system, theme] of [
  ['dark', 'Light'],
  ['light', 'Dark'],
] as const) {
  test(`bars and lines are seen on the ${system} ground of the system with the theme ${theme}`, async ({
    page,
    home,
  }) => {
    const colors = async () => {
      await page.goto(`${home}/events`)
      const part = page.locator('svg .fill-accent').first()
      await expect(part).toBeVisible()
      return part.evaluate((node) => [getComputedStyle(node).fill, getComputedStyle(document.body).backgroundColor])
    }
    await page.emulateMedia({ forcedColors: 'active', colorScheme: system })
    const own = await colors()
    await page.getByRole('radio', { name: theme }).and(page.locator('input')).check({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    expect(await colors()).toEqual(own)
    await page.getByRole('radio', { name: 'System' }).and(page.locator('input')).check({ force: true })
  })
}

test('the current page and tab, a pressed chip, a choice and a switch stand out', async ({ page, home, service }) => {
  const { user_id } = await somebody(service, 0)
  await page.goto(`${home}/events`)
  const live = page.getByRole('switch', { name: 'Live' })
  await waitForHydration(live)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const outlined = { outlineStyle: 'solid' }
  expect(await lookOf(pages.locator('[aria-current]').first())).toMatchObject(outlined)
  expect(await lookOf(pages.getByRole('link', { name: 'Orders' }).first())).not.toMatchObject(outlined)
  expect(await lookOf(page.locator('[aria-pressed=true]').first())).toMatchObject(outlined)
  expect(await lookOf(page.getByRole('radio', { name: 'System' }).and(page.locator(':checked')))).toMatchObject(
    outlined,
  )
  const on = (await lookOf(live)).own
  await page.keyboard.press('p')
  await expect(live).not.toBeChecked()
  expect((await lookOf(live)).own).not.toBe(on)
  await page.goto(`${home}/users/${user_id}`)
  const tabs = page.getByRole('navigation', { name: 'User sections' })
  expect(await lookOf(tabs.locator('[aria-current]'))).toMatchObject(outlined)
  expect(await lookOf(tabs.locator('a:not([aria-current])').first())).not.toMatchObject(outlined)
})
