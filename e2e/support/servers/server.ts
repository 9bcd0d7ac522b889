/** The real server in production mode, over a data directory of its own that goes when it stops. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '#e2e/support/environment.ts'
import { copyFilled } from '#e2e/support/seed.ts'
import { refuseTraces } from '#e2e/support/traces/traces-of-server.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START_LIMIT = 60_000
const STOP_LIMIT = 15_000

/** The first administrator of every test server. */
export const ADMINISTRATOR = { email: 'administrator@clinic.test', password: 'a quiet river bends north' } as const

export interface TestServer {
  /** As the server prints it: `http://localhost:<port>`. */
  baseURL: string
  apiKey: string
  dataDir: string
  pid: number
  /** All that the server has printed so far. */
  log(): string
  /** Fails when the server does not end cleanly, or when its log or database holds what neither may. */
  stop(): Promise<void>
  /** As a power cut does it. A data directory of the test's own stays, for the next server. */
  kill(): Promise<void>
}

/** The address is the first that the server prints: it does so when it is ready. */
function printedAddress(child: ChildProcess, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}. It printed:\n${log()}`))
    const timer = setTimeout(() => fail(`said no address within ${START_LIMIT / 1000} s`), START_LIMIT)
    child.once('error', (error) => fail(`could not be started: ${error.message}`))
    child.once('exit', (code) => fail(`ended with code ${code}`))
    child.stdout?.on('data', () => {
      const address = /http:\/\/[^\s/]+/.exec(log())
      if (address === null) return
      clearTimeout(timer)
      resolve(address[0])
    })
  })
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function stop(child: ChildProcess, log: () => string): Promise<void> {
  if (child.exitCode === null) {
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(STOP_LIMIT) })
    child.kill('SIGTERM')
    await exit.catch(() => child.kill('SIGKILL'))
  }
  if (child.exitCode !== 0)
    throw new Error(`The server did not stop cleanly (${child.exitCode}). It printed:\n${log()}`)
}

function secretsOf(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    value && /(KEY|PASSWORD|SECRET)$/.test(name) ? [value] : [],
  )
}

/** The one secret that is printed, for the person at the terminal, and once. */
const FIRST_LINK = /\/setup#[\w-]+/

/** A program of this project as it was built, ended at the latest with the tests. */
function launch(program: 'main' | 'demo', settings: Record<string, string>) {
  const child = spawn(process.execPath, [`.next/programs/${program}.mjs`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...machineEnvironment,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: '0',
      ...settings,
    },
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => chunks.push(text))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  return { child, log: () => chunks.join(''), end, forget: () => process.off('exit', end) }
}

/** `settings` are variables of the configuration table, on top of a free port, a new data directory and a new key. */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const apiKey = `e2e-${randomBytes(24).toString('hex')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-data-'))
  if (settings.DATA_DIR === undefined) copyFilled(dataDir)
  const { child, log, end, forget } = launch('main', {
    DATA_DIR: dataDir,
    SERVICE_API_KEY: apiKey,
    // The more it says, the more there is to search.
    LOG_LEVEL: 'info',
    // Journeys count from zero; `first-start.spec.ts` turns it on.
    SAMPLE_HISTORY: 'off',
    CONSOLE_ADMIN_EMAIL: ADMINISTRATOR.email,
    CONSOLE_ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...settings,
  })
  const clear = () => {
    forget()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const baseURL = await printedAddress(child, log)
    const secrets = [apiKey, ...secretsOf({ CONSOLE_ADMIN_PASSWORD: ADMINISTRATOR.password, ...settings })]
    const search = () =>
      refuseTraces({ log: log().replace(FIRST_LINK, ''), dataDir: settings.DATA_DIR ?? dataDir, secrets })
    return {
      baseURL,
      apiKey,
      dataDir,
      pid: child.pid ?? 0,
      log,
      stop: () => stop(child, log).then(search).finally(clear),
      kill: () => kill(child).finally(clear),
    }
  } catch (error) {
    end()
    clear()
    throw error
  }
}

export type DemoSite = Pick<TestServer, 'baseURL' | 'dataDir' | 'stop'>

/** Starts `npm run demo` with a data directory that must stay absent. */
export async function startDemoSite(): Promise<DemoSite> {
  const parent = mkdtempSync(join(tmpdir(), 'e2e-demo-'))
  const dataDir = join(parent, 'data')
  const { child, log, end, forget } = launch('demo', { DATA_DIR: dataDir })
  const clear = () => {
    forget()
    rmSync(parent, { recursive: true, force: true })
  }
  try {
    return { baseURL: await printedAddress(child, log), dataDir, stop: () => stop(child, log).finally(clear) }
  } catch (error) {
    end()
    clear()
    throw error
  }
}
