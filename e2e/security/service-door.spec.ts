import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyFilled } from '#e2e/support/seed.ts'
import { startServer } from '#e2e/support/servers/server.ts'
import { expect, test } from '#e2e/support/test.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'

test('a real client of the API gets the shape of the spec, with and without the slash, and no redirect', async ({
  server,
  request,
}) => {
  const headers = { 'x-service-api-key': server.apiKey }
  for (const path of ['/v2/user/', '/v2/user']) {
    const response = await request.get(path, { headers, maxRedirects: 0 })
    expect(response.status()).toBe(200)
    const body = await response.json()
    expect(endpoints.list_users.response.parse(body)).toEqual(body)
    expect(body.total).toBeGreaterThanOrEqual(250)
  }
})

test('a wrong key is 401 as JSON; a bad limit is 422 and names the field', async ({ server, request }) => {
  const wrong = await request.get('/v2/user/', { headers: { 'x-service-api-key': 'wrong' } })
  expect(wrong.status()).toBe(401)
  expect(wrong.headers()['content-type']).toContain('application/json')
  expect((await wrong.json()).detail).toContain('API key')
  for (const limit of ['501', 'abc']) {
    const bad = await request.get(`/v2/user/?limit=${limit}`, { headers: { 'x-service-api-key': server.apiKey } })
    expect(bad.status()).toBe(422)
    expect((await bad.json()).detail[0].loc).toEqual(['query', 'limit'])
  }
})

test('the OpenAPI document is served and describes every endpoint', async ({ request }) => {
  const document = await (await request.get('/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  for (const { path, method } of Object.values(endpoints)) {
    expect(document.paths).toHaveProperty([path, method.toLowerCase()])
  }
})

test('through the proxy no key is needed, and none sent by the client counts', async ({ request }) => {
  const answer = await request.get('/api/service/sandbox/v2/user/?limit=1&debug=1', {
    headers: { 'x-service-api-key': 'wrong' },
  })
  expect(answer.status()).toBe(200)
  expect(answer.headers()['cache-control']).toBe('no-store')
  expect(answer.headers()['x-request-id']).toBeTruthy()
  expect((await answer.json()).limit).toBe(1)
})

test('an unknown environment is 404, and so is its page', async ({ request }) => {
  const call = await request.get('/api/service/nowhere/v2/user/')
  expect(call.status()).toBe(404)
  expect((await call.json()).detail).toContain('This environment doesn’t exist')
  expect((await request.get('/nowhere/users')).status()).toBe(404)
})

test('what is changed is still there after a restart', async ({ playwright }) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'e2e-restart-'))
  copyFilled(DATA_DIR)
  const client_user_id = `kept-${randomUUID()}`
  const first = await startServer({ DATA_DIR })
  const before = await playwright.request.newContext({
    baseURL: first.baseURL,
    extraHTTPHeaders: { 'x-service-api-key': first.apiKey },
  })
  const { users } = await (await before.get('/v2/user/?limit=1')).json()
  const path = `/v2/user/${users[0].user_id}`
  expect((await before.patch(path, { data: { client_user_id } })).status()).toBe(204)
  await before.dispose()
  await first.stop()

  const second = await startServer({ DATA_DIR })
  const after = await playwright.request.newContext({
    baseURL: second.baseURL,
    extraHTTPHeaders: { 'x-service-api-key': second.apiKey },
  })
  const kept = await (await after.get('/v2/user/?limit=1')).json()
  expect(kept.users[0]).toMatchObject({ user_id: users[0].user_id, client_user_id })
  await after.dispose()
  await second.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})
