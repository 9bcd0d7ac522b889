/** A server over half an hour of staff, calls, events and jobs, with faults in turn: what was answered is there once, memory and files stay flat. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ADMINISTRATOR, startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, signIn } from '#e2e/support/session.ts'
import { getSystem, systemReport } from '#lib/domains/environments/system-report.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { canHaveDisk, freePort, startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { eventStream, SECRET, signatureOf } from './events.ts'
import { type BenchOptions, type Budgeted, defer, part, print, printBudgets, scratch } from './harness.ts'
import { API_KEY, AS_STARTED } from './servers.ts'

const MINUTES = 30
/** Milliseconds of a round: each has one fault, or none, from its beginning to its end. */
const ROUND = 15 * SECOND
const PAUSE = 50
const TIMEOUT = 10 * SECOND
/** Milliseconds that the server has at a time to finish its jobs, and how often. */
const [SETTLES, TRIES] = [15 * SECOND, 8]
const MB = 1024 * 1024
const DISK = 700 * MB
/** Bytes left by the fault: changes are refused, and all is read as before (lib/platform/disk-space.ts). */
const LEFT = 48 * MB
/** Share by which memory may grow, MB by which files may, and MB more for each change and event that is kept. */
const GROWTH = { memory: 1.3, files: 64, each: 0.02 }
/** Share of the rounds after which no process is killed, so that the memory of one is watched. */
const KILLS = 1 / 3

const WELL = 'nothing'
/** The failing check of /readyz by which a person learns of each; metrics say that there is one. */
const TOLD_BY = { none: WELL, upstream: 'live', killed: WELL, disk: 'disk', database: 'database' } as const
type Fault = keyof typeof TOLD_BY

interface Figures {
  memory: number
  files: number
}

interface Place {
  name: string
  settings: { DATA_DIR: string; DATABASE_URL?: string }
  faults: Fault[]
  /** Begins a fault of the place, and returns what ends it. */
  fail: (fault: Fault) => () => void
  files: () => number
}

const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const sizeOf = (dir: string, without?: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => without === undefined || !path.includes(without))
    .reduce((sum, path) => sum + (statSync(join(dir, path), { throwIfNoEntry: false })?.size ?? 0) / MB, 0)

/** On a disk of its own, where this account may mount one. */
function embedded(): Place {
  const disk = scratch()
  const DATA_DIR = join(disk, 'data')
  const faults: Fault[] = ['upstream', 'killed', 'none']
  if (canHaveDisk()) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=700`, 'tmpfs', disk])
    defer(() => execFileSync('umount', ['-l', disk]))
    faults.splice(2, 0, 'disk')
  } else print('  no disk fills: that needs an account that may mount one')
  mkdirSync(DATA_DIR, { mode: 0o700 })
  const fail = (fault: Fault) => {
    const ballast = join(disk, 'ballast')
    const { bavail, bsize } = statfsSync(disk)
    if (fault === 'disk') writeFileSync(ballast, new Uint8Array(bavail * bsize - LEFT))
    return () => rmSync(ballast, { force: true })
  }
  return { name: 'embedded database', settings: { DATA_DIR }, faults, fail, files: () => sizeOf(DATA_DIR) }
}

async function onServer(): Promise<Place> {
  const postgres = await startPostgres()
  defer(postgres.stop)
  return {
    name: 'PostgreSQL server',
    settings: { DATA_DIR: scratch(), DATABASE_URL: postgres.url },
    faults: ['upstream', 'killed', 'database', 'none'],
    fail: (fault) => (fault === 'database' ? postgres.freeze() : () => undefined),
    // PostgreSQL keeps up to a gigabyte of its own log, whatever happens.
    files: () => sizeOf(`/proc/${postgres.pid}/cwd`, 'pg_wal'),
  }
}

export async function bench({ minutes = MINUTES }: BenchOptions): Promise<void> {
  const over: string[] = []
  for (const open of [embedded, onServer])
    over.push(...(await part(async () => soak(await open(), Math.max(5, Math.round((minutes * MINUTE) / 2 / ROUND))))))
  if (over.length > 0) throw new Error(`The soak failed: ${over.join(', ')}.`)
}

/** The state that all parts of a soak share. */
interface Run {
  settings: Place['settings'] & Record<string, string>
  server: TestServer
  fault: Fault
  isOver: boolean
  isDown?: boolean
}

async function startUpstream() {
  const server = createServer((_, response) => response.end('{"users":[],"total":0,"offset":0,"limit":1}'))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  defer(() => server.close())
  return { server, port: z.object({ port: z.int() }).parse(server.address()).port }
}

/** Returns the names of figures over their limits. */
async function soak(place: Place, rounds: number): Promise<string[]> {
  print(`\n  ${place.name}`)
  const upstream = await startUpstream()
  const sandbox = { id: 'sandbox', label: 'Sandbox', kind: 'sandbox', webhook_secret_env: 'SOAK_SECRET' }
  const base_url = `http://127.0.0.1:${upstream.port}`
  const live = { id: 'live', label: 'Live', kind: 'staging', api_key_env: 'LIVE_KEY', base_url }
  const settings = {
    ...AS_STARTED,
    ...place.settings,
    SERVICE_ENVIRONMENTS: JSON.stringify([sandbox, live]),
    SERVICE_API_KEY: API_KEY,
    LIVE_KEY: 'a key of the soak',
    SOAK_SECRET: SECRET,
    SESSION_REQUESTS_PER_MINUTE: '100000',
    DIRECTORY_REFRESH_MINUTES: '1',
    METRICS_PORT: String(await freePort()),
  }
  const run: Run = { settings, server: await startServer(settings), fault: 'none', isOver: false }
  // A process that has ended already would be waited for without end.
  defer(() => run.isDown || run.server.kill())
  const people = startPeople(run)
  const figures: Figures[] = []
  let untold = 0
  for (let round = 0; round < rounds; round += 1) {
    const begins = Date.now()
    run.fault = faultOf(place, round, rounds)
    if (run.fault === 'killed') figures.length = 0
    const mend = place.fail(run.fault)
    if (run.fault === 'upstream') upstream.server.close().closeAllConnections()
    if (run.fault === 'killed') await restart(run)
    await sleep(Math.max(0, begins + ROUND - Date.now()))
    const failing = await failingOf(run.server).catch((): string[] => [])
    const isReady = await metricOf(run, 'vialdesk_ready').catch(() => Number.NaN)
    if (!failing.includes(TOLD_BY[run.fault]) || isReady !== Number(failing.includes(WELL))) untold += 1
    const needs = run.fault === 'database' ? [] : await people.needsOf()
    mend()
    if (!upstream.server.listening) upstream.server.listen(upstream.port, '127.0.0.1')
    await untilReady(run.server)
    figures.push({ memory: megabytesOf(run.server.pid), files: place.files() })
    const said = `/readyz: ${failing.join(', ')}; System: ${needs.join(', ') || 'nothing'}`
    print(`  ${run.fault.padEnd(9)}${people.done()}, ${figures.at(-1)?.memory.toFixed(0)} MB; ${said}`)
  }
  await people.stop()
  return report(people, await settle(run), figures, untold)
}

function faultOf({ faults }: Place, round: number, rounds: number): Fault {
  const fault = (round > 0 && faults[(round - 1) % faults.length]) || 'none'
  return fault === 'killed' && round > Math.max(faults.length, rounds * KILLS) ? 'none' : fault
}

async function metricOf({ settings }: Run, name: string) {
  const url = `http://127.0.0.1:${settings.METRICS_PORT}/metrics`
  const text = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).then((answer) => answer.text())
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

async function restart(run: Run) {
  await run.server.kill()
  run.server = await startServer(run.settings)
}

const readyz = z.object({ checks: z.record(z.string(), z.string()) })

async function failingOf({ baseURL }: TestServer): Promise<string[]> {
  const answer = await fetch(`${baseURL}/readyz`, { signal: AbortSignal.timeout(TIMEOUT) })
  const { checks } = readyz.parse(await answer.json())
  const names = Object.keys(checks).filter((name) => checks[name] !== 'ok')
  return names.length > 0 ? names : [WELL]
}

async function untilReady(server: TestServer) {
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await failingOf(server).catch((): string[] => [])).includes(WELL)) return
    await sleep(SECOND / 2)
  }
}

type People = ReturnType<typeof startPeople>

const orderList = z.object({ orders: z.array(z.object({ id: z.string() })) })
const EXCUSED: readonly Fault[] = ['killed', 'disk', 'database']

/** An API client, a sender of events, and a member of staff, each of whom goes on whatever the answers are. */
function startPeople(run: Run) {
  let cookie = ''
  const refused = { excused: 0, unexcused: 0 }
  /** Null for anything but a success: what was refused counts by whether something was broken then. */
  async function call(path: string, headers: Record<string, string>, body?: string) {
    const before = run.fault
    const init = body ? { method: 'POST', body } : {}
    const all = { 'content-type': 'application/json', ...headers }
    const signal = AbortSignal.timeout(TIMEOUT)
    const text = await fetch(`${run.server.baseURL}${path}`, { ...init, headers: all, signal })
      .then(async (answer) => (answer.ok ? answer.text() : null))
      // Also where the answer breaks off.
      .catch(() => null)
    if (text === null) refused[EXCUSED.includes(before) || EXCUSED.includes(run.fault) ? 'excused' : 'unexcused'] += 1
    return text
  }
  const changes: string[] = []
  const events: string[] = []
  let pages = 0
  const key = { 'x-service-api-key': API_KEY }
  const client = async (turn: number) => {
    const client_user_id = `soak-${turn}`
    if ((await call('/v2/user', key, JSON.stringify({ client_user_id }))) !== null) changes.push(client_user_id)
    await call('/v2/user/?limit=20', key)
    if (turn % 20 === 0) await call('/v2/sandbox/wearables', key, '{"users":20,"events":20}')
  }
  const stream = eventStream(20 * (MINUTE / SECOND) * MINUTES, 1, 'soak')
  /** As any sender, this one sends an event again until it is taken. */
  const sender = async (turn: number) => {
    const event = stream[turn]
    for (let isTaken = false; event && !isTaken && !run.isOver; await sleep(PAUSE)) {
      const signed = Object.entries(signatureOf(event)).map(([name, value]) => [`webhook-${name}`, value])
      isTaken = (await call('/api/webhooks/sandbox', Object.fromEntries(signed), event.body)) !== null
      if (isTaken) events.push(event.message_id)
    }
  }
  const staff = async (turn: number) => {
    if (turn % 20 === 0) cookie = await signIn(run.server.baseURL, ADMINISTRATOR).then(cookieHeader, () => cookie)
    const list = await call('/api/service/sandbox/v3/orders?page=1&size=50', { cookie })
    const { orders } = orderList.parse(JSON.parse(list ?? '{"orders":[]}'))
    const paths = orders.slice(turn % 50, (turn % 50) + 1).map(({ id }) => `/sandbox/orders/${id}`)
    for (const path of ['/sandbox/orders', ...paths]) if ((await call(path, { cookie })) !== null) pages += 1
    await sleep(SECOND)
  }
  const working = [client, sender, staff].map(async (work) => {
    for (let turn = 0; !run.isOver; turn += 1) await work(turn).then(() => sleep(PAUSE))
  })
  return {
    changes,
    events,
    refused,
    done: () => `${changes.length} changes, ${events.length} events, ${pages} pages`,
    /** The checks of Settings → System with something to do. */
    needsOf: async () => {
      const report = await call(`${CONSOLE_PREFIX}${getSystem.path}`, { cookie })
      const checks = report === null ? [] : systemReport.parse(JSON.parse(report)).checks
      return checks.filter(({ action }) => action !== null).map(({ label }) => label)
    },
    stop: async () => {
      run.isOver = true
      await Promise.all(working)
    },
  }
}

/** Lets the server finish its jobs, and reads what is there once it has. */
async function settle(run: Run): Promise<Kept> {
  const { DATA_DIR: data_dir, DATABASE_URL: database_url = null } = run.settings
  for (let tries = 1; ; tries += 1) {
    await sleep(SETTLES)
    await run.server.kill()
    run.isDown = true
    const found = await kept({ data_dir, database_url })
    if (found.open === 0 || tries === TRIES) return found
    run.server = await startServer(run.settings)
    run.isDown = false
  }
}

function report({ changes, events, refused }: People, found: Kept, figures: readonly Figures[], untold: number) {
  const { files = Number.NaN } = figures[0] ?? {}
  const half = figures.length / 2
  const most = (some: readonly Figures[]) => Math.max(...some.map(({ memory }) => memory))
  const memory = most(figures.slice(0, half))
  const mostFiles = files + GROWTH.files + GROWTH.each * (changes.length + events.length)
  const missing = (all: readonly string[], there: ReadonlySet<string>) => all.filter((name) => !there.has(name)).length
  const rows: Budgeted[] = [
    ['changes that were answered', changes.length],
    ['events that were answered', events.length],
    ['calls refused during a fault', refused.excused],
    ['calls refused without one', refused.unexcused, 0],
    ['changes lost', missing(changes, found.users), 0],
    ['events lost', missing(events, found.events), 0],
    ['deliveries not made', found.open, 0],
    ['done twice', found.twice, 0],
    ['faults that /readyz or metrics didn’t tell', untold, 0],
    ['minutes of the last process', (figures.length * ROUND) / MINUTE],
    ['MB of memory, the most in its first half', memory],
    ['MB of memory, the most in its second half', most(figures.slice(half)), Math.round(memory * GROWTH.memory)],
    ['MB of files, its first round', files],
    ['MB of files, its last round', figures.at(-1)?.files ?? Number.NaN, Math.round(mostFiles)],
  ]
  printBudgets('after the soak', rows)
  return rows.filter(([, value, most]) => most !== undefined && !(value <= most)).map(([name]) => name)
}

type Kept = Awaited<ReturnType<typeof kept>>

const names = z.object({ rows: z.array(z.object({ name: z.string(), count: z.number() })) })

/** Reads all that was kept, and what was done more than once: people, events, deliveries to this console. */
async function kept(place: { data_dir: string; database_url: string | null }) {
  const { db, close } = await openDatabase(place)
  const read = async (query: string) => names.parse(await db.execute(sql.raw(query))).rows
  try {
    const users = await read(`select client_user_id as name, count(*)::int as count from service.users
      where client_user_id like 'soak-%' group by 1`)
    const events = await read(`select message_id as name, count(*)::int as count from console.events
      where outcome <> 'duplicate' group by 1`)
    const open = await read(`select id as name, 1 as count from service.webhook_messages as sent where not exists (
      select 1 from console.events as kept where kept.message_id = sent.id)`)
    return {
      users: new Set(users.map(({ name }) => name)),
      events: new Set(events.map(({ name }) => name)),
      open: open.length,
      twice: [...users, ...events].filter(({ count }) => count > 1).length,
    }
  } finally {
    await close()
  }
}
