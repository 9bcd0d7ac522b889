'use client'
import { Check, CircleX, Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { CheckSummary } from '#components/connections/import/rows/check-table.ts'
import type { FileFacts, RowFilter } from '#components/connections/import/session/engine.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { AccountCell, CheckCell, ExpiryCell, RowNumber, TokenCell, UserCell } from './row-cells.tsx'
import { type RowColumn, RowList } from './row-list.tsx'
import { type Segment, Segments } from './segments.tsx'
import { Card } from './step-layout.tsx'

const UNITS = { row: 'Row', item: 'Item', line: 'Line' } as const

/** Two lines where it is narrow, one from 720 px on. */
const LAYOUT =
  "[--row-columns:52px_minmax(0,1fr)_auto] [--row-areas:'number_user_expires''number_account_token''check_check_check'] @min-[720px]/list:[--row-columns:44px_132px_minmax(92px,0.7fr)_66px_60px_44px_minmax(190px,2fr)] @min-[720px]/list:[--row-areas:'number_user_account_token_expires_scopes_check']"

function columnsOf(unit: FileFacts['unit']): readonly RowColumn[] {
  return [
    {
      name: UNITS[unit],
      place: '[grid-area:number] text-right @max-[719px]/list:text-left',
      cell: (row) => <RowNumber row={row} />,
    },
    { name: 'User', place: '[grid-area:user]', cell: (row) => <UserCell row={row} /> },
    { name: 'Account', place: '[grid-area:account]', cell: (row) => <AccountCell row={row} /> },
    { name: 'Token', place: '[grid-area:token]', cell: (row) => <TokenCell row={row} /> },
    { name: 'Expires', place: '[grid-area:expires]', cell: (row) => <ExpiryCell row={row} /> },
    {
      name: 'Scopes',
      place: '[grid-area:scopes] text-right @max-[719px]/list:hidden',
      cell: ({ scopes }) => scopes,
    },
    { name: 'Check', place: '[grid-area:check]', cell: (row) => <CheckCell row={row} /> },
  ]
}

export function CheckTable({ file, summary }: { file: FileFacts; summary: CheckSummary }) {
  const { session, state } = useImportSession()
  const [filter, setFilter] = useState<RowFilter>('all')
  const { total, ready, errors, warnings } = summary
  const counts: Readonly<Record<RowFilter, number>> = { all: total, ready, errors, warnings }
  const segments: Segment<RowFilter>[] = [
    { value: 'all', label: 'All', count: total },
    { value: 'ready', label: 'Ready', count: ready, icon: Check, tone: 'ok' },
    { value: 'errors', label: 'Errors', count: errors, icon: CircleX, tone: 'bad' },
    { value: 'warnings', label: 'Warnings', count: warnings, icon: TriangleAlert, tone: 'warn' },
  ]
  const download = async () => saveFile('bulk-import-problems.csv', await session.engine.problemFile(null))
  return (
    <Card className="min-h-0 flex-1 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <Segments label="Rows shown" segments={segments} value={filter} onChange={setFilter} />
        <Button onPress={() => void download()} isDisabled={errors + warnings === 0}>
          <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
          Download problem rows
        </Button>
      </div>
      <RowList
        key={filter}
        label="Rows of the file"
        version={`${state.version} ${filter}`}
        count={counts[filter]}
        columns={columnsOf(file.unit)}
        layout={LAYOUT}
        load={(from, count) => session.engine.shown({ filter, from, count })}
        empty={<p className="p-6 text-center text-ink-2">{EMPTY[filter]}</p>}
      />
    </Card>
  )
}

const EMPTY: Readonly<Record<RowFilter, string>> = {
  all: 'The file has no rows.',
  ready: 'No row is ready without a warning.',
  errors: 'No row has an error.',
  warnings: 'No row has a warning.',
}
