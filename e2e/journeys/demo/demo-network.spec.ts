/** The bridge of demo pages (e2e/support/demo/demo-network.ts), over a small page that answers its calls by itself. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import { DemoNetwork } from '#e2e/support/demo/demo-network.ts'

/** The ways for a page to put its own fetch in place; `demo` is that fetch, `real` the one before. */
const WAYS = {
  'by setting it': 'window.fetch = demo',
  'by defining it': `Object.defineProperty(window, 'fetch', { configurable: true, writable: true, value: demo })`,
  'by defining how it is read': `Object.defineProperty(globalThis, 'fetch', { configurable: true, get: () => demo })`,
}

const pageOf = (install: string) => `<!doctype html><title>demo</title><script>
  const real = window.fetch
  const demo = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/by-the-real-one') return real(searchParams.get('path'))
    if (!/^\\/(api\\/|healthz$|readyz$)/.test(pathname)) return real(input, init)
    if (searchParams.has('never')) return new Promise((_, reject) => request.signal.addEventListener('abort', reject))
    if (searchParams.has('fails')) throw new TypeError('It fails.')
    if (searchParams.has('empty')) return new Response(null, { status: 204 })
    const attempt = request.headers.get('x-booking-attempt')
    return Response.json({ said: await request.text(), attempt, pathname }, { status: searchParams.get('status') ?? 200 })
  }
  ${install}
</script>`

interface Fixtures {
  site: { origin: string; asked: string[] }
  demo: DemoNetwork
}

const test = base.extend<Fixtures & { install: string }>({
  install: [WAYS['by setting it'], { option: true }],
  site: async ({ install }, use) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'text/html')
      response.end(request.url?.startsWith('/demo') ? pageOf(install) : 'from the server')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = addressOf(server.address())
    await use({ origin: `http://127.0.0.1:${port}`, asked })
    server.closeAllConnections()
    server.close()
  },
  baseURL: ({ site }, use) => use(site.origin),
  demo: async ({ context, site }, use) =>
    use(await DemoNetwork.install(context, { home: '/demo', origin: site.origin })),
})

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address
}

const call = (
  page: Page,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
) =>
  page.evaluate(
    async ([address, given]) => {
      const response = await fetch(address, given)
      return { status: response.status, text: await response.text() }
    },
    [path, init] as const,
  )

for (const [way, install] of Object.entries(WAYS)) {
  test.describe(way, () => {
    test.use({ install })

    test(`a page that replaces fetch ${way} answers its calls itself, and they are recorded`, async ({
      page,
      demo,
      site,
    }) => {
      await page.goto('/demo/users')
      const headers = { 'content-type': 'application/json', 'x-booking-attempt': 'one', 'x-other': 'two' }
      const answer = await call(page, '/api/book?status=409', { method: 'POST', body: '{"key":1}', headers })
      const response = '{"said":"{\\"key\\":1}","attempt":"one","pathname":"/api/book"}'
      expect(answer).toEqual({ status: 409, text: response })
      expect((await call(page, '/readyz?empty')).status).toBe(204)
      expect((await call(page, '/plain')).text).toBe('from the server')
      expect(demo.calls).toEqual([
        {
          method: 'POST',
          path: '/api/book?status=409',
          headers: { 'content-type': 'application/json', 'x-booking-attempt': 'one' },
          body: '{"key":1}',
          status: 409,
          response,
        },
        { method: 'GET', path: '/readyz?empty', headers: {}, body: null, status: 204, response: '' },
      ])
      expect(demo.leaks).toEqual([])
      expect(site.asked).toEqual(['/demo/users', '/plain'])
    })
  })
}

test('a test sees the calls, answers one itself, looks at another first, and breaks one off', async ({
  page,
  demo,
}) => {
  await page.goto('/demo/users')
  const seen: string[] = []
  page.on('request', (request) => seen.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, json: { detail: 'down' } }), { times: 1 })
  await page.route(/\/api\/orders$/, (route) => route.fallback())
  await page.route('**/api/broken', (route) => route.abort())
  expect(await call(page, '/api/users?limit=1')).toEqual({ status: 503, text: '{"detail":"down"}' })
  expect((await call(page, '/api/users?limit=1')).status).toBe(200)
  const answered = page.waitForResponse(/\/api\/orders$/)
  await call(page, '/api/orders', { method: 'POST', body: '{"of":"mine"}' })
  const response = await answered
  expect(response.request().postDataJSON()).toEqual({ of: 'mine' })
  expect(await response.json()).toMatchObject({ pathname: '/api/orders' })
  await expect(call(page, '/api/broken')).rejects.toThrow('Failed to fetch')
  await page.unroute('**/api/broken')
  expect((await call(page, '/api/broken')).status).toBe(200)
  expect(seen).toEqual(['GET /api/users', 'GET /api/users', 'POST /api/orders', 'GET /api/broken', 'GET /api/broken'])
  expect(demo.calls).toHaveLength(3)
  expect(demo.leaks).toEqual([])
})

test.describe('in two steps', () => {
  // As a page does that holds its calls until the demo has begun, and lets what is not the demo's through.
  test.use({
    install: `
      let begin
      const begun = new Promise((resolve) => { begin = resolve })
      window.begin = () => {
        const before = window.fetch
        const over = (input, init) => String(input).startsWith('/api/') ? demo(input, init) : before(input, init)
        Object.defineProperty(window, 'fetch', { configurable: true, enumerable: true, value: over })
        begin()
      }
      const guard = async (input, init) => {
        if (!String(input).startsWith('/api/')) return real(input, init)
        await begun
        return window.fetch(input, init)
      }
      window.fetch = guard
      window.early = Promise.all([fetch('/api/early'), fetch('/api/early')]).then((all) => all.map(({ status }) => status))`,
  })

  test('a call that waits for the demo to begin is one call, and other addresses go to the server', async ({
    page,
    demo,
    site,
  }) => {
    await page.goto('/demo/users')
    await page.evaluate('window.begin()')
    expect(await page.evaluate('window.early')).toEqual([200, 200])
    expect((await call(page, '/plain')).text).toBe('from the server')
    expect((await call(page, '/api/late')).status).toBe(200)
    expect(demo.calls.map(({ path }) => path)).toEqual(['/api/early', '/api/early', '/api/late'])
    expect(demo.leaks).toEqual([])
    expect(site.asked).toEqual(['/demo/users', '/plain'])
  })
})

test('a call that fails, or that the page gives up, fails for the page too', async ({ page, demo }) => {
  await page.goto('/demo/users')
  await expect(call(page, '/api/users?fails')).rejects.toThrow('Failed to fetch')
  const given = page.evaluate(async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    return fetch('/api/users?never', { signal: controller.signal }).catch((error: Error) => error.name)
  })
  expect(await given).toBe('AbortError')
  expect(demo.calls).toEqual([])
})

test('what passes by the demo is stopped and named: calls of the real fetch, addresses of the service, files', async ({
  page,
  demo,
  site,
}) => {
  await page.goto('/demo/users')
  const real = (path: string) => call(page, `/by-the-real-one?path=${path}`).catch(() => 'stopped')
  expect(await real('/api/users')).toBe('stopped')
  expect(await real('/v2/user/')).toBe('stopped')
  await expect(page.goto('/api/console/audit/export')).rejects.toThrow()
  expect(demo.leaks).toEqual([
    `GET ${site.origin}/api/users`,
    `GET ${site.origin}/v2/user/`,
    `GET ${site.origin}/api/console/audit/export`,
  ])
  expect(site.asked.filter((path) => !path.startsWith('/demo'))).toEqual([])
})

test('a route that sends a call on to the server is found', async ({ page, demo, site }) => {
  await page.goto('/demo/users')
  await page.route('**/api/users', (route) => route.continue())
  await call(page, '/api/users')
  await expect.poll(() => demo.leaks).toEqual([`GET ${site.origin}/api/users`])
})
