import { expect, onTestFinished, test, vi } from 'vitest'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import { delay } from '#lib/utils/time/delay.ts'
import { createStaffTurns } from './staff-turns.ts'

const request = () => new Request('http://console.test')

test('reads, changes and imports of one person wait for their like alone, and nobody else waits', async () => {
  const turns = createStaffTurns((_spent, work) => work())
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
    ['list_orders', 4],
    ['update_user', 4],
    ['bulk_import_connections', 1],
    ['of another', 1],
  ])
  resolve()
  await Promise.all(calls)
  expect(begun).toHaveLength(61)
})

test('whoever has left before it is their turn is not worked for', async () => {
  const turns = createStaffTurns((_spent, work) => work())
  const gone = new Request('http://console.test', { signal: AbortSignal.abort() })
  const work = () => Promise.reject(new Error('worked'))
  await expect(turns('ann', { endpoint: listOrders, request: gone }, work)).rejects.toMatchObject({ code: 'canceled' })
})

test('whoever has taken a lot of everybody’s time goes on one call at a time, with a rest before each', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const began: number[] = []
  // Every call costs 100 ms.
  const turns = createStaffTurns(
    async (spent, work) => {
      began.push(Date.now())
      await delay(10)
      spent(100)
      return work()
    },
    () => Date.now(),
  )
  const start = Date.now()
  const calls = Array.from({ length: 20 }, () =>
    turns('ann', { endpoint: listOrders, request: request() }, async () => new Response()),
  )
  await vi.runAllTimersAsync()
  await Promise.all(calls)
  const at = began.map((time) => time - start)
  expect(at.slice(0, 4)).toEqual([0, 0, 0, 0])
  // After the burst, and what was under way with it, no more than a quarter of the time is taken.
  const rests = at.slice(8).map((time, index) => time - (at[index + 7] ?? 0))
  for (const rest of rests) expect(rest).toBeGreaterThanOrEqual(390)
})
