/** A user's connections as the checks get them: what is this user's alone, and what is the service's failure. */
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { SourceFailure } from '#lib/console/sources.ts'
import { userIdOf } from '#lib/domains/users/user.testing.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { createConnectionSource } from '#lib/proxy/sources.ts'
import { startTestService, type TestService } from './service.testing.ts'

const KEY = 'sk_live_connections_test'
const services: TestService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})

async function asking() {
  const service = await startTestService(3, KEY)
  services.push(service)
  const environments = [{ id: 'live', label: 'Live', api_key: KEY, upstream: overHttp(service.url) }]
  const times = { read: 2_000, write: 2_000, backoff: 1, retries: 1 }
  const source = createConnectionSource({
    environments,
    key_header: 'x-service-api-key',
    onError: () => undefined,
    times,
  })
  return { service, list: () => source.listConnections('live', userIdOf(1), new AbortController().signal) }
}

const answer = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const ring = {
  name: 'Ring',
  slug: 'korrin_ring',
  status: 'connected',
  created_on: '2026-01-01T00:00:00Z',
  resource_availability: {},
}

test('the connections of one user', async () => {
  const { service, list } = await asking()
  service.instead = [answer(200, { providers: [ring] })]
  expect(await list()).toEqual([ring])
})

test.each<[string, ReturnType<typeof answer>]>([
  ['a user the service doesn’t know', answer(404, { detail: 'User not found' })],
  ['a request the service doesn’t take', answer(422, { detail: [] })],
  ['one connection that is not understood', answer(200, { providers: [ring, { slug: 7 }] })],
])('%s says nothing of the others', async (_, instead) => {
  const { service, list } = await asking()
  service.instead = [instead]
  expect(await list()).toBeNull()
})

test.each([401, 403, 408, 429, 500, 503])('%i is a failure of the service', async (status) => {
  const { service, list } = await asking()
  service.instead = [answer(status, { detail: 'Jane Doe' }), answer(status, { detail: 'Jane Doe' })]
  const failure = await list().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SourceFailure)
  expect(failure instanceof Error ? failure.message : '').not.toMatch(/Jane|sk_live/)
})
