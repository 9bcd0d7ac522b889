/** How long one person who floods the server delays another: the page and the call of a colleague, against a quiet server. */
import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
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
import { scenarios } from './fairness-floods.ts'
import { type FloodResult, startFlood } from './flood.ts'

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
