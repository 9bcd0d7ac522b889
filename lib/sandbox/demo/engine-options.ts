/** Environment of a demo in one tab: a worker, a test, or the server that makes the first HTML. */
import type { DemoSnapshot } from '#lib/demo/control.ts'
import type { DemoRequest } from '#lib/demo/wire.ts'
import type { JournalStore } from '#lib/sandbox/demo/journal/journal.ts'

export interface EngineOptions {
  journal: JournalStore
  origin: string
  /** Request in the address: it wins over stored settings. */
  asked: DemoRequest
  /** Runs work alone among all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  wall?: () => number
  sleep?: (milliseconds: number) => Promise<void>
  /** Calls back after so many milliseconds. Returns how to call it off. */
  after?: (milliseconds: number, work: () => void) => () => void
  /** Called when the page's view of the demo changes. */
  onSnapshot: (snapshot: DemoSnapshot) => void
  /** Called when data on the page may be stale. */
  onData: () => void
  /** Tells the other tabs that the journal holds something new. */
  broadcastToTabs: () => void
  onError: (error: unknown) => void
}
