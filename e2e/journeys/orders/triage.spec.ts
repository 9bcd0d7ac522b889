import type { Page } from '@playwright/test'
import { axeWholePage, expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, below } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { axe, EVERY_SIZE, expect, test } from '#e2e/support/test.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { HOUR } from '#lib/utils/time/durations.ts'

/** Keys that one problem may take. */
const MOST_KEYS = 4

const PROBLEMS = 20
/** Every fourth is put off, the others are taken on. */
const SNOOZED = PROBLEMS / 4

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

/** Takes on or puts off the twenty problems at the top, each with at most four keys. */
async function triage(page: Page) {
  const keys = keysOf(page)
  const rows = tableOf(page).locator('tbody tr')
  const dialog = page.getByRole('dialog', { name: 'Snooze order' })
  for (let at = 0; at < PROBLEMS; at++) {
    // After one that was put off, the next has moved up to this place.
    if (at % 4 !== 0 || at === 0) await keys.press('j')
    const row = page.locator('tr[data-current]')
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport({ ratio: 1 })
    const id = await row.getByRole('link').first().getAttribute('href')
    if (at % 4 === 3) {
      await keys.press('s')
      await expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused()
      // No reason is chosen beforehand.
      await keys.press('ArrowDown')
      await keys.press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect(rows.locator(`a[href="${id}"]`)).toHaveCount(0)
    } else {
      await keys.press('a')
      await expect(row).toContainText('You')
    }
    expect(keys.count()).toBeLessThanOrEqual(MOST_KEYS)
  }
}

/** Gives back and takes up again what a test before this one did; returns how many marks are left. */
async function clearMarks(api: Api, environmentId: string): Promise<number> {
  const marks = below(api, `/api/console/overview/${environmentId}/worklist`)
  const read = async (filter: string) => (await readWorklist(api, environmentId, `?filter=${filter}&limit=200`)).items
  for (const { order_id, mark } of [...(await read('mine')), ...(await read('snoozed'))])
    await marks.patch(`/${order_id}`, { data: { version: mark.version, owner: 'none', snooze: null } })
  return (await read('mine')).length + (await read('snoozed')).length
}

// The last change of a page that is gone may arrive in between: its mark then has another version.
test.beforeEach(({ api, environment }) => expect.poll(() => clearMarks(api, environment.id)).toBe(0))

for (const width of [1366, 683, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const name = `the morning’s twenty problems, with at most four keys each, at ${width} px, ${colorScheme}`
    test(name, { tag: EVERY_SIZE }, async ({ page, api, home, environment }) => {
      const before = await readWorklist(api, environment.id)
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${home}?needs=all`)
      await waitForHydration(page.getByRole('button', { name: /^All \d/ }))
      await triage(page)
      const after = await readWorklist(api, environment.id)
      expect((before.counts.all ?? 0) - (after.counts.all ?? 0)).toBe(SNOOZED)
      expect(after.counts).toMatchObject({ mine: PROBLEMS - SNOOZED, snoozed: SNOOZED })
      // It would lie over a part of a row.
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await page.keyboard.press('s')
      const dialog = page.getByRole('dialog', { name: 'Snooze order' })
      await expect(dialog).toBeVisible()
      await axe(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await axeWholePage(page)
    })
  }
}

test('a problem in a preview, on its page, and put off until later', async ({ page, home }) => {
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.goto(`${home}?needs=all`)
  await waitForHydration(page.getByRole('button', { name: /^All \d/ }))
  await triage(page)

  // A preview beside the row, then the order itself, from which the next problem is one key away.
  await page.keyboard.press('Space')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: 'Open order' })).toBeVisible()
  await expectAccessible(page, 'worklist-preview')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  const row = page.locator('tr[data-current]')
  const href = await row.getByRole('link').first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  await expect(page.getByText(/^\d+ of \d{3}$/)).toBeVisible()

  // Back goes on at the row that the order was opened from.
  await page.goBack()
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })
  expect(await row.getByRole('link').first().getAttribute('href')).toBe(href)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)

  // Ending the snooze returns the order to the list, and undo snoozes it again.
  await page.goto(`${home}?needs=snoozed`)
  await waitForHydration(page.getByRole('button', { name: `Snoozed ${SNOOZED}` }))
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await expect(page.getByRole('button', { name: `Snoozed ${SNOOZED - 1}` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Snoozed ${SNOOZED}` })).toBeVisible()
})

test('a row that somebody puts off in another window keeps its place, and no key acts on the next patient', async ({
  page,
  api,
  home,
  environment,
}) => {
  await page.clock.install()
  await page.goto(`${home}?needs=all`)
  await waitForHydration(page.getByRole('button', { name: /^All \d/ }))
  for (const _ of ['first', 'second']) await page.keyboard.press('j')
  const row = page.locator('tr[data-current]')
  const id = /[\w-]+$/.exec((await row.getByRole('link').first().getAttribute('href')) ?? '')?.[0]
  const { items } = await readWorklist(api, environment.id)
  const [item, next] = items.slice(items.findIndex(({ order_id }) => order_id === id))
  if (!(item && next)) throw new Error('The data set has fewer than three problems.')
  const until = new Date(Date.now() + HOUR).toISOString()
  const snooze = { until, reason: 'lab', comment: '', since: item.since }
  const marks = below(api, `/api/console/overview/${environment.id}/worklist`)
  const data = { version: item.mark.version, snooze }
  expect((await marks.patch(`/${item.order_id}`, { data })).status()).toBe(200)
  await page.clock.fastForward('00:46')
  await expect(row).toContainText('was snoozed by')

  // The first press is meant for the row that left, the second meets none.
  for (const _ of ['row that left', 'no row']) {
    await page.keyboard.press('a')
    await expect(row).toHaveCount(0)
  }
  expect((await readWorklist(api, environment.id, '?filter=mine')).items).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(row).toContainText('You')
  const mine = await readWorklist(api, environment.id, '?filter=mine')
  expect(mine.items.map(({ order_id }) => order_id)).toEqual([next.order_id])
})
