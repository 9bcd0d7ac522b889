import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { ORDER as ORDER_SENT } from '#components/orders/detail/order.testing.ts'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { listOrders } from '#lib/domains/orders/order.ts'
import {
  getWorklistOrder,
  markWorklistOrder,
  NO_MARK,
  type WorklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { OrderMark } from './order-mark.tsx'

const ORDER = '6d0f6a4e-0001-4c47-8ace-5589bb58a797'
const PLACE = { environment: 'sandbox', order_id: ORDER }
const hours = (count: number) => new Date(NOW + count * 3_600_000).toISOString()
const ownerOf = (id: string, name: string) => ({ id, name, at: hours(-3) })

let needs_action = true
let mark: WorklistMark = NO_MARK
let sent: unknown[] = []

beforeEach(() => {
  needs_action = true
  mark = NO_MARK
  sent = []
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders: [{ ...ORDER_SENT, id: ORDER }], total: 1, page: 1, size: 50 })),
    mock(at(getWorklistOrder, PLACE), () => HttpResponse.json({ needs_action, since: hours(-40), mark })),
    mock(at(markWorklistOrder, PLACE), async ({ request }) => {
      sent.push(await request.json())
      mark = { ...NO_MARK, version: mark.version + 1, owner: ownerOf('own', 'Ada Moss') }
      return HttpResponse.json(mark)
    }),
  )
})

function show(role: Role = 'lab_coordinator') {
  renderPage(
    <RoleProvider role={role} viewer_id="own">
      <OrderMark {...PLACE} />
      <ToastHost />
    </RoleProvider>,
  )
  return userEvent.setup()
}
const words = async () => (await screen.findByRole('region', { name: 'Worklist' })).textContent

test('an order that nobody has is taken on, and the page says so', async () => {
  const user = show()
  expect(await words()).toContain('isn’t assigned.')
  await user.click(await screen.findByRole('button', { name: 'Assign to me' }))
  await waitFor(async () => expect(await words()).toContain('Assigned to you 3 h ago.'))
  expect(sent).toEqual([{ version: 0, owner: 'me' }])
  expect(screen.getByRole('button', { name: 'Unassign' })).toBeTruthy()
  expect(await screen.findByText('Theo Lindqvist')).toBeTruthy()
})

test('a colleague who has it is named, with what it waits for', async () => {
  mark = {
    version: 4,
    owner: ownerOf('rosa', 'Rosa Adeyemi'),
    snooze: {
      ...{ until: hours(20), reason: 'lab', comment: 'Rang twice.', since: hours(-40) },
      ...{ by_name: 'Rosa Adeyemi', at: hours(-2) },
    },
    outcome: null,
  }
  show('read_only')
  expect(await words()).toContain('Assigned to Rosa Adeyemi 3 h ago.')
  expect(await words()).toContain('“Rang twice.”')
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
})

test('nothing is said of an order that needs no action', async () => {
  needs_action = false
  mark = { ...NO_MARK, owner: ownerOf('rosa', 'Rosa Adeyemi') }
  let asked = 0
  server.use(
    mock(at(getWorklistOrder, PLACE), () => {
      asked += 1
      return HttpResponse.json({ needs_action, since: hours(-40), mark })
    }),
  )
  show()
  await waitFor(() => expect(asked).toBe(1))
  expect(screen.queryByRole('region', { name: 'Worklist' })).toBeNull()
})

test('an order is finished from its own page, in two steps', async () => {
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Finish' }))
  await user.click(await screen.findByRole('menuitem', { name: 'No action needed: handled elsewhere' }))
  await waitFor(() => expect(sent).toEqual([{ version: 0, outcome: { reason: 'duplicate', since: hours(-40) } }]))
})
