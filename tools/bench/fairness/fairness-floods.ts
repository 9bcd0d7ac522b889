/** Worst loads by one person: bodies, counts, exports, searches and sign-ins. */
import type { Flood, FloodCall } from './flood.ts'

const MIB = 1024 * 1024
const MANY = 20

export interface Scenario extends Flood {
  name: string
}

const recipe = (user_id: string, token: string) =>
  JSON.stringify({ user_id, access_token: token, refresh_token: token, provider_id: 'p-1', expires_at: 1_800_000_000 })

const once = (name: string, ...calls: FloodCall[]): Scenario => ({ name, atOnce: 1, calls })
const many = (name: string, ...calls: FloodCall[]): Scenario => ({ name: `${MANY} × ${name}`, atOnce: MANY, calls })

/** Returns every flood, those that may shut somebody out last. `user_id` is a user of the sandbox. */
export function scenarios(user_id: string): Scenario[] {
  const info = `/api/service/sandbox/v2/user/${user_id}/info`
  const patch = (unit: string, [begin = '', end = '']: readonly string[], bytes: number): FloodCall => ({
    method: 'PATCH',
    path: info,
    body: { begin, unit, bytes, end },
  })
  const bulk = (unit: string, bytes: number): FloodCall => ({
    method: 'POST',
    path: '/api/service/sandbox/v2/link/bulk_import',
    body: { begin: '{"provider":"pulsewren","connections":[', unit, bytes, end: ']}' },
  })
  const small = recipe(user_id, 'token')
  const large = recipe(user_id, 't'.repeat(1_550))
  const manyValues = `{"user_id":"${user_id}","oauth_scopes":[${'"\\u0061\\u0062",'.repeat(14)}"x"]}`
  const full = bulk(large, 31 * MIB)
  const get = (path: string): FloodCall => ({ method: 'GET', path })
  const post = (path: string, json: object): FloodCall => ({
    method: 'POST',
    path,
    body: { text: JSON.stringify(json) },
  })
  const text = (at: number) => `${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + ((at * 7) % 26))}`
  const numbers = Array.from({ length: 60 }, (_, at) => at)
  return [
    once('29 MiB of []', patch('[]', ['{"a":[', ']}'], 29 * MIB)),
    once('24 MiB of small keys', patch('"a":1', ['{', '}'], 24 * MIB)),
    once('bulk import, 10,000 connections', bulk(small, 10_000 * (small.length + 1))),
    once('bulk import, 31 MiB', full),
    once('bulk import, 200,000 faulty values', bulk(manyValues, (200_000 / 18) * manyValues.length)),
    many('29 MiB of []', patch('[]', ['{"a":[', ']}'], 29 * MIB)),
    many('256 KiB of text', patch('"k"', ['{"first_name":[', ']}'], 256 * 1024 - 64)),
    many('60 KiB of small keys', patch('"a":1', ['{', '}'], 60 * 1024)),
    many('bulk import, 31 MiB', full),
    many('view counts', ...Intl.supportedValuesOf('timeZone').map(countsIn)),
    many('order searches', ...numbers.map((at) => get(`/api/service/sandbox/v3/orders?search_input=${text(at)}`))),
    many('order exports', ...numbers.map((at) => get(`/api/service/sandbox/v3/orders?size=100&page=${at + 40}`))),
    many(
      'user exports',
      ...numbers.map((at) => post('/api/console/directory/sandbox/search', { limit: 500, offset: at * 10 })),
    ),
    many('audit pages', get('/api/console/audit?limit=500')),
    many('audit exports', get('/api/console/audit/export')),
    many('pages', get('/sandbox/orders'), get('/sandbox/users')),
    {
      name: '32 × anonymous sign-ins',
      atOnce: 32,
      calls: [post('/api/auth/sign-in', { email: 'nobody-{n}@clinic.test', password: 'wrong one' })],
      anonymous: true,
    },
  ]
}

/** Thirty saved views are the flooder's own; every zone is counted anew. */
function countsIn(zone: string): FloodCall {
  return { method: 'GET', path: `/api/console/views/sandbox/orders/counts?time_zone=${encodeURIComponent(zone)}` }
}
