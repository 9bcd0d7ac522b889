/** Overhead of the proxy, beside the least that node:http and a Next route handler can do, in one run. */

import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { revealPatientData } from '#lib/domains/environments/patient-data.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { type Child, startChild } from './child.ts'
import { onExit, withScratch } from './cleanup.ts'
import { load } from './load.ts'
import { median, percentile } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

/** A Next app that does nothing but proxy, written to a scratch directory and built there. */
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The least a route handler can do: one fetch, the body streamed through. */
const route = (upstream: number) => `export const dynamic = 'force-dynamic'

export async function GET(request, { params }) {
  const { path } = await params
  const { search } = new URL(request.url)
  const answer = await fetch('http://127.0.0.1:${upstream}/' + path.join('/') + search, {
    headers: { accept: 'application/json', 'x-service-api-key': 'bench-key-with-at-least-32-characters' },
    cache: 'no-store',
  })
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
  })
}
`

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`

/** Its one route is \`/bare/<path of the service>\`. */
async function buildNextApp(directory: string, upstream: number): Promise<void> {
  const app = join(directory, 'app')
  mkdirSync(join(app, 'bare', '[...path]'), { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(directory, 'next.config.mjs'), "export default { turbopack: { root: '/' } }\n")
  writeFileSync(join(app, 'layout.jsx'), LAYOUT)
  writeFileSync(join(app, 'page.jsx'), 'export default function Page() {\n  return null\n}\n')
  writeFileSync(join(app, 'bare', '[...path]', 'route.js'), route(upstream))
  symlinkSync(MODULES, join(directory, 'node_modules'), 'junction')
  await run(join(MODULES, 'next', 'dist', 'bin', 'next'), directory)
}

async function run(next: string, directory: string): Promise<void> {
  const child = spawn(process.execPath, [next, 'build'], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = onExit(() => child.kill('SIGKILL'))
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  kill()
  if (code !== 0) throw new Error(`The Next app of the bench could not be built:\n${output.join('')}`)
}

const BYTES = 20_000
export const LIST_OF_ORDERS = '/v3/orders?page=1&size=50'
const CONNECTIONS = [1, 50] as const
const ROUNDS = 5
const SLICE = 700
const WARM_UP = 1200

/** Cookies of a browser that isn't signed in. */
const COOKIE = 'theme=dark; time_zone=Europe%2FBerlin'
const ADMINISTRATOR = { email: 'bench@console.test', password: 'a kettle sings at nine' }
const [ALONE, WHOLE, MASKED] = ['ours, alone', 'ours, whole', 'ours, whole, masked'] as const
/** Milliseconds at one connection that ours may add to the median, over direct. */
const MAX_ADDED = { [ALONE]: 0.6, [WHOLE]: 2.5, [MASKED]: 2.5 } as const
const LEGEND = `  alone: the proxy, with one fixed administrator and an audit log in memory
  whole: the server, with a session looked up and an entry in the audit log on disk for every call
  masked: the same, for a person who has not asked to see patient data`

interface Contender {
  name: string
  child: Child
  path: string
  cookie: string
  bytes: number
}

interface Round {
  perSecond: number
  p50: number
  p95: number
  p99: number
  cpu: number
}

export async function benchProxy(): Promise<void> {
  const children: Child[] = []
  const start = async (name: string, options: Readonly<Record<string, string>> = {}) => {
    const child = await startChild(name, options)
    children.push(child)
    return child
  }
  await withScratch(async (scratch) => {
    try {
      const contenders = await startContenders(start, scratch)
      checkSame(contenders)
      print(`  measuring: ${ROUNDS} rounds of ${SLICE} ms each, interleaved`)
      for (const { child, path, cookie } of contenders) await load({ port: child.port, path, cookie }, 20, WARM_UP)
      for (const connections of CONNECTIONS) show(connections, await measure(contenders, connections))
    } finally {
      await Promise.all(children.map((child) => child.stop()))
    }
  })
}

async function startContenders(start: typeof startChild, scratch: string): Promise<Contender[]> {
  const service = await start('upstream', { bytes: String(BYTES) })
  const upstream = String(service.port)
  print('  building the Next app to compare with')
  const next = join(scratch, 'next')
  mkdirSync(next)
  await buildNextApp(next, service.port)
  print('  starting the servers')
  const remote = await start('ours-system', { directory: join(scratch, 'remote'), upstream, ...ADMINISTRATOR })
  const masked = await signIn(remote)
  const onDisk = await start('ours-system', { directory: join(scratch, 'embedded'), ...ADMINISTRATOR })
  return [
    await contender('direct to the service', service, LIST_OF_ORDERS),
    await contender('bare node:http proxy', await start('bare-node', { upstream }), LIST_OF_ORDERS),
    await contender(ALONE, await start('ours', { upstream }), `/api/service/production${LIST_OF_ORDERS}`),
    await contender('bare Next route handler', await start('bare-next', { directory: next }), `/bare${LIST_OF_ORDERS}`),
    await contender(
      WHOLE,
      remote,
      `/api/service/production${LIST_OF_ORDERS}`,
      `${masked}; ${await reveal(remote, masked)}`,
    ),
    await contender(MASKED, remote, `/api/service/production${LIST_OF_ORDERS}`, masked),
    await contender(
      'ours, alone, embedded in memory',
      await start('ours-in-memory'),
      `/api/service/sandbox${LIST_OF_ORDERS}`,
    ),
    await contender(
      'ours, whole, embedded in PGlite',
      onDisk,
      `/api/service/sandbox${LIST_OF_ORDERS}`,
      await signIn(onDisk),
    ),
  ]
}

/** One call by an ordinary client, so that the load measures answers that are right. */
async function contender(name: string, child: Child, path: string, cookie = COOKIE): Promise<Contender> {
  const response = await fetch(`http://127.0.0.1:${child.port}${path}`, { headers: { cookie } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`"${name}" answered ${response.status}: ${text.slice(0, 200)}`)
  return { name, child, path, cookie, bytes: Buffer.byteLength(text) }
}

export async function signIn({ port }: Child): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMINISTRATOR),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}.`)
  return cookiesOf(response)
}

/** For five minutes the answers to this session are not masked, so that everyone measured sends the same bytes. */
export async function reveal({ port }: Child, cookie: string): Promise<string> {
  const path = buildPath(revealPatientData.path, { environment: 'production' })
  const response = await fetch(`http://127.0.0.1:${port}/api/console${path}`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  if (!response.ok) throw new Error(`Showing patient data answered ${response.status}.`)
  return cookiesOf(response)
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

function checkSame([direct, ...others]: readonly Contender[]) {
  for (const { name, bytes } of others.slice(0, 4)) {
    if (bytes !== direct?.bytes) throw new Error(`"${name}" answered ${bytes} bytes, not ${direct?.bytes}.`)
  }
}

/** Everyone takes a turn in every round: what else the machine does meets all of them alike. */
async function measure(contenders: readonly Contender[], connections: number): Promise<[Contender, Round][]> {
  const rounds = new Map(contenders.map((one): [Contender, Round[]] => [one, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [{ child, path, cookie }, measured] of rounds) {
      const before = await child.cpu()
      const { latencies, seconds } = await load({ port: child.port, path, cookie }, connections, SLICE)
      const cpu = ((await child.cpu()) - before) / (latencies.length / 1000)
      const [p50, p95, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.95), percentile(latencies, 0.99)]
      measured.push({ perSecond: latencies.length / seconds, p50, p95, p99, cpu })
    }
  }
  return [...rounds].map(([one, measured]) => {
    const middle = (key: keyof Round) => median(measured.map((round) => round[key]))
    const [perSecond, p50, p95, p99, cpu] = [
      middle('perSecond'),
      middle('p50'),
      middle('p95'),
      middle('p99'),
      middle('cpu'),
    ]
    return [one, { perSecond, p50, p95, p99, cpu }]
  })
}

function show(connections: number, results: readonly [Contender, Round][]) {
  const direct = results[0]?.[1].p50 ?? Number.NaN
  const many = connections > 1 ? 's' : ''
  const rows = results.map(([{ name, bytes }, { perSecond, p50, p95, p99, cpu }], index) => [
    name,
    figure(bytes / 1000, 1),
    figure(perSecond, 0),
    figure(p50),
    figure(p95),
    figure(p99),
    index === 0 ? '' : figure(p50 - direct),
    figure(cpu, 0),
  ])
  const title = `${connections} connection${many}`
  print()
  print(table([title, 'kB', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'added p50', 'CPU ms/1000'], rows))
  if (connections > 1) return print(LEGEND)
  for (const [ours, most] of Object.entries(MAX_ADDED)) {
    const added = (results.find(([{ name }]) => name === ours)?.[1].p50 ?? Number.NaN) - direct
    print(`  budget: ${ours} adds at most ${most} ms p50 at one connection: ${figure(added)}, ${verdict(added, most)}`)
  }
}
