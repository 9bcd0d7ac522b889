/** Critical results in the list of orders and its preview. */
import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OrdersView } from '#components/orders/list/orders-view.tsx'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { HintProvider } from '#components/ui/button/hint.tsx'
import { ViewerProvider } from '#components/ui/display/viewer.tsx'
import { listOrders } from '#lib/domains/orders/order.ts'
import { acknowledgementsQuery, callbacksQuery } from '#lib/domains/orders/queries.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { createQueryClient } from '#lib/kernel/client/queries.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { setClock } from '#lib/utils/time/clock.ts'
import { type CriticalConsole, criticalConsole, criticalOrder, minutesAgo } from './critical.testing.ts'
import { CriticalRow } from './critical-row.tsx'
import { useResultSeen } from './use-critical-state.ts'

const LATE = criticalOrder(40)
const FRESH = criticalOrder(5, { id: 'a27b6d10-93c4-4f0a-a7d5-61b8c204f9d3' })
const NORMAL = criticalOrder(5, { id: 'b27b6d10-93c4-4f0a-a7d5-61b8c204f9d4', interpretation: 'normal' })

let kept: CriticalConsole
beforeEach(() => {
  setClock({ now: () => NOW, running: false })
  kept = criticalConsole()
  const orders = [LATE, FRESH, NORMAL]
  server.use(
    mock(at(getStuckLimits, { environment: 'sandbox' }), () =>
      HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
    mock(listOrders, () => HttpResponse.json({ orders, total: orders.length, page: 1, size: 50 })),
  )
})
afterEach(() => setClock(null))

async function open(role: Role) {
  // A user's own list has no views to read.
  renderPage(
    <RoleProvider role={role}>
      <OrdersView environment="sandbox" user_id={LATE.user_id} columns={null} failure={null} />
    </RoleProvider>,
  )
  return userEvent.setup()
}

test('rows say what is late, all of a page is read at once, and a row is acknowledged where it is', async () => {
  const user = await open('support')
  const late = await screen.findByRole('button', {
    name: `Not acknowledged. No call recorded, 40 min. Acknowledge order ${shortId(LATE.id)}`,
  })
  expect(
    screen.getByRole('button', {
      name: `Not acknowledged. No call recorded, 5 min. Acknowledge order ${shortId(FRESH.id)}`,
    }),
  ).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /Acknowledge order/ })).toHaveLength(2)
  expect(kept.reads).toEqual([[LATE.id, FRESH.id]])
  await user.click(late)
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge critical result' })
  // Keys of the table stay out of the text.
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'Told{ArrowLeft} Dr j k')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(late.textContent).toMatch(/^Acknowledged by Dana Reyes/))
  expect(kept.sent).toEqual([
    { order_id: LATE.id, result_at: minutesAgo(40), result_id: 1, comment: 'Tol Dr j kd', closes: false },
  ])
  await waitFor(() => expect(document.activeElement).toBe(late))
})

test('the preview shows owner and comment, and acknowledges; who only reads sees the mark alone', async () => {
  kept.acknowledgements = [
    {
      id: 1,
      order_id: LATE.id,
      result_at: minutesAgo(40),
      at: minutesAgo(3),
      owner_id: 'ann',
      owner_name: 'Ann',
      comment: 'Calling now.',
    },
  ]
  await open('read_only')
  expect(await screen.findByRole('button', { name: 'Acknowledged by Ann. No call recorded, 40 min' })).toBeTruthy()
  runShortcut('space')
  const preview = within(await screen.findByRole('region', { name: 'Critical result' }))
  expect(await preview.findByText('Calling now.')).toBeTruthy()
  expect(preview.queryByRole('button')).toBeNull()
})

test('a row that comes alive after another has read the states equals its HTML first', async () => {
  const role: Role = 'support'
  const row = (client: ReturnType<typeof createQueryClient>) => (
    <QueryClientProvider client={client}>
      <ViewerProvider timeZone="UTC" clockHours={24} now={NOW}>
        <HintProvider>
          <RoleProvider role={role}>
            <CriticalRow environment="sandbox" order={LATE} page={[LATE]} />
          </RoleProvider>
        </HintProvider>
      </ViewerProvider>
    </QueryClientProvider>
  )
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(row(createQueryClient()))
  const read = createQueryClient()
  const nothing = { acknowledgements: [], seen_critical: [], starts_at: null }
  read.setQueryData(acknowledgementsQuery('sandbox', [LATE.id]).queryKey, nothing)
  read.setQueryData(callbacksQuery('sandbox', [LATE.id]).queryKey, { callbacks: [] })
  const onRecoverableError = vi.fn()
  render(row(read), { container, hydrate: true, onRecoverableError })
  expect(await screen.findByRole('button', { name: /Acknowledge order/ })).toBeTruthy()
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test('a form settles the result that it was opened for, until it is about another order', () => {
  const result = { order_id: LATE.id, result_at: minutesAgo(40), result_id: 1, test: 'Heart risk' }
  const of = { user_id: LATE.user_id, patient_address: LATE.patient_address, patient_details: LATE.patient_details }
  const shown = { ...of, ...result }
  const { result: seen, rerender } = renderHook((given: typeof shown) => useResultSeen(given), { initialProps: shown })
  rerender({ ...shown, result_at: minutesAgo(1), result_id: 2 })
  expect(seen.current).toEqual(shown)
  const other = { ...shown, order_id: FRESH.id, result_at: minutesAgo(5) }
  rerender(other)
  expect(seen.current).toEqual(other)
  rerender({ ...other, result_id: 2 })
  expect(seen.current).toEqual(other)
})
