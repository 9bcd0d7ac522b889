/** Shuts the process down in order, once; a second signal ends it immediately. */
import { constants } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '#lib/config.ts'
import type { HttpServer } from '#lib/platform/http/http.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import type { SystemOptions } from './options.ts'

/** Milliseconds in which a repeated signal is ignored: a signal to the process group also arrives from the launcher. */
const SAME_SIGNAL = 500

/** A part of the end and the milliseconds that it may take: whatever hangs, the process ends. */
export type StopStep = readonly [end: () => Promise<void>, withinMs: number]

interface Parts {
  http: Pick<HttpServer, 'leave' | 'close'>
  system: { endStreams: () => Promise<void>; close: () => Promise<void> }
  tracing: { close: () => Promise<void> }
  closePages?: () => Promise<void>
  metrics?: { close: () => Promise<void> }
}

/** Returns the end of a process: requests first, then what they need. */
export function stopSteps(
  { shutdown_delay_seconds }: Pick<Config, 'shutdown_delay_seconds'>,
  { http, system, tracing, closePages = async () => undefined, metrics }: Parts,
): readonly StopStep[] {
  const grace = shutdown_delay_seconds * SECOND
  const leave = () => {
    http.leave()
    return delay(grace)
  }
  return [
    [leave, grace + SECOND],
    [system.endStreams, SECOND],
    [http.close, 12 * SECOND],
    [closePages, 3 * SECOND],
    ...(metrics ? [[metrics.close, SECOND] as const] : []),
    [system.close, 25 * SECOND],
    [tracing.close, 4 * SECOND],
  ]
}

/** The steps begin one after the other, each when the one before it has ended or has had its time. */
export function stopOnSignal(steps: readonly StopStep[], { log, say }: Pick<SystemOptions, 'log' | 'say'>) {
  let began: number | null = null
  const stop = (signal: NodeJS.Signals) => {
    if (began === null) {
      began = performance.now()
      say(`${signal}: finishing what is under way`)
      void runAll(steps, log)
    } else if (performance.now() - began > SAME_SIGNAL) {
      process.exit(128 + constants.signals[signal])
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

/** One that fails does not keep the others from their end. */
async function runAll(steps: readonly StopStep[], log: Logger): Promise<never> {
  let code = 0
  for (const [end, withinMs] of steps) {
    await within(withinMs, end()).catch((error: unknown) => {
      log.error(errorFacts(error), 'the process did not end well')
      code = 1
    })
  }
  process.exit(code)
}

class TookTooLong extends Error {
  override name = 'TookTooLong'
}

/** @throws TookTooLong */
export async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const done = new AbortController()
  const late = delay(milliseconds, done.signal).then(() => {
    if (!done.signal.aborted) throw new TookTooLong()
  })
  await Promise.race([work, late]).finally(() => done.abort())
}
