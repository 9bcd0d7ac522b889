/** The list of users as the directory gets it: what a service can do wrong, in words that repeat nothing of it. */
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { SourceFailure } from '#lib/console/sources.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { createUserSource } from '#lib/proxy/sources.ts'
import { createLog } from '#lib/system/log/log.ts'
import { logReadFailures } from './log/log.ts'
import { startTestService, type TestService, testUser } from './service.testing.ts'

const KEY = 'sk_live_source_test'
const services: TestService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})

async function listed(key = KEY) {
  const service = await startTestService(30, KEY)
  services.push(service)
  const lines: string[] = []
  const log = createLog('debug', 'x-service-api-key', { write: (line) => void lines.push(line) })
  const environments = [{ id: 'live', label: 'Live', api_key: key, upstream: overHttp(service.url) }]
  const times = { read: 2_000, write: 2_000, backoff: 1, retries: 1 }
  const onError = logReadFailures(log)
  const source = createUserSource({ environments, key_header: 'x-service-api-key', onError, times })
  const list = (signal = new AbortController().signal) => source.listUsers('live', { offset: 10, limit: 15 }, signal)
  return { service, list, lines }
}

const CONNECTED = { created_on: '2026-01-01T00:00:00Z', source: { name: 'Ring', slug: 'ring' } }

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

test('a page of the list', async () => {
  const { list } = await listed()
  const { users, ...page } = await list()
  expect(users).toEqual(Array.from({ length: 15 }, (_, index) => testUser(19 - index)))
  expect(page).toEqual({ entries: 15, unreadable: [], total: 30 })
})

test('one user that cannot be read does not keep the others away', async () => {
  const { service, list } = await listed()
  const users = [testUser(1), { ...testUser(2), user_id: 'no-uuid' }, null, testUser(3)]
  service.instead = [answer(200, { users, total: 4, offset: 0, limit: 15, added: 'later' })]
  const unreadable = [
    { at: 1, id: 'no-uuid', field: 'user_id' },
    { at: 2, id: null, field: '' },
  ]
  expect(await list()).toEqual({ users: [testUser(1), testUser(3)], entries: 4, unreadable, total: 4 })
})

test.each([429, 503])('%i is honoured as long as the service asks', async (status) => {
  const { service, list } = await listed()
  service.instead = [answer(status, { detail: 'slow' }, { 'retry-after': '70' })]
  const failure = await list().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SourceFailure)
  expect(failure).toMatchObject({
    wait: 70_000,
    message: `The service “Live” asked this console to slow down (status ${status}).`,
  })
  // Not tried again at once.
  expect(service.asked).toHaveLength(1)
})

test.each<[string, ReturnType<typeof answer>, RegExp]>([
  ['an error of its own', answer(500, { detail: 'Jane Doe' }), /failed to list its users \(status 500\)/],
  ['a refusal', answer(403, { detail: 'Jane Doe' }), /failed to list its users \(status 403\)/],
  ['no JSON', (response) => void response.end('<html>Jane Doe'), /sent a response this console can’t use/],
  ['another form', answer(200, { users: 'Jane Doe', total: 1 }), /sent a response this console can’t use/],
  ['its own key', answer(200, { users: [], total: 0, offset: 0, limit: 0, key: KEY }), /can’t use/],
  ['redirected the call', answer(302, {}, { location: 'http://elsewhere.test/' }), /redirected the call/],
])('%s: words for people, which repeat nothing of it', async (_, instead, words) => {
  const { service, list, lines } = await listed()
  service.instead = [instead, instead]
  const failure = await list().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SourceFailure)
  const message = failure instanceof Error ? failure.message : ''
  expect(message).toMatch(words)
  for (const said of [message, ...lines]) expect(said).not.toMatch(/Jane|sk_live/)
})

test.each([
  ['users than were asked for', Array.from({ length: 16 }, (_, index) => testUser(index))],
  [
    'connections than anybody has',
    [{ ...testUser(1), connected_sources: Array.from({ length: 5_001 }, () => CONNECTED) }],
  ],
  ['text than people have', [{ ...testUser(1), note: 'x'.repeat(4_000_001) }]],
])('a page with more %s is none: to write it would hold everybody up', async (_, users) => {
  const { service, list } = await listed()
  service.instead = [answer(200, { users, total: users.length, offset: 0, limit: 15 })]
  await expect(list()).rejects.toThrow('is too large')
})

test('a key that is not taken', async () => {
  const { list, lines } = await listed('sk_live_wrong_key')
  await expect(list()).rejects.toThrow('The service “Live” refused this console’s API key.')
  expect(lines.join()).toContain('"fault":"refused"')
  expect(lines.join()).not.toContain('sk_live_wrong')
})

test('a service that is away', async () => {
  const { service, list } = await listed()
  await service.stop()
  await expect(list()).rejects.toThrow('The service “Live” can’t be reached.')
})

test('our own end is no failure of the service', async () => {
  const { service, list } = await listed()
  service.takes = 5_000
  const ended = new AbortController()
  const page = list(ended.signal)
  ended.abort()
  const failure = await page.catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(SourceFailure)
  expect(ended.signal.aborted).toBe(true)
})
