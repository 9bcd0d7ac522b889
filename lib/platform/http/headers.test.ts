import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { commonHeaders, pagePolicy, scriptPolicy } from './headers.ts'
import { answers, createHealth } from './health.ts'
import { listen } from './http.ts'

describe('headers', () => {
  test('scripts run by a nonce of their own page only', () => {
    const policies = [pagePolicy({}), pagePolicy({})]
    for (const policy of policies) {
      const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
      expect(scripts).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toContain('upgrade-insecure-requests')
    }
    expect(policies[0]).not.toBe(policies[1])
  })

  test('HTTPS is insisted on where the console is reached over it, and hot reload only in development', () => {
    expect(commonHeaders({})).not.toHaveProperty('strict-transport-security')
    expect(commonHeaders({ https: true })['strict-transport-security']).toContain('includeSubDomains')
    expect(pagePolicy({ https: true })).toContain('upgrade-insecure-requests')
    expect(pagePolicy({})).not.toContain('unsafe-eval')
    expect(pagePolicy({ dev: true })).toContain('unsafe-eval')
  })

  test('the map of streets is read from its own origin, where one is configured, and by nothing but the map', () => {
    const origin = 'https://streets.example'
    const options = { map_style_url: `${origin}/styles/plain.json?key=1` }
    const directives = pagePolicy(options).split('; ')
    expect(directives.filter((directive) => directive.includes(origin)).map((one) => one.split(' ', 1)[0])).toEqual([
      'img-src',
      'connect-src',
    ])
    expect(directives).toContain(`connect-src 'self' ${origin}`)
    expect(scriptPolicy(options)).toContain(`connect-src 'self' ${origin};`)
    for (const policy of [pagePolicy({}), pagePolicy({ map_style_url: null }), scriptPolicy({})])
      expect(policy).not.toContain('http')
  })

  test('every answer carries them; a page is told its policy, whatever the client claims', async () => {
    const app = new Hono()
    app.get(`${CONSOLE_PREFIX}/data`, (c) => c.json({}))
    const http = await listen(
      app,
      async () => (request, response) => void response.end(request.headers['content-security-policy']),
      { host: '127.0.0.1', port: 0 },
    )
    const page = await fetch(`${http.origin}/page`, { headers: { 'content-security-policy': 'forged' } })
    expect(await page.text()).toBe(page.headers.get('content-security-policy'))
    const data = await fetch(`${http.origin}${CONSOLE_PREFIX}/data`)
    expect(data.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    for (const { headers } of [page, data]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('permissions-policy')).toContain('camera=()')
    }
    await http.close()
  })
})

test('whoever sends slowly is not waited for long', async () => {
  const http = await listen(new Hono(), async () => () => undefined, { host: '127.0.0.1', port: 0 })
  expect(http.server.headersTimeout).toBeLessThanOrEqual(10_000)
  expect(http.server.requestTimeout).toBeLessThanOrEqual(120_000)
  await http.close()
})

describe('health', () => {
  test('alive whatever the parts do; out of service only without its database or behind with events', async () => {
    const well = async () => undefined
    const down = () => Promise.reject(new Error('down'))
    const works = createHealth({ database: well })
    const broken = createHealth({ database: down, live: well })
    const alone = createHealth({ database: well, live: down })
    expect((await broken.request('/healthz')).status).toBe(200)
    const ready = await works.request('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok' } }])
    const unready = await broken.request('/readyz')
    expect(unready.status).toBe(503)
    expect(await unready.json()).toEqual({ status: 'not ready', checks: { database: 'failing', live: 'ok' } })
    const degraded = await alone.request('/readyz')
    expect(degraded.status).toBe(200)
    expect(await degraded.json()).toEqual({ status: 'degraded', checks: { database: 'ok', live: 'failing' } })
  })

  test('is looked at once in five seconds, however many ask', async () => {
    let looks = 0
    let time = 1_000_000
    const check = async () => {
      looks += 1
    }
    const health = createHealth({ database: check }, () => new Date(time))
    await Promise.all(Array.from({ length: 20 }, () => health.request('/readyz')))
    time += 4_999
    await health.request('/readyz')
    expect(looks).toBe(1)
    time += 1
    await health.request('/readyz')
    expect(looks).toBe(2)
  })

  test('a remote service is there when it answers at all', async () => {
    const app = new Hono()
    app.all(`${CONSOLE_PREFIX}/*`, (c) => c.json({}, 404))
    const http = await listen(app, async () => () => undefined, { host: '127.0.0.1', port: 0 })
    await expect(answers(`${http.origin}${CONSOLE_PREFIX}`)()).resolves.toBeUndefined()
    await http.close()
    await expect(answers(`${http.origin}${CONSOLE_PREFIX}`)()).rejects.toThrow()
  })
})
