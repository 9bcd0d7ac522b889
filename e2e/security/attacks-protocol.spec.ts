/** Attacks on the protocol: requests that two servers would read differently, odd methods, headers that hide others. */
import { ask, onSocket, statusesOf } from '#e2e/support/http.ts'
import { cookieHeader } from '#e2e/support/session.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'

/** Heads of requests that never end; each holds a connection for as long as the server lets it. */
const ENDLESS = ['', 'GET /sandbox/users HTT', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ']
/** Milliseconds: longer than the server may take to end one, by far. */
const TIMEOUT_MS = 30_000

// They are waited for by the last test: until then the others go on.
let held: Promise<string[]>

test.beforeAll(({ attackTarget: { origin } }) => {
  held = Promise.all(ENDLESS.map((head) => onSocket(origin, head, TIMEOUT_MS)))
})

const HIDDEN = 'GET /api/console/viewer HTTP/1.1\r\nHost: localhost\r\n\r\n'
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const post = (...headers: string[]) =>
  lines('POST /api/auth/sign-in HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers)

/** Bytes after the first request must never be parsed as a second one. */
const SMUGGLED: Readonly<Record<string, string>> = {
  'Content-Length and Transfer-Encoding': `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}\r\n0\r\n\r\n${HIDDEN}`,
  'Transfer-Encoding and Content-Length': `${post('Transfer-Encoding: chunked', 'Content-Length: 6')}\r\n0\r\n\r\n${HIDDEN}`,
  'two Content-Lengths that differ': `${post('Content-Length: 0', `Content-Length: ${HIDDEN.length}`)}\r\n${HIDDEN}`,
  'a list of Content-Lengths': `${post('Content-Length: 0, 5')}\r\n${HIDDEN}`,
  'a negative Content-Length': `${post('Content-Length: -1')}\r\n${HIDDEN}`,
  'a signed Content-Length': `${post('Content-Length: +0')}\r\n${HIDDEN}`,
  'a hexadecimal Content-Length': `${post('Content-Length: 0x0')}\r\n${HIDDEN}`,
  'a chunked that is not last': `${post('Transfer-Encoding: chunked, identity')}\r\n0\r\n\r\n${HIDDEN}`,
  'an unknown Transfer-Encoding': `${post('Transfer-Encoding: xchunked')}\r\n${HIDDEN}`,
  'a Transfer-Encoding with a tab': `${post('Transfer-Encoding:\tchunked', 'Content-Length: 3')}\r\n0\r\n\r\n${HIDDEN}`,
  'a space before the colon': `${post('Content-Length : 0')}\r\n${HIDDEN}`,
  'a folded header': `${post('Transfer-Encoding:', ' chunked')}\r\n0\r\n\r\n${HIDDEN}`,
  'a header without a name': `${post(': chunked')}\r\n${HIDDEN}`,
  'a bare carriage return in a header': `${post('X-A: b\rTransfer-Encoding: chunked')}\r\n${HIDDEN}`,
  'a null byte in a header': `${post('X-A: b\0c')}\r\n${HIDDEN}`,
  'a chunk size that is too large to be true': `${post('Transfer-Encoding: chunked')}\r\nfffffffffffffffff\r\n${HIDDEN}`,
  'a chunk size that is no number': `${post('Transfer-Encoding: chunked')}\r\nzz\r\n${HIDDEN}`,
  'no Host': `GET / HTTP/1.1\r\n\r\n${HIDDEN}`,
  'another protocol': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`,
}

for (const [name, bytes] of Object.entries(SMUGGLED)) {
  test(`a smuggled request: ${name}`, async ({ attackTarget: { origin } }) => {
    const statuses = statusesOf(await onSocket(origin, bytes))
    expect(statuses).toEqual([400])
  })
}

test('a smuggled request: the old protocol, which names no host', async ({ attackTarget: { origin } }) => {
  expect(statusesOf(await onSocket(origin, `GET /\r\n\r\n${HIDDEN}`))).toEqual([421])
})

test('a smuggled request: a body that looks like a request is a body', async ({ attackTarget: { origin } }) => {
  const text = await onSocket(origin, `${post(`Content-Length: ${HIDDEN.length}`, 'Connection: close')}\r\n${HIDDEN}`)
  expect(statusesOf(text)).toEqual([422])
})

test('a smuggled request: the body of a GET is not the next request', async ({ attackTarget: { origin } }) => {
  const first = lines('GET /healthz HTTP/1.1', 'Host: localhost', `Content-Length: ${HIDDEN.length}`)
  expect(statusesOf(await onSocket(origin, `${first}\r\n${HIDDEN}`))).toEqual([200])
})

for (const name of ['Host', 'Cookie']) {
  test(`two ${name} headers give nobody another's rights`, async ({ attackTarget: { origin, people } }) => {
    const own = cookieHeader(people.read_only.session)
    const twice =
      name === 'Host' ? ['Host: localhost', 'Host: evil.test'] : ['Host: localhost', 'Cookie: vialdesk.session_token=x']
    const head = lines('GET /api/console/staff HTTP/1.1', ...twice, `Cookie: ${own}`, 'Connection: close')
    const text = await onSocket(origin, `${head}\r\n`)
    expect([400, 401, 403, 421]).toContain(statusesOf(text)[0])
    expect(text).not.toContain('administrator@clinic.test')
  })
}

const PLACES = ['/api/console/staff', '/api/service/sandbox/v2/user/', '/api/auth/sign-in', '/sandbox/users', '*']

for (const method of [
  'TRACE',
  'TRACK',
  'PROPFIND',
  'PURGE',
  'LINK',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'FOO',
  'get',
]) {
  test(`the method ${method} does and tells nothing, anywhere`, async ({ attackTarget: { origin, administrator } }) => {
    const cookie = cookieHeader(administrator)
    const rest = ['Host: localhost', `Cookie: ${cookie}`, 'Content-Length: 0', 'Connection: close']
    for (const place of PLACES) {
      const text = await onSocket(origin, `${lines(`${method} ${place} HTTP/1.1`, ...rest)}\r\n`)
      expect([400, 403, 404, 405, 501]).toContain(statusesOf(text)[0])
      // TRACE would send the cookie back to whoever asks.
      expect(text).not.toContain(cookie)
      expect(text).not.toMatch(/"staff"|"users"|access-control-allow/i)
    }
  })
}

test('HEAD tells no more than that there is something', async ({ attackTarget: { origin, administrator } }) => {
  for (const place of PLACES.slice(0, -1)) {
    const answer = await ask(origin, place, { method: 'HEAD', session: administrator })
    expect(answer.text).toBe('')
    expect(answer.headers['cache-control']).toContain('no-store')
  }
})

for (const target of ['evil.test:443', '127.0.0.1:22', 'localhost:5432']) {
  test(`CONNECT ${target} opens no tunnel`, async ({ attackTarget: { origin } }) => {
    const text = await onSocket(origin, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
    expect(text).not.toMatch(/^HTTP\/1\.1 2/)
  })
}

test('an upgrade to another protocol is not made', async ({ attackTarget: { origin } }) => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const head = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', key, 'Sec-WebSocket-Version: 13']
  const text = await onSocket(origin, `${lines('GET /_next/webpack-hmr HTTP/1.1', ...head)}\r\n`)
  expect(statusesOf(text)).not.toContain(101)
})

for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
  test(`${header} makes a GET nothing else`, async ({ attackTarget: { origin, administrator, people } }) => {
    const path = `/api/console/staff/${people.read_only.id}/reset?_method=POST`
    const answer = await ask(origin, path, { session: administrator, headers: { [header]: 'POST' } })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST, DELETE')
  })
}

test('_method in a body changes no method', async ({ attackTarget: { origin, administrator, people } }) => {
  const json = { _method: 'PATCH', role: 'administrator' }
  const path = `/api/console/staff/${people.read_only.id}`
  expect((await ask(origin, path, { method: 'POST', json, session: administrator })).status).toBe(405)
})

for (const [name, path] of [
  ['of the way back', '/sign-in?next=%0d%0aSet-Cookie:%20evil=1'],
  ['of a page', '/sandbox%0d%0aSet-Cookie:%20evil=1/users'],
  ['of the interface', '/api/console/viewer?x=%0d%0aSet-Cookie:%20evil=1'],
  ['of single sign-on', '/api/auth/callback/sso?error=%0d%0aSet-Cookie:%20evil=1'],
] as const) {
  test(`line ends in the address ${name} make no header`, async ({ attackTarget: { origin, administrator } }) => {
    for (const session of [administrator, undefined]) {
      const answer = await ask(origin, path, session && { session })
      expect(answer.setCookies.join()).not.toContain('evil')
      expect(answer.status).toBeLessThan(500)
    }
  })
}

test('a request id with line ends is not repeated', async ({ attackTarget: { origin, administrator } }) => {
  const headers = { 'x-request-id': 'aaaaaaaa%0d%0aSet-Cookie:evil=1' }
  const answer = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session: administrator, headers })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('headers without end are cut off with 431', async ({ attackTarget: { origin } }) => {
  const head = lines('GET /healthz HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(64 * 1024)}`)
  expect(statusesOf(await onSocket(origin, `${head}\r\n`))).toEqual([431])
})

test('an address without end is cut off with 431', async ({ attackTarget: { origin } }) => {
  const head = lines(`GET /sandbox/users?x=${'x'.repeat(64 * 1024)} HTTP/1.1`, 'Host: localhost')
  expect(statusesOf(await onSocket(origin, `${head}\r\n`))).toEqual([431])
})

test('an expectation that nobody knows is refused', async ({ attackTarget: { origin } }) => {
  const text = await onSocket(
    origin,
    `${post('Expect: the-unexpected', 'Content-Length: 2', 'Connection: close')}\r\n{}`,
  )
  expect(statusesOf(text)).toEqual([417])
})

test('a request that is never sent to its end is given up, and its connection with it', async () => {
  for (const text of await held) expect(statusesOf(text)).toEqual([408])
})
