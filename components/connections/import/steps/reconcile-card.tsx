'use client'
import { CircleCheck, CircleX, Clock3, Download, Hourglass, Info, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import type { FileFacts, ShownRow } from '#components/connections/import/session/engine.ts'
import { isAtWork } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import type { Tone } from '#components/ui/display/pill.tsx'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { type ResultKind, type RowResult, resultRows, resultsOf, SAID, wordsOf } from './results.ts'
import { RowNumber, UserCell } from './row-cells.tsx'
import { type RowColumn, RowList } from './row-list.tsx'
import { type Segment, Segments } from './segments.tsx'
import { Card } from './step-layout.tsx'

type Filter = 'all' | Exclude<ResultKind, 'connected'>

const LOOK: Readonly<Record<ResultKind, { icon: LucideIcon; tone: Tone }>> = {
  connected: { icon: CircleCheck, tone: 'ok' },
  failed: { icon: CircleX, tone: 'bad' },
  queued: { icon: Hourglass, tone: 'wait' },
  unknown: { icon: Clock3, tone: 'warn' },
  not_sent: { icon: Clock3, tone: 'place' },
}

const LAYOUT =
  "[--row-columns:52px_minmax(0,1fr)_auto] [--row-areas:'number_user_said''now_now_now''next_next_act'] @min-[720px]/list:[--row-columns:44px_132px_84px_118px_minmax(150px,1fr)_auto] @min-[720px]/list:[--row-areas:'number_user_said_now_next_act']"

interface ReconcileCardProps {
  environment: string
  file: FileFacts
  run: RunState
}

/** The rows that are not simply done, each with what to do about it. */
export function ReconcileCard({ environment, file, run }: ReconcileCardProps) {
  const { session } = useImportSession()
  const [filter, setFilter] = useState<Filter>('all')
  const { batches } = run
  const all = useMemo(() => resultsOf(batches), [batches])
  // While the import runs, what waits for its turn is no work for anybody.
  const isOver = !isAtWork(run)
  const open = useMemo(
    () => all.filter(({ kind }) => kind !== 'connected' && (isOver || kind !== 'not_sent')),
    [all, isOver],
  )
  const shown = useMemo(() => (filter === 'all' ? open : open.filter(({ kind }) => kind === filter)), [open, filter])
  const byRow = useMemo(() => new Map(open.map((result) => [result.row, result])), [open])
  const resultOf = (row: ShownRow): RowResult => byRow.get(row.index) ?? { row: row.index, kind: 'connected' }
  const countOf = (kind: ResultKind) => open.filter((result) => result.kind === kind).length
  const segments: Segment<Filter>[] = [
    { value: 'all', label: 'All', count: open.length },
    ...(['failed', 'queued', 'unknown', 'not_sent'] as const).map((kind) => ({
      value: kind,
      label: SAID[kind],
      count: countOf(kind),
      ...LOOK[kind],
    })),
  ]
  const save = async (name: string, results: readonly RowResult[], with_left_out: boolean) =>
    saveFile(name, await session.engine.resultFile({ results: resultRows(results, run), with_left_out }))
  return (
    <Card
      title="Rows to look at"
      aside={
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button isDisabled={open.length === 0} onPress={() => void save('bulk-import-to-do.csv', open, false)}>
            <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Download these rows
          </Button>
          <Button onPress={() => void save('bulk-import-results.csv', all, true)}>
            <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
            All results
          </Button>
        </span>
      }
      className="min-h-0 flex-1 overflow-hidden"
    >
      {open.length > 0 && (
        <div className="flex border-b border-line px-4 py-2 print:hidden">
          <Segments
            label="Results shown"
            segments={segments.filter(({ value, count }) => value === 'all' || count > 0)}
            value={filter}
            onChange={setFilter}
          />
        </div>
      )}
      <RowList
        key={filter}
        label="Rows to look at"
        version={`${filter} ${shown.length} ${shown.at(-1)?.row}`}
        count={shown.length}
        columns={columnsOf(environment, file, run, resultOf)}
        layout={LAYOUT}
        load={(from, count) => session.engine.shownRows(shown.slice(from, from + count).map(({ row }) => row))}
        empty={
          <p data-tone="ok" className="flex flex-col items-center gap-2 px-6 py-12 text-center text-ink-2">
            <CircleCheck aria-hidden="true" className="size-7 text-tone-fg" strokeWidth={1.7} />
            {run.phase === 'done' ? 'Every row that was sent is connected.' : 'No row needs anything so far.'}
          </p>
        }
      />
      <p className="flex items-start gap-2 border-t border-line px-4 py-2.5 text-xs text-ink-3">
        <Info aria-hidden="true" className="mt-px size-3.5 shrink-0" strokeWidth={1.9} />
        <span>
          The service lists failed users without a reason; “Now” is read from each user. Downloads hold the {file.unit}{' '}
          number and no tokens: find the {file.unit} in your own file.
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
): readonly RowColumn[] {
  return [
    {
      name: file.unit[0]?.toUpperCase() + file.unit.slice(1),
      place: '[grid-area:number] text-right @max-[719px]/list:text-left',
      cell: (row) => <RowNumber row={row} />,
    },
    { name: 'User', place: '[grid-area:user]', cell: (row) => <UserCell row={row} /> },
    { name: 'Import said', place: '[grid-area:said]', cell: (row) => <Said kind={resultOf(row).kind} /> },
    {
      name: 'Now',
      place: '[grid-area:now]',
      cell: (row) => wordsOf(resultOf(row), run).now ?? <span className="text-ink-3">not asked</span>,
    },
    { name: 'Next step', place: '[grid-area:next] text-ink-2', cell: (row) => wordsOf(resultOf(row), run).next },
    {
      name: '',
      place: '[grid-area:act] justify-self-end print:hidden',
      cell: (row) => {
        const presence = run.now.get(row.index)
        if (presence !== 'absent' && presence !== 'connected') return null
        return (
          <Link
            href={`/${environment}/users/${row.user_id}/connections`}
            prefetch={false}
            className={`${linkButton} h-7!`}
          >
            Open user<span className="sr-only"> of row {formatCount(row.number)}</span>
          </Link>
        )
      },
    },
  ]
}

function Said({ kind }: { kind: ResultKind }) {
  const { icon: Icon, tone } = LOOK[kind]
  return (
    <span
      data-tone={tone}
      className="flex items-center gap-1.5 text-[12.5px] font-control whitespace-nowrap text-tone-fg"
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
      {SAID[kind]}
    </span>
  )
}
