import { QueryObserver } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { orderBookingsQuery } from '#lib/domains/bookings/queries.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { advanceOrder, type OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { OrderSimulation } from './order-simulation.tsx'

const ID = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const dayOf = (day: number) => `2026-11-${day}T09:00:00Z`

function orderWith(...lows: string[]): Order {
  return makeOrder({
    id: ID,
    details: { type: 'walk_in_test' },
    lab_test: { name: 'Heart risk', method: 'walk_in_test' },
    created_at: dayOf(10),
    updated_at: dayOf(12),
    events: lows.map((low, index) => ({ id: index + 1, created_at: dayOf(10 + index), status: low })),
  })
}
const READY = ['received.walk_in_test.ordered', 'received.walk_in_test.requisition_created']
const DRAWN = [...READY, 'collecting_sample.walk_in_test.draw_completed']
const COMPLETED = [...DRAWN, 'completed.walk_in_test.completed']

let sent: Order
/** Bodies of the events that were asked for. */
let given: unknown[] = []

beforeEach(() => {
  sent = orderWith(...READY)
  given = []
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders: [sent], total: 1, page: 1, size: 50 })),
    mock(at(advanceOrder, { environment: 'sandbox', order_id: ID }), async ({ request }) => {
      given.push(await request.json())
      sent = orderWith(...DRAWN)
      return HttpResponse.json(
        { order_id: ID, event: sent.events.at(-1), status: 'collecting_sample' },
        { status: 201 },
      )
    }),
  )
})

async function show(advance?: (order: Order, choice: OrderChoice) => Promise<void>) {
  const user = userEvent.setup()
  const page = renderPage(<OrderSimulation environment="sandbox" order_id={ID} {...(advance && { advance })} />)
  const card = within(await screen.findByRole('region', { name: 'Simulate' }))
  return { ...page, user, card }
}

test('the usual next step is one press; then the card shows what follows, and it is said', async () => {
  const { user, card } = await show()
  expect(card.getByText('Only in the sandbox and the demo.')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Advance to Draw completed' }))
  const next = await card.findByRole('button', { name: 'Advance to Completed, normal' })
  expect(given).toEqual([{ status: 'draw_completed', after_event_id: 2 }])
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(screen.getByText('Order advanced to Draw completed.')).toBeTruthy()
})

test('by keyboard: the other events, in groups, and a critical result among them', async () => {
  sent = orderWith(...DRAWN)
  const { user, card } = await show()
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(card.getByRole('button', { name: 'Other events' }))
  await user.keyboard('{Enter}')
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby') !== null)).toEqual([
    true,
    true,
  ])
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Completed, abnormal', 'Completed, critical', 'Partial results'],
    ...['Lab processing blocked', 'Sample error', 'Do not process'],
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(given).toEqual([{ status: 'completed', interpretation: 'critical', after_event_id: 3 }]))
  expect(screen.queryByRole('menu')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(card.getByRole('button', { name: 'Other events' })))
})

test('while it is under way nothing else can be pressed', async () => {
  let finish = () => {}
  const { user, card } = await show(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const button = card.getByRole('button', { name: 'Advance to Draw completed' })
  await user.click(button)
  expect(await card.findByRole('button', { name: /is in progress$/ })).toBe(button)
  await user.click(card.getByRole('button', { name: 'Other events' }))
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(button)
  sent = orderWith(...DRAWN)
  finish()
  expect(await card.findByRole('button', { name: 'Advance to Completed, normal' })).toBe(button)
})

test('a refusal is shown in place, and the card shows how the order is by now', async () => {
  server.use(
    mock(at(advanceOrder, { environment: 'sandbox', order_id: ID }), () => {
      sent = orderWith(...DRAWN)
      return HttpResponse.json({ detail: 'This order has changed since you opened it.' }, { status: 409 })
    }),
  )
  const { user, card } = await show()
  await user.click(card.getByRole('button', { name: 'Advance to Draw completed' }))
  expect((await card.findByRole('alert')).textContent).toContain('This order has changed since you opened it.')
  expect(card.getByRole('button', { name: 'Advance to Completed, normal' })).toBeTruthy()
  expect(screen.queryByText(/^Order advanced/)).toBeNull()
})

test('the overview and the bookings ask again', async () => {
  const asked = vi.fn<(path: string) => void>()
  server.use(
    http.get(`*${CONSOLE_PREFIX}/*`, ({ request }) => {
      asked(new URL(request.url).pathname)
      return HttpResponse.json({}, { status: 503 })
    }),
  )
  const { user, card, client } = await show()
  const queries = [
    new QueryObserver(client, {
      ...consoleQuery(getOverview, { params: { environment: 'sandbox' } }, {}),
      retry: false,
    }),
    new QueryObserver(client, { ...orderBookingsQuery('sandbox', ID), retry: false }),
  ]
  const stops = queries.map((query) => query.subscribe(() => undefined))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  await user.click(card.getByRole('button', { name: 'Advance to Draw completed' }))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(4))
  for (const stop of stops) stop()
})

test('a function of the demo takes the place of the endpoint', async () => {
  const advance = vi.fn(async () => {
    sent = orderWith(...COMPLETED)
  })
  sent = orderWith(...DRAWN)
  const order = sent
  const { user, card } = await show(advance)
  await user.click(card.getByRole('button', { name: 'Advance to Completed, normal' }))
  await waitFor(() =>
    expect(advance).toHaveBeenCalledWith(
      order,
      expect.objectContaining({ low: 'completed', interpretation: 'normal' }),
    ),
  )
  expect(given).toEqual([])
  // Without a usual step the button is gone: the focus stays in the card.
  expect(await card.findByRole('button', { name: 'Choose event' })).toBeTruthy()
  const note = card.getByText('No default next step. Choose the order’s next event.')
  await waitFor(() => expect(document.activeElement).toBe(note))
})

test.each([
  [['cancelled.walk_in_test.cancelled'], 'This order has ended. It gets no more events.'],
  [['received.walk_in_test.on_hold'], 'This console doesn’t know what can follow this order’s status.'],
])('nothing can be pressed after %s', async (lows, words) => {
  sent = orderWith(...READY, ...lows)
  const { card } = await show()
  expect(card.getByText(words)).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
})
