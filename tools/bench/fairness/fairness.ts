/** How long one person who floods the server delays another: the page and the call of a colleague, against a quiet server. */
import { rmSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { ask } from '#e2e/support/http.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, type SignedIn, signIn } from '#e2e/support/session.ts'
import { addColleague } from '#e2e/support/staff.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { MAX_VIEWS } from '#lib/domains/views/view-changes.ts'
import { onExit, withScratch } from '#tools/bench/cleanup.ts'
import { fillDirectory } from '#tools/bench/fill.ts'
import { median, percentile } from '#tools/bench/statistics.ts'
import { figure, print, table, verdict } from '#tools/bench/table.ts'

/** Request repeated by a flood; several take turns. */
interface Flood {
  atOnce: number
  calls: readonly FloodCall[]
  /** Sent without a session, each from another network address. */
  anonymous?: boolean
}

interface FloodCall {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: Body
}

/** Text is sent as it is, but for `{n}`, which is a number of its own in each request; a recipe is written out in the thread, because some are as large as a body may be. */
type Body = { text: string } | { begin: string; unit: string; bytes: number; end: string }

interface FloodResult {
  requests: number
  /** By status; 0 stands for a connection that was closed. */
  statuses: Record<string, number>
}

const bodySchema = z.union([
  z.object({ text: z.string() }),
  z.object({ begin: z.string(), unit: z.string(), bytes: z.number(), end: z.string() }),
])
const callSchema = z.object({ method: z.enum(['GET', 'POST', 'PATCH']), path: z.string(), body: bodySchema.optional() })
const workSchema = z.object({
  port: z.number(),
  cookie: z.string(),
  atOnce: z.number(),
  calls: z.array(callSchema),
  anonymous: z.boolean().default(false),
})
const resultSchema = z.object({ requests: z.number(), statuses: z.record(z.string(), z.number()) })

/** Begins a flood; the function that is returned ends it, and resolves to what was answered. */
function startFlood(target: { port: number; cookie: string }, flood: Flood): () => Promise<FloodResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...target, ...flood } })
  const result = new Promise<FloodResult>((resolve, reject) => {
    worker.once('message', (message) => resolve(resultSchema.parse(message)))
    worker.once('error', reject)
  })
  return async () => {
    worker.postMessage('stop')
    const answered = await result
    await worker.terminate()
    return answered
  }
}

function written(body: Body | undefined): Buffer | null {
  if (!body) return null
  if ('text' in body) return Buffer.from(body.text)
  const { begin, unit, bytes, end } = body
  const count = Math.floor((bytes - begin.length - end.length) / (unit.length + 1))
  return Buffer.from(`${begin}${Array.from({ length: count }, () => unit).join()}${end}`)
}

async function flood(port: MessagePortLike) {
  const { port: to, cookie, atOnce, calls, anonymous } = workSchema.parse(workerData)
  const prepared = calls.map(({ method, path, body }) => ({ method, path, body: written(body) }))
  const agent = new Agent({ keepAlive: true })
  const statuses: Record<string, number> = {}
  let stopped = false
  let requests = 0
  let sent = 0
  port.once('message', () => {
    stopped = true
    port.postMessage({ requests, statuses })
  })

  const send = ({ method, path, body }: (typeof prepared)[number]) =>
    new Promise<number>((resolve) => {
      sent += 1
      const numbered = body && body.length < 1000 ? Buffer.from(body.toString().replace('{n}', String(sent))) : body
      const headers = {
        ...(anonymous ? { 'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` } : { cookie }),
        'sec-fetch-site': 'same-origin',
        ...(numbered && { 'content-type': 'application/json', 'content-length': numbered.length }),
      }
      const call = request({ host: '127.0.0.1', port: to, agent, method, path, headers }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0))
      })
      call.once('error', () => resolve(0))
      call.end(numbered ?? undefined)
    })

  async function one(from: number) {
    for (let at = from; !stopped; at += atOnce) {
      const call = prepared[at % prepared.length]
      if (!call) return
      const status = await send(call)
      requests += 1
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, from) => one(from)))
}

type MessagePortLike = NonNullable<typeof parentPort>

if (parentPort) await flood(parentPort)

/** Worst loads by one person: bodies, counts, exports, searches and sign-ins. */
const MIB = 1024 * 1024
const MANY = 20

interface Scenario extends Flood {
  name: string
}

const recipe = (user_id: string, token: string) =>
  JSON.stringify({ user_id, access_token: token, refresh_token: token, provider_id: 'p-1', expires_at: 1_800_000_000 })

const once = (name: string, ...calls: FloodCall[]): Scenario => ({ name, atOnce: 1, calls })
const many = (name: string, ...calls: FloodCall[]): Scenario => ({ name: `${MANY} × ${name}`, atOnce: MANY, calls })

/** Returns every flood, those that may shut somebody out last. `user_id` is a user of the sandbox. */
function scenarios(user_id: string): Scenario[] {
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

const SIZE = { users: 1000, orders: 10_000, seed: 0 }
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

/** `only`: floods whose name contains it. */
export async function benchFairness(only = ''): Promise<void> {
  await withScratch(async (data_dir) => {
    await fillDirectory(data_dir, SIZE)
    const server = await startServer({
      DATA_DIR: data_dir,
      LOG_LEVEL: 'error',
      SESSION_REQUESTS_PER_MINUTE: '1000000',
      DIRECTORY_REFRESH_MINUTES: '1440',
      // So that anonymous requests may come from many addresses.
      PROXY_HOPS: '1',
    })
    const remove = onExit(() => rmSync(server.dataDir, { recursive: true, force: true }))
    try {
      const { baseURL } = server
      const flooder = await signIn(baseURL, ADMINISTRATOR)
      const other = await addColleague(baseURL, flooder, { email: 'other@clinic.test', role: 'support' })
      const all = scenarios(await prepare(baseURL, flooder))
      const floods = all.filter(({ name }) => name.includes(only))
      const port = Number(new URL(baseURL).port)
      const probe = (milliseconds: number) => sampleFor(port, cookieHeader(other.session), milliseconds)
      await probe(LASTS)
      const rows: Row[] = []
      for (const flood of floods) {
        print(`  flooding: ${flood.name}`)
        // Just before each flood: what else the machine does meets both alike.
        const quiet = await probe(LASTS)
        if (rows.length === 0) rows.push(rowOf('quiet', quiet, quiet, null))
        const stop = startFlood({ port, cookie: cookieHeader(flooder) }, flood)
        await pause(SETTLE)
        const measured = await probe(LASTS)
        rows.push(rowOf(flood.name, measured, quiet, await stop()))
        await settled(probe, quiet)
      }
      show(rows)
    } finally {
      await server.stop()
      remove()
    }
  })
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
async function sampleFor(port: number, cookie: string, milliseconds: number): Promise<Samples> {
  const agent = new Agent({ keepAlive: true })
  const found: Samples = { page: [], call: [] }
  const until = performance.now() + milliseconds
  do {
    found.page.push(await timed(port, agent, cookie, PROBES.page))
    found.call.push(await timed(port, agent, cookie, PROBES.call))
    await pause(THINKS)
  } while (performance.now() < until)
  agent.destroy()
  return found
}

/** Milliseconds until the whole answer is there. @throws where it is anything but 200 */
function timed(port: number, agent: Agent, cookie: string, path: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const call = get({ host: '127.0.0.1', port, agent, path, headers: { cookie } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`The colleague was answered with ${response.statusCode} at ${path}.`))
      })
    })
    call.once('error', reject)
  })
}

/** Waits until the colleague is about as quick as before the flood. */
async function settled(probe: (milliseconds: number) => Promise<Samples>, quiet: Samples) {
  for (let tries = 0; tries < 60; tries += 1) {
    await pause(SETTLE)
    if (median((await probe(SETTLE)).page) < 2 * median(quiet.page)) return
  }
}

interface Row {
  cells: string[]
  late: number
}

function rowOf(name: string, measured: Samples, quiet: Samples, flooded: FloodResult | null): Row {
  const lateOf = (key: keyof Samples) => percentile(measured[key], 0.99) - percentile(quiet[key], 0.99)
  const late = Math.max(0, lateOf('page'), lateOf('call'))
  const shares = (['page', 'call'] as const).flatMap((key) =>
    [0.5, 0.99].map((share) => figure(percentile(measured[key], share), 0)),
  )
  const statuses = Object.entries(flooded?.statuses ?? {}).map(([status, count]) => `${count} × ${status}`)
  return { cells: [name, ...shares, figure(late, 0), verdict(late, MAX_DELAY), statuses.join(', ') || '-'], late }
}

function show(rows: readonly Row[]) {
  print()
  const head = ['flood', 'page p50', 'page p99', 'call p50', 'call p99', 'late ms', 'budget', 'flood answered']
  print(
    table(
      head,
      rows.map(({ cells }) => cells),
    ),
  )
  const worst = Math.max(...rows.map(({ late }) => late))
  print(`  budget: nobody is more than ${MAX_DELAY} ms late at p99: ${figure(worst, 0)}, ${verdict(worst, MAX_DELAY)}`)
  if (worst > MAX_DELAY) process.exitCode = 1
}
