'use client'
import { Pause, Play, Printer, RefreshCw, Square } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { totalOf } from '#components/connections/import/run/batch.ts'
import type { RunPhase, RunState } from '#components/connections/import/run/run-state.ts'
import type { FileFacts } from '#components/connections/import/session/engine.ts'
import { isAtWork } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { BatchesCard } from './batches-card.tsx'
import { ReconcileCard } from './reconcile-card.tsx'
import { RunNotices } from './run-notices.tsx'
import { RunSummary } from './run-summary.tsx'
import { Footer } from './step-layout.tsx'

const AskDialog = lazy(() =>
  import('#components/ui/dialog/ask-dialog.tsx').then((part) => ({ default: part.AskDialog })),
)

const PHASES: Readonly<Record<RunPhase, string>> = {
  sending: 'Sending.',
  resolving: 'Finding out what arrived.',
  confirming: 'Asking for the results of what was queued.',
  paused: 'Paused. What was sent stays; nothing else is sent.',
  done: 'Finished.',
}

/** The import while it runs, and what came of it. */
export function RunStep({ environment, file }: { environment: Environment; file: FileFacts }) {
  const { state } = useImportSession()
  const { run, settings, summary, started_at, kept } = state
  useAnnouncements(run)
  if (!run) return null
  return (
    <>
      <div className="flex flex-1 flex-col gap-4 p-4 rail:p-6 framed:wide:min-h-0">
        <RunNotices run={run} provider={settings.provider} />
        <RunSummary run={run} started_at={started_at} />
        <div className="grid flex-1 gap-4 wide:grid-cols-[minmax(0,1fr)_336px] framed:wide:min-h-[280px]">
          <div className="flex min-h-0 min-w-0 flex-col">
            <ReconcileCard environment={environment.id} file={file} run={run} />
          </div>
          <BatchesCard run={run} />
        </div>
      </div>
      <Footer
        words={
          <p>
            {run.failure && run.phase !== 'paused' ? 'Waiting to try again.' : PHASES[run.phase]}{' '}
            {summary !== null &&
              summary.errors > 0 &&
              `${countOf(summary.errors, 'row with an error was', 'rows with errors were')} left out. `}
            {!kept && run.phase !== 'done' && 'This browser keeps no place: loading the page again loses it.'}
          </p>
        }
      >
        <Actions run={run} />
      </Footer>
    </>
  )
}

function Actions({ run }: { run: RunState }) {
  const { session } = useImportSession()
  const [asksStop, setAsksStop] = useState(false)
  const { queued, not_sent } = totalOf(run.batches)
  const stop = (
    <Button onPress={() => setAsksStop(true)}>
      <Square aria-hidden="true" className="size-4" strokeWidth={1.9} />
      Stop
    </Button>
  )
  return (
    <>
      {isAtWork(run) && !run.stopped && not_sent > 0 && (
        <>
          {stop}
          <Button look="primary" onPress={() => session.pause()}>
            <Pause aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Pause
          </Button>
        </>
      )}
      {run.phase === 'paused' && (
        <>
          {not_sent > 0 && stop}
          <Button look="primary" onPress={() => session.resume()}>
            <Play aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Go on
          </Button>
        </>
      )}
      {run.phase === 'done' && (
        <>
          <Button onPress={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Print
          </Button>
          <Button onPress={() => session.resume()}>
            <RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
            {queued > 0 ? `Ask again about ${countOf(queued, 'row')}` : 'Ask again'}
          </Button>
          <Button look="primary" onPress={() => session.reset()}>
            Import another file
          </Button>
        </>
      )}
      {asksStop && (
        <Suspense fallback={null}>
          <AskDialog
            title="Stop the import?"
            confirm="Stop"
            keep="Keep it going"
            onConfirm={() => {
              setAsksStop(false)
              session.cancel()
            }}
            onClose={() => setAsksStop(false)}
          >
            {countOf(not_sent, 'row')} will not be sent. What was sent stays imported, and its results are still
            fetched.
          </AskDialog>
        </Suspense>
      )}
    </>
  )
}

/** What changed, for people who do not see it: every quarter of the way, failure, and the end. */
function useAnnouncements(run: RunState | null) {
  const said = useRef('')
  const total = run ? totalOf(run.batches) : null
  const all = total ? Object.values(total).reduce((sum, count) => sum + count) : 0
  const sent = total ? all - total.not_sent : 0
  const quarter = all > 0 ? Math.floor((sent / all) * 4) : 0
  const words = run && total ? wordsOf(run, total.connected, all, quarter) : ''
  useEffect(() => {
    if (words === said.current || words === '') return
    said.current = words
    announce(words)
  }, [words])
}

function wordsOf({ phase, failure }: RunState, connected: number, all: number, quarter: number): string {
  // CallFailure speaks for itself, as an alert.
  if (failure) return ''
  if (phase === 'done') return `Import finished: ${formatCount(connected)} of ${formatCount(all)} connected.`
  if (phase === 'paused') return 'Import paused.'
  return quarter > 0 && quarter < 4 ? `${quarter * 25} percent sent.` : ''
}
