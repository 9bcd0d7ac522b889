/** A server over half an hour of calls, events and jobs, with faults in turn: what was answered is there, memory and files stay flat. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { type BenchOptions, type Budgeted, defer, print, printBudgets, scratch } from './harness.ts'

const MINUTES = 30
/** Each lasts a minute, in turn: `upstream` closes the remote service, `database` ends the process as a power cut does. */
const FAULTS = ['none', 'upstream', 'database'] as const
const PAUSE_MS = 50
/** Share by which memory may grow between the first round and the last. */
const GROWTH = 1.3

const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const sizeOf = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + (statSync(join(dir, path), { throwIfNoEntry: false })?.size ?? 0) / 1024 / 1024,
    0,
  )

export async function bench({ minutes = MINUTES }: BenchOptions): Promise<void> {
  const service = createServer((_, response) =>
    response.writeHead(200).end('{"users":[],"total":0,"offset":0,"limit":1}'),
  )
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  const { port } = z.object({ port: z.int() }).parse(service.address())
  defer(() => service.close())
  const environments = [
    { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' },
    { id: 'live', label: 'Live', kind: 'staging', base_url: `http://127.0.0.1:${port}`, api_key_env: 'LIVE_KEY' },
  ]
  const data_dir = scratch()
  const settings = {
    DATA_DIR: data_dir,
    SERVICE_ENVIRONMENTS: JSON.stringify(environments),
    LIVE_KEY: 'a key of the soak',
    DIRECTORY_REFRESH_MINUTES: '1',
  }
  let server: TestServer = await startServer(settings)
  defer(() => server.kill())
  const call = async (path: string, body?: object): Promise<number> => {
    const headers = { 'x-service-api-key': server.apiKey, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return fetch(`${server.baseURL}${path}`, init).then(
      ({ status }) => status,
      () => 0,
    )
  }
  const acknowledged: string[] = []
  const rounds: { memory: number; files: number }[] = []
  let refused = 0
  const failAs = async (fault: (typeof FAULTS)[number]) => {
    if (fault === 'upstream') {
      service.closeAllConnections()
      service.close()
    } else if (!service.listening) service.listen(port, '127.0.0.1')
    if (fault !== 'database') return
    await server.kill()
    server = await startServer(settings)
  }
  const work = async () => {
    const name = `soak-${acknowledged.length + refused}`
    if ((await call('/v2/user', { client_user_id: name })) === 200) acknowledged.push(name)
    else refused += 1
    await call('/v2/user/?limit=20')
    if (acknowledged.length % 20 === 0) await call('/v2/sandbox/wearables', { users: 20, events: 20 })
  }
  for (let minute = 0; minute < minutes; minute += 1) {
    const fault = FAULTS[minute % FAULTS.length] ?? 'none'
    await failAs(fault)
    for (const end = Date.now() + MINUTE; Date.now() < end; await sleep(PAUSE_MS)) await work()
    rounds.push({ memory: megabytesOf(server.pid), files: sizeOf(data_dir) })
    print(`  ${minute + 1} min, ${fault}: ${acknowledged.length} changes, ${rounds.at(-1)?.memory.toFixed(0)} MB`)
  }
  let lost = 0
  for (const name of acknowledged) if ((await call(`/v2/user/resolve/${name}`)) !== 200) lost += 1
  printRounds(rounds, [
    ['changes that were answered', acknowledged.length],
    ['changes that were lost', lost, 0],
    ['changes that were refused', refused, 0],
  ])
  if (lost + refused > 0) throw new Error('The soak lost or refused changes.')
}

function printRounds(rounds: readonly { memory: number; files: number }[], counts: readonly Budgeted[]): void {
  const { memory: before = Number.NaN, files = Number.NaN } = rounds[0] ?? {}
  const last = rounds.at(-1)
  printBudgets('after the soak', [
    ...counts,
    ['MB of memory, first minute', before],
    ['MB of memory, last minute', last?.memory ?? Number.NaN, Math.round(before * GROWTH)],
    ['MB of files, first minute', files],
    ['MB of files, last minute', last?.files ?? Number.NaN],
  ])
}
