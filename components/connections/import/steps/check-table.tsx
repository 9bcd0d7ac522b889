'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, CircleX, Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { CheckSummary } from '#components/connections/import/rows/check-table.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import type { RowFilter } from '#components/connections/import/session/loaded-file.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { CountedSegments } from './counted-segments.tsx'
import { FileRowTable } from './file-row-table.tsx'
import { CHECK_COLUMNS, numberColumn, USER_COLUMN } from './row-cells.tsx'
import { Card } from './step-layout.tsx'

/** Two lines where it is narrow, one from 720 px on. */
const LAYOUT =
  "[--row-columns:52px_minmax(0,1fr)_auto] [--row-areas:'number_user_expires''number_account_token''check_check_check'] @min-[720px]/list:[--row-columns:44px_132px_minmax(92px,0.7fr)_66px_60px_44px_minmax(190px,2fr)] @min-[720px]/list:[--row-areas:'number_user_account_token_expires_scopes_check']"

const EMPTY: Readonly<Record<RowFilter, string>> = {
  all: 'The file has no rows.',
  ready: 'No rows are ready without a warning.',
  error: 'No rows have errors.',
  warning: 'No rows have warnings.',
}

export function CheckTable({ file, summary }: { file: FileFacts; summary: CheckSummary }) {
  const { session, state } = useImportSession()
  const [filter, setFilter] = useState<RowFilter>('all')
  const [text, setText] = useState('')
  const { total, ready, errors, warnings } = summary
  const segments = [
    { value: 'all', label: 'All', count: total },
    { value: 'ready', label: 'Ready', count: ready, icon: Check, tone: 'ok' },
    { value: 'error', label: 'Errors', count: errors, icon: CircleX, tone: 'bad' },
    { value: 'warning', label: 'Warnings', count: warnings, icon: TriangleAlert, tone: 'warn' },
  ] as const
  const version = `${state.version} ${filter} ${text}`
  const whole = segments.find(({ value }) => value === filter)?.count ?? 0
  const { data: found, isFetching } = useQuery({
    queryKey: ['import rows', version],
    queryFn: () => session.engine.countFound(filter, text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    // The file is here: nothing goes over the network, and nothing of it is kept.
    networkMode: 'always',
    gcTime: 0,
  })
  const count = text === '' ? whole : (found ?? 0)
  const download = async () => saveFile('bulk-import-problems.csv', await session.engine.problemFile())
  return (
    <Card className="min-h-0 flex-1 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <CountedSegments label="Show rows" segments={segments} value={filter} onChange={setFilter} />
        <SearchBox label="Row, user, account or problem" value={text} onSearch={setText} isBusy={isFetching} />
        <p role="status" className="mr-auto text-ink-3">
          {text !== '' && found !== undefined && `${formatCount(found)} found`}
        </p>
        <Button onPress={() => void download()} isDisabled={errors + warnings === 0}>
          <Icon of={Download} />
          Download problem rows
        </Button>
      </div>
      <FileRowTable
        key={`${filter} ${text}`}
        label="Rows in the file"
        version={version}
        count={count}
        columns={[numberColumn(file.unit), USER_COLUMN, ...CHECK_COLUMNS]}
        layout={LAYOUT}
        load={(from, count) => session.engine.showFiltered(filter, from, count, text)}
        empty={<p className="p-6 text-center text-ink-2">{whole === 0 ? EMPTY[filter] : 'No rows match.'}</p>}
      />
    </Card>
  )
}
