/** What is known of a request when it is over: enough to find a problem, nothing of whom it was about. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ServerResponse, request as send } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NO_TRACING } from '#lib/platform/trace/tracing-port.ts'
import { createLog } from '#lib/system/log/log.ts'
import { createRequestNames } from '#lib/system/log/request-names.ts'
import { listen } from './http.ts'
import { watchRequests } from './request-log.ts'

const ID = '8a5fc03d-1b2c-4d5e-8f90-a1b2c3d4d25b'
const app = new Hono()
app.get('/healthz', (c) => c.text('alive'))
app.post('/api/auth/sessions/:id', (c) => c.body(null, 204))
app.get('/link/:token', (c) => c.text('a page'))
app.get('/api/service/:environment/*', (c) => {
  c.header('x-request-id', c.req.query('id') ?? '')
  return c.json({ first_name: 'Maren' }, 200)
})
const name = createRequestNames({
  routes: app.routes,
  pages: 'app',
  environments: [{ id: 'sandbox' }, { id: 'production' }],
})

describe('the name of a request', () => {
  test.each<[string, string, object]>([
    ['GET', `/v2/user/${ID}/info/latest`, { route: '/v2/user/:id/info/latest', endpoint: 'get_latest_user_info' }],
    ['DELETE', `/v2/user/${ID}/marrowfit`, { route: '/v2/user/:id/:id', endpoint: 'deregister_provider' }],
    [
      'GET',
      '/api/service/production/v3/orders?search_input=Maren&size=5',
      { route: '/api/service/production/v3/orders', endpoint: 'list_orders', environment: 'production' },
    ],
    [
      'POST',
      '/api/service/production/v3/orders',
      { route: '/api/service/production/v3/orders', endpoint: 'list_orders', environment: 'production' },
    ],
    ['POST', '/v3/orders', { route: '/v3/orders' }],
    ['GET', '/api/service/elsewhere/v2/user/', { route: '/api/service/:id/v2/user/' }],
    ['GET', '/api/console/environments', { route: '/api/console/environments', endpoint: 'list_environments' }],
    ['POST', '/api/auth/sessions/abcdefgh', { route: '/api/auth/sessions/:id' }],
    ['GET', '/link/maren-okafor', { route: '/link/:id' }],
    ['GET', `/sandbox/users/${ID}?tab=info`, { route: '/sandbox/users/:id', environment: 'sandbox' }],
    ['GET', '/sandbox/settings/staff#x', { route: '/sandbox/settings/staff', environment: 'sandbox' }],
    ['GET', '/Maren/12/../%4daren', { route: '/:id/:id/:id/:id' }],
    ['GET', '/', { route: '/' }],
    ['GET', 'http://maren.test/okafor', { route: '/:id//:id/:id' }],
    ['GET', `/${'maren/'.repeat(2000)}`, { route: '/:id'.repeat(12) }],
  ])('%s %s', (method, url, named) => {
    expect(name(method, url)).toEqual({ kind: 'call', method, ...named })
  })

  test('files and probes are told apart', () => {
    expect(name('GET', '/_next/static/chunks/maren.js')).toMatchObject({ kind: 'asset', route: '/_next/*' })
    expect(name('GET', '/healthz?x')).toMatchObject({ kind: 'probe', route: '/healthz' })
  })
})

const line = z.record(z.string(), z.unknown())

async function served(level: 'info' | 'debug' | 'warn', use: (origin: string) => Promise<unknown>) {
  const written: string[] = []
  const log = createLog(level, undefined, { write: (text) => void written.push(text) })
  const pages = async () => (_: unknown, response: ServerResponse) => void response.writeHead(200).write('half')
  const http = await listen(app, pages, { host: '127.0.0.1', port: 0 }, watchRequests(name, log, NO_TRACING))
  await use(http.origin)
  await http.close()
  return { text: written.join(''), lines: written.map((text) => line.parse(JSON.parse(text))) }
}

describe('the line of a request', () => {
  test('says what was asked and how it ended, and no value of it', async () => {
    const id = randomUUID()
    const { lines, text } = await served('info', async (origin) => {
      const path = `/api/service/sandbox/v2/user/${ID}/info/latest`
      await (await fetch(`${origin}${path}?id=${id}&search_input=Maren`, { headers: { cookie: 'Maren' } })).text()
      await (await fetch(`${origin}/healthz`)).text()
      await (await fetch(`${origin}/link/Maren`)).text()
    })
    expect(lines).toMatchObject([
      {
        level: 30,
        method: 'GET',
        route: '/api/service/sandbox/v2/user/:id/info/latest',
        endpoint: 'get_latest_user_info',
        environment: 'sandbox',
        status: 200,
        request_id: id,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        msg: 'request',
      },
      { route: '/link/:id' },
    ])
    expect(lines[0]?.bytes).toBeGreaterThan(20)
    expect(text).not.toMatch(/Maren|search_input|8a5fc03d/)
  })

  test('the id that its caller gave is noted beside ours, if it is one; whoever goes away early is seen', async () => {
    const { lines } = await served('info', async (origin) => {
      const ours = `${origin}/api/service/sandbox/v2/user/?id=${randomUUID()}`
      for (const given of ['their-id-0001', 'Maren Okafor', 'x'.repeat(65)])
        await (await fetch(ours, { headers: { 'x-request-id': given } })).text()
      const call = send(`${origin}/sandbox/users`).end()
      await once(call, 'response')
      call.destroy()
    })
    expect(lines[0]).toMatchObject({ caller_request_id: 'their-id-0001', request_id: expect.stringMatching(/^.{36}$/) })
    for (const line of lines.slice(1, 3)) expect(line).not.toHaveProperty('caller_request_id')
    expect(lines.slice(3)).toMatchObject([{ route: '/sandbox/users', unfinished: true }])
  })

  test('is not written unless it is asked for', async () => {
    const use = async (origin: string) => (await fetch(`${origin}/healthz`)).text()
    expect((await served('warn', use)).lines).toEqual([])
    expect((await served('info', use)).lines).toEqual([])
    expect((await served('debug', use)).lines).toMatchObject([{ route: '/healthz', level: 20 }])
  })
})
