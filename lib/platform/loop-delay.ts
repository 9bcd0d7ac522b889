/** Whether this process keeps people waiting: its one thread answers everybody, a turn of the event loop at a time. */
import { Worker } from 'node:worker_threads'

/** Milliseconds of one turn from which on it is late: several of them add up to what a person notices. */
const LATE = 25
/** Milliseconds for which it counts as late after such a turn. */
const HOLDS = 2_000

let lateUntil = 0
let isMeasuring = false

/** Returns whether a turn of the last seconds was late, and measures the next: who doesn't ask pays nothing. */
export function isLoopLate(): boolean {
  if (!isMeasuring) {
    isMeasuring = true
    // From one check phase to the next is a whole turn, without what the loop waited for nothing to do.
    setImmediate(() => {
      const began = performance.now()
      setImmediate(() => {
        const now = performance.now()
        if (now - began >= LATE) lateUntil = now + HOLDS
        isMeasuring = false
      })
    })
  }
  return performance.now() < lateUntil
}

interface Watchdog {
  /** How often both sides look, in milliseconds. */
  every?: number
  /** How many looks in a row the main thread may miss. */
  misses?: number
}

/** Program of the watching thread. It counts its own looks, so that a process that was paused as a whole isn't ended. */
const WATCH = `
const { workerData: { beats, every, misses } } = require('node:worker_threads')
let seen = -1
let missed = 0
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  missed = beat === seen ? missed + 1 : 0
  seen = beat
  if (missed < misses) return
  require('node:fs').writeSync(2, JSON.stringify({ level: 60, msg: 'the main loop stands still, so the process ends' }) + '\\n')
  process.kill(process.pid, 'SIGKILL')
}, every)`

/** Ends a process whose main loop stands still for a minute: a blocked loop can end nothing itself. */
export function startWatchdog({ every = 1_000, misses = 60 }: Watchdog = {}): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), every).unref()
  new Worker(WATCH, { eval: true, workerData: { beats, every, misses }, execArgv: [] }).unref()
}
