/** How requests are named in logs and traces: what their addresses hold besides known words is left out. */
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createRequestNames } from './request-names.ts'

const ID = '8a5fc03d-1b2c-4d5e-8f90-a1b2c3d4d25b'
const app = new Hono()
app.get('/healthz', (c) => c.text('alive'))
app.post('/api/auth/sessions/:id', (c) => c.body(null, 204))
app.get('/link/:token', (c) => c.text('a page'))
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
    ['POST', '/api/webhooks/sandbox', { route: '/api/webhooks/sandbox', endpoint: 'receive_event' }],
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
    expect(name('GET', '/static/map/maren.json')).toMatchObject({ kind: 'asset', route: '/static/*' })
    expect(name('GET', '/healthz?x')).toMatchObject({ kind: 'probe', route: '/healthz' })
  })
})
