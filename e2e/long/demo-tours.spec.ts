/** The guided tours over the real demo: each to its end by keyboard, by its button and by doing what it says. */
import type { Page } from '@playwright/test'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { axe, expect, screenshot, test } from '#e2e/support/test.ts'
import { listUsers } from '#lib/domains/users/user.ts'

test.use({ environmentId: 'demo' })

const TOUR_TITLES = {
  ...{ data: 'Find out why data stopped', draw: 'Book a draw', morning: 'Triage the morning' },
  ...{ caller: 'Help a caller with only a phone number', critical: 'Handle a critical result at 7 AM' },
} as const
type TourId = keyof typeof TOUR_TITLES
const STEPS: Readonly<Record<TourId, number>> = { data: 6, draw: 7, morning: 7, caller: 6, critical: 6 }

// While the role changes, the page may ask once more for what only the role before may read.
test.beforeEach(({ problems }) => problems.allow(/status of 403/))

const popover = (page: Page, id: TourId) => page.getByRole('dialog', { name: new RegExp(`^${TOUR_TITLES[id]}`) })

/** The step is shown, its target is on the page, and the popover has the focus. */
async function arrive(page: Page, id: TourId, step: number) {
  const dialog = popover(page, id)
  await expect(dialog).toHaveAccessibleName(`${TOUR_TITLES[id]} Step ${step} of ${STEPS[id]}`)
  await expect(dialog.getByRole('button', { name: /is in progress/ })).toHaveCount(0)
  await expect(dialog).not.toContainText('Setting up')
  await expect(dialog).not.toContainText('isn’t available')
  await expect(dialog).toBeFocused()
  return dialog
}

async function start(page: Page, id: TourId, home: string) {
  await page.goto(`${home}?tour=${id}`)
  return arrive(page, id, 1)
}

async function complete(page: Page, id: TourId) {
  const dialog = popover(page, id)
  await expect(dialog).toContainText('Tour complete.')
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(dialog).toBeFocused()
  expect(new URL(page.url()).search).not.toContain('tour')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

/** The area that the popover and its target share, in square pixels; the outline lies 5 px around the target. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const [outline, dialog] = [...document.querySelectorAll('[data-tour] > div')].map((each) =>
      each.getBoundingClientRect(),
    )
    if (!(outline && dialog)) return null
    const width = Math.min(outline.right - 5, dialog.right) - Math.max(outline.left + 5, dialog.left)
    const height = Math.min(outline.bottom - 5, dialog.bottom) - Math.max(outline.top + 5, dialog.top)
    return Math.max(0, width) * Math.max(0, height)
  })

for (const id of ['data', 'draw', 'morning', 'caller', 'critical'] as const) {
  test(`${TOUR_TITLES[id]}: by Enter alone, with nothing that axe finds`, async ({ page, home }) => {
    test.slow()
    await start(page, id, home)
    await expect(popover(page, id)).toContainText('For this tour')
    for (let step = 1; step <= STEPS[id]; step += 1) {
      await arrive(page, id, step)
      expect(new URL(page.url()).searchParams.get('step')).toBe(`${step}`)
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await screenshot(page, `tour-${id}-${step}-dark`)
      await axe(page, ['color-contrast'])
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await screenshot(page, `tour-${id}-${step}`)
      await axe(page)
      await page.keyboard.press('Enter')
    }
    await complete(page, id)
  })

  for (const [name, size] of [
    ['phone', { width: 390, height: 844 }],
    ['zoom', { width: 683, height: 384 }],
  ] as const) {
    test(`${TOUR_TITLES[id]}: at ${size.width} px the target stays free`, async ({ page, home }) => {
      test.slow()
      await page.setViewportSize(size)
      await start(page, id, home)
      for (let step = 1; step <= STEPS[id]; step += 1) {
        await arrive(page, id, step)
        await expect.poll(() => covered(page), `step ${step}`).toBe(0)
        await screenshot(page, `tour-${id}-${step}-${name}`)
        await axe(page, ['color-contrast', 'aria-hidden-focus', 'scrollable-region-focusable'])
        await page.keyboard.press('Enter')
      }
      await complete(page, id)
    })
  }
}

test('data stopped: by doing what it says', async ({ page, home, service }) => {
  await start(page, 'data', home)
  await page.keyboard.press('F6')
  await expect(page.getByRole('textbox', { name: 'Name, phone, reference or ID' })).toBeFocused()
  const { users } = listUsers.response.parse(await (await service.get('/v2/user/?limit=200')).json())
  const kept = await page.evaluate(() => localStorage.getItem('demo-tours') ?? '')
  const reference = users.find(({ user_id }) => kept.includes(user_id))?.client_user_id ?? ''
  await page.keyboard.type(reference)
  await arrive(page, 'data', 2)
  expect(new URL(page.url()).searchParams.get('tour')).toBe('data')
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await arrive(page, 'data', 3)
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await arrive(page, 'data', 4)
  await page.keyboard.press('ArrowRight')
  await arrive(page, 'data', 5)
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await arrive(page, 'data', 6)
  await page.getByRole('button', { name: 'Done', exact: true }).press('Enter')
  await complete(page, 'data')
})

test('a draw: by doing what it says', async ({ page, home }) => {
  await start(page, 'draw', home)
  for (const step of [2, 3, 4]) {
    await page.keyboard.press('F6')
    await page.keyboard.press('Enter')
    await arrive(page, 'draw', step)
  }
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await arrive(page, 'draw', 5)
  await page.keyboard.press('F6')
  await page.keyboard.type('sandbox_confirm')
  await page.keyboard.press('Tab')
  for (const step of [6, 7]) {
    await arrive(page, 'draw', step)
    await page.keyboard.press('F6')
    await page.keyboard.press('Enter')
  }
  await complete(page, 'draw')
  await expect(page.getByRole('heading', { name: /^Confirmed for/ })).toBeVisible()
})

test('the morning: by doing what it says', async ({ page, home }) => {
  await start(page, 'morning', home)
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await arrive(page, 'morning', 2)
  await page.keyboard.press('F6')
  await page.keyboard.type('Told the practice at nine.')
  const question = page.getByRole('dialog', { name: 'Acknowledge critical result' })
  await question.getByRole('button', { name: 'Acknowledge', exact: true }).press('Enter')
  for (const step of [3, 4]) {
    await arrive(page, 'morning', step)
    await page.keyboard.press('F6')
    await page.keyboard.press('Enter')
  }
  for (const step of [5, 6]) {
    await arrive(page, 'morning', step)
    await page.keyboard.press('ArrowRight')
  }
  await arrive(page, 'morning', 7)
  await page.getByRole('button', { name: /Demo controls$/ }).press('Enter')
  await page.getByRole('button', { name: /^\+1 h/ }).press('Enter')
  await complete(page, 'morning')
})

test('a link opens a step; the address keeps it beside filters; Esc takes it out and gives the focus back', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/users?tour=draw&step=3`)
  await arrive(page, 'draw', 3)
  expect(new URL(page.url()).pathname).toMatch(/\/orders\/[0-9a-f-]{36}$/)
  await page.keyboard.press('ArrowLeft')
  await arrive(page, 'draw', 2)
  await expect(page).toHaveURL(/\/orders\?.*tour=draw&step=2/)
  await page.goto(`${home}/orders?status=lost&tour=draw&step=1`)
  await arrive(page, 'draw', 1)
  await expect(page).toHaveURL(/status=lost/)
  await expect(page.getByText('Ignored')).toHaveCount(0)
  await page.reload()
  await arrive(page, 'draw', 1)
  await page.keyboard.press('Escape')
  await expect(popover(page, 'draw')).toBeHidden()
  await expect(page).toHaveURL(/\/orders\?status=lost(&scenario=booking-confirms)?$/)
  await expect(page.getByRole('button', { name: /Demo controls$/ })).toBeFocused()
})

test('the controls start, continue and restart a tour; a step without a target can be skipped', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/users`)
  const chip = page.getByRole('button', { name: /Demo controls$/ })
  await waitForHydration(chip)
  await chip.press('Enter')
  const tours = page.getByRole('region', { name: 'Guided tours' })
  await tours.getByRole('button', { name: 'Start Find out why data stopped' }).press('Enter')
  await arrive(page, 'data', 1)
  await expect(tours).toContainText('Running, step 1 of 6')
  await tours.scrollIntoViewIfNeeded()
  await screenshot(page, 'tours-card')
  await page.keyboard.press('Enter')
  await arrive(page, 'data', 2)
  await page.keyboard.press('Escape')
  await tours.getByRole('button', { name: /^Continue .*, step 2 of 6$/ }).press('Enter')
  await expect(popover(page, 'data')).toBeVisible()
  await tours.getByRole('button', { name: 'Restart Find out why data stopped' }).press('Enter')
  await arrive(page, 'data', 1)
  await page.goto(`${home}?tour=data&step=6`)
  await expect(popover(page, 'data')).toContainText('This step isn’t available on this screen', { timeout: 15_000 })
  await screenshot(page, 'tour-missing')
  await axe(page)
  await page.getByRole('button', { name: 'Skip step' }).press('Enter')
  await complete(page, 'data')
  await page.getByRole('button', { name: /Demo controls$/ }).press('Enter')
  await expect(tours.getByText('Done')).toBeVisible()
})

test('the palette starts a tour', async ({ page, home }) => {
  await page.goto(home)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('triage')
  await expect(page.getByRole('option', { name: /^Start tour: Triage the morning/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await arrive(page, 'morning', 1)
})
