/** Does what a person does, and counts it: what a task may take is stated in clicks and keys. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export interface CountedActions {
  click(target: Locator): Promise<void>
  /** One key, or several held at once: `Control+k`. */
  press(key: string): Promise<void>
  /** A text typed where the focus is: one action, however long it is. */
  type(text: string): Promise<void>
  /** A text that was copied elsewhere: one action. */
  paste(text: string): Promise<void>
  /** Fails where more has been done since the beginning; says what. */
  expectAtMost(most: number): void
}

/** Starts to count; what a test does otherwise doesn't count. */
export function countedActions(page: Page): CountedActions {
  const done: string[] = []
  return {
    async click(target) {
      done.push('click')
      await target.click()
    },
    async press(key) {
      done.push(key)
      await page.keyboard.press(key)
    },
    async type(text) {
      done.push('text')
      await page.keyboard.type(text)
    },
    async paste(text) {
      done.push('paste')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('Control+v')
    },
    expectAtMost(most) {
      expect(done.length, done.join(', ')).toBeLessThanOrEqual(most)
    },
  }
}
