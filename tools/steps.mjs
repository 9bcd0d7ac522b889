/** Shared by the launchers: runs on any Node from 20 on, before anything is installed, so only on Node itself. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Node compiles each module once, and not at every start. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node') }

const WINDOWS = process.platform === 'win32'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const GRACE = 5000
const PARENT_WATCH = 250

/** An expected failure: its message is all that a person needs to read. */
export class StepFailed extends Error {}

/** The text of a file of the project, or null where there is none. */
export function readText(path) {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return null
  }
}

/** Node 24 from the npm package `node`, or this very Node where it is new enough; null before the install. */
export function node24() {
  const installed = join(ROOT, 'node_modules', 'node', 'bin', WINDOWS ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : null
}

/** `127` as a shell would say it for a child that ended by a signal. */
function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0)
}

/** Calls back on a signal, or once npm has ended the shell between us, which it does without a word. */
function onStop(stop) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, PARENT_WATCH)
  watch.unref()
  for (const signal of SIGNALS) process.on(signal, stop)
  return () => {
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

/** Asks a child to end, and ends it when it does not listen. */
function endChild(child) {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), GRACE).unref()
}

/** Runs a program in the foreground: its output is ours, our signals are its, and so is the exit code. */
export function runInForeground(command, args, env) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...COMPILED, ...process.env, ...env } })
  // A terminal sends Ctrl-C to the child as well as to us; anything else reaches only us and is passed on.
  const release = onStop((signal) => {
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      tell(`${command} could not be started: ${error.message}`, 60)
      release()
      resolve(1)
    })
    child.on('exit', (code, signal) => {
      release()
      resolve(exitCode(code, signal))
    })
  })
}

/** Keeps the output, shown with VERBOSE; a stop of ours stops the child. `limit` is in milliseconds. */
export function runQuietly(command, args, { env = {}, shell = false, limit = 0 } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...COMPILED, ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    shell,
  })
  const chunks = []
  const keep = (chunk) => {
    chunks.push(chunk)
    if (process.env.VERBOSE) process.stdout.write(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let stoppedBy = null
  const release = onStop((signal) => {
    stoppedBy = signal
    endChild(child)
  })
  const timer = limit > 0 ? setTimeout(() => endChild(child), limit) : undefined
  return new Promise((resolve) => {
    const finish = (code, note = '') => {
      clearTimeout(timer)
      release()
      if (stoppedBy) process.exit(exitCode(null, stoppedBy))
      resolve({ code, output: Buffer.concat(chunks).toString() + note })
    }
    child.on('error', (error) => finish(1, error.message))
    child.on('close', (code, signal) => finish(exitCode(code, signal)))
  })
}

/** Milliseconds as a person reads them. */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

const JSON_LINES = process.env.LOG_FORMAT === 'json'

/** Prints a line, which is one of the log with LOG_FORMAT=json. */
export function tell(text, level = 30) {
  const line = JSON_LINES ? JSON.stringify({ level, time: new Date().toISOString(), msg: text }) : text
  ;(level > 30 ? process.stderr : process.stdout).write(`${line}\n`)
}

/** Says what is being done, and when it is done how long it took, in one line. */
export async function step(title, work) {
  const start = Date.now()
  if (!JSON_LINES) process.stdout.write(`${title} … `)
  const end = (outcome) => tell(JSON_LINES ? `${title} … ${outcome}` : outcome)
  try {
    await work()
    end(`done in ${seconds(Date.now() - start)}`)
  } catch (error) {
    end('failed')
    throw error
  }
}

/** Runs a launcher: an expected failure is one sentence, anything else is a bug and shows itself whole. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (error instanceof StepFailed) tell(error.message, 60)
    else tell(error instanceof Error ? error.stack : String(error), 60)
    process.exitCode = 1
  }
}
