import { beforeEach, expect, test } from 'vitest'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { userInput } from '#lib/domains/users/queries.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import { consoleQuery, createQueryClient, serviceQuery } from '#lib/kernel/client/queries.ts'
import { announceEnd } from '#lib/kernel/client/session.ts'
import { clearRecents, noteOpened, onRecents, recentsOf } from './recents.ts'

const client = createQueryClient()
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function visit(number: number, environment = 'sandbox', rest = '') {
  const id = idOf(number)
  const orders = serviceQuery(listOrders, { query: { order_ids: [id] } }, { environment })
  client.setQueryData(orders.queryKey, { orders: [makeOrder({ id })], total: 1, page: 1, size: 50 })
  noteOpened(`/${environment}/orders/${id}${rest}`, client)
}

const seen = (environment = 'sandbox') => recentsOf(environment).map(({ id }) => Number(id.slice(-12)))

beforeEach(clearRecents)

test('the last eight, newest first, each once', () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) visit(number)
  visit(4, 'sandbox', '/history')
  expect(seen()).toEqual([4, 9, 8, 7, 6, 5, 3, 2])
  expect(recentsOf('sandbox')[0]).toEqual({ kind: 'order', id: idOf(4), label: 'Heart risk' })
})

test('users by their reference; what was not there is not kept, nor is any other page', () => {
  const user = makeUser({ user_id: idOf(1) })
  const input = userInput({ environment: 'sandbox', user_id: idOf(1) })
  const row = { user, seen_at: '2026-11-17T16:30:00Z', problem: null }
  client.setQueryData(consoleQuery(getDirectoryUser, input, {}).queryKey, row)
  for (const path of [`users/${idOf(1)}/profile`, `users/${idOf(2)}`, 'users', 'settings/staff']) {
    noteOpened(`/sandbox/${path}`, client)
  }
  expect(recentsOf('sandbox')).toEqual([{ kind: 'user', id: idOf(1), label: null }])
})

test('another environment and the end of the session forget them', () => {
  visit(1)
  visit(2, 'production')
  expect([seen(), seen('production')]).toEqual([[], [2]])
  announceEnd('signed_out')
  expect(seen('production')).toEqual([])
})

test('an open palette is told of what is noted late, until it stops listening', () => {
  const told: number[][] = []
  const stop = onRecents(() => told.push(seen()))
  visit(1)
  visit(2)
  clearRecents()
  stop()
  visit(3)
  expect(told).toEqual([[1], [2, 1], []])
})
