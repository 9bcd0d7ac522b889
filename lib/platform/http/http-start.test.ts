/** Before a server is ready, and when one session asks for many pages. */
import type { ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { jsonResponse } from '#lib/kernel/body/sent-body.ts'
import { listen } from './http.ts'

const SIGN_IN = `${AUTH_PREFIX}${authEndpoints.sign_in.path}`
const place = { host: '127.0.0.1', port: 0 }

test('until all is ready every request is asked to come again, also those that could be answered', async () => {
  const app = new Hono()
  app.all('*', (c) => c.text('an answer'))
  const { promise: prepared, resolve: prepare } = Promise.withResolvers<void>()
  const { promise: bound, resolve: bind } = Promise.withResolvers<string>()
  const listening = listen(
    app,
    async (_, origin) => {
      bind(origin)
      await prepared
      return (_request: unknown, response: ServerResponse) => void response.end('a page')
    },
    place,
  )
  const origin = await bound
  for (const path of [SIGN_IN, '/readyz', '/healthz', listUsers.path, '/sandbox/users']) {
    const early = await fetch(`${origin}${path}`)
    expect([early.status, early.headers.get('retry-after'), (await early.json()).code]).toEqual([
      503,
      '1',
      'unavailable',
    ])
  }
  prepare()
  const http = await listening
  expect(await (await fetch(`${origin}${SIGN_IN}`)).text()).toBe('an answer')
  expect(await (await fetch(`${origin}/sandbox/users`)).text()).toBe('a page')
  await http.close()
})

test('whoever asked too much gets no page, and is told when to come back; others and files do', async () => {
  const waitOf = async ({ headers }: Request) => {
    if (headers.get('cookie')?.includes('lost')) throw new Error('No database.')
    return headers.get('cookie')?.includes('busy') ? 4_200 : 0
  }
  const pages = async () => (_: unknown, response: ServerResponse) => void response.end('a page')
  const http = await listen(new Hono(), pages, { ...place, waitOf })
  const ask = (session: string, path = '/sandbox/users') =>
    fetch(`${http.origin}${path}`, { headers: { cookie: `vialdesk.session_token=${session}` } })
  const refused = await ask('busy')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await refused.text()).toContain('Try again in 5 s.')
  for (const answer of [await ask('calm'), await ask('lost'), await ask('busy', '/_next/static/a.js')])
    expect(await answer.text()).toBe('a page')
  await http.close()
})

test('files of the demo aren’t answered where it’s off, however their address is spelled', async () => {
  const pages = async () => (_: unknown, response: ServerResponse) => void response.end('a file')
  const http = await listen(new Hono(), pages, { ...place, hidden: new Set(['world.js']) })
  const file = `${http.origin}/_next/static/chunks/world.js`
  for (const spelled of [file, `${file}/`, `${file}//`, `${file}?v=1`, `${file}/?v=1`, file.replace('w', '%77')])
    expect((await fetch(spelled)).status, spelled).toBe(404)
  expect((await fetch(file.replace('world', 'page'))).status).toBe(200)
  await http.close()
})

test('one session has two pages made at once; another, and files, do not wait for them', async () => {
  const making: ServerResponse[] = []
  const pages = async () => (_: unknown, response: ServerResponse) => void making.push(response)
  const http = await listen(new Hono(), pages, place)
  const ask = (session: string, path = '/sandbox/users') =>
    fetch(`${http.origin}${path}`, { headers: { cookie: `theme=dark; vialdesk.session_token=${session}` } })
  const asked = Array.from({ length: 5 }, () => ask('one'))
  await vi.waitFor(() => expect(making).toHaveLength(2))
  asked.push(ask('other'), ask('one', '/_next/static/chunks/a.js'))
  await vi.waitFor(() => expect(making).toHaveLength(4))
  for (let at = 0; at < asked.length; at += 1) {
    await vi.waitFor(() => expect(making.length).toBeGreaterThan(at))
    making[at]?.end('made')
  }
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
  await http.close()
})

test.each(['br', 'gzip', 'identity'])('pages and files travel as the browser takes them: %s', async (encoding) => {
  const text = '<p>a page</p>'.repeat(200)
  const pages = async () => (_: unknown, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html')
    response.end(text)
  }
  const http = await listen(new Hono(), pages, place)
  for (const path of ['/sandbox/users', '/_next/static/chunks/a.js']) {
    const response = await fetch(`${http.origin}${path}`, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(await response.text()).toBe(text)
  }
  await http.close()
})

test.each([
  ['gzip, deflate, br', 5_000, 'br'],
  ['gzip', 5_000, 'gzip'],
  ['gzip', 4_000, null],
  ['identity, gzip;q=0', 5_000, null],
] as const)(
  'an answer at hand travels as its caller takes it: %s, %i characters',
  async (encoding, length, expected) => {
    const app = new Hono()
    const init = { status: 201, headers: { 'set-cookie': 'a=1', 'x-request-id': 'one' } }
    app.get('/api/x', () => jsonResponse({ text: 'x'.repeat(length) }, init))
    const http = await listen(app, async () => () => undefined, place)
    const response = await fetch(`${http.origin}/api/x`, { headers: { 'accept-encoding': encoding } })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([201, expected])
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect([response.headers.getSetCookie(), response.headers.get('x-request-id')]).toEqual([['a=1'], 'one'])
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ text: 'x'.repeat(length) })
    const head = await fetch(`${http.origin}/api/x`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([201, ''])
    await http.close()
  },
)
