/** Tells the navigation how an import goes, and the console: at its begin, its end, each pause, and once a minute. */
import { type ImportReport, percentSent, reportOf } from '#components/connections/import/run/report.ts'
import { isRunning, type RunState } from '#components/connections/import/run/run-state.ts'
import { setWorkUnderWay } from '#components/patterns/page/work-under-way.ts'
import { recordImport } from '#lib/domains/connections/import-log.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

const REPORT_EVERY_MS = 60_000

export type Report = (run: RunState, provider: string) => void

/** Returns what to call at every change of a run. An import never waits for its record, nor stops for want of it. */
export function createReporter(environment: string, import_id: string, now = () => Date.now()): Report {
  let last: { state: ImportReport['state']; at: number } | null = null
  let sending: Promise<void> = Promise.resolve()

  async function send(body: ImportReport) {
    try {
      await consoleRequest(recordImport, { params: { environment, import_id }, body }, {})
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
  }

  return (run, provider) => {
    const work = { section: 'connections/import', label: 'import running', percent: percentSent(run) }
    if (isRunning(run)) setWorkUnderWay(environment, work)
    const report = reportOf(run, provider)
    const isDue = last === null || last.state !== report.state || now() - last.at >= REPORT_EVERY_MS
    if (isDue) {
      last = { state: report.state, at: now() }
      // One after the other: the end is never overtaken by what was before it.
      sending = sending.then(() => send(report))
    }
    // Lists are read again once the mark is gone: by then the console knows of the end.
    if (!isRunning(run)) void sending.then(() => setWorkUnderWay(environment, null))
  }
}
