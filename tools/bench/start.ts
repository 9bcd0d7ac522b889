/** How long `npm start` takes on a checkout that is installed, built and filled, until a page answers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '#e2e/support/environment.ts'
import { onExit, withScratch } from './cleanup.ts'
import { median } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('../start.mjs', import.meta.url))
const RUNS = 5
const PATH = '/sandbox/users'
/** Seconds. */
const MAX_WARM = 3
const TIME_LIMIT = 180_000

interface Start {
  /** Seconds from the spawn of the launcher. */
  address: number
  page: number
}

export async function benchStart(): Promise<void> {
  await withScratch(async (data_dir) => {
    print('  first start, which fills the data directory')
    const first = await startOnce(data_dir)
    const warm: Start[] = []
    for (let run = 0; run < RUNS; run += 1) warm.push(await startOnce(data_dir))
    const row = (name: string, starts: readonly Start[]) => [
      name,
      figure(median(starts.map(({ address }) => address))),
      figure(median(starts.map(({ page }) => page))),
      figure(Math.max(...starts.map(({ page }) => page))),
    ]
    print()
    const rows = [row('first, data set made', [first]), row(`warm, median of ${RUNS}`, warm)]
    print(table(['seconds to', 'address printed', `200 of ${PATH}`, 'slowest'], rows))
    const value = median(warm.map(({ page }) => page))
    print(`  budget: a warm start takes at most ${MAX_WARM} s: ${figure(value)}, ${verdict(value, MAX_WARM)}`)
  })
}

async function startOnce(data_dir: string): Promise<Start> {
  const begin = performance.now()
  const since = () => (performance.now() - begin) / 1000
  const child = spawn(process.execPath, [LAUNCHER], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...machineEnvironment, NODE_ENV: 'production', PORT: '0', DATA_DIR: data_dir },
  })
  const kill = onExit(() => child.kill('SIGTERM'))
  try {
    const origin = await printedAddress(child)
    const address = since()
    const { status } = await fetch(`${origin}${PATH}`)
    if (status !== 200) throw new Error(`${PATH} answered ${status}.`)
    return { address, page: since() }
  } finally {
    kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (why: string) => reject(new Error(`The server ${why}. It printed:\n${log}`))
    const timer = setTimeout(() => fail('said no address'), TIME_LIMIT)
    child.once('exit', (code) => fail(`ended with code ${code}`))
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      log += text
      const address = /http:\/\/[^\s/]+/.exec(log)
      if (!address) return
      clearTimeout(timer)
      resolve(address[0])
    })
  })
}
