/** How long `npm start` takes on a checkout that is installed, built and filled, until a page answers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '#e2e/support/environment.ts'
import { defer, median, part, print, printBudgets, scratch } from './harness.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUNS = 5
const PATH = '/sandbox/users'
/** Seconds. */
const MAX_WARM = 3

export async function bench(): Promise<void> {
  const data_dir = scratch()
  print('  first start, which fills the data directory')
  const first = await startOnce(data_dir)
  const warm: (typeof first)[] = []
  for (let run = 0; run < RUNS; run += 1) warm.push(await startOnce(data_dir))
  const pages = warm.map(({ page }) => page)
  printBudgets(`seconds to the address, and to 200 of ${PATH}`, [
    ['first, data set made: address', first.address, undefined, 2],
    ['first, data set made: page', first.page, undefined, 2],
    [`warm, median of ${RUNS}: address`, median(warm.map(({ address }) => address)), undefined, 2],
    [`warm, median of ${RUNS}: page`, median(pages), MAX_WARM, 2],
    ['warm, slowest: page', Math.max(...pages), undefined, 2],
  ])
}

/** Returns seconds from the spawn of the launcher. */
async function startOnce(data_dir: string): Promise<{ address: number; page: number }> {
  const begin = performance.now()
  const since = () => (performance.now() - begin) / 1000
  return part(async () => {
    const child = spawn(process.execPath, ['tools/start.mjs'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...machineEnvironment, NODE_ENV: 'production', PORT: '0', DATA_DIR: data_dir },
    })
    defer(async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    })
    for await (const line of createInterface(child.stdout)) {
      const origin = /http:\/\/[^\s/]+/.exec(line)?.[0]
      if (!origin) continue
      const address = since()
      const { status } = await fetch(`${origin}${PATH}`)
      if (status !== 200) throw new Error(`${PATH} answered ${status}.`)
      return { address, page: since() }
    }
    throw new Error('The server ended without an address.')
  })
}
