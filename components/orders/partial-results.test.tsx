/** Wherever an order is shown, partial results say that they are, and never look complete. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { makeCriticalOrder, makeQueue } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { partialOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { STATUS_RECORDS } from '#lib/domains/orders/status/status-records.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { countViews, listViews } from '#lib/domains/views/views.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { NoOrder } from './detail/no-order.tsx'
import { OrderFrame } from './detail/order-frame.tsx'
import { OrderView } from './detail/order-view.tsx'
import { OrdersView } from './list/orders-view.tsx'
import { CriticalCard } from './overview/critical-card.tsx'
import { RecentOrdersCard } from './user/recent-orders-card.tsx'

/** Statuses that an order with partial results may have: all that bring no complete ones. */
const STILL_PARTIAL = LOW_LEVEL_STATUSES.filter((low) => STATUS_RECORDS[low].results !== 'complete')
const PLACE = { environment: 'sandbox' }

let order: Order

beforeEach(() => {
  const answer = () => HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })
  server.use(
    mock(listOrders, answer),
    mock(at(getDirectoryUser, PLACE), () => new HttpResponse(null, { status: 404 })),
    mock(at(getStuckLimits, PLACE), () =>
      HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
    mock(at(listCatalog, PLACE), () => HttpResponse.json({ entries: [], methods: [] })),
    mock(at(listViews, { ...PLACE, list: 'orders' }), () =>
      HttpResponse.json({
        views: [],
        defaults: { own: null, roles: {}, first: 'all' },
        may_share: false,
        may_set_roles: false,
      }),
    ),
    mock(at(countViews, { ...PLACE, list: 'orders' }), () => HttpResponse.json({ counts: [] })),
  )
})

function expectPartial(part: HTMLElement) {
  expect(part.textContent).toMatch(/partial/i)
  expect(within(part).queryByText('Normal')).toBeNull()
  expect(part.querySelector('[data-tone=ok] .lucide-check')).toBeNull()
}

describe.each(STILL_PARTIAL)('with partial results, at %s', (low: LowLevelStatus) => {
  beforeEach(() => {
    order = partialOrder({ interpretation: 'normal' }, low)
  })

  test('the order’s page', async () => {
    const props = { environment: 'sandbox', order_id: order.id, failure: null }
    const { container } = renderPage(
      <OrderFrame {...props} gone={<NoOrder />}>
        <OrderView {...props} />
      </OrderFrame>,
    )
    await screen.findByRole('region', { name: 'What to do' })
    const stages = within(screen.getByRole('list', { name: 'Stages' })).getAllByRole('listitem')
    expect(stages.at(-1)?.textContent).toBe('Results inPartial results')
    expect(stages.at(-1)?.dataset.tone).not.toBe('ok')
    expect(screen.getByRole('region', { name: 'What to do' }).textContent).toMatch(/partial/i)
    expect(container.querySelector('h1')?.parentElement?.textContent).toContain('Partial results')
  })

  test('the newest orders of a user', async () => {
    renderPage(<RecentOrdersCard environment="sandbox" user_id={order.user_id} />)
    expect((await screen.findByRole('listitem')).textContent).toContain('Partial results')
  })
})

test('a row of the list and its preview', async () => {
  order = partialOrder({ interpretation: 'normal' }, 'lab_processing_blocked')
  renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, { search: '?view=all' })
  const row = await screen.findByRole('row', { name: /Lab processing blocked/ })
  expect(row.textContent).toContain('Partial results')
  expectPartial(row)
  row.focus()
  await userEvent.keyboard(' ')
  const preview = await screen.findByRole('complementary', { name: 'Preview' })
  expect(preview.textContent).toContain('Lab processing blockedPartial results')
  expectPartial(preview)
})

test('a critical result on the overview', async () => {
  const line = makeCriticalOrder({ order_id: order.id, result_at: order.updated_at, is_partial: true })
  server.use(mock(at(listCriticalOrders, PLACE), () => HttpResponse.json(makeQueue({ waiting: [line] }))))
  renderPage(
    <CriticalCard environment="sandbox" viewer={{ id: 'own', role: 'lab_coordinator' }} onCall={() => undefined} />,
  )
  expect((await screen.findByRole('list', { name: 'Waiting' })).textContent).toContain('Partial results')
})
