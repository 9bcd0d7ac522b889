/** Log of a finished request: enough to find a problem, without its subject. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ServerResponse, request as send } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { NO_TRACING } from '#lib/platform/trace/tracing-port.ts'
import { createLog } from '#lib/system/log/log.ts'
import { createRequestNames } from '#lib/system/log/request-names.ts'
import { listen } from './http.ts'
import { watchRequests } from './request-log.ts'

const ID = '8a5fc03d-1b2c-4d5e-8f90-a1b2c3d4d25b'
/** The address of somebody's demographics, or its route. */
const infoOf = (id: string) => `${PROXY_PREFIX}/sandbox${getLatestUserInfo.path.replace('{user_id}', id)}`
const app = new Hono()
app.get('/healthz', (c) => c.text('alive'))
app.get('/link/:token', (c) => c.text('a page'))
app.get(`${PROXY_PREFIX}/:environment/*`, (c) => {
  c.header('x-request-id', c.req.query('id') ?? '')
  return c.json({ first_name: 'Maren' }, 200)
})
const name = createRequestNames({
  routes: app.routes,
  pages: 'app',
  environments: [{ id: 'sandbox' }, { id: 'production' }],
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
      await (await fetch(`${origin}${infoOf(ID)}?id=${id}&search_input=Maren`, { headers: { cookie: 'Maren' } })).text()
      await (await fetch(`${origin}/healthz`)).text()
      await (await fetch(`${origin}/link/Maren`)).text()
    })
    expect(lines).toMatchObject([
      {
        level: 30,
        method: 'GET',
        route: infoOf(':id'),
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
      const ours = `${origin}${proxyAddress('sandbox', listUsers)}?id=${randomUUID()}`
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
