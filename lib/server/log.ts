/** The log: structured, and unable to hold patient data, because errors are reduced to their kind and place. */
import { type Logger, pino } from 'pino'
import type { Config } from '#lib/config.ts'

export function createLog(level: Config['log_level']): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

/** Messages of databases and parsers repeat values; the kind, the code and the stack's places do not. */
export function errorFacts(error: unknown): { error: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const root = error.cause instanceof Error ? error.cause : error
  const at = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const code = 'code' in root && typeof root.code === 'string' ? { code: root.code } : {}
  return { error: root.name, ...code, at: at.slice(0, 8).map((line) => line.trim()) }
}
