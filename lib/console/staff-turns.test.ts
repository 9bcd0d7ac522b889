import { expect, test } from 'vitest'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import { createStaffTurns } from './staff-turns.ts'

const request = () => new Request('http://console.test')

test('reads, changes and imports of one person wait for their like alone, and nobody else waits', async () => {
  const turns = createStaffTurns()
  const begun: string[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await end
    return new Response()
  }
  const calls = [listOrders, updateUser, bulkImportConnections].flatMap((endpoint) =>
    Array.from({ length: 20 }, () => turns('ann', { endpoint, request: request() }, work(endpoint.name))),
  )
  calls.push(turns('bo', { endpoint: listOrders, request: request() }, work('of another')))
  await new Promise(setImmediate)
  const counts = Object.groupBy(begun, (name) => name)
  expect(Object.entries(counts).map(([name, all]) => [name, all?.length])).toEqual([
    ['list_orders', 3],
    ['update_user', 3],
    ['bulk_import_connections', 1],
    ['of another', 1],
  ])
  resolve()
  await Promise.all(calls)
  expect(begun).toHaveLength(61)
})

test('whoever has left before it is their turn is not worked for', async () => {
  const turns = createStaffTurns()
  const gone = new Request('http://console.test', { signal: AbortSignal.abort() })
  const work = () => Promise.reject(new Error('worked'))
  await expect(turns('ann', { endpoint: listOrders, request: gone }, work)).rejects.toMatchObject({ code: 'canceled' })
})
