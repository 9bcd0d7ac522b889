import {
  Check,
  CircleHelp,
  CircleX,
  Clock3,
  CloudOff,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  Pause,
  Play,
  Printer,
  RefreshCw,
  SearchCheck,
  Square,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Batch, type CallFailure, countRows, rowsToSend } from '#components/connections/import/rows/batch.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import {
  isRunning,
  type RunPhase,
  type RunState,
  sendingBatch,
} from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { ReconcileCard } from './reconcile-card.tsx'
import { Card, Footer, Progress, StatusText } from './step-layout.tsx'
import { type Column, VirtualTable } from './virtual-table.tsx'

const HATCH = 'bg-[repeating-linear-gradient(120deg,var(--tone-dot)_0_4px,var(--tone-soft)_4px_8px)]'

const PARTS = [
  { outcome: 'connected', label: 'Connected', tone: 'ok', icon: Check, fill: 'bg-tone-dot' },
  { outcome: 'failed', label: 'Failed', tone: 'bad', icon: CircleX, fill: 'bg-tone-dot' },
  { outcome: 'queued', label: 'Queued', tone: 'wait', icon: Hourglass, fill: HATCH },
  { outcome: 'sending', label: 'Sending', tone: 'move', icon: LoaderCircle, fill: HATCH },
  { outcome: 'unknown', label: 'No answer', tone: 'warn', icon: Clock3, fill: HATCH },
  { outcome: 'not_sent', label: 'Not sent', tone: 'place', icon: Clock3, fill: 'bg-line' },
] as const

/** Says how long the batches still to be sent will take, at the pace of those that are done. */
function timeLeft({ phase, failure, batches }: RunState): string {
  const times = batches.flatMap(({ durationMs, state }) =>
    durationMs !== null && state === 'settled' ? [durationMs] : [],
  )
  if (phase !== 'sending' || failure || times.length < 3) return ''
  const waiting = batches.filter(({ state }) => state === 'waiting').length
  const leftMs = (times.reduce((sum, durationMs) => sum + durationMs, 0) / times.length) * waiting
  return leftMs < 60_000 ? ', less than a minute left' : `, about ${Math.ceil(leftMs / 60_000)} min left`
}

/** How far the whole import is, in one line, one bar and their counts. */
function RunSummary({ run, startedAt }: { run: RunState; startedAt: number | null }) {
  const clock = useWallClock()
  const counts = countRows(run.batches, sendingBatch(run))
  const total = Object.values(counts).reduce((sum, count) => sum + count)
  const parts = PARTS.filter(({ outcome }) => counts[outcome] > 0 || outcome === 'connected')
  const rest = parts.slice(1).map(({ outcome, label }) => `${formatCount(counts[outcome])} ${label.toLowerCase()}`)
  return (
    <Card className="gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">
          <span>
            {formatCount(counts.connected)} of {formatCount(total)} connected
          </span>
          {rest.length > 0 && <span className="ml-3 text-base font-text text-ink-2">{rest.join(', ')}</span>}
        </h2>
        <p className="text-ink-3">
          {startedAt !== null && `Started ${formatInstant(new Date(startedAt).toISOString(), clock)}`}
          {timeLeft(run)}
        </p>
      </div>
      <div
        role="img"
        aria-label={parts.map(({ label, outcome }) => `${label} ${formatCount(counts[outcome])}`).join(', ')}
        className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken"
      >
        {parts
          .filter(({ outcome }) => counts[outcome] > 0)
          .map(({ outcome, tone, fill }) => (
            <span
              key={outcome}
              data-tone={tone}
              className={`h-full min-w-0.5 ${fill}`}
              style={{ flexGrow: counts[outcome] }}
            />
          ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ outcome, label, tone, icon }) => (
          <li key={outcome} data-tone={tone} className="flex items-center gap-1.5 font-control text-tone-fg">
            <Icon of={icon} size="s" />
            {label} {formatCount(counts[outcome])}
          </li>
        ))}
        <li className="ml-auto text-ink-3 print:hidden">
          {isRunning(run)
            ? 'You can work elsewhere in the console. Keep this tab open.'
            : countOf(run.batches.length, 'batch', 'batches')}
        </li>
      </ul>
      {run.progress && run.progress.total > 0 && (
        <div className="flex items-center gap-3 text-ink-2">
          <span className="whitespace-nowrap">Checking the users’ current state</span>
          <Progress label="Users checked" {...run.progress} />
        </div>
      )}
    </Card>
  )
}

const LABELS = {
  busy: { icon: Hourglass, title: 'The service asked us to wait' },
  lost: { icon: CloudOff, title: 'The connection was lost' },
  refused: { icon: OctagonX, title: 'The service refused the batch. Nothing in it was imported.' },
} as const

function RunNotices({ run, provider }: { run: RunState; provider: string }) {
  const { session } = useImportSession()
  const { failure, batches, current } = run
  return (
    <>
      {failure && <FailureNotice failure={failure} retryAt={run.retryAt} />}
      {run.phase === 'resolving' && !failure && (
        <Notice kind="info" icon={SearchCheck}>
          <p role="status">
            No reply to batch {(current ?? 0) + 1}. Checking whether it arrived before sending it again.
          </p>
        </Notice>
      )}
      {batches.map((batch, index) => {
        if (batch.state !== 'undecided') return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a batch is its place
          <Notice key={index} kind="warn" icon={SearchCheck}>
            <p className="font-heading">
              Batch {index + 1} ({countOf(batch.count, 'row')}) got no reply
            </p>
            <p>
              Its users had {providerName(provider)} before, so we can’t tell whether it arrived. Sending it again
              replaces their tokens with those in the file, which may be older than tokens the source has renewed since.
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onPress={() => session.decide(index, 'arrived')}>Mark as imported</Button>
              <Button onPress={() => session.decide(index, 'not_arrived')}>Send it again</Button>
            </div>
          </Notice>
        )
      })}
    </>
  )
}

function FailureNotice({ failure: { kind, detail }, retryAt }: { failure: CallFailure; retryAt: number | null }) {
  const { session } = useImportSession()
  const seconds = useSecondsLeft(retryAt)
  const { icon, title } = LABELS[kind]
  return (
    <Notice kind={kind === 'refused' ? 'bad' : 'warn'} icon={icon} alert>
      <p className="font-heading">{title}</p>
      <p>
        {detail} {kind === 'lost' && 'First we check what was sent without a reply, so nothing is imported twice.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button icon={RefreshCw} onPress={() => session.resume()}>
          Try now
        </Button>
        {retryAt !== null && (
          <span className="text-ink-2">{seconds === 0 ? 'Trying now' : `Retrying in ${seconds} s`}</span>
        )}
      </div>
    </Notice>
  )
}

const AskDialog = lazyPart(() => import('#components/patterns/form/ask-dialog.tsx'), 'AskDialog')

const PHASES: Readonly<Record<RunPhase, string>> = {
  sending: 'Sending.',
  resolving: 'Checking what arrived.',
  confirming: 'Fetching the results of queued rows.',
  paused: 'Paused. Rows already sent stay; nothing else is sent.',
  done: 'Finished.',
}

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
        <Button icon={Square} onPress={() => setAsking(true)}>
          Stop
        </Button>
      )}
      {isSending && (
        <Button icon={Pause} look="primary" onPress={() => session.pause()}>
          Pause
        </Button>
      )}
      {run.phase === 'paused' && (
        <Button icon={Play} look="primary" onPress={() => session.resume()}>
          Resume import
        </Button>
      )}
      {run.phase === 'done' && (
        <>
          <Button icon={Printer} onPress={() => window.print()}>
            Print
          </Button>
          <Button icon={RefreshCw} onPress={() => session.resume()}>
            Check {queued > 0 ? `${countOf(queued, 'row')} ` : ''}again
          </Button>
          <Button look="primary" onPress={() => session.reset()}>
            Import another file
          </Button>
        </>
      )}
      {isAsking && (
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

const LAYOUT = "[--row-columns:34px_44px_36px_minmax(0,1fr)] [--row-areas:'number_rows_status_outcome']"

function BatchesCard({ run }: { run: RunState }) {
  const { batches, current } = run
  const settled = batches.filter(({ state }) => state === 'settled').length
  const columns: readonly Column<Batch>[] = [
    {
      name: 'No.',
      className: '[grid-area:number] text-right',
      cell: (_, index) => <Digits>{formatCount(index + 1)}</Digits>,
    },
    {
      name: 'Rows',
      className: '[grid-area:rows] text-right',
      cell: ({ count }) => <Digits>{formatCount(count)}</Digits>,
    },
    {
      name: 'HTTP',
      className: '[grid-area:status] text-right',
      cell: ({ status }) => <Digits>{status ?? '–'}</Digits>,
    },
    {
      name: 'Outcome',
      className: '[grid-area:outcome]',
      cell: (batch, index) => <Outcome batch={batch} isCurrent={index === current && isRunning(run)} />,
    },
  ]
  return (
    <Card
      title="Batches"
      aside={
        <span className="text-ink-3">
          {formatCount(settled)} of {formatCount(batches.length)} settled
        </span>
      }
      className="min-h-0 overflow-hidden"
    >
      <VirtualTable
        label="Batches"
        count={batches.length}
        columns={columns}
        layout={LAYOUT}
        className="max-h-[420px] framed:wide:max-h-none"
        headClassName="sticky"
        rowHeight={36}
        rowAt={(index) => batches[index]}
      />
    </Card>
  )
}

function Digits({ children }: { children: ReactNode }) {
  return <Verbatim className="font-mono text-xs text-ink-2">{children}</Verbatim>
}

function Outcome({ batch, isCurrent }: { batch: Batch; isCurrent: boolean }) {
  const [icon, tone, text] = outcomeOf(batch, isCurrent)
  return (
    <StatusText icon={icon} tone={tone} spins={icon === LoaderCircle}>
      {text}
    </StatusText>
  )
}

function outcomeOf(batch: Batch, isCurrent: boolean): [LucideIcon, Tone, string] {
  const { state, failed, refused, open, durationMs, status } = batch
  switch (state) {
    case 'waiting':
      return [Clock3, 'place', 'Waiting']
    case 'sent':
      return isCurrent && durationMs === null ? [LoaderCircle, 'move', 'Sending'] : [CircleHelp, 'warn', 'Checking']
    case 'undecided':
      return [CircleHelp, 'warn', 'No reply, choose what to do']
    case 'queued':
      return [Hourglass, 'wait', `Queued, ${open.length} to confirm`]
    case 'refused':
      return [OctagonX, 'bad', 'Refused']
    case 'settled': {
      const wrong = failed.length + refused.length
      if (rowsToSend(batch).length === 0) return [TriangleAlert, 'warn', 'All rows refused']
      if (wrong > 0) return [TriangleAlert, 'warn', `Done, ${wrong} failed`]
      if (status === null) return [Check, 'ok', 'No reply, but it arrived']
      if (status === 202) return [Check, 'ok', 'Queued, then confirmed']
      return [Check, 'ok', durationMs === null ? 'Done' : `Done in ${(durationMs / 1000).toFixed(1)} s`]
    }
  }
}
