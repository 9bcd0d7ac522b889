import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { closeQueue, openQueue } from '#lib/domains/orders/order-queue.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { ORDER_ID, REDRAW_ID } from './order.testing.ts'
import { QueueSteps } from './order-frame.tsx'

const readPage = vi.fn(async (): Promise<readonly string[]> => [])
const user = userEvent.setup()
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  window.history.replaceState(null, '', '/sandbox/orders')
  openQueue({
    environment: 'sandbox',
    address: '/sandbox/orders?view=all',
    held: {},
    ids: [ORDER_ID, REDRAW_ID],
    start: 25,
    end: 27,
    size: 25,
    total: 27,
    readPage,
  })
})

function show(order_id: string, environment = 'sandbox') {
  return renderPage(
    <>
      <QueueSteps environment={environment} order_id={order_id} />
      <ToastHost />
    </>,
  )
}

test('says the place in the list; J and K lead to the orders around', async () => {
  show(ORDER_ID)
  expect(screen.getByText('26 of 27')).toBeTruthy()
  runShortcut('j')
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/sandbox/orders/${REDRAW_ID}`))
})

test('K leads back, and the last order has none after it', async () => {
  show(REDRAW_ID)
  expect(button('Next order').getAttribute('aria-disabled')).toBe('true')
  runShortcut('k')
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/sandbox/orders/${ORDER_ID}`))
})

test('a button that was pressed has the focus on the next page too', async () => {
  const { unmount } = show(ORDER_ID)
  await user.click(button('Next order'))
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/sandbox/orders/${REDRAW_ID}`))
  unmount()
  show(REDRAW_ID)
  expect(document.activeElement).toBe(button('Next order'))
})

test('says when the page before does not load', async () => {
  readPage.mockRejectedValueOnce(new RequestError({ kind: 'network', call: 'GET /', detail: 'We’re offline.' }))
  show(ORDER_ID)
  await user.click(button('Previous order'))
  expect(await screen.findByText('The previous orders didn’t load.')).toBeTruthy()
  expect(router.push).not.toHaveBeenCalled()
})

test('offers nothing for an order that was opened otherwise, or of another environment', () => {
  const { unmount } = show(ORDER_ID, 'production')
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  closeQueue()
  show(ORDER_ID)
  expect(screen.queryByRole('button')).toBeNull()
})
