import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { OrdersView } from '#components/orders/list/orders-view.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { demoServer } from '#components/testing/demo-server.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { listOrders } from '#lib/domains/orders/order.ts'
import { changeView, saveView } from '#lib/domains/views/view-changes.ts'
import { countViews, listViews } from '#lib/domains/views/views.ts'
import { consoleAddress, proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { readCookie } from '#lib/utils/browser/browser.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'

const demo = demoServer({ base: 'new' })
const PLACE = { environment: DEMO_ID, list: 'orders' } as const
const VIEWS = consoleAddress(saveView, { params: PLACE })
const QUEUE = {
  name: 'Queue',
  shared: false,
  filter: { status: ['lost'] },
  look: { columns: 'id.-method', density: 'compact' },
}
const KITS = { name: 'Kits', shared: true, filter: { order_type: ['testkit'], size: 25 }, look: {} }

/** Saves a view as whoever looks; returns its id. */
async function saved(view: object): Promise<string> {
  return (await demo().read(saveView, { params: PLACE, json: view })).id
}

/** As somebody who may not change the view of a colleague. */
async function sharedByAnother(view: object): Promise<string> {
  await demo().engine.setRole('support')
  const id = await saved(view)
  await demo().engine.setRole('lab_coordinator')
  return id
}

function open(search: string, held: Readonly<Record<string, string>> = {}) {
  const user = userEvent.setup()
  renderPage(
    <>
      <OrdersView environment="demo" user_id={null} columns={null} failure={null} />
      <ToastHost />
    </>,
    { search, held },
  )
  return user
}

/** Returns the last search sent to the service. */
function lastSearch(): URLSearchParams | undefined {
  const last = demo().asked.findLast(({ path }) => path.startsWith(proxyAddress(DEMO_ID, listOrders)))
  return last && new URLSearchParams(last.body || last.path.split('?')[1])
}

/** Returns view changes sent: method, end of the address, body. */
const sent = () =>
  demo()
    .asked.filter(({ method, path }) => method !== 'GET' && path.startsWith(VIEWS))
    .map(({ method, path, body }) => [method, path.slice(VIEWS.length + 1), body && JSON.parse(body)])

const tabs = () => screen.getByRole('navigation', { name: 'Order views' })
const current = () => tabs().querySelector('[aria-current]')?.textContent
const address = () => window.location.search
const lastAsked = () => lastSearch()?.getAll('status')

test('tabs with their counts: links of their own, led to by [ and ], and each asks for its filter', async () => {
  await demo().engine.setRole('lab_coordinator')
  const OWN = await saved(QUEUE)
  const SHARED = await sharedByAnother(KITS)
  const counts = { open: 1_234, exceptions: null, critical: 3, [SHARED]: 7, [OWN]: 0 }
  const counted = Object.entries(counts).map(([view_id, count]) => ({
    view_id,
    count,
    missing: count === null ? 'The service is down.' : null,
  }))
  server.use(mock(at(countViews, PLACE), () => HttpResponse.json({ counts: counted })))
  const user = open(`?view=${OWN}`)
  await within(tabs()).findByText('1,234')
  expect(
    within(tabs())
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['All orders', 'Open1,234', 'Exceptions–not counted', 'Stuck', 'Critical3', 'Queue0', 'Kits, shared7'])
  expect(current()).toBe('Queue0')
  await waitFor(() => expect(lastAsked()).toEqual(['lost']))
  runShortcut(']')
  await waitFor(() => expect(lastSearch()?.getAll('order_type')).toEqual(['testkit']))
  expect([address(), lastSearch()?.get('size'), current()]).toEqual([`?view=${SHARED}`, '25', 'Kits, shared7'])
  runShortcut(']')
  expect(address()).toBe(`?view=${SHARED}`)
  await user.click(within(tabs()).getByRole('link', { name: /^Critical/ }))
  await waitFor(() => expect(lastSearch()?.get('is_critical')).toBe('true'))
  expect(screen.queryByText('Edited')).toBeNull()
  window.history.back()
  await waitFor(() => expect(current()).toBe('Kits, shared7'))
})

test('a changed view is edited, saved with its version, and reset; nothing is lost by somebody else’s change', async () => {
  const OWN = await saved(QUEUE)
  const user = open(`?view=${OWN}&status=ordered`, { 'orders.patient_name': 'Theo' })
  await screen.findByText('Edited')
  await waitFor(() => expect(lastAsked()).toEqual(['ordered']))
  await demo().send(changeView, { params: { ...PLACE, view_id: OWN }, json: { version: 1, shared: true } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Someone else changed this view, so your changes weren’t saved/)
  expect(address()).toBe(`?view=${OWN}&status=ordered`)
  await waitFor(() => expect(current()).toMatch(/^Queue, shared/))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/without Patient name, because views never save personal details/)
  const body = { filter: { status: ['ordered'] }, look: { columns: QUEUE.look.columns } }
  expect(sent()).toEqual([
    ['PATCH', OWN, { version: 1, ...body }],
    ['PATCH', OWN, { version: 2, ...body }],
  ])
  await waitFor(() => expect(screen.queryByText('Edited')).toBeNull())
  expect(address()).toBe(`?view=${OWN}`)
  // Columns are a part of it.
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  expect(await screen.findByRole('checkbox', { name: 'Method' })).toHaveProperty('checked', false)
  await user.click(screen.getByRole('checkbox', { name: 'Result' }))
  await user.keyboard('{Escape}')
  await screen.findByText('Edited')
  expect(readCookie(`columns_orders.${OWN}`)).toContain('-interpretation')
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(screen.queryByText('Edited')).toBeNull())
  expect([readCookie(`columns_orders.${OWN}`), address()]).toEqual([undefined, `?view=${OWN}`])
})

test('who may not change a view saves a new one, by a name that is free and without what names a person', async () => {
  const SHARED = await sharedByAnother(KITS)
  await saved({ ...QUEUE, name: 'Mine' })
  const user = open(`?view=${SHARED}&is_critical=true`, { 'orders.search_input': 'Theo' })
  await user.click(await screen.findByRole('button', { name: 'Save as new view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' })
  expect(within(dialog).getByText(/^Not saved: ID, patient or recipient search\./)).toBeTruthy()
  const name = within(dialog).getByRole('textbox', { name: 'Name' })
  await user.type(name, 'Mine{Enter}')
  await within(dialog).findByText(/^A view with this name already exists/)
  await user.type(name, ' too{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { shared: false, filter: { is_critical: true }, look: {} }
  expect(sent()).toEqual([
    ['POST', '', { name: 'Mine', ...body }],
    ['POST', '', { name: 'Mine too', ...body }],
  ])
  await waitFor(() => expect(current()).toMatch(/^Mine too/))
  const { views } = await demo().read(listViews, { params: PLACE })
  expect(address()).toBe(`?view=${views.at(-1)?.id}`)
})

test('a shared view is deleted after a question, and comes back by Undo; one that is gone is said to be', async () => {
  const SHARED = await saved(KITS)
  const user = open(`?view=${SHARED}`)
  await user.click(await screen.findByRole('button', { name: 'Options for view Kits' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete for everyone' }))
  await waitFor(() => expect(current()).toBe('All orders'))
  expect(address()).toBe('?view=all')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(current()).toMatch(/^Kits, shared/))
  expect(sent().map(([method, path]) => `${method} ${path}`)).toEqual([
    `DELETE ${SHARED}?version=1`,
    `POST ${SHARED}/restore`,
  ])
  window.history.replaceState(null, '', '?view=00000000-0000-4000-8000-00000000dead')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByText(/This view was deleted or isn’t shared with you/)
  await user.click(screen.getByRole('button', { name: 'Show all orders' }))
  await waitFor(() => expect(current()).toBe('All orders'))
})
