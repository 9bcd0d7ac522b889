import { expect, onTestFinished, test, vi } from 'vitest'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import type { EndpointRecord } from '#lib/kernel/endpoint.ts'
import { createPersonTurns } from './person-turns.ts'

const request = () => new Request('http://console.test')
const read = () => ({ endpoint: listOrders, request: request(), environment: 'sandbox' })

/** Turns whose every call takes 100 ms of everybody's time, while the process is late or on time. */
function turnsOf({ isLate = true, now }: { isLate?: boolean; now?: () => number } = {}) {
  return createPersonTurns({
    inShare: (share, work) => share.take(async () => share.spend(100)).then(work),
    isLate: () => isLate,
    ...(now && { now }),
  })
}

/** Sends calls whose work doesn't end; returns what of it began. */
function sendHeld(turns: ReturnType<typeof turnsOf>) {
  const begun: string[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const calls: Promise<Response>[] = []
  const send = (who: string, endpoint: EndpointRecord = listOrders) => {
    const work = async () => {
      begun.push(`${who} ${endpoint.name}`)
      await end
      return new Response()
    }
    calls.push(turns(who, { endpoint, request: request(), environment: 'sandbox' }, work))
  }
  const counts = () =>
    Object.fromEntries(Object.entries(Object.groupBy(begun, (name) => name)).map(([name, all]) => [name, all?.length]))
  const finish = () => {
    resolve()
    return Promise.all(calls)
  }
  return { send, counts, finish }
}

const withoutShare = (isLate: boolean) => createPersonTurns({ inShare: (_share, work) => work(), isLate: () => isLate })

test('while others wait, reads, changes and imports of one person wait for their like, and nobody else waits', async () => {
  const { send, counts, finish } = sendHeld(withoutShare(true))
  send('bo')
  for (let n = 0; n < 20; n += 1)
    for (const endpoint of [listOrders, updateUser, bulkImportConnections]) send('ann', endpoint)
  const expected = { 'bo list_orders': 1, 'ann list_orders': 3, 'ann update_user': 3, 'ann bulk_import_connections': 1 }
  await vi.waitFor(() => expect(counts()).toEqual(expected))
  await finish()
  expect(counts()).toEqual({
    'bo list_orders': 1,
    'ann list_orders': 20,
    'ann update_user': 20,
    'ann bulk_import_connections': 20,
  })
})

test.each([
  ['alone, however late the process is', true, []],
  ['beside others, as long as the process is on time', false, ['bo']],
] as const)('nothing but large bodies waits for its like: %s', async (_, isLate, others) => {
  const { send, counts, finish } = sendHeld(withoutShare(isLate))
  for (const other of others) send(other)
  for (let n = 0; n < 20; n += 1) {
    send('ann')
    send('ann', bulkImportConnections)
  }
  await vi.waitFor(() => expect(counts()).toMatchObject({ 'ann list_orders': 20, 'ann bulk_import_connections': 1 }))
  await finish()
})

test('whoever has left before it is their turn is not worked for', async () => {
  const gone = new Request('http://console.test', { signal: AbortSignal.abort() })
  const work = () => Promise.reject(new Error('worked'))
  await expect(
    turnsOf()('ann', { endpoint: listOrders, request: gone, environment: null }, work),
  ).rejects.toMatchObject({ code: 'canceled' })
})

test('whoever has taken a lot while others wait goes on query by query, with a rest before each', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const turns = turnsOf({ now: () => Date.now() })
  const start = Date.now()
  const ended: number[] = []
  const call = (who: string) =>
    turns(who, read(), async () => {
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

test.each([
  ['who is alone', { isLate: true }, 60_000, true],
  ['who has signed in a moment ago, whose own sign-in is nobody else', { isLate: true }, 0, false],
  ['beside others while the process is on time', { isLate: false }, 0, true],
] as const)('nobody rests %s', async (_, state, later, hasSession) => {
  let time = 0
  const turns = turnsOf({ ...state, now: () => time })
  const call = (who: string, session: boolean) =>
    turns(who, { ...read(), hasSession: session }, async () => new Response())
  await call('bo', hasSession)
  time = later
  // Would wait for a timer that is not faked, and for minutes.
  for (let n = 0; n < 100; n += 1) expect((await call('ann', true)).status).toBe(200)
})

test('calls to an environment that does not answer keep nobody from another', async () => {
  const turns = withoutShare(true)
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const slow = Array.from({ length: 20 }, () =>
    turns('ann', { ...read(), environment: 'slow' }, async () => {
      await end
      return new Response()
    }),
  )
  expect((await turns('ann', read(), async () => new Response())).status).toBe(200)
  resolve()
  await Promise.all(slow)
})
