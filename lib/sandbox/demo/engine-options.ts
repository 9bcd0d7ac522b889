/** What the demo of one tab needs from its surroundings: a worker, a test, or the server that makes the first HTML. */
import type { DemoSnapshot } from '#lib/demo/control.ts'
import type { DemoRequest } from '#lib/demo/wire.ts'
import type { JournalStore } from '#lib/sandbox/demo/journal/journal.ts'

export interface EngineOptions {
  journal: JournalStore
  origin: string
  /** What the address says: it goes before what was kept. */
  asked: DemoRequest
  /** Runs work alone among all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  wall?: () => number
  sleep?: (milliseconds: number) => Promise<void>
  /** Calls back after so many milliseconds. Returns how to call it off. */
  after?: (milliseconds: number, work: () => void) => () => void
  /** What the page shows of the demo has changed. */
  onSnapshot: (snapshot: DemoSnapshot) => void
  /** What the page has read may be out of date. */
  onData: () => void
  /** Tells the other tabs that the journal holds something new. */
  broadcastToTabs: () => void
  onError: (error: unknown) => void
}
