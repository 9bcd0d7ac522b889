/** The server of `npm run demo`, on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '#e2e/support/environment.ts'
import { onExit } from '#tools/bench/cleanup.ts'
import { programOf } from '#tools/build.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_LIMIT_MS = 60_000
const ADDRESS = /http:\/\/[^\s/]+/

export interface DemoSite {
  origin: string
  stop(): Promise<void>
}

/** @throws Error with what the server printed when it does not start */
export async function startDemoSite(): Promise<DemoSite> {
  const child = spawn(process.execPath, [programOf('demo')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...machineEnvironment, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PORT: '0' },
  })
  const kill = onExit(() => child.kill('SIGTERM'))
  let log = ''
  const address = Promise.withResolvers<string>()
  const fail = (reason: string) => address.reject(new Error(`The demo server ${reason}. It printed:\n${log}`))
  const timer = setTimeout(() => fail(`printed no address within ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS)
  child.once('exit', (code) => fail(`exited with code ${code}`))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text
      const [printed] = ADDRESS.exec(log) ?? []
      if (printed) address.resolve(printed)
    })
  }
  const stop = async () => {
    kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
  try {
    return { origin: await address.promise, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
