/** Traces: what is in them, what must not be, and that nothing depends on whether somebody takes them. */
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { VERSION } from '#lib/kernel/values.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { listen } from '#lib/platform/http/http.ts'
import { watchRequests } from '#lib/platform/http/request-log.ts'
import { createLog } from '#lib/system/log/log.ts'
import { createRequestNames } from '#lib/system/log/request-names.ts'
import { type Collector, startCollector } from '#lib/system/processes/collector.testing.ts'
import { openTracing } from './tracing.ts'

const ID = '8a5fc03d-1b2c-4d5e-8f90-a1b2c3d4d25b'
/** The address of somebody's demographics, or its route. */
const infoOf = (id: string) => `${PROXY_PREFIX}/production${getLatestUserInfo.path.replace('{user_id}', id)}`
const CALLER = { trace: 'a'.repeat(32), span: 'b'.repeat(16) }
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5]
const ERROR = 2

const collectors: Collector[] = []
afterEach(() => {
  for (const collector of collectors.splice(0)) collector.close()
})

async function collector(status?: number): Promise<Collector> {
  const started = await startCollector(status)
  collectors.push(started)
  return started
}

/** A server with one call that goes on to a service, and its traces. */
async function traced(endpoint: string, headers = '') {
  const written: string[] = []
  const log = createLog('info', undefined, { write: (line) => void written.push(line) })
  const tracing = await openTracing({ endpoint, headers, service_name: 'clinic-console' }, log)
  const send = tracing.upstream('production', async ({ path }: { method: string; path: string }) => {
    if (path.includes('broken')) throw new TypeError(`Maren at ${path}`)
    return { status: path.includes('missing') ? 404 : 200 }
  })
  const app = new Hono()
  app.get(`${PROXY_PREFIX}/:environment/*`, async (c) => {
    const url = new URL(c.req.url)
    const path = `${url.pathname.replace(`${PROXY_PREFIX}/production`, '')}${url.search}`
    const { status } = await send({ method: 'GET', path }).catch(() => ({ status: 502 }))
    c.header('x-request-id', 'request-1')
    return c.body('Maren', status === 200 ? 200 : 502)
  })
  const name = createRequestNames({ routes: app.routes, pages: 'app', environments: [{ id: 'production' }] })
  const pages = async () => () => undefined
  const http = await listen(app, pages, { host: '127.0.0.1', port: 0 }, watchRequests(name, log, tracing))
  return {
    tracing,
    log: () => written.join(''),
    get: async (path: string, given: Record<string, string> = {}) =>
      (await fetch(`${http.origin}${path}`, { headers: given })).text(),
    close: () => http.close().then(tracing.close),
  }
}

test('a request and the call behind it are one trace, which goes on from the caller’s and names nobody', async () => {
  const kept = await collector()
  const console = await traced(kept.url, 'authorization=Bearer%20xyz')
  await console.get(`${infoOf(ID)}?search_input=Maren`, {
    traceparent: `00-${CALLER.trace}-${CALLER.span}-01`,
    tracestate: 'vendor=Maren',
    baggage: 'name=Maren',
    cookie: 'Maren',
  })
  await console.get('/healthz')
  await console.close()

  const [call, request, ...others] = kept.spans()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    name: `GET ${infoOf(':id')}`,
    kind: SERVER,
    traceId: CALLER.trace,
    parentSpanId: CALLER.span,
    attributes: {
      'http.request.method': 'GET',
      'http.route': infoOf(':id'),
      'http.response.status_code': 200,
      'console.environment': 'production',
      'console.endpoint': 'get_latest_user_info',
      'console.request_id': 'request-1',
    },
  })
  expect(call).toMatchObject({
    name: 'GET get_latest_user_info',
    kind: CLIENT,
    traceId: CALLER.trace,
    parentSpanId: request?.spanId,
    attributes: { 'console.environment': 'production', 'http.response.status_code': 200 },
  })
  expect(kept.resource()).toEqual({
    'service.name': 'clinic-console',
    'service.version': VERSION,
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(kept.text()).toContain('Bearer xyz')
  expect(kept.text()).not.toMatch(/Maren|8a5fc03d|search_input|[?]/)
  expect(JSON.parse(console.log().split('\n')[0] ?? '')).toMatchObject({ trace_id: CALLER.trace })
})

test('what failed is an error, by its kind only', async () => {
  const kept = await collector()
  const console = await traced(kept.url)
  await console.get(infoOf('broken'))
  await console.get(infoOf('missing'))
  await console.close()
  const [broken, first, missing, second] = kept.spans()
  expect(broken).toMatchObject({ kind: CLIENT, status: { code: ERROR }, attributes: { 'error.type': 'TypeError' } })
  expect(missing).toMatchObject({
    kind: CLIENT,
    status: { code: ERROR },
    attributes: { 'http.response.status_code': 404 },
  })
  for (const request of [first, second]) expect(request).toMatchObject({ kind: SERVER, status: { code: ERROR } })
  expect(first?.traceId).not.toBe(second?.traceId)
  expect(kept.text()).not.toContain('Maren')
})

test('a job is a trace of its own, without its id', async () => {
  const kept = await collector()
  const { tracing, close } = await traced(kept.url)
  const run = vi.fn(async (id: string) => {
    if (id !== ID) throw new RangeError('Maren')
  })
  const job = tracing.job('import_connections', run)
  await job(ID)
  await expect(job('other')).rejects.toThrow('Maren')
  await close()
  expect(run).toHaveBeenCalledWith(ID)
  expect(kept.spans()).toMatchObject([
    { name: 'job import_connections', kind: CONSUMER, attributes: { 'console.job': 'import_connections' } },
    { kind: CONSUMER, status: { code: ERROR }, attributes: { 'error.type': 'RangeError' } },
  ])
  expect(kept.text()).not.toMatch(/Maren|8a5fc03d/)
})

test('a collector that refuses is told of once, and holds nothing up', async () => {
  const kept = await collector(400)
  const console = await traced(kept.url)
  await console.get(proxyAddress('production', listUsers))
  await console.close()
  expect(kept.spans()).toHaveLength(2)
  expect(console.log()).toContain('traces cannot be exported')
  expect(console.log()).not.toContain(kept.url)
})

test('without a collector nothing is traced, and calls stay as they are', async () => {
  const tracing = await openTracing(null, createLog('silent'))
  const send = async () => ({ status: 200 })
  const run = async () => undefined
  expect(tracing.upstream('production', send)).toBe(send)
  expect(tracing.job('import_connections', run)).toBe(run)
  expect(tracing.request({ kind: 'call', method: 'GET', route: '/' }, null)).toBeNull()
  await tracing.close()
})
