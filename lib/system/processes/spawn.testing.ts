/** Processes of the system for tests: started, asked, killed. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'

const CHILD = fileURLToPath(new URL('./process.testing.ts', import.meta.url))
const KEY = 'test-team-key-with-32-characters-and-more'
export const KEYED = { 'x-service-api-key': KEY }
/** A first start of the sources takes a minute on a machine that has much else to do. */
const TIMEOUT_MS = 240_000
const POLL_EVERY = 20

export interface Reply {
  status: number
  /** The answer as it came. */
  text: string
  /** Parses JSON output. */
  json: () => Record<string, unknown>
}

export type Send = <E extends Endpoint>(endpoint: E, values?: CallValues<E>) => Promise<Reply>

export interface TestProcess {
  origin: string
  /** Calls its service with the key. */
  send: Send
  /** All that it has printed, errors as well. */
  output: () => string
  /** As when the machine loses power: nothing is finished. */
  kill: () => Promise<void>
  /** As an operator stops it. */
  stop: () => Promise<void>
  /** Path of one of its files for others, where it has a disk of its own. */
  seen: (path: string) => string
}

/** Starts a process and kills it as soon as something is so, of its output or elsewhere. */
export async function killWhen(
  isSo: (output: string) => boolean | Promise<boolean>,
  settings: Record<string, string>,
): Promise<void> {
  const { child, output } = spawned(settings)
  await until(async () => child.exitCode !== null || (await isSo(output())), 'the moment to kill')
  await end(child, 'SIGKILL')
}

/** Starts a process and kills it as soon as it has printed a text. */
export const killAt = (text: string, settings: Record<string, string>) =>
  killWhen((output) => output.includes(text), settings)

/** A disk of so many megabytes at a path, there for one process alone. */
export interface Disk {
  path: string
  size_mb: number
}

// Started as carelessly as can be: what it makes anybody could read, if it didn't see to that itself.
const WIDE = ['sh', '-c', 'umask 0; exec "$@"', 'sh']
const ON_DISK = 'umask 0; mount -t tmpfs -o size="$0" tmpfs "$1" && shift && exec "$@"'

function spawned(settings: Record<string, string>, disk?: Disk) {
  const env = {
    NODE_ENV: 'production',
    PORT: '0',
    SERVICE_API_KEY: KEY,
    LOG_LEVEL: 'debug',
    TZ: 'UTC',
    // Tests count from zero; those of the history itself turn it on.
    SAMPLE_HISTORY: 'off',
    ...settings,
  } as const
  const command = [process.execPath, CHILD]
  const mounting = disk ? ['unshare', '-rm', 'sh', '-c', ON_DISK, `${disk.size_mb}m`, disk.path] : WIDE
  const [program = '', ...given] = [...mounting, ...command]
  const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => printed.push(text))
  return { child, output: () => printed.join('') }
}

/** `settings` are variables of the configuration; a free port, a key and the loudest log are set already. */
export async function startProcess(settings: Record<string, string>, disk?: Disk): Promise<TestProcess> {
  const { child, output } = spawned(settings, disk)
  await until(() => output().includes('ready ') || child.exitCode !== null, 'the start of the process')
  const origin = /ready (\S+)/.exec(output())?.[1]
  if (!origin) throw new Error(`The process ended:\n${output()}`)
  return {
    origin,
    send: (endpoint, values) => replyTo(origin, callOf(endpoint, { ...values, headers: KEYED })),
    output,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    seen: (path) => `/proc/${child.pid}/root${path}`,
  }
}

export async function replyTo(base: string, [path, init]: ReturnType<typeof callOf>): Promise<Reply> {
  const response = await fetch(`${base}${path}`, init)
  const text = await response.text()
  return { status: response.status, text, json: () => JSON.parse(text) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Looks again and again, as long as a test may take. */
export async function until(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Never happened: ${what}`)
    await delay(POLL_EVERY)
  }
}
