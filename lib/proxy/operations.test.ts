/** Remote services of different make: what each is found to have, and that finding out changes nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { OPERATIONS } from '#lib/domains/environments/environment.ts'
import { createOperations } from './operations.ts'
import { overHttp } from './over-http.ts'
import { httpServer, withServer } from './proxy.testing.ts'

type Answer = (call: { method: string; path: string; url: string }) => { status: number; allow?: string; body?: object }

const TIMES = { read: 2_000, write: 2_000, backoff: 1, retries: 0 }
const NO_ROUTE = { status: 404, body: { detail: 'Not Found' } }
const REMOTE_OPERATIONS = OPERATIONS.filter((each) => each !== 'list_deleted_users' && each !== 'manage_teams')

/** Asks a service that answers so. */
async function asked(answer: Answer, work: (found: ReturnType<typeof createOperations>) => Promise<void>) {
  const methods = new Set<string>()
  const server = httpServer((request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request
    methods.add(method)
    const { status, allow, body } = answer({ method, path: url.split('?')[0] ?? '', url })
    response.writeHead(status, { 'content-type': 'application/json', ...(allow && { allow }) })
    // Every answer has an ID of its own.
    response.end(JSON.stringify({ ...body, request_id: crypto.randomUUID() }))
  })
  await withServer(server, async (origin) => {
    const environments = [{ id: 'eu', label: 'EU', api_key: 'a-key-of-the-service', upstream: overHttp(origin) }]
    const now = () => new Date()
    await work(createOperations({ environments, embedded: ['sandbox'], key_header: 'x-key', now, times: TIMES }))
  })
  expect([...methods].toSorted()).toEqual(['GET', 'OPTIONS'].filter((each) => methods.has(each)))
}

const has: Answer = ({ method, path }) => {
  if (method === 'OPTIONS') return path.startsWith('/v2/user') ? { status: 405, allow: 'GET, POST' } : NO_ROUTE
  if (path === '/v2/link/bulk_op') return { status: 200, body: { data: [], next_cursor: null } }
  if (path.endsWith('/stream')) return { status: 404, body: { detail: 'Workout not found.' } }
  return path === '/v2/introspect/historical_pull' ? { status: 422, body: { detail: 'Which user?' } } : NO_ROUTE
}

test.each<[string, Answer, readonly string[]]>([
  ['has all, with words of its own for what it can’t find', has, REMOTE_OPERATIONS],
  ['lacks all', () => NO_ROUTE, []],
  ['lacks all and says 405', () => ({ status: 405, body: { detail: 'Method Not Allowed' }, allow: 'GET' }), []],
  ['answers 200 to anything', () => ({ status: 200, allow: 'GET, POST', body: { ok: true } }), []],
  ['names the path that it lacks', ({ path }) => ({ status: 404, body: { detail: `No route ${path}` } }), []],
  ['names the whole address that it lacks', ({ url }) => ({ status: 404, body: { detail: `Cannot GET ${url}` } }), []],
  ['names the path without its slash', ({ path }) => ({ status: 404, body: { detail: path.slice(1) } }), []],
  ['says it in other words each time', () => ({ status: 404, body: { trace: `${Math.random().toString(36)}` } }), []],
  [
    'says the same of a workout that isn’t there, but refuses a malformed ID',
    ({ path }) => (path === '/v2/timeseries/workouts/-/stream' ? { status: 422, body: { detail: 'ID' } } : NO_ROUTE),
    ['get_workout_stream'],
  ],
  [
    'has deletion without an undo',
    ({ method, path }) => (method === 'OPTIONS' && path === '/v2/user' ? { status: 204, allow: 'POST' } : NO_ROUTE),
    ['create_user'],
  ],
  ['isn’t open to this team', ({ path }) => (path === '/v2/link/bulk_op' ? { status: 403 } : NO_ROUTE), []],
])('a service that %s', (_, answer, expected) =>
  asked(answer, async (operations) => {
    expect(await operations.check('eu')).toEqual(expected)
    expect(operations.known('eu')).toEqual(expected)
  }),
)

test('a service that can’t be asked is not known, and keeps what was found before', async () => {
  let isBroken = true
  await asked(
    (call) => (isBroken ? { status: 503 } : has(call)),
    async (operations) => {
      expect([operations.known('eu'), await operations.check('eu')]).toEqual([null, null])
      isBroken = false
      expect(await operations.check('eu')).toEqual(REMOTE_OPERATIONS)
      isBroken = true
      expect(await operations.check('eu')).toEqual(REMOTE_OPERATIONS)
    },
  )
})

test('the embedded service has all, and isn’t asked', () =>
  asked(has, async (operations) => {
    expect([operations.known('sandbox'), await operations.check('sandbox')]).toEqual([OPERATIONS, OPERATIONS])
  }))
