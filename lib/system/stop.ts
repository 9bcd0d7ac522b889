/** Shuts the process down in order, once; a second signal ends it immediately. */
import { constants } from 'node:os'
import type { Logger } from 'pino'
import { errorFacts } from '#lib/system/log/log.ts'
import type { SystemOptions } from './options.ts'

/** Milliseconds in which a repeated signal is ignored: a signal to the process group also arrives from the launcher. */
const SAME_SIGNAL = 500

/** The steps begin one after the other, each when the one before it has ended. */
export function stopOnSignal(
  steps: readonly (() => Promise<void>)[],
  { log, say }: Pick<SystemOptions, 'log' | 'say'>,
) {
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
async function runAll(steps: readonly (() => Promise<void>)[], log: Logger): Promise<never> {
  let code = 0
  for (const step of steps) {
    await step().catch((error: unknown) => {
      log.error(errorFacts(error), 'the process did not end well')
      code = 1
    })
  }
  process.exit(code)
}
