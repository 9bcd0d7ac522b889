/** How long one person who floods the server delays another: the page and the call of a colleague, against a quiet server. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { ask } from '#e2e/support/http.ts'
import { cookieHeader, type SignedIn } from '#e2e/support/session.ts'
import { addColleague } from '#e2e/support/staff.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { MAX_VIEWS } from '#lib/domains/views/view-changes.ts'
import { type BenchOptions, figure, median, percentile, print, printTable, verdict } from './harness.ts'
import { startSite } from './site.ts'

const floodSchema = z.object({
  name: z.string(),
  atOnce: z.number(),
  /** Repeated by turns; `{n}` in a short body is a number of its own in each request. */
  calls: z.array(z.object({ method: z.enum(['GET', 'POST', 'PATCH']), path: z.string(), body: z.string().optional() })),
  /** Sent without a session, each from another network address. */
  anonymous: z.boolean().default(false),
})
type Flood = z.input<typeof floodSchema>
type FloodCall = Flood['calls'][number]
const targetSchema = z.object({ port: z.number(), cookie: z.string() })
/** Requests by status; 0 stands for a connection that was closed. */
const statusesSchema = z.record(z.string(), z.number())

/** Begins a flood in a thread of its own; the function that is returned ends it, and resolves to what was answered. */
function startFlood(target: z.output<typeof targetSchema>, flood: Flood) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...target, ...flood } })
  const result = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  return async () => {
    worker.postMessage('stop')
    const statuses = statusesSchema.parse(await result)
    await worker.terminate()
    return statuses
  }
}

async function flood(end: NonNullable<typeof parentPort>) {
  const { port, cookie } = targetSchema.parse(workerData)
  const { atOnce, calls, anonymous } = floodSchema.parse(workerData)
  const agent = new Agent({ keepAlive: true })
  const statuses: Record<string, number> = {}
  let isStopped = false
  let sent = 0
  end.once('message', () => {
    isStopped = true
    end.postMessage(statuses)
  })
  const send = ({ method, path, body }: FloodCall) =>
    new Promise<number>((resolve) => {
      sent += 1
      const numbered = body && body.length < 1000 ? body.replace('{n}', String(sent)) : body
      const headers = {
        ...(anonymous ? { 'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` } : { cookie }),
        'sec-fetch-site': 'same-origin',
        ...(numbered && { 'content-type': 'application/json', 'content-length': numbered.length }),
      }
      const call = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0))
      })
      call.once('error', () => resolve(0)).end(numbered)
    })
  const repeat = async (from: number) => {
    for (let at = from; !isStopped; at += atOnce) {
      const call = calls[at % calls.length]
      if (!call) return
      const status = await send(call)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, from) => repeat(from)))
}

if (parentPort) await flood(parentPort)

/** Worst loads by one person: bodies, counts, exports, searches and sign-ins. */
const MIB = 1024 * 1024
const MANY = 20

const recipe = (user_id: string, token: string) =>
  JSON.stringify({ user_id, access_token: token, refresh_token: token, provider_id: 'p-1', expires_at: 1_800_000_000 })

const once = (name: string, ...calls: FloodCall[]): Flood => ({ name, atOnce: 1, calls })
const many = (name: string, ...calls: FloodCall[]): Flood => ({ name: `${MANY} × ${name}`, atOnce: MANY, calls })

/** Returns every flood, those that may shut somebody out last. `user_id` is a user of the sandbox. */
function floods(user_id: string): Flood[] {
  const info = `/api/service/sandbox/v2/user/${user_id}/info`
  const filled = (unit: string, begin: string, end: string, bytes: number) =>
    `${begin}${Array.from({ length: (bytes - begin.length - end.length) / (unit.length + 1) }, () => unit).join()}${end}`
  const patch = (unit: string, [begin = '', end = '']: readonly string[], bytes: number): FloodCall => ({
    method: 'PATCH',
    path: info,
    body: filled(unit, begin, end, bytes),
  })
  const bulk = (unit: string, bytes: number): FloodCall => ({
    method: 'POST',
    path: '/api/service/sandbox/v2/link/bulk_import',
    body: filled(unit, '{"provider":"pulsewren","connections":[', ']}', bytes),
  })
  const small = recipe(user_id, 'token')
  const large = recipe(user_id, 't'.repeat(1_550))
  const manyValues = `{"user_id":"${user_id}","oauth_scopes":[${'"\\u0061\\u0062",'.repeat(14)}"x"]}`
  const full = bulk(large, 31 * MIB)
  const get = (path: string): FloodCall => ({ method: 'GET', path })
  const post = (path: string, json: object): FloodCall => ({ method: 'POST', path, body: JSON.stringify(json) })
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

const ORDERS = 10_000
/** Milliseconds that another person's page or call may be late, at the 99th percentile. */
const MAX_DELAY = 250
/** Milliseconds each flood lasts; the worst single request of before took sixteen seconds. */
const LASTS = 6_000
/** Milliseconds from a flood's beginning to the first measurement, and from its end to the next. */
const SETTLE = 500
/** Milliseconds that the colleague looks at what came before asking for more. */
const THINKS = 600

const PROBES = { page: '/sandbox/orders', call: '/api/service/sandbox/v3/orders?page=1&size=50' } as const
type Samples = Record<keyof typeof PROBES, number[]>

/** `flood`: only those whose name contains it. */
export async function bench({ flood: only = '' }: BenchOptions): Promise<void> {
  const settings = {
    LOG_LEVEL: 'error',
    DIRECTORY_REFRESH_MINUTES: '1440',
    // So that anonymous requests may come from many addresses.
    PROXY_HOPS: '1',
  }
  const { server, session } = await startSite(settings, ORDERS)
  const { baseURL } = server
  const other = await addColleague(baseURL, session, { email: 'other@clinic.test', role: 'support' })
  const port = Number(new URL(baseURL).port)
  const probe = (milliseconds: number) => sampleFor(baseURL, cookieHeader(other.session), milliseconds)
  const rows: string[][] = []
  let worst = 0
  const add = (name: string, measured: Samples, quiet: Samples, statuses: Readonly<Record<string, number>>) => {
    const lateOf = (key: keyof Samples) => percentile(measured[key], 0.99) - percentile(quiet[key], 0.99)
    const late = Math.max(0, lateOf('page'), lateOf('call'))
    worst = Math.max(worst, late)
    const shares = [measured.page, measured.call].flatMap((taken) => [median(taken), percentile(taken, 0.99)])
    const answered = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
    const figures = [...shares, late].map((value) => figure(value, 0))
    rows.push([name, ...figures, verdict(late, MAX_DELAY), answered.join(', ') || '-'])
  }
  await probe(LASTS)
  for (const one of floods(await prepare(baseURL, session)).filter(({ name }) => name.includes(only))) {
    print(`  flooding: ${one.name}`)
    // Just before each flood: what else the machine does meets both alike.
    const quiet = await probe(LASTS)
    if (rows.length === 0) add('quiet', quiet, quiet, {})
    const stop = startFlood({ port, cookie: cookieHeader(session) }, one)
    await pause(SETTLE)
    const measured = await probe(LASTS)
    add(one.name, measured, quiet, await stop())
    await settled(probe, quiet)
  }
  printTable(['flood', 'page p50', 'page p99', 'call p50', 'call p99', 'late ms', 'budget', 'flood answered'], rows)
  print(`  budget: no one is more than ${MAX_DELAY} ms late at p99: ${figure(worst, 0)}, ${verdict(worst, MAX_DELAY)}`)
  if (worst > MAX_DELAY) process.exitCode = 1
}

/** Returns a user of the sandbox; the flooder keeps as many views as anybody may, each a search of its own. */
async function prepare(origin: string, session: SignedIn): Promise<string> {
  const path = '/api/console/views/sandbox/orders'
  for (let at = 0; at < MAX_VIEWS; at += 1) {
    const day = String(1 + (at % 28)).padStart(2, '0')
    const filter = { start_date: `2020-01-${day}`, updated_start_date: `2020-02-${day}`, is_critical: at % 2 === 0 }
    const json = { name: `View ${at}`, shared: false, filter, look: {} }
    const answer = await ask(origin, path, { method: 'POST', json, session })
    if (answer.status !== 201) throw new Error(`Saving a view was answered with ${answer.status}.`)
  }
  const users = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session })
  return endpoints.list_users.response.parse(users.json).users[0]?.user_id ?? ''
}

/** The colleague asks for a page and for orders in turn, each when the last is there. At least one of both is measured. */
async function sampleFor(origin: string, cookie: string, milliseconds: number): Promise<Samples> {
  const timed = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The colleague was answered with ${answer.status} at ${path}.`)
    return performance.now() - began
  }
  const samples: Samples = { page: [], call: [] }
  const until = performance.now() + milliseconds
  do {
    samples.page.push(await timed(PROBES.page))
    samples.call.push(await timed(PROBES.call))
    await pause(THINKS)
  } while (performance.now() < until)
  return samples
}

/** Waits until the colleague is about as quick as before the flood. */
async function settled(probe: (milliseconds: number) => Promise<Samples>, quiet: Samples) {
  for (let tries = 0; tries < 60; tries += 1) {
    await pause(SETTLE)
    if (median((await probe(SETTLE)).page) < 2 * median(quiet.page)) return
  }
}
