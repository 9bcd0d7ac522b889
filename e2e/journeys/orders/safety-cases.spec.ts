/** The safety cases of docs/demo.md: each page says what is special about it, and has one filled button at most. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/test.ts'
import { CASE_NAMES, type CaseName } from '#lib/sandbox/data/cases.ts'
import { caseOrders } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'

const ORDERS = caseOrders(EMBEDDED_TEAM_ID, new Date(0))
const pathOf = (name: CaseName) => `/orders/${ORDERS.get(name)?.order.id}`
const STANDS = 'Order canceled, visit still booked.'

/** Words of each page; other tests book orders, so the forms are looked at in their own. */
const SAYS: readonly [name: CaseName, book: boolean, words: string | RegExp][] = [
  ['critical_ships_to_other', false, 'Ships to'],
  ['critical_minor', false, /Minor, 16/],
  ['minor_without_number', false, /Minor, 16/],
  ['address_differs', false, 'This order differs from the user’s demographics'],
  ['missed_call', false, /1 missed call/],
  ['no_longer_critical', false, /[Nn]o longer critical/],
  ['canceled_by_phone', false, /Canceled here by .+; the service still says scheduled/],
  ['canceled_by_phone', true, /Canceled here by .+; the service still says scheduled/],
  ['confirmed_here', true, /^Confirmed for/],
  ['canceled_booked', false, STANDS],
  ['canceled_booked', true, STANDS],
  ['canceled_reserved', true, STANDS],
  ['canceled_in_progress', true, STANDS],
  ['canceled_elsewhere', false, STANDS],
  ['pending_elsewhere', false, 'booked outside this console'],
  ['walk_in_canceled', true, 'This is a walk-in order.'],
]

/** Filled buttons that are seen, outside dialogs. */
const filled = (page: Page) => page.locator('main .control-primary:visible')

test('each case says what is special about it', async ({ page, home }) => {
  test.setTimeout(240_000)
  for (const [name, book, words] of SAYS) {
    await page.goto(`${home}${pathOf(name)}${book ? '/book' : ''}`)
    await expect(page.getByRole('main').getByText(words).first(), name).toBeVisible()
  }
})

test('no page of a case has more than one filled button, on a desk or on a phone', async ({ page, home }) => {
  test.setTimeout(240_000)
  const docs = await readFile(new URL('../../../docs/demo.md', import.meta.url), 'utf8')
  const linked = [...docs.matchAll(/\(\/sandbox(\/orders\/[^)]+)\)/g)].flatMap(([, path]) => path ?? [])
  const said = SAYS.map(([name, book]) => `${pathOf(name)}${book ? '/book' : ''}`)
  expect(new Set(linked).size).toBeGreaterThan(CASE_NAMES.length)
  for (const [width, paths] of [[1440, linked] as const, [390, said] as const]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of new Set(paths)) {
      await page.goto(`${home}${path}`)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      expect(await filled(page).count(), `${path} at ${width} px`).toBeLessThan(2)
    }
  }
})
