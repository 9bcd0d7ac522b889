/** Turns console output of libraries and uncaught errors into log lines without their text, which may hold data. */
import type { Logger } from 'pino'
import { errorFacts } from './log.ts'

/** The methods of the console, and how urgent it is what they print. */
const METHODS = [
  ['error', 'error'],
  ['warn', 'warn'],
  ['log', 'debug'],
  ['info', 'debug'],
  ['debug', 'debug'],
  ['dir', 'debug'],
] as const

/**
 * Next prints every error of rendering with its message, which can hold what was rendered: from here on the console
 * prints nothing by itself. `readable` leaves it as it is, for whoever develops.
 */
export function guardOutput(log: Logger, { readable = false } = {}): void {
  // Next hands over one error several times, as it travels up.
  const told = new WeakSet<Error>()
  const tell = (level: 'fatal' | (typeof METHODS)[number][1], error: unknown, words: string) => {
    if (error instanceof Error && told.has(error)) return
    if (error instanceof Error) told.add(error)
    log[level]({ ...errorFacts(error), ...digestOf(error) }, words)
  }

  for (const [method, level] of readable ? [] : METHODS) {
    console[method] = (...given: unknown[]) => {
      const error = given.find((value) => value instanceof Error)
      if (error) tell(level, error, 'a page or a library failed')
      else log[level]({ at: errorFacts(new Error('here')).at.slice(1) }, 'a library printed something')
    }
  }
  // Next starts work it may not need, so an unhandled rejection must not end the process.
  process.on('unhandledRejection', (error) => tell('error', error, 'unhandled rejection'))
  // State in memory may be inconsistent after an uncaught exception; the next start resumes from the database.
  process.on('uncaughtException', (error) => {
    tell('fatal', error, 'uncaught exception')
    process.exit(1)
  })
}

/** The digest shown on an error page, so that support can find its log line. */
function digestOf(error: unknown): { digest?: string } {
  if (!(error instanceof Error && 'digest' in error && typeof error.digest === 'string')) return {}
  return /^\d{1,20}(?:@E\d{1,6})?$/.test(error.digest) ? { digest: error.digest } : {}
}
