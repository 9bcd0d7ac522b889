/** The proxy behind a real listener: what only bytes on a connection can say. */
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import { answering, ORDERS, USER, withServer } from './proxy.testing.ts'

interface Sent {
  target: string
  method?: string
  headers?: readonly string[]
  body?: string
}

/** Status lines of all that comes back until the connection ends. */
async function send(origin: string, { target, method = 'GET', headers = [], body = '' }: Sent): Promise<number[]> {
  const head = [`${method} ${target} HTTP/1.1`, 'host: console.test', 'connection: close', ...headers]
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  let text = ''
  for await (const bytes of socket.setEncoding('latin1')) text += bytes
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

async function knock(sent: Sent) {
  const { app, seen } = answering(ORDERS)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  const statuses = await withServer(server, (origin) => send(origin, sent))
  return { statuses, paths: seen.map(({ method, path }) => `${method} ${path}`) }
}

const HERE = '/api/service/live'

describe('addresses', () => {
  test.each([
    [`${HERE}/v3/orders?page=2`, '/v3/orders?page=2'],
    [`${HERE}/v2/user?limit=2`, '/v2/user/?limit=2'],
    [`${HERE}/v2/user/?limit=2`, '/v2/user/?limit=2'],
    // Resolved before anything looks at it, and then an address like any other.
    [`${HERE}/v2/x/../../v3/orders`, '/v3/orders'],
    [`${HERE}/v2/%2e%2e/v3/orders`, '/v3/orders'],
    // The Host header doesn't choose the service.
    [`http://evil.test${HERE}/v3/orders`, '/v3/orders'],
    [`http://evil.test:1/${HERE.slice(1)}/v3/orders?page=3#x`, '/v3/orders?page=3'],
    [
      `${HERE}/v3/orders?page=2&host=evil.test&url=//evil.test&patient_name=..%2f`,
      '/v3/orders?page=2&patient_name=..%2F',
    ],
  ])('%s is %s', async (target, path) => {
    expect(await knock({ target })).toEqual({ statuses: [200], paths: [`GET ${path}`] })
  })

  test.each([
    `${HERE}/v3/orders/..;/admin`,
    `${HERE}/v3/orders/../../admin`,
    `${HERE}/v3/orders/%2e%2e/%2e%2e/admin`,
    `${HERE}/v3/orders%2f..%2f..%2fadmin`,
    `${HERE}/v3/orders%5c..%5cadmin`,
    `${HERE}/v3/orders/%252e%252e/admin`,
    `${HERE}\\v3\\orders`,
    `${HERE}/..\\..\\v3/orders`,
    `${HERE}/v3/orders%00`,
    `${HERE}/v3/orders\0`,
    `${HERE}/v3/orders%0d%0ahost:evil.test`,
    `${HERE}//v3/orders`,
    `${HERE}//evil.test/v3/orders`,
    `/${HERE}/v3/orders`,
    `//evil.test${HERE}/v3/orders`,
    `ftp://evil.test${HERE}/v3/orders`,
    `http://evil.test\\@console.test${HERE}/v3/orders`,
    '/api/service/http://evil.test/v3/orders',
    '/api/service/evil.test/v3/orders',
    '/api/service/live@evil.test/v3/orders',
    '/api/service/live:80/v3/orders',
    '/api/service/../service/l%69ve/v3/orders',
    '/API/service/live/v3/orders',
    '*',
    'evil.test:443',
  ])('%o gets no further', async (target) => {
    const { statuses, paths } = await knock({ target })
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true)
    expect(paths).toEqual([])
  })
})

describe('methods', () => {
  test.each(['TRACE', 'CONNECT', 'OPTIONS', 'HEAD', 'PUT', 'PROPFIND', 'SEARCH', 'get', 'GETX', 'G ET'])(
    '%s gets no further',
    async (method) => {
      const { statuses, paths } = await knock({ method, target: `${HERE}/v3/orders` })
      expect(statuses.every((status) => status === 405 || status === 400)).toBe(true)
      expect(paths).toEqual([])
    },
  )
})

describe('requests in requests', () => {
  const target = `${HERE}/v2/user/${USER}`
  const json = 'content-type: application/json'
  const hidden = `DELETE ${HERE}/v2/user/${USER}/oura HTTP/1.1\r\nhost: console.test\r\n\r\n`

  test.each<[string, string[], string]>([
    ['two lengths', [json, 'content-length: 2', `content-length: ${hidden.length}`], `{}${hidden}`],
    ['two ends', [json, 'content-length: 2', 'transfer-encoding: chunked'], `0\r\n\r\n${hidden}`],
    ['an odd end', [json, 'transfer-encoding: x, chunked, y'], `0\r\n\r\n${hidden}`],
    ['a space before the colon', [json, 'content-length : 2'], `{}${hidden}`],
    ['a header in two lines', [json, 'x: y', ' content-length: 2'], `{}${hidden}`],
  ])('%s', async (_, headers, body) => {
    const { statuses, paths } = await knock({ target, method: 'PATCH', headers, body })
    expect(statuses).toEqual([400])
    expect(paths).toEqual([])
  })

  test('a body for a call that takes none does not leave', async () => {
    const body = '{"size":1}'
    const headers = [json, `content-length: ${body.length}`]
    const answer = await knock({ target: `${HERE}/v3/orders`, headers, body })
    expect(answer).toEqual({ statuses: [200], paths: ['GET /v3/orders'] })
  })
})

test.each([
  [8_000, 200],
  [60_000, 431],
])('a query of %i bytes: %i', async (length, status) => {
  const { statuses, paths } = await knock({ target: `${HERE}/v3/orders?patient_name=${'x'.repeat(length)}` })
  expect(statuses).toEqual([status])
  expect(paths.map((path) => path.length > length)).toEqual(status === 200 ? [true] : [])
})
