/** Sending over real sockets of this machine: statuses, cut responses, time, and where nothing may be sent. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createWebhookSender } from './webhook-sender.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return `http://127.0.0.1:${port}/hook?team=1`
}

const isLoopback = ({ hostname }: URL) => hostname === '127.0.0.1'
const request = (url: string, change: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {}) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  body: '{"text":"ü"}',
  timeoutMs: 5_000,
  maxBytes: 100,
  signal: new AbortController().signal,
  ...change,
})

test('sends the body and the headers, and reads the answer', async () => {
  const got: unknown[] = []
  const url = await receiver((asked, answer) => {
    let body = ''
    asked.on('data', (piece) => (body += piece))
    asked.on('end', () => {
      got.push([asked.method, asked.url, asked.headers['webhook-id'], asked.headers['content-length'], body])
      answer.writeHead(202, { 'content-type': 'text/plain', 'retry-after': '7' }).end('thanks')
    })
  })
  const result = await createWebhookSender({ isLoopback })(request(url))
  expect(result).toEqual({
    kind: 'response',
    status: 202,
    content_type: 'text/plain',
    retry_after: '7',
    text: 'thanks',
    is_cut: false,
    ms: expect.any(Number),
  })
  expect(got).toEqual([['POST', '/hook?team=1', 'msg_1', '13', '{"text":"ü"}']])
})

test.each([200, 301, 302, 307, 404, 410, 429, 500, 503])(
  '%i is the answer; no redirect is followed',
  async (status) => {
    let asked = 0
    const url = await receiver((_, answer) => {
      asked += 1
      answer.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
    })
    expect(await createWebhookSender({ isLoopback })(request(url))).toMatchObject({
      kind: 'response',
      status,
      text: '',
    })
    expect(asked).toBe(1)
  },
)

test('a long response is cut, and an endless one is not waited for', async () => {
  const url = await receiver((_, answer) => {
    answer.writeHead(200)
    answer.write('x'.repeat(200))
  })
  const result = await createWebhookSender({ isLoopback })(request(url))
  expect(result).toMatchObject({ text: 'x'.repeat(100), is_cut: true })
})

test('a receiver that never answers is given up', async () => {
  const url = await receiver(() => undefined)
  const result = await createWebhookSender({ isLoopback })(request(url, { timeoutMs: 100 }))
  expect(result).toMatchObject({ kind: 'failed', failure: 'timeout' })
})

test.each([
  ['with a part of its body', 'begun'],
  ['without any of it', ''],
])('a receiver that never ends has answered %s', async (_, text) => {
  const url = await receiver((_asked, answer) => {
    answer.writeHead(202, { 'content-type': 'text/plain' }).flushHeaders()
    if (text) answer.write(text)
  })
  const result = await createWebhookSender({ isLoopback })(request(url, { timeoutMs: 500 }))
  expect(result).toMatchObject({ kind: 'response', status: 202, content_type: 'text/plain', text, is_cut: false })
})

test.each([
  ['that it names', 'connection: upgrade\r\nupgrade: websocket\r\n'],
  ['that it does not name', ''],
])('another protocol %s is an answer at once', async (_, headers) => {
  const url = await receiver(({ socket }) => void socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`))
  const result = await createWebhookSender({ isLoopback })(request(url))
  expect(result).toMatchObject({ kind: 'response', status: 101, text: '' })
})

test('a request under way ends when the process stops', async () => {
  const stopping = new AbortController()
  const url = await receiver(() => stopping.abort())
  const result = await createWebhookSender({ isLoopback })(request(url, { signal: stopping.signal }))
  expect(result).toMatchObject({ kind: 'failed', failure: 'connection' })
})

test('a name that does not resolve in time is given up', async () => {
  const send = createWebhookSender({ isLoopback, addressesOf: () => new Promise(() => undefined) })
  expect(await send(request('https://slow.test/', { timeoutMs: 50 }))).toMatchObject({ failure: 'timeout' })
})

test('a receiver that hangs up or does not listen is a connection failure', async () => {
  const url = await receiver((asked) => void asked.socket.destroy())
  const send = createWebhookSender({ isLoopback })
  expect(await send(request(url))).toMatchObject({ kind: 'failed', failure: 'connection' })
  expect(await send(request('http://127.0.0.1:1/'))).toMatchObject({ failure: 'connection' })
})

test('https to a receiver without TLS is a TLS failure', async () => {
  const url = await receiver((_, answer) => void answer.end())
  const result = await createWebhookSender({ isLoopback })(request(url.replace('http:', 'https:')))
  expect(result).toMatchObject({ kind: 'failed', failure: 'tls' })
})

test.each([
  ['http://10.0.0.1/', 'address'],
  ['https://[::1]/', 'address'],
  ['https://[::ffff:127.0.0.1]/', 'address'],
  ['https://169.254.169.254/latest', 'address'],
  ['https://2130706433/', 'address'],
  ['https://0x7f.1/', 'address'],
  ['https://rebound.test/', 'address'],
  ['https://mixed.test/', 'address'],
  ['https://nowhere.test/', 'name'],
])('%s: nothing is sent (%s)', async (url, failure) => {
  const names: Record<string, string[]> = { 'rebound.test': ['127.0.0.1'], 'mixed.test': ['8.8.8.8', '10.0.0.1'] }
  const addressesOf = async (name: string) => (names[name] ?? []).map((address) => ({ address, family: 4 }))
  const send = createWebhookSender({ isLoopback: () => false, addressesOf })
  expect(await send(request(url))).toMatchObject({ kind: 'failed', failure })
})

test('the connection goes to the address that was checked', async () => {
  let host: string | undefined
  const url = await receiver((asked, answer) => {
    host = asked.headers.host
    answer.end()
  })
  let asked = 0
  const addressesOf = async () => {
    asked += 1
    return [{ address: '127.0.0.1', family: 4 }]
  }
  // The name exists nowhere: a second look for it would fail.
  const send = createWebhookSender({ isLoopback: ({ hostname }) => hostname === 'pinned.test', addressesOf })
  expect(await send(request(url.replace('127.0.0.1', 'pinned.test')))).toMatchObject({ status: 200 })
  expect([asked, host]).toEqual([1, `pinned.test:${new URL(url).port}`])
})
