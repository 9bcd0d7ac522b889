import { expect, onTestFinished, test, vi } from 'vitest'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import { createPersonTurns } from './person-turns.ts'

const request = () => new Request('http://console.test')

test('reads, changes and imports of one person wait for their like alone, and nobody else waits', async () => {
  const turns = createPersonTurns((_share, work) => work())
  const begun: string[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await end
    return new Response()
  }
  const calls = [listOrders, updateUser, bulkImportConnections].flatMap((endpoint) =>
    Array.from({ length: 20 }, () =>
      turns('ann', { endpoint, request: request(), environment: 'sandbox' }, work(endpoint.name)),
    ),
  )
  calls.push(turns('bo', { endpoint: listOrders, request: request(), environment: 'sandbox' }, work('of another')))
  await vi.waitFor(() => expect(begun).toHaveLength(8))
  const counts = Object.groupBy(begun, (name) => name)
  expect(Object.fromEntries(Object.entries(counts).map(([name, all]) => [name, all?.length]))).toEqual({
    list_orders: 3,
    update_user: 3,
    bulk_import_connections: 1,
    'of another': 1,
  })
  resolve()
  await Promise.all(calls)
  expect(begun).toHaveLength(61)
})

test('whoever has left before it is their turn is not worked for', async () => {
  const turns = createPersonTurns((_share, work) => work())
  const gone = new Request('http://console.test', { signal: AbortSignal.abort() })
  const work = () => Promise.reject(new Error('worked'))
  await expect(turns('ann', { endpoint: listOrders, request: gone, environment: null }, work)).rejects.toMatchObject({
    code: 'canceled',
  })
})

test('whoever has taken a lot of everybody’s time goes on query by query, with a rest before each', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const turns = createPersonTurns(
    (share, work) => share.take(async () => share.spend(100)).then(work),
    () => Date.now(),
  )
  const start = Date.now()
  const ended: number[] = []
  const call = (who: string) =>
    turns(who, { endpoint: listOrders, request: request(), environment: 'sandbox' }, async () => {
      if (who === 'ann') ended.push(Date.now() - start)
      return new Response()
    })
  await call('bo')
  const calls = Array.from({ length: 20 }, () => call('ann'))
  await vi.advanceTimersByTimeAsync(100)
  const began = Date.now()
  await call('bo')
  expect(Date.now()).toBe(began)
  await vi.runAllTimersAsync()
  await Promise.all(calls)
  // Two at once, which is the burst; from then on each rests for five times what it has taken.
  expect(ended.slice(0, 2)).toEqual([0, 0])
  const rests = ended.slice(2).map((at, n) => at - (ended[n + 1] ?? 0))
  expect(Math.min(...rests)).toBeGreaterThanOrEqual(400)
  expect(Math.max(...rests)).toBeLessThanOrEqual(1600)
})

test('whoever is alone never rests', async () => {
  let time = 0
  const turns = createPersonTurns(
    (share, work) => share.take(async () => share.spend(100)).then(work),
    () => time,
  )
  const call = (who: string) =>
    turns(who, { endpoint: listOrders, request: request(), environment: null }, async () => new Response())
  await call('bo')
  time = 60_000
  // Would wait for a timer that is not faked, and for minutes.
  for (let n = 0; n < 100; n += 1) expect((await call('ann')).status).toBe(200)
})

test('calls to an environment that does not answer keep nobody from another', async () => {
  const turns = createPersonTurns((_share, work) => work())
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const slow = Array.from({ length: 20 }, () =>
    turns('ann', { endpoint: listOrders, request: request(), environment: 'slow' }, async () => {
      await end
      return new Response()
    }),
  )
  const other = { endpoint: listOrders, request: request(), environment: 'sandbox' }
  expect((await turns('ann', other, async () => new Response())).status).toBe(200)
  resolve()
  await Promise.all(slow)
})
