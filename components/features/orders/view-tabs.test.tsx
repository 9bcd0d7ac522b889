import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { runShortcut } from '#components/shared/shortcuts.tsx'
import { renderPage } from '#components/test/render.tsx'
import { server } from '#components/test/server.ts'
import { ToastHost } from '#components/ui/toast.tsx'
import { readCookie, writeCookie } from '#lib/utils/browser.ts'
import { OrdersView } from './orders-view.tsx'
import { consoleViews, savedView } from './test/console-views.ts'

const OWN = '00000000-0000-4000-8000-000000000001'
const SHARED = '00000000-0000-4000-8000-000000000002'
const own = savedView(OWN, 'Queue', {
  filter: { status: ['lost'] },
  look: { columns: 'id.-method', density: 'compact' },
})
const shared = savedView(SHARED, 'Kits', {
  shared: true,
  is_own: false,
  may_change: false,
  filter: { order_type: ['testkit'], size: 25 },
})

/** What the list asked the service for, newest last. */
let asked: URLSearchParams[] = []
beforeEach(() => {
  asked = []
  const answer = async ({ request }: { request: Request }) => {
    asked.push(new URLSearchParams(request.method === 'POST' ? await request.text() : new URL(request.url).search))
    return HttpResponse.json({ orders: [], total: 0, page: 1, size: 50 })
  }
  server.use(http.get('*/api/service/sandbox/v3/orders', answer), http.post('*/api/service/sandbox/v3/orders', answer))
  return () => writeCookie(`columns_orders.${OWN}`, '')
})

function open(search: string, held: Readonly<Record<string, string>> = {}) {
  const user = userEvent.setup()
  renderPage(
    <>
      <OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />
      <ToastHost />
    </>,
    { search, held },
  )
  return user
}

const tabs = () => screen.getByRole('navigation', { name: 'Views of orders' })
const current = () => tabs().querySelector('[aria-current]')?.textContent
const address = () => window.location.search
const lastAsked = () => asked.at(-1)?.getAll('status')

test('tabs with their counts: links of their own, led to by [ and ], and each asks for its filter', async () => {
  consoleViews([own, shared], { open: 1_234, exceptions: null, critical: 3, [OWN]: 0, [SHARED]: 7 })
  const user = open(`?view=${OWN}`)
  await within(tabs()).findByText('1,234')
  expect(
    within(tabs())
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['All orders', 'Open1,234', 'Exceptions–not counted', 'Critical3', 'Queue0', 'Kits, shared7'])
  expect(current()).toBe('Queue0')
  await waitFor(() => expect(lastAsked()).toEqual(['lost']))
  runShortcut(']')
  await waitFor(() => expect(asked.at(-1)?.getAll('order_type')).toEqual(['testkit']))
  expect([address(), asked.at(-1)?.get('size'), current()]).toEqual([`?view=${SHARED}`, '25', 'Kits, shared7'])
  runShortcut(']')
  expect(address()).toBe(`?view=${SHARED}`)
  await user.click(within(tabs()).getByRole('link', { name: /^Critical/ }))
  await waitFor(() => expect(asked.at(-1)?.get('is_critical')).toBe('true'))
  expect(screen.queryByText('Edited')).toBeNull()
  window.history.back()
  await waitFor(() => expect(current()).toBe('Kits, shared7'))
})

test('a changed view is edited, saved with its version, and reset; nothing is lost by somebody else’s change', async () => {
  const kept = consoleViews([own])
  const user = open(`?view=${OWN}&status=ordered`, { 'orders.patient_name': 'Theo' })
  await screen.findByText('Edited')
  await waitFor(() => expect(lastAsked()).toEqual(['ordered']))
  kept.refuse = { status: 409, detail: 'Somebody has changed this view meanwhile.' }
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Somebody has changed this view meanwhile.')
  expect(address()).toBe(`?view=${OWN}&status=ordered`)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/without Patient name, which may name a person/)
  const body = { version: 1, filter: { status: ['ordered'] }, look: own.look }
  expect(kept.sent).toEqual([
    ['change', body],
    ['change', body],
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
  const kept = consoleViews([shared])
  const user = open(`?view=${SHARED}&is_critical=true`, { 'orders.search_input': 'Theo' })
  await user.click(await screen.findByRole('button', { name: 'Save as new view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' })
  expect(within(dialog).getByText(/^Left out: Id, patient, recipient\./)).toBeTruthy()
  kept.refuse = { status: 409, detail: [{ loc: ['body', 'name'], msg: 'That name is taken.', type: 'taken' }] }
  const name = within(dialog).getByRole('textbox', { name: 'Name' })
  await user.type(name, 'Mine{Enter}')
  await within(dialog).findByText('That name is taken.')
  await user.type(name, ' too{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(kept.sent.at(-1)).toEqual([
    'save',
    { name: 'Mine too', shared: false, filter: { is_critical: true }, look: {} },
  ])
  expect(JSON.stringify(kept.sent)).not.toContain('Theo')
  expect([current(), address()]).toEqual(['Mine too', '?view=00000000-0000-4000-8000-0000000000ff'])
})

test('a shared view is deleted after a question, and comes back by Undo; one that is gone is said to be', async () => {
  const kept = consoleViews([{ ...shared, may_change: true, is_own: true }])
  const user = open(`?view=${SHARED}`)
  await user.click(await screen.findByRole('button', { name: 'Options of the view Kits' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete for everyone' }))
  await waitFor(() => expect(current()).toBe('All orders'))
  expect(address()).toBe('?view=all')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(current()).toBe('Kits, shared'))
  expect(kept.sent.map(([what]) => what)).toEqual(['delete', 'restore'])
  window.history.replaceState(null, '', '?view=00000000-0000-4000-8000-00000000dead')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByText(/is gone, or it is not shared with you/)
  await user.click(screen.getByRole('button', { name: 'Show all orders' }))
  await waitFor(() => expect(current()).toBe('All orders'))
})
