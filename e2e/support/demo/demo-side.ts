/** The handlers of the demo, without a browser: what answers in its worker answers here in Node. */
import { statSync } from 'node:fs'
import type { Side } from '#e2e/support/differential/replay.ts'
import { filledDirectory } from '#e2e/support/environment.ts'
import { ENVIRONMENTS } from '#e2e/support/environments.ts'
import { openEngine } from '#lib/sandbox/demo/engine.ts'
import { memoryJournal } from '#lib/sandbox/demo/journal/journal.ts'

const ORIGIN = 'http://demo.test'

/** The day the servers of this run have their sample data from. */
function dayOfData(): Date {
  const directory = filledDirectory()
  return directory ? new Date(statSync(directory).mtimeMs) : new Date()
}

/**
 * A demo that nobody has used yet, with the data of a server started now. Its orders stand still, as a server's do:
 * each moves at its time of day, and this run begins with the last instant of its day.
 */
export async function demoSide(): Promise<Side> {
  const journal = memoryJournal()
  const started_at = dayOfData().setUTCHours(23, 59, 59, 999)
  const now = Date.now()
  const clock = { now, read_at: now, running: true }
  const current = { id: crypto.randomUUID(), started_at, past: false, clock }
  await journal.saveRuns('normal', { current, previous: null })
  const engine = await openEngine({
    journal,
    origin: ORIGIN,
    asked: { scenario: null, past: false },
    exclusively: (work) => work(),
    onSnapshot: () => undefined,
    onData: () => undefined,
    broadcastToTabs: () => undefined,
    onError: (error) => queueMicrotask(() => Promise.reject(error)),
  })
  const { id, label } = ENVIRONMENTS.demo
  return {
    name: 'demo',
    environment: { id, label },
    origin: ORIGIN,
    publicUrl: `${ORIGIN}/${id}`,
    answer: engine.answer,
  }
}
