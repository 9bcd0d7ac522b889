/** How long `npm start` takes until a page answers: on a fresh clone, and once all is there. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '#e2e/support/environment.ts'
import { defer, median, part, print, printRows, type Row, scratch } from './harness.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUNS = 5
const PATH = '/sandbox/users'

export const bench = async () => printRows(await rows())

/** Seconds from the spawn of the launcher until a page answers. */
export async function rows(): Promise<Row[]> {
  print('  starting a fresh clone, which is installed and built')
  const clone = join(scratch(), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, clone])
  const bare = await startOnce(scratch(), clone)
  const data_dir = scratch()
  await startOnce(data_dir)
  const warm: number[] = []
  for (let run = 0; run < RUNS; run += 1) warm.push(await startOnce(data_dir))
  return [
    { measure: 'npm start of a fresh clone, s', value: bare, target: 60 },
    { measure: 'npm start, warm, s', value: median(warm), target: 2.5 },
  ]
}

async function startOnce(data_dir: string, cwd = ROOT): Promise<number> {
  const begin = performance.now()
  return part(async () => {
    const child = spawn(process.execPath, ['tools/start.mjs'], {
      cwd,
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
      const { status } = await fetch(`${origin}${PATH}`)
      if (status !== 200) throw new Error(`${PATH} answered ${status}.`)
      return (performance.now() - begin) / 1000
    }
    throw new Error('The server ended without an address.')
  })
}
