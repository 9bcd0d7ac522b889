import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, below } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { EVERY_SIZE, expect, test } from '#e2e/support/test.ts'
import { listWorklist } from '#lib/domains/orders/worklist.ts'

/** Keys that one problem may take. */
const MOST_KEYS = 3

const tableOf = (page: Page) => page.getByRole('table', { name: 'Orders that need action' })

async function readWorklist(api: Api, environmentId: string, query = '') {
  const answer = await below(api, `/api/console/overview/${environmentId}`).get(`/worklist${query}`)
  return listWorklist.response.parse(await answer.json())
}

/** A keyboard that counts. */
function keysOf(page: Page) {
  let pressed = 0
  return {
    press: async (key: string) => {
      pressed += 1
      await page.keyboard.press(key)
    },
    /** How many since the last time. */
    count: () => {
      const count = pressed
      pressed = 0
      return count
    },
  }
}

/** Takes on or puts off so many problems, from the top; each with at most three keys. */
async function triage(page: Page, problems: number) {
  const keys = keysOf(page)
  const rows = tableOf(page).locator('tbody tr')
  const dialog = page.getByRole('dialog', { name: 'Snooze order' })
  for (let at = 0; at < problems; at++) {
    await keys.press('j')
    const row = page.locator('tr[data-current]')
    const id = await row.getByRole('link').first().getAttribute('href')
    if (at % 4 === 3) {
      await keys.press('s')
      await expect(dialog).toBeVisible()
      await keys.press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect(rows.locator(`a[href="${id}"]`)).toHaveCount(0)
      // The next problem has moved up to this place.
      await page.keyboard.press('k')
    } else {
      await keys.press('a')
      await expect(row).toContainText('You')
    }
    expect(keys.count()).toBeLessThanOrEqual(MOST_KEYS)
  }
}

test('the morning’s twenty problems, with at most three keys each', async ({ page, api, home, environment }) => {
  test.setTimeout(120_000)
  const before = await readWorklist(api, environment.id)
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.goto(home)
  await waitForHydration(page.getByRole('button', { name: /^All \d/ }))
  await triage(page, 20)
  const after = await readWorklist(api, environment.id)
  expect((before.counts.all ?? 0) - (after.counts.all ?? 0)).toBe(5)
  expect(after.counts).toMatchObject({ mine: 15, snoozed: 5 })

  // A preview beside the row, then the order itself, from which the next problem is one key away.
  await page.keyboard.press('Space')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: 'Open order' })).toBeVisible()
  await expectAccessible(page, 'worklist-preview')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)

  // What was put off comes back when its snooze is ended, and undo puts it off again.
  await page.goto(`${home}?needs=snoozed`)
  await waitForHydration(page.getByRole('button', { name: 'Snoozed 5' }))
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await expect(page.getByRole('button', { name: 'Snoozed 4' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Snoozed 5' })).toBeVisible()
})

for (const width of [1366, 683, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`three problems at ${width} px, ${colorScheme}`, { tag: EVERY_SIZE }, async ({ page, home }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await page.goto(home)
      await waitForHydration(page.getByRole('button', { name: /^All \d/ }))
      await page.keyboard.press('j')
      await expect(page.locator('tr[data-current]')).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('s')
      const dialog = page.getByRole('dialog', { name: 'Snooze order' })
      await expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused()
      if (width === 1366 && colorScheme === 'light') await expectAccessible(page, 'snooze')
      await page.keyboard.press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect(tableOf(page)).toBeVisible()
      const row = page.locator('tr[data-current]')
      await expect(row).toBeFocused()
      // Taken on by a test before this one, it is given back.
      const isMine = await row.getByRole('button', { name: 'Give back' }).isVisible()
      await page.keyboard.press('a')
      await expect(row.getByRole('button', { name: isMine ? 'Assign to me' : 'Give back' })).toBeVisible()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
    })
  }
}
