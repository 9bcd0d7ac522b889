/** Service centers: a search manually with list and map in step, one from an order, and one in a browser without WebGL. */

import type { Locator, Page, Response } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { axe, expect, screenshot, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'

const ZIP = '80205'

test('by ZIP and lab: list and map in step by mouse and keys, kept by the address, and on paper', async ({
  page,
  network,
  service,
  home,
  problems,
}) => {
  const answer = await service.get(`${getServiceCenters.path}?zip_code=${ZIP}&lab_id=1`)
  const centers = getServiceCenters.response.parse(await answer.json()).patient_service_centers
  const nameOf = (number: number) => centers[number - 1]?.metadata.name ?? ''

  // Maps are slow without a graphics card; fewer pixels help.
  test.slow()
  await page.setViewportSize({ width: 1100, height: 700 })
  await page.goto(`${home}/service-centers`)
  const zip = page.getByRole('textbox', { name: 'ZIP code' })
  await waitForHydration(zip)
  await zip.fill(ZIP)
  await page.getByRole('combobox', { name: 'Lab', exact: true }).fill('Calder')
  await page.getByRole('option', { name: /Calder Reference Lab/ }).click()
  await expect(page).toHaveURL(`${home}/service-centers?zip_code=${ZIP}&lab_id=1`)
  const files: Response[] = []
  page.on('response', (response) => void (response.url().endsWith('.json') && files.push(response)))
  await page.reload()
  const list = page.getByRole('region', { name: 'Service centers', exact: true })
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(centers.length)
  const map = page.getByRole('region', { name: 'Map', exact: true })
  const pins = map.getByRole('group').getByRole('button')
  await expect(pins.first()).toBeVisible()

  // A pin chooses in the list, and the list on the map, where several in one place say which is meant.
  const marked = map.locator('button[aria-pressed=true], button[data-current]')
  const lone = map.getByRole('button', { name: /^\d+, / }).last()
  const number = Number(/^\d+/.exec((await lone.getAttribute('aria-label')) ?? '')?.[0])
  await lone.click()
  await expect(list.getByRole('button', { name: `${number}. ${nameOf(number)}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await list.getByRole('button', { name: `1. ${nameOf(1)}` }).click()
  await expect(marked).toHaveAttribute('aria-label', /^1, /)
  // J and K move rows and pins together, wherever the focus is, and say where they are.
  await page.keyboard.press('j')
  await expect(marked).toHaveAttribute('aria-label', /^2, /)
  await expect(list.getByRole('button', { name: `2. ${nameOf(2)}` })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(`2 of ${centers.length}: ${nameOf(2)}`)).toBeAttached()
  await marked.focus()
  await page.keyboard.press('j')
  await expect(map.locator('button:focus')).toHaveAttribute('aria-label', /^3, /)
  await page.keyboard.press('k')
  await expect(map.locator('button:focus')).toHaveAttribute('aria-label', /^2, /)
  await page.keyboard.press('ArrowRight')
  await expect(map.locator('button:focus')).toHaveAttribute('aria-label', /^\d+/)
  await page.keyboard.press('Escape')
  await expect(list.locator('[aria-pressed=true]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Zoom in', exact: true }).press('Enter')
  await axe(page)
  await screenshot(page, 'service-centers-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'service-centers-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  problems.allow(/CONTEXT_LOST/)
  const graphics = await map
    .locator('canvas')
    .first()
    .evaluateHandle((canvas) => {
      return canvas instanceof HTMLCanvasElement
        ? canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
        : null
    })
  await graphics.evaluate((context) => context?.loseContext())
  await expect(map.getByText('The map isn’t available')).toBeVisible()
  await graphics.evaluate((context) => context?.restoreContext())
  await expect(map.getByText('The map isn’t available')).toBeHidden()
  // Lines, names and letters of the map are the console's own; what they take is compressed, kept, and within its budget.
  expect(network.foreign).toEqual([])
  const sizes = await Promise.all(files.map(async (file) => (await file.request().sizes()).responseBodySize))
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(350_000)
  for (const file of files) {
    expect(file.headers()['content-encoding']).toMatch(/^(?:br|gzip)$/)
    expect(file.headers()['cache-control']).toMatch(/immutable|max-age=86400/)
  }

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await list.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Print 1 selected' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body[data-printed]')).toContainText('Where you can have your sample taken')
  await expect(page.locator('main')).toBeHidden()
})

/** Miles from the middle of Phoenix to that of Tucson. */
const TUCSON = { east: 66.4, south: 85.4 }

/** Returns how many pixels around Tucson have the color of letters: names are in the picture of the map alone. */
async function inkAtTucson(page: Page, map: Locator): Promise<number> {
  const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 }
  // The circle of 100 miles fills the map but for 32 pixels on each side.
  const mile = (Math.min(width, height) - 64) / 200
  const [left, top] = [x + width / 2 + TUCSON.east * mile - 80, y + height / 2 + TUCSON.south * mile - 20]
  const clip = { x: left, y: top, width: 160, height: 40 }
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const brush = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    brush?.drawImage(bitmap, 0, 0)
    const { data } = brush?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
    return data.filter((value, index) => index % 4 === 1 && value < 80).length
  }, picture)
}

test('a wide search with all centers close together: named towns, and a detail to zoom to, on a phone too', async ({
  page,
  home,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1100, height: 760 })
  await page.goto(`${home}/service-centers?zip_code=85004&lab_id=1&radius=100`)
  const map = page.getByRole('region', { name: 'Map', exact: true })
  const zoom = map.getByRole('button', { name: 'Zoom here' })
  await waitForHydration(zoom)
  await expect.poll(() => inkAtTucson(page, map), { timeout: 30_000 }).toBeGreaterThan(100)
  await expect(map.getByText(/^All 30 within [\d.]+ mi$/)).toBeVisible()
  const few = await map.getByRole('group').getByRole('button').count()
  await axe(page)
  await screenshot(page, 'service-centers-detail-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'service-centers-detail-dark')
  await zoom.press('Enter')
  await expect(zoom).toBeHidden()
  await expect.poll(() => map.getByRole('group').getByRole('button').count()).toBeGreaterThan(few)
  await map.getByRole('button', { name: 'Show whole search area' }).press('Enter')
  await expect(zoom).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('radio', { name: 'Map' }).check({ force: true })
  await expect(zoom).toBeVisible()
  await expectAccessible(page, 'service-centers-map-on-a-phone')
})

test('a map whose files do not come says so, and keeps pins, circle and list', async ({ page, home }) => {
  await page.route(/surroundings.*\.json/, (route) => route.fulfill({ contentType: 'application/json', body: '' }))
  await page.setViewportSize({ width: 1100, height: 760 })
  await page.goto(`${home}/service-centers?zip_code=85004&lab_id=1`)
  const map = page.getByRole('region', { name: 'Map', exact: true })
  await expect(map.getByText('Some of the map didn’t load. Reload the page to see it.')).toBeVisible()
  await expect(map.getByRole('group').getByRole('button').first()).toBeVisible()
})

test('from an order: near its patient, whose ZIP no address holds, with the lab of the test', async ({
  page,
  network,
  service,
  home,
}) => {
  const found = await service.get(`${listOrders.path}?size=50&order_type=walk_in_test`)
  const order = listOrders.response.parse(await found.json()).orders.find((each) => each.patient_address?.zip)
  const zip = order?.patient_address?.zip ?? ''
  await page.goto(`${home}/orders/${order?.id}`)
  const near = page.getByRole('link', { name: 'Service centers near this patient' })
  await waitForHydration(near)
  expect(await network.holding('maplibregl-canvas')).toEqual([])
  await near.click()
  await expect(page).toHaveURL(`${home}/service-centers?order=${order?.id}`)
  const widest = page.getByRole('radio', { name: '100' })
  await waitForHydration(widest)
  await widest.check()
  await expect(page).toHaveURL(/radius=100/)
  const list = page.getByRole('region', { name: 'Service centers', exact: true })
  await expect(list.getByRole('heading', { level: 3 }).first()).toBeVisible()
  expect(await page.getByRole('combobox', { name: 'Lab', exact: true }).inputValue()).not.toBe('')
  await expect(page.getByText(`ZIP ${zip}, kept out of the link`)).toBeVisible()
  await page.getByRole('heading', { level: 2 }).click()
  await page.keyboard.press('m')
  await expect(page.getByText(`ZIP ${zip}`)).toHaveCount(0)
  const addresses = (await network.exchanges()).map(({ url }) => url)
  expect(addresses.some((address) => address.includes('/v3/order/psc/info'))).toBe(true)
  expect(addresses.filter((address) => address.includes(zip))).toEqual([])
  expect(await page.title()).not.toContain(zip)
})

test('without WebGL, or with nothing found: the list says so, holds everything, and offers to look further', async ({
  page,
  home,
}) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto(`${home}/service-centers?zip_code=59301&lab_id=3&radius=10`)
  const wider = page.getByRole('button', { name: /^Search within/ })
  await waitForHydration(wider)
  const list = page.getByRole('region', { name: 'Service centers', exact: true })
  await wider.click()
  await wider.or(list).waitFor()
  await page.goto(`${home}/service-centers?zip_code=85004&lab_id=1`)
  await expect(page.getByText('this browser can’t draw it (WebGL is off or missing)')).toBeVisible()
  await expect(page.getByText(/^The 30 nearest, all within/)).toBeVisible()
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(30)
  await expectAccessible(page, 'service-centers-without-map')
})

test('all labs in one search: each center names its lab, and a time typed for a visit booked elsewhere is shown', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await page.goto(`${home}/service-centers?zip_code=${ZIP}`)
  await page.getByRole('button', { name: 'Search all labs' }).click()
  await expect(page.getByText(/^Searched 14 of 14 labs\./)).toBeVisible()
  const list = page.getByRole('region', { name: 'Service centers', exact: true })
  await expect(list.getByText('Calder Reference Lab').first()).toBeVisible()
  await expect(list.getByText(/^(Open now|Closed now|No hours listed today)/).first()).toBeVisible()
  await expectAccessible(page, 'centers-all-labs')

  await page.goto(`${home}/appointments?view=elsewhere`)
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Add time' }) })
  await row.first().getByRole('button', { name: 'Add time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add the time' })
  // So far ahead that no other test looks there.
  await dialog.getByLabel('Day').fill('2027-06-01')
  await dialog.getByLabel('Time', { exact: true }).fill('09:00')
  await dialog.getByLabel('Time zone of the visit').selectOption('America/Denver')
  await dialog.getByLabel('How do you know?').fill('The patient told us.')
  await dialog.getByRole('button', { name: 'Save time' }).click()
  await expect(page.getByText('The patient told us.').first()).toBeVisible()
  await expectAccessible(page, 'visits-elsewhere')
  await page.goto(`${home}/appointments?view=week&day=2027-06-01`)
  await expect(page.getByText('The patient told us.').first()).toBeVisible()
})
