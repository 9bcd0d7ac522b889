'use client'
import { Pause, Play, Printer, RefreshCw, Square } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { countRows } from '#components/connections/import/run/batch.ts'
import { isRunning, type RunPhase, type RunState } from '#components/connections/import/run/run-state.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
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
  resolving: 'Checking what arrived.',
  confirming: 'Fetching the results of queued rows.',
  paused: 'Paused. Rows already sent stay; nothing else is sent.',
  done: 'Finished.',
}

/** The import while it runs, and what came of it. */
export function RunStep({ environment, file }: { environment: Environment; file: FileFacts }) {
  const { run, settings, summary, startedAt, isSaved } = useImportSession().state
  useAnnouncements(run)
  if (!run) return null
  const leftOut = summary?.errors ?? 0
  return (
    <>
      <div className="flex flex-1 flex-col gap-4 p-4 rail:p-6 framed:wide:min-h-0">
        <RunNotices run={run} provider={settings.provider} />
        <RunSummary run={run} startedAt={startedAt} />
        <div className="grid flex-1 gap-4 wide:grid-cols-[minmax(0,1fr)_336px] framed:wide:min-h-[280px]">
          <div className="flex min-h-0 min-w-0 flex-col">
            <ReconcileCard environment={environment.id} file={file} run={run} />
          </div>
          <BatchesCard run={run} />
        </div>
      </div>
      <Footer
        text={
          <p>
            {run.failure && run.phase !== 'paused' ? 'Waiting to try again.' : PHASES[run.phase]}{' '}
            {leftOut > 0 && `${countOf(leftOut, 'row with an error was', 'rows with errors were')} left out. `}
            {!isSaved && run.phase !== 'done' && 'This browser can’t save the progress. Reloading the page loses it.'}
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
  const [isAsking, setAsking] = useState(false)
  const { queued, not_sent } = countRows(run.batches)
  const isSending = isRunning(run) && !run.isStopped && not_sent > 0
  return (
    <>
      {(isSending || (run.phase === 'paused' && not_sent > 0)) && (
        <Button onPress={() => setAsking(true)}>
          <Icon of={Square} />
          Stop
        </Button>
      )}
      {isSending && (
        <Button look="primary" onPress={() => session.pause()}>
          <Icon of={Pause} />
          Pause
        </Button>
      )}
      {run.phase === 'paused' && (
        <Button look="primary" onPress={() => session.resume()}>
          <Icon of={Play} />
          Resume import
        </Button>
      )}
      {run.phase === 'done' && (
        <>
          <Button onPress={() => window.print()}>
            <Icon of={Printer} />
            Print
          </Button>
          <Button onPress={() => session.resume()}>
            <Icon of={RefreshCw} />
            Check {queued > 0 ? `${countOf(queued, 'row')} ` : ''}again
          </Button>
          <Button look="primary" onPress={() => session.reset()}>
            Import another file
          </Button>
        </>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <AskDialog
            title="Stop the import?"
            confirm="Stop"
            keep="Continue import"
            onConfirm={() => {
              setAsking(false)
              session.cancel()
            }}
            onClose={() => setAsking(false)}
          >
            {countOf(not_sent, 'row')} won’t be sent. Rows already sent stay imported, and their results are still
            fetched.
          </AskDialog>
        </Suspense>
      )}
    </>
  )
}

/** Tells screen readers what changed: every quarter of the way, and the end. */
function useAnnouncements(run: RunState | null) {
  const last = useRef('')
  const text = run ? announcementOf(run) : ''
  useEffect(() => {
    if (text === last.current || text === '') return
    last.current = text
    announce(text)
  }, [text])
}

function announcementOf({ phase, failure, batches }: RunState): string {
  // A failure is announced by its own alert.
  if (failure) return ''
  const counts = countRows(batches)
  const total = Object.values(counts).reduce((sum, count) => sum + count)
  if (phase === 'done') return `Import finished: ${formatCount(counts.connected)} of ${formatCount(total)} connected.`
  if (phase === 'paused') return 'Import paused.'
  const quarter = Math.floor(((total - counts.not_sent) / total) * 4)
  return quarter > 0 && quarter < 4 ? `${quarter * 25} percent sent.` : ''
}
