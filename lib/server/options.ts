/** What the composition root hands to everything it starts. */
import type { Logger } from 'pino'

export interface SystemOptions {
  log: Logger
  /** Tells the person who started it what is going on, a line at a time. */
  say: (line: string) => void
  /** Where browsers reach the console; known once the server listens. */
  publicUrl: () => string
}
