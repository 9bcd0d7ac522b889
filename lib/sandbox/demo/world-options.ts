/** Options and operations of a demo's console with its service. */
import type { Base, Scenario } from '#lib/demo/scenario.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { PastRequest } from '#lib/sandbox/demo/data/prelude.ts'
import type { Pause } from '#lib/sandbox/demo/faults/flaky.ts'
import type { Seen } from '#lib/sandbox/demo/journal/journal.ts'
import type { Agenda, Due } from './agenda.ts'

export interface WorldOptions {
  base: Base
  /** When the run began, in milliseconds since 1970: all dates of the sample data are relative to its UTC day. */
  started_at: number
  /** Whether it begins with what people did before. */
  past: boolean
  /** Called with the share of sample data that is loaded, 0 to 1. */
  onLoaded: (share: number) => void
  origin: string
  now: () => number
  agenda: Agenda
  /** Faults for a pending request. */
  conditions: () => { role: Role; scenario: Scenario }
  /** Resolves after so many milliseconds of real time; at once in a replay. */
  sleep: (milliseconds: number) => Promise<void>
  /** The same, and at once when nobody waits any more. */
  pause: Pause
  /** Told of every entry of the audit log that no change brings back. */
  onSeen: (entry: Seen) => void
  onError: (error: unknown) => void
}

export interface World {
  /** Answers everything below `/api`, and the health checks. Never throws. */
  fetch(request: Request): Promise<Response>
  /** Drops counts, so that the next read counts again. */
  invalidateCounts(): void
  /** Drops the directory, so that the next read uses current users. */
  clearDirectory(): void
  remember(entry: Seen): Promise<void>
  /** Returns the team's requests before the run, oldest first. */
  past(): Promise<PastRequest[]>
  nextOrderEvent(): Due | null
}
