/** One state of a page as people see it: both themes, desktop and phone; with `PICTURES=1`, a picture of each. */
import { expect, type Page } from '@playwright/test'
import { axe, screenshot } from './test.ts'

const PHONE = { width: 390, height: 844 }
const TALLEST = 9000
/** Room for rows that grow by a line while it is measured: names of patients are read after their rows. */
const ROOM = 600
/** The rest is the same document, which has been checked already. */
const CHANGED_BY_THEME_OR_WIDTH = [
  'color-contrast',
  'target-size',
  'link-in-text-block',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'css-orientation-lock',
]

/** All of a page at once: what the bars of a phone happen to cover is neither too small nor out of reach. */
const wholeOf = ({ width, height }: { width: number; height: number }, of: number) => ({
  width,
  height: Math.min(Math.max(height, of + ROOM), TALLEST),
})

/** Breaks no rule of WCAG 2.2 AA in its width and theme, wherever it is scrolled to. */
export async function axeWholePage(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) return axe(page)
  await page.setViewportSize(wholeOf(size, await page.evaluate(() => document.documentElement.scrollHeight)))
  await axe(page)
  await page.setViewportSize(size)
}

/** Breaks no rule of WCAG 2.2 AA, on a desktop in light and on a phone in dark; on a phone nothing sticks out. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  // All that a theme changes is colour. A picture waits until the page is drawn with it, which the check does not.
  const inTheme = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await inTheme('dark')
  await screenshot(page, `${name}-dark`)
  await inTheme('light')
  await screenshot(page, `${name}-light`)
  await axe(page)
  await page.setViewportSize(PHONE)
  // Parts that are laid out by script follow the window a moment later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThan(1)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await screenshot(page, `${name}-phone-light`)
  await inTheme('dark')
  await screenshot(page, `${name}-phone-dark`)
  await page.setViewportSize(wholeOf(PHONE, height))
  await axe(page, CHANGED_BY_THEME_OR_WIDTH)
  await inTheme('light')
  if (size) await page.setViewportSize(size)
}
