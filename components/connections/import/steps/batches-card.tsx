import {
  Check,
  CircleHelp,
  Clock3,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type Batch, rowsToSend } from '#components/connections/import/rows/batch.ts'
import { isRunning, type RunState } from '#components/connections/import/session/run-state.ts'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import { Card, StatusText } from './step-layout.tsx'
import { type Column, VirtualTable } from './virtual-table.tsx'

const LAYOUT = "[--row-columns:34px_44px_36px_minmax(0,1fr)] [--row-areas:'number_rows_status_outcome']"

export function BatchesCard({ run }: { run: RunState }) {
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
      return [Clock3, 'place', isCurrent ? 'Waiting' : 'Waiting']
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
