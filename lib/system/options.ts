/** What the composition root hands to everything it starts. */
import type { Logger } from 'pino'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'

export interface SystemOptions {
  log: Logger
  /** None unless set. */
  tracing?: Tracing
  /** Tells the person who started it what is going on, a line at a time. */
  say: (line: string) => void
  /** Where browsers reach the console; known once the server listens. */
  publicUrl: () => string
}
