/** The list remembers its queue when an order is opened. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoServer } from '#components/testing/demo-server.ts'
import { renderPage } from '#components/testing/render.tsx'
import { heldName } from '#lib/domains/orders/list-address.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { closeQueue, neighborOf, useOrderQueue } from '#lib/domains/orders/order-queue.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { OrdersView } from './orders-view.tsx'

const demo = demoServer()
const user = userEvent.setup()
/** The page of the order isn't part of this test. */
const stay = (event: Event) => event.preventDefault()

beforeEach(() => {
  closeQueue()
  document.addEventListener('click', stay)
})
afterEach(() => document.removeEventListener('click', stay))

function Queue({ id }: { id: string }) {
  const queue = useOrderQueue('demo', id)
  return <output>{JSON.stringify(queue)}</output>
}

async function openFrom(id: string, search: string, held: Readonly<Record<string, string>> = {}) {
  renderPage(
    <>
      <OrdersView environment="demo" user_id={null} columns={null} failure={null} />
      <Queue id={id} />
    </>,
    { search, held },
  )
  expect(queue()).toBeNull()
  // By its text: to find it by role takes seconds in a long list on a busy machine.
  await user.click(await screen.findByText(shortId(id), { selector: 'a, a *' }))
}

const queue = () => JSON.parse(document.querySelector('output')?.textContent ?? 'null')

test('the orders around one are those of the list, also beyond its page', async () => {
  const { orders } = await demo().read(listOrders, { query: { size: 60 } })
  const [before, id, after] = [orders[23]?.id, orders[24]?.id ?? '', orders[25]?.id]
  await openFrom(id, '?view=all&size=25')
  await waitFor(() => expect(queue()).toMatchObject({ place: 25, hasPrevious: true, hasNext: true }))
  expect(queue().address).toMatch(/\?view=all&size=25$/)
  expect(await neighborOf(id, -1)).toBe(before)
  expect(await neighborOf(id, 1)).toBe(after)
})

test('a name that was searched for stands beside the address, never in it', async () => {
  const { orders } = await demo().read(listOrders, { query: { size: 1 } })
  const id = orders[0]?.id ?? ''
  const name = orders[0]?.patient_address?.receiver_name ?? ''
  const held = { [heldName('patient_name')]: name }
  await openFrom(id, '?view=all', held)
  await waitFor(() => expect(queue()).toMatchObject({ place: 1, hasPrevious: false, held }))
  expect(queue().address).toMatch(/\?view=all$/)
})
