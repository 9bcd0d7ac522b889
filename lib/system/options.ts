import type { Logger } from 'pino'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'

export interface SystemOptions {
  log: Logger
  /** None unless set. */
  tracing?: Tracing
  /** Tells the person who started it what is going on, a line at a time. */
  say: (line: string) => void
  /** Public address of the console, known once the server listens. */
  publicUrl: () => string
  /** Bytes that are free in a directory; asked of the disk unless set. */
  freeIn?: (dir: string) => Promise<number>
}
