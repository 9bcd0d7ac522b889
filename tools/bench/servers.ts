/** Plain servers that a bench needs, each in a process of its own, so that its processor time is its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, type RequestListener, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { z } from 'zod'
import { createAudit } from '#lib/domains/audit/console/audit.ts'
import { createBookings } from '#lib/domains/bookings/console/bookings.ts'
import { makeViewer } from '#lib/domains/staff/viewer.testing.ts'
import { createProxy } from '#lib/proxy/app.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { fakeUser } from './fake-users.ts'
import { defer } from './harness.ts'
import { type ProcessorClock, processProcessor } from './processor.ts'

export const API_KEY = 'bench-key-with-at-least-32-characters'
/** As `npm start` runs it. */
export const AS_STARTED = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
const SET = { users: 100, orders: 1000, today: new Date('2026-01-01'), team_id: EMBEDDED_TEAM_ID }

const listeners = { 'bare-node': bareProxy, proxy: proxyAlone, orders: orderList, users: userList }

/** Forwards to the port `upstream` with the least that a proxy can do: bytes through, connections kept. */
function bareProxy(upstream: number): RequestListener {
  const agent = new Agent({ keepAlive: true })
  const headers = { accept: 'application/json', 'x-service-api-key': API_KEY }
  return ({ method, url }, outgoing) => {
    const call = request({ agent, port: upstream, host: '127.0.0.1', method, path: url, headers })
    call.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    call.on('error', () => outgoing.writeHead(502).end())
    call.end()
  }
}

/** The console's proxy with no session to look up, and its audit log in memory. */
function proxyAlone(upstream: number): RequestListener {
  const store = createMemoryConsoleStore()
  const now = () => new Date()
  const onError = () => undefined
  const app = createProxy({
    environments: [{ id: 'live', label: 'Live', api_key: API_KEY, upstream: overHttp(`http://127.0.0.1:${upstream}`) }],
    access: {
      identify: async () => makeViewer(),
      audit: createAudit({ store, now, onError }),
      publicUrl: () => 'http://127.0.0.1',
      patientData: { isMasked: () => false },
    },
    bookings: createBookings({ store, orders: null, now, lasts: 60_000, onUnsaved: onError }),
    readUser: async () => null,
    key_header: 'x-service-api-key',
    onError,
  })
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}

/** Answers everything with the same orders, as `bytes` that are ready. */
function orderList(bytes: number): RequestListener {
  const orders: unknown[] = []
  let written = 0
  for (const { order } of [...generateBundles(SET)].flatMap((bundle) => bundle.orders)) {
    if (written >= bytes) break
    written += JSON.stringify(order).length
    orders.push(order)
  }
  const body = Buffer.from(JSON.stringify({ orders, total: SET.orders, page: 1, size: orders.length }))
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return (_, response) => response.writeHead(200, headers).end(body)
}

/** Answers with pages of a list of `total` users. */
function userList(total: number): RequestListener {
  return ({ url = '/' }, response) => {
    const { searchParams } = new URL(url, 'http://service')
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
    const length = Math.max(0, Math.min(limit, total - offset))
    const users = Array.from({ length }, (_, index) => fakeUser(offset + index, total))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ users, total, offset, limit }))
  }
}

export interface Child {
  port: number
  cpu: ProcessorClock
}

export async function startChild(name: keyof typeof listeners, option: number): Promise<Child> {
  const child = fork(fileURLToPath(import.meta.url), [name, String(option)])
  defer(() => child.kill())
  const [port] = await once(child, 'message')
  return { port: z.number().parse(port), cpu: processProcessor(child.pid ?? 0) }
}

if (import.meta.main) {
  const [, , name, option] = process.argv
  const server = createServer(listeners[z.enum(['bare-node', 'proxy', 'orders', 'users']).parse(name)](Number(option)))
  server.listen(0, '127.0.0.1', () => process.send?.(z.object({ port: z.number() }).parse(server.address()).port))
  process.once('disconnect', () => process.exit())
}
