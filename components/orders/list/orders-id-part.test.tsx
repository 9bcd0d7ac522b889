import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { demoServer } from '#components/testing/demo-server.ts'
import { renderPage } from '#components/testing/render.tsx'
import { listOrders } from '#lib/domains/orders/order.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { OrdersView } from './orders-view.tsx'

const demo = demoServer()
const box = () => screen.findByRole('textbox', { name: /patient/ })
const shown = () =>
  within(screen.getByRole('table', { name: 'Orders' }))
    .getAllByRole('row')
    .slice(1)

test.each([
  ['the form in which the product shows it', shortId],
  ['the address of its page', (id: string) => `https://console.test/demo/orders/${id}/history`],
  ['its beginning', (id: string) => id.slice(0, 8)],
  ['its last digits, with an ellipsis', (id: string) => `…${id.slice(-8)}`],
])('an order is found by %s', async (_, written) => {
  const { orders } = await demo().read(listOrders, { query: { size: 30 } })
  const id = orders[20]?.id ?? ''
  renderPage(<OrdersView environment="demo" user_id={null} columns={null} failure={null} />, {
    search: '/demo/orders?view=all',
  })
  const user = userEvent.setup()
  await user.click(await box())
  await user.paste(written(id))
  await waitFor(() => expect(shown()).toHaveLength(1))
  expect(shown()[0]?.textContent).toContain(shortId(id))
  const told = /may need the exact spelling/
  expect(screen.queryByText(told)).toBeNull()
  await user.clear(await box())
  await user.paste('Nobody')
  expect(await screen.findByText(told)).toBeTruthy()
})

test('Enter opens the only order that is found, also when it comes after the key', async () => {
  const { orders } = await demo().read(listOrders, { query: { size: 30 } })
  const id = orders[20]?.id ?? ''
  const opened = vi.fn((event: Event) => event.preventDefault())
  document.addEventListener('click', opened, { capture: true })
  renderPage(<OrdersView environment="demo" user_id={null} columns={null} failure={null} />, {
    search: '/demo/orders?view=all',
  })
  const user = userEvent.setup()
  await user.click(await box())
  opened.mockClear()
  await user.paste(shortId(id))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
  expect(opened.mock.calls[0]?.[0].target).toMatchObject({ pathname: `/demo/orders/${id}` })
  document.removeEventListener('click', opened, { capture: true })
})
