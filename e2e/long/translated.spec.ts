/** Pages that aren't alone in their browser: translated ones, and seven windows side by side. */
import type { Page, Request } from '@playwright/test'
import { PAGES } from '#components/shell/pages.ts'
import { sendEvent } from '#e2e/support/events.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { printFaults } from '#e2e/support/overlaps.ts'
import { somebody } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/test.ts'
import { listOrders } from '#lib/domains/orders/order.ts'

/** Puts two `<font>` in the place of each text, as a browser does now and whenever the page has changed. */
const translateAll = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.parentElement?.closest('[translate=no], script, style, font')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    text.parentNode?.insertBefore(outer, text)
    text.parentNode?.removeChild(text)
    outer.append(inner)
    inner.append(text.nodeValue ?? '')
  }
}
const translate = (page: Page) => page.evaluate(translateAll)

test('a page that is translated before it runs is made again, works, and keeps up', async ({
  page,
  home,
  problems,
}) => {
  // React's word for it: what it found isn't what the server sent, so it drew the page itself. Nothing else may go wrong.
  problems.allow(/React error #418/)
  await page.addInitScript(`document.addEventListener('DOMContentLoaded', ${translateAll.toString()})`)
  await page.goto(`${home}/orders?view=all&size=25`)
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.locator('tbody a.row-link')).toHaveCount(25)
  await waitForHydration(page.getByRole('button', { name: 'Add filter' }))
  await translate(page)
  await table
    .getByRole('checkbox', { name: /^Select row/ })
    .first()
    .check()
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await translate(page)
  await table
    .getByRole('checkbox', { name: /^Select row/ })
    .nth(1)
    .check()
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
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

/** Texts that a browser would translate and that hold a name of a person, a reference, an ID, an address or a code. */
const translatable = (page: Page, names: readonly string[]) =>
  page.evaluate((people) => {
    const codes =
      /[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{4,8}…[0-9a-f]{4}|\bmember-\d+|[\w.+]+@[\w-]+\.\w+|\b[a-z]+(?:[._][a-z]+)+\b|\b\d{4,5}-\d\b|\+1\d{10}/
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue ?? ''
      const marked = walker.currentNode.parentElement?.closest('[translate], script, style')
      const isLeft = marked !== null && marked?.getAttribute('translate') !== 'yes'
      if (!isLeft && (codes.test(text) || people.some((name) => text.includes(name)))) found.push(text)
    }
    return found
  }, names)

test('no name, reference, ID or code of any page is translated', async ({ page, home, service }) => {
  const kits = await service.get(`${listOrders.path}?size=100&order_type=testkit`)
  const { orders } = listOrders.response.parse(await kits.json())
  const names = [...new Set(orders.flatMap(({ patient_address }) => patient_address?.receiver_name ?? []))]
  const shipped = orders.find(({ details }) => details.data?.shipment?.outbound_tracking_number)
  const { user_id } = await somebody(service, 3)
  const paths = PAGES.map(({ section }) => section.replace('[userId]', user_id).replace('[orderId]', shipped?.id ?? ''))
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(`${home}/${path}`)
    await expect(page.locator('main [translate=no], main h1, main h2').first()).toBeVisible()
    const texts = await translatable(page, names)
    if (texts.length > 0) found[path] = texts
  }
  expect(found).toEqual({})
})

test('seven windows share one stream, and another reads on when its window closes', async ({
  context,
  home,
  server,
  service,
}) => {
  const open = new Set<Request>()
  const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/live')
  context.on('request', (request) => isStream(request) && open.add(request))
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
  const windows: Page[] = []
  for (let count = 0; count < 7; count += 1) {
    const one = await context.newPage()
    await one.goto(`${home}/events`)
    await expect(one.getByText('As events arrive')).toBeVisible()
    windows.push(one)
  }
  const { user_id } = await somebody(service, 4)
  const arrive = async (count: number, shown: readonly Page[]) => {
    await sendEvent(server, { event_type: 'daily.data.sleep.created', user_id, data: { id: `window-${count}` } })
    for (const one of shown) await expect(one.getByRole('button', { name: `Show ${count} new event` })).toBeVisible()
  }
  await arrive(1, windows)
  expect(open.size).toBe(1)
  const reader = [...open][0]?.frame().page()
  await reader?.close()
  await expect.poll(() => open.size).toBe(1)
  await arrive(
    2,
    windows.filter((one) => one !== reader),
  )
})

test('a printed list cuts no text off and breaks no time', async ({ page, home, server, service }) => {
  const { user_id } = await somebody(service, 5)
  await sendEvent(server, { event_type: 'daily.data.sleep.created', user_id, data: { id: 'printed' } })
  for (const list of ['orders?view=all', 'users', 'connections', 'activity', 'events', 'appointments?view=elsewhere']) {
    await page.goto(`${home}/${list}`)
    await expect(page.locator('main tbody tr').first()).toBeVisible()
    expect(await printFaults(page), list).toEqual([])
  }
})
