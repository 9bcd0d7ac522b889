/** Overhead of the proxy, beside the least that node:http can do, in one run. */
import { ask } from '#e2e/support/http.ts'
import type { TestServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, sessionFrom } from '#e2e/support/session.ts'
import { revealPatientData } from '#lib/domains/environments/environment.ts'
import { buildPath, PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { median, print, printRows, type Row } from './harness.ts'
import { load, type Target } from './load.ts'
import { type ProcessorClock, processProcessor } from './processor.ts'
import { API_KEY, AS_STARTED, type Child, startChild } from './servers.ts'
import { PAGE, type Site, startSite, textOf } from './site.ts'

const BYTES = 20_000
const LIST_OF_ORDERS = '/v3/orders?page=1&size=50'
const MANY = 50
/** Pages of one round. */
const PAGES = 28
const ROUNDS = 5
const SLICE_MS = 2_000
/** A server that has been up for minutes is what people meet: its code is optimized by then. */
const WARM_UP_MS = 6_000

export interface Contender extends Target {
  name: string
  cpu: ProcessorClock
}

interface Round {
  perSecond: number
  p50: number
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
    alone: {
      ...plain('the proxy alone', await startChild('proxy', service.port)),
      path: `${PROXY_PREFIX}/live${LIST_OF_ORDERS}`,
    },
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
  return { perSecond, p50: median(latencies), cpu: (one.cpu() - before) / latencies.length }
}

export const bench = async () => printRows(await rows())

/** The middle of interleaved rounds: what else the machine does meets all of them alike. */
export async function rows(): Promise<Row[]> {
  const site = await startSite({ LOG_LEVEL: 'error', ...AS_STARTED })
  const contenders = await startContenders(site)
  const all = Object.values(contenders)
  const sizes = new Set<number>()
  for (const one of all.slice(0, -2)) sizes.add(await bytesOf(one))
  if (sizes.size > 1) throw new Error('Not all have answered with the same bytes.')
  for (const one of all) await load(one, 20, WARM_UP_MS)
  print(`  measuring: ${ROUNDS} rounds of ${SLICE_MS} ms each, interleaved, on one connection and on ${MANY}`)
  const [few, many] = [await inTurns(all, 1), await inTurns(all, MANY)]
  const { direct, bare, alone, whole, masked, embedded } = contenders
  const perSecond = (measure: string, one: Contender, target: number): Row => {
    const beside = ['bare node:http', many(bare, 'perSecond')] as const
    return { measure: `${measure}, requests/s`, value: many(one, 'perSecond'), target, isMore: true, beside }
  }
  const cpu = (measure: string, one: Contender, target: number): Row => {
    const beside = ['bare node:http', 1000 * many(bare, 'cpu')] as const
    return { measure: `${measure}, CPU of 1,000 calls, ms`, value: 1000 * many(one, 'cpu'), target, beside }
  }
  const added = (one: Contender) => few(one, 'p50') - few(direct, 'p50')
  const pages = [await pagesOf(site), await pagesOf(site)]
  return [
    perSecond('proxy alone', alone, 4000),
    perSecond('proxy whole', whole, 1500),
    perSecond('proxy and embedded service', embedded, 600),
    cpu('proxy whole', whole, 900),
    cpu('proxy and embedded service', embedded, 2500),
    { measure: 'proxy whole, added p50, ms', value: added(whole), target: 1, beside: ['bare node:http', added(bare)] },
    { measure: 'proxy whole, masked, added p50, ms', value: added(masked), target: 1.2 },
    { measure: 'list page, CPU, ms', value: median(pages.map((each) => each.cpu)), target: 30 },
  ]
}

async function inTurns(contenders: readonly Contender[], connections: number) {
  const rounds = new Map(contenders.map((one): [Contender, Round[]] => [one, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [one, measured] of rounds) measured.push(await loaded(one, connections, SLICE_MS))
  return (one: Contender, key: keyof Round) => median((rounds.get(one) ?? []).map((round) => round[key]))
}

/** One call by an ordinary client, so that the load measures answers that are right. */
async function bytesOf({ name, port, path, cookie = '' }: Contender): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`"${name}" answered ${response.status}: ${text.slice(0, 200)}`)
  return Buffer.byteLength(text)
}

/** Four pages at a time, as a team asks. */
export async function pagesOf({ server, session }: Site): Promise<{ perSecond: number; cpu: number }> {
  const cpu = processProcessor(server.pid)
  const [before, start] = [cpu(), performance.now()]
  const some = async () => {
    for (let n = 0; n < PAGES / 4; n += 1) await textOf(`${server.baseURL}${PAGE}`, cookieHeader(session))
  }
  await Promise.all([some(), some(), some(), some()])
  return { perSecond: (PAGES * 1000) / (performance.now() - start), cpu: (cpu() - before) / PAGES }
}
