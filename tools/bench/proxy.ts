/** Overhead of the proxy, beside the least that node:http can do, in one run. */
import { ask } from '#e2e/support/http.ts'
import type { TestServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, sessionFrom } from '#e2e/support/session.ts'
import { revealPatientData } from '#lib/domains/environments/environment.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { figure, median, percentile, print, printTable, verdict } from './harness.ts'
import { load, type Target } from './load.ts'
import { type ProcessorClock, processProcessor } from './processor.ts'
import { API_KEY, type Child, startChild } from './servers.ts'
import { type Site, startSite } from './site.ts'

const BYTES = 20_000
const LIST_OF_ORDERS = '/v3/orders?page=1&size=50'
const CONNECTIONS = [1, 50] as const
const ROUNDS = 5
const SLICE_MS = 700
const WARM_UP_MS = 1200
/** Milliseconds at one connection that ours may add to the median, over direct. */
const MAX_ADDED = 2.5

export interface Contender extends Target {
  name: string
  cpu: ProcessorClock
}

export interface Round {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Milliseconds of processor time a call. */
  cpu: number
}

/** Starts a fake service and all that may stand between it and a caller; `embedded` answers from its own database. */
export async function startContenders(embedded: Site) {
  const service = await startChild('orders', BYTES)
  const plain = (name: string, { port, cpu }: Child): Contender => ({ name, port, cpu, path: LIST_OF_ORDERS })
  const upstream = { SERVICE_BASE_URL: `http://127.0.0.1:${service.port}`, SERVICE_API_KEY: API_KEY, LOG_LEVEL: 'warn' }
  const whole = await startSite(upstream)
  const ours = (name: string, server: TestServer, environment: string, cookie: string): Contender => ({
    name,
    port: Number(new URL(server.baseURL).port),
    path: `/api/service/${environment}${LIST_OF_ORDERS}`,
    cookie,
    cpu: processProcessor(server.pid),
  })
  const masked = cookieHeader(whole.session)
  return {
    direct: plain('direct to the service', service),
    bare: plain('bare node:http proxy', await startChild('bare-node', service.port)),
    whole: ours('ours', whole.server, 'production', `${masked}; ${await reveal(whole)}`),
    masked: ours('ours, masked', whole.server, 'production', masked),
    embedded: ours('ours, embedded in PGlite', embedded.server, 'sandbox', cookieHeader(embedded.session)),
  }
}

/** For five minutes the answers to this session are not masked, so that everyone measured sends the same bytes. */
async function reveal({ server: { baseURL }, session }: Site): Promise<string> {
  const path = `/api/console${buildPath(revealPatientData.path, { environment: 'production' })}`
  const { status, setCookies } = await ask(baseURL, path, { method: 'POST', session })
  if (status !== 200) throw new Error(`Showing patient data answered ${status}.`)
  return cookieHeader(sessionFrom(baseURL, setCookies))
}

export async function loaded(one: Contender, connections: number, lastsMs: number): Promise<Round> {
  const before = one.cpu()
  const { latencies, perSecond } = await load(one, connections, lastsMs)
  const [p50, p95, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.95), percentile(latencies, 0.99)]
  return { perSecond, p50, p95, p99, cpu: (one.cpu() - before) / latencies.length }
}

export async function bench(): Promise<void> {
  const contenders = Object.values(await startContenders(await startSite({ LOG_LEVEL: 'warn' })))
  const bytes = new Map<Contender, number>()
  for (const one of contenders) bytes.set(one, await bytesOf(one))
  if (new Set([...bytes.values()].slice(0, 3)).size > 1) throw new Error('Not all have answered with the same bytes.')
  print(`  measuring: ${ROUNDS} rounds of ${SLICE_MS} ms each, interleaved`)
  for (const one of contenders) await load(one, 20, WARM_UP_MS)
  for (const connections of CONNECTIONS) {
    const rounds = new Map(contenders.map((one): [Contender, Round[]] => [one, []]))
    // Each has a turn in every round: what else the machine does meets all of them alike.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [one, measured] of rounds) measured.push(await loaded(one, connections, SLICE_MS))
    const middle = (one: Contender, key: keyof Round) => median((rounds.get(one) ?? []).map((round) => round[key]))
    const [direct] = contenders
    const added = (one: Contender) => middle(one, 'p50') - (direct ? middle(direct, 'p50') : Number.NaN)
    printTable(
      [`${connections} at once`, 'kB', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'added p50', 'CPU ms/1000'],
      contenders.map((one) => [
        one.name,
        figure((bytes.get(one) ?? 0) / 1000, 1),
        figure(middle(one, 'perSecond'), 0),
        middle(one, 'p50'),
        middle(one, 'p95'),
        middle(one, 'p99'),
        added(one),
        figure(middle(one, 'cpu') * 1000, 0),
      ]),
    )
    if (connections > 1) continue
    for (const one of contenders.slice(2, 4))
      print(
        `  budget: ${one.name} adds at most ${MAX_ADDED} ms p50: ${figure(added(one))}, ${verdict(added(one), MAX_ADDED)}`,
      )
  }
  print('  ours: a session looked up and an entry in the audit log on disk for every call')
  print('  masked: the same, for a person who has not asked to see patient data')
}

/** One call by an ordinary client, so that the load measures answers that are right. */
async function bytesOf({ name, port, path, cookie = '' }: Contender): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`"${name}" answered ${response.status}: ${text.slice(0, 200)}`)
  return Buffer.byteLength(text)
}
