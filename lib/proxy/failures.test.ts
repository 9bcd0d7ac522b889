import { describe, expect, test } from 'vitest'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { inProcess } from './in-process.ts'
import { testProxy, USERS } from './proxy.testing.ts'
import { ANSWER_LIMIT, type Upstream } from './upstream.ts'

const fine = inProcess(async () => Response.json(USERS))
const down: Upstream = () => Promise.reject(new TypeError('fetch failed'))
const busy = inProcess(async () => Response.json({ detail: 'busy' }, { status: 503 }))
const hanging: Upstream = ({ signal }) =>
  new Promise((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

const answered = (body: AsyncIterable<Uint8Array>, headers: Record<string, string> = {}): Upstream => {
  return async () => ({ status: 200, header: (name) => headers[name] ?? null, body })
}
async function* breakingOff() {
  yield Buffer.from('{"users":[')
  throw new Error('aborted')
}
const half: Upstream = async (request) => answered(breakingOff())(request)

function failing(times: number, failure: Upstream) {
  let left = times
  return testProxy((request) => (left-- > 0 ? failure : fine)(request))
}

test.each([
  ['no connection', down],
  ['half an answer', half],
  ['503', busy],
])('%s: a read is tried again', async (_, failure) => {
  const { send, seen } = failing(2, failure)
  expect(await send(listUsers)).toMatchObject({ status: 200, text: JSON.stringify(USERS) })
  expect(seen).toHaveLength(3)
})

test('down for good: 502 that a person can act on, one line for the log, no value in it', async () => {
  const { send, seen, faults } = failing(9, down)
  const { status, text, headers } = await send(listOrders, { query: { patient_name: 'Okafor' } })
  expect(status).toBe(502)
  expect(JSON.parse(text).detail).toMatch(/“Live” can’t be reached.*Nothing was changed.*ask your administrator/)
  expect(text).not.toContain('fetch failed')
  expect(seen).toHaveLength(3)
  expect(faults).toEqual([
    { environment: 'live', endpoint: 'list_orders', fault: 'unreachable', request_id: headers.get('x-request-id') },
  ])
})

test('503 for good is handed on as it is', async () => {
  const { send } = failing(9, busy)
  expect(await send(listUsers)).toMatchObject({ status: 503, text: '{"detail":"busy"}' })
})

test('429 with a long wait is not waited for: the person is told', async () => {
  const headers = { 'retry-after': '60' }
  const { send, seen } = testProxy(inProcess(async () => Response.json({ detail: 'slow' }, { status: 429, headers })))
  const answer = await send(listUsers)
  expect([answer.status, answer.headers.get('retry-after'), seen.length]).toEqual([429, '60', 1])
})

test.each([
  ['no connection', down],
  ['half an answer', half],
  ['503', busy],
])('%s: a change is sent once', async (name, failure) => {
  const { change, seen } = failing(9, failure)
  const { status, text } = await change('{}')
  expect(status).toBe(name === '503' ? 503 : 502)
  if (name !== '503') expect(JSON.parse(text).detail).toContain('may or may not have been made')
  expect(seen).toHaveLength(1)
})

test('no answer in time is 504, without another try', async () => {
  const { send, seen, faults } = testProxy(hanging)
  const { status, text } = await send(listUsers)
  expect(status).toBe(504)
  expect(JSON.parse(text).detail).toContain('too long')
  expect(seen).toHaveLength(1)
  expect(faults).toMatchObject([{ fault: 'timeout' }])
})

test('half an answer, and then nothing, is not waited for either', async () => {
  const stuck: Upstream = async (request) => {
    async function* body() {
      yield Buffer.from('{')
      await hanging(request)
    }
    return answered(body())(request)
  }
  const { send, seen } = testProxy(stuck)
  expect((await send(listUsers)).status).toBe(504)
  expect(seen).toHaveLength(1)
})

test('half an answer for good says so', async () => {
  const { send, faults } = testProxy(half)
  const { status, text } = await send(listUsers)
  expect([status, text.includes('users')]).toEqual([502, false])
  expect(JSON.parse(text).detail).toContain('was cut off')
  expect(faults).toMatchObject([{ fault: 'cut' }])
})

test('an endless answer is cut, and its sender stopped', async () => {
  let sent = 0
  let stopped = false
  async function* endless() {
    try {
      for (const chunk = Buffer.alloc(1024 * 1024); ; sent += chunk.length) yield chunk
    } finally {
      stopped = true
    }
  }
  const { send, faults } = testProxy(answered(endless()), { patience: 20_000 })
  const { status, text } = await send(listUsers)
  expect(status).toBe(502)
  expect(JSON.parse(text).detail).toContain('is too large')
  expect(faults).toMatchObject([{ fault: 'oversize' }])
  expect([stopped, sent]).toEqual([true, ANSWER_LIMIT])
})

test.each([
  ['gzip', 502],
  ['br', 502],
  ['identity, gzip', 502],
  ['Identity', 200],
])('an answer encoded as %s: %i', async (encoding, status) => {
  async function* bytes() {
    yield Buffer.from('{}')
  }
  const { send, seen } = testProxy(answered(bytes(), { 'content-encoding': encoding }))
  expect((await send(listUsers)).status).toBe(status)
  expect(seen).toHaveLength(1)
})

describe('a browser that goes away', () => {
  test('ends the call, which is on record as failed', async () => {
    const browser = new AbortController()
    const { send, seen, faults, audited } = testProxy((request) => {
      browser.abort()
      return hanging(request)
    })
    expect((await send(listUsers, { signal: browser.signal })).status).toBe(499)
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([true])
    expect(faults).toEqual([])
    expect(await audited()).toMatchObject([{ outcome: 'failed', status: 499 }])
  })

  test('is not tried for again', async () => {
    const browser = new AbortController()
    const { send, seen } = testProxy((request) => {
      browser.abort()
      return down(request)
    })
    expect((await send(listUsers, { signal: browser.signal })).status).toBe(499)
    expect(seen).toHaveLength(1)
  })
})
