/** Import report for the console while it runs: counts and a state only. Pure. */
import type { recordImport } from '#lib/domains/connections/import-log.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { countRows } from './batch.ts'
import { isRunning, type RunState, sendingBatch } from './run-state.ts'

export type ImportReport = EndpointInput<typeof recordImport>['body']

/** Returns what is to be recorded of a run of one source. */
export function reportOf(run: RunState, provider: string): ImportReport {
  const counts = countRows(run.batches)
  const rows = Object.values(counts).reduce((sum, count) => sum + count)
  return { provider, state: stateOf(run, counts.not_sent), rows, connected: counts.connected, failed: counts.failed }
}

function stateOf(run: RunState, notSent: number): ImportReport['state'] {
  if (isRunning(run)) return 'running'
  if (run.phase === 'paused') return 'paused'
  return run.isStopped && notSent > 0 ? 'stopped' : 'done'
}

/** Returns how much has been sent, 0 to 100. */
export function percentSent(run: RunState): number {
  const counts = countRows(run.batches, sendingBatch(run))
  const rows = Object.values(counts).reduce((sum, count) => sum + count)
  return rows === 0 ? 0 : Math.floor(((rows - counts.not_sent - counts.sending) / rows) * 100)
}
