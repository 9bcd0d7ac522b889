import { CircleCheck, CircleX, Clock3, Download, Hourglass, Info, LoaderCircle, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { type Presence, type RowOutcome, rowOutcomes } from '#components/connections/import/rows/batch.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import type { ResultRow, ShownRow } from '#components/connections/import/session/loaded-file.ts'
import { isRunning, type RunState, sendingBatch } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { fileName } from '#lib/domains/audit/list-export.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { FileRowTable, numberColumn, USER_COLUMN } from './row-cells.tsx'
import { Card, CountedSegments, StatusText } from './step-layout.tsx'
import type { Column } from './virtual-table.tsx'

/** The outcome of each row, in words: what the import said, what the user shows now, and what to do next. */
const OUTCOME_LABELS: Readonly<Record<RowOutcome, string>> = {
  connected: 'Imported',
  failed: 'Failed',
  queued: 'Queued',
  sending: 'Sending',
  unknown: 'No answer',
  not_sent: 'Not sent',
}

interface RowResult {
  row: number
  outcome: RowOutcome
}

interface Advice {
  /** Current state of the user; null if not checked. */
  now: string | null
  next: string
}

const AFTER_FAILURE: Readonly<Record<Presence, Advice>> = {
  no_user: { now: 'No such user', next: 'Correct user_id, or create the user first' },
  absent: { now: 'Not connected', next: 'Ask the patient to sign in at the source' },
  connected: { now: 'Connected after all', next: 'Nothing to do' },
}

const OTHERWISE: Readonly<Record<RowOutcome, Advice>> = {
  connected: { now: 'Connected', next: 'Nothing to do' },
  failed: { now: null, next: 'Check again for the current state' },
  queued: { now: 'Not yet', next: 'Check again later' },
  sending: { now: null, next: 'Sending' },
  unknown: { now: null, next: 'Checking' },
  not_sent: { now: null, next: 'Import again' },
}

function adviceFor({ row, outcome }: RowResult, { reasons, presence, phase }: RunState): Advice {
  const reason = reasons.get(row)
  if (reason) return { now: 'Refused', next: reason }
  if (outcome === 'unknown' && phase === 'done') return { now: null, next: 'Choose above whether to send it again' }
  const found = presence.get(row)
  return outcome === 'failed' && found ? AFTER_FAILURE[found] : OTHERWISE[outcome]
}

/** For a file: a sentence a row, and never a token. */
function resultRows(results: readonly RowResult[], run: RunState): ResultRow[] {
  return results.map((result) => {
    const { now, next } = adviceFor(result, run)
    const reason = result.outcome === 'connected' ? '' : [now, next].filter(Boolean).join(': ')
    return { row: result.row, result: OUTCOME_LABELS[result.outcome], reason }
  })
}

const STYLES: Readonly<Record<RowOutcome, { icon: LucideIcon; tone: Tone }>> = {
  connected: { icon: CircleCheck, tone: 'ok' },
  failed: { icon: CircleX, tone: 'bad' },
  queued: { icon: Hourglass, tone: 'wait' },
  sending: { icon: LoaderCircle, tone: 'move' },
  unknown: { icon: Clock3, tone: 'warn' },
  not_sent: { icon: Clock3, tone: 'place' },
}

const FILTERS = ['failed', 'queued', 'unknown', 'not_sent'] as const
type Filter = 'all' | (typeof FILTERS)[number]

const LAYOUT =
  "[--row-columns:52px_minmax(0,1fr)_auto] [--row-areas:'number_user_said''now_now_now''next_next_act'] @min-[720px]/list:[--row-columns:44px_132px_84px_118px_minmax(150px,1fr)_auto] @min-[720px]/list:[--row-areas:'number_user_said_now_next_act']"

/** The rows that are not simply done, each with what to do about it. */
export function ReconcileCard({ environment, file, run }: { environment: string; file: FileFacts; run: RunState }) {
  const { session } = useImportSession()
  const [filter, setFilter] = useState<Filter>('all')
  const sending = sendingBatch(run)
  const all = useMemo(() => rowOutcomes(run.batches, sending), [run.batches, sending])
  // While the import runs, rows that wait for their turn or are on their way need nothing.
  const isOver = !isRunning(run)
  const open = useMemo(
    () =>
      all.filter(({ outcome }) => !['connected', 'sending'].includes(outcome) && (isOver || outcome !== 'not_sent')),
    [all, isOver],
  )
  const shown = useMemo(
    () => (filter === 'all' ? open : open.filter(({ outcome }) => outcome === filter)),
    [open, filter],
  )
  const byRow = useMemo(() => new Map(open.map((result) => [result.row, result])), [open])
  const resultOf = (row: ShownRow): RowResult => byRow.get(row.index) ?? { row: row.index, outcome: 'connected' }
  const segments = FILTERS.map((value) => ({
    value,
    label: OUTCOME_LABELS[value],
    count: open.filter(({ outcome }) => outcome === value).length,
    ...STYLES[value],
  }))
  const save = async (name: string, results: readonly RowResult[], withLeftOut: boolean) =>
    saveFile(fileName(name, environment), await session.engine.resultFile(resultRows(results, run), withLeftOut))
  return (
    <Card
      title="Rows to review"
      aside={
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button
            icon={Download}
            isDisabled={open.length === 0}
            onPress={() => void save('bulk-import-to-do', open, false)}
          >
            Download these rows
          </Button>
          <Button icon={Download} onPress={() => void save('bulk-import-results', all, true)}>
            All results
          </Button>
        </span>
      }
      className="min-h-0 flex-1 overflow-hidden"
    >
      {open.length > 0 && (
        <div className="flex border-b border-line px-4 py-2 print:hidden">
          <CountedSegments<Filter>
            label="Show results"
            segments={[
              { value: 'all', label: 'All', count: open.length },
              ...segments.filter(({ count }) => count > 0),
            ]}
            value={filter}
            onChange={setFilter}
          />
        </div>
      )}
      <FileRowTable
        key={filter}
        label="Rows to review"
        version={`${filter} ${shown.length} ${shown.at(-1)?.row}`}
        count={shown.length}
        columns={columnsOf(environment, file, run, resultOf)}
        layout={LAYOUT}
        load={(from, count) => session.engine.showRows(shown.slice(from, from + count).map(({ row }) => row))}
        empty={
          <p data-tone="ok" className="flex flex-col items-center gap-2 px-6 py-12 text-center text-ink-2">
            <CircleCheck className="size-7 text-tone-fg" />
            {run.phase === 'done' ? 'All rows sent were imported.' : 'No row needs attention so far.'}
          </p>
        }
      />
      <p className="flex items-start gap-2 border-t border-line px-4 py-2.5 text-xs text-ink-3">
        <Icon of={Info} size="s" className="mt-px" />
        <span>
          The service lists failed users without a reason; “Now” comes from each user’s record. Downloads contain the{' '}
          {file.unit} number but no tokens: find the {file.unit} in your own file.
        </span>
      </p>
    </Card>
  )
}

function columnsOf(
  environment: string,
  file: FileFacts,
  run: RunState,
  resultOf: (row: ShownRow) => RowResult,
): readonly Column<ShownRow>[] {
  return [
    numberColumn(file.unit),
    USER_COLUMN,
    {
      name: 'Import said',
      className: '[grid-area:said] whitespace-nowrap',
      cell: (row) => {
        const { outcome } = resultOf(row)
        return <StatusText {...STYLES[outcome]}>{OUTCOME_LABELS[outcome]}</StatusText>
      },
    },
    {
      name: 'Now',
      className: '[grid-area:now]',
      cell: (row) => adviceFor(resultOf(row), run).now ?? <span className="text-ink-3">not checked</span>,
    },
    {
      name: 'Next step',
      className: '[grid-area:next]',
      cell: (row) => <span className="text-ink-2">{adviceFor(resultOf(row), run).next}</span>,
    },
    {
      name: '',
      className: '[grid-area:act] justify-self-end print:hidden',
      cell: ({ index, number, user_id }) => {
        const presence = run.presence.get(index)
        if (presence !== 'absent' && presence !== 'connected') return null
        return (
          <Link href={`/${environment}/users/${user_id}/connections`} prefetch={false} className={`${linkButton} h-7`}>
            View user<span className="sr-only"> of row {formatCount(number)}</span>
          </Link>
        )
      },
    },
  ]
}
