import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { findOrderIds } from '#lib/domains/orders/order-ids.ts'
import { findPeople } from '#lib/domains/users/directory.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import { keepSought, keptSought, takeSought } from '#lib/utils/browser/browser.ts'
import { FindView } from './find-view.tsx'

const USER = '8a5fc03d-0000-4000-8000-00000000d25b'
const OTHER = '9c1e04b7-0000-4000-8000-000000003ce1'
const ORDER = '41fa88c3-0000-4000-8000-00000000a518'
const AT = '2026-11-19T20:27:00Z'
const sandbox = { environment: 'sandbox' }
const person = (user_id: string) => ({ user_id, client_user_id: null, how: 'exact', by: ['name'], order_ids: [] })
const row = (user_id: string, client_user_id: string) => ({ seen_at: AT, user: makeUser({ user_id, client_user_id }) })

function found(users: object[], people: object[], order_ids: string[] = []) {
  const state = { users: 2, complete_at: AT, crawl: null, problem: null, retry_at: null }
  const index = { share: 1, problem: null, lacks_demographics: false }
  const counted = { users_total: users.length, total: people.length, is_cut: false, is_withheld: false }
  server.use(
    mock(at(findPeople, sandbox), () => HttpResponse.json({ users, people, ...counted, state, index })),
    mock(at(findOrderIds, sandbox), () => HttpResponse.json({ ids: order_ids, is_cut: false })),
    mock(listOrders, ({ request }) => {
      const orders = request.url.includes(ORDER) ? [makeOrder({ id: ORDER })] : []
      return HttpResponse.json({ orders, total: orders.length, page: 1, size: 50 })
    }),
  )
}

function open(q: string | null, hash = '') {
  window.history.replaceState(null, '', `/sandbox/find${q === null ? '' : `?q=${q}`}${hash}`)
  renderPage(<FindView environment="sandbox" q={q} />)
}

beforeEach(() => vi.resetAllMocks())

test.each([
  ['a whole ID of an order', ORDER, '', [], [], [], `/sandbox/orders/${ORDER}`],
  ['a whole ID of a user', USER, '', [], [], [], `/sandbox/users/${USER}`],
  ['a short ID of a user', '8a5fc03d…d25b', '', [row(USER, 'a')], [], [], `/sandbox/users/${USER}`],
  ['a short ID of an order', '41fa88c3…a518', '', [], [], [ORDER], `/sandbox/orders/${ORDER}`],
  [
    'a reference among longer ones',
    'm-1',
    '',
    [row(USER, 'm-1'), row(OTHER, 'm-10')],
    [],
    [],
    `/sandbox/users/${USER}`,
  ],
  ['a person, behind #', null, '#q=%2B1%20602%20555%200143', [], [person(USER)], [], `/sandbox/users/${USER}`],
])('%s opens its page, and is out of the address', async (_, q, hash, users, people, order_ids, href) => {
  found(users, people, order_ids)
  open(q, hash)
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith(href))
  expect(window.location.href).toMatch(/\/sandbox\/find$/)
})

test.each([
  ['several people', null, '#q=Stanton', [person(USER), person(OTHER)]],
  ['a name that should have stood behind #', 'Stanton', '', [person(USER)]],
])('%s: the list of users, with the text beside its address', async (_, q, hash, people) => {
  found([], people)
  open(q, hash)
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/sandbox/users'))
})

test('a search that fails can be tried again', async () => {
  server.use(
    mock(at(findPeople, sandbox), () => HttpResponse.json({ detail: 'Down.' }, { status: 503 }), { once: true }),
  )
  open('m-1')
  const again = await screen.findByRole('button', { name: /Try again/ })
  found([row(USER, 'm-1')], [])
  await userEvent.setup().click(again)
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`/sandbox/users/${USER}`))
})

test('what a link searched for before its person signed in is searched for once, and is in no address', async () => {
  found([], [person(USER)])
  window.history.replaceState(null, '', '/sign-in?next=%2Fsandbox%2Ffind#q=Stanton')
  keepSought(takeSought() ?? '')
  expect(window.location.href).not.toContain('Stanton')
  open(null)
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`/sandbox/users/${USER}`))
  expect(keptSought()).toBeNull()
  keepSought('Stanton')
  open(null, '#q=Lindqvist')
  expect(keptSought()).toBeNull()
})
