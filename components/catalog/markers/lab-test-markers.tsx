'use client'
import { SearchX } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { findMarkers, type MarkerSort, sortMarkers, wordsOf } from './find-markers.ts'
import { MARKER_ROW, markerColumns, markerId } from './marker-columns.tsx'
import { MarkerExport } from './marker-export.tsx'
import { MARKERS_PAGE } from './markers-query.ts'
import { type AccountChoice, NoMarkers, NotRead } from './no-markers.tsx'
import { PrintMarkers } from './print-markers.tsx'
import { ReadingNote } from './reading-note.tsx'
import { useMarkers } from './use-markers.ts'

interface TestMarkersProps extends AccountChoice {
  environment: string
  lab_account_id: string | null
  lab_test_id: string
  name: string | null
  labName: (id: number) => string
  sort: MarkerSort
  onSort: (sort: MarkerSort) => void
  failure: RequestFailure | null
}

const ORDERS: readonly { value: MarkerSort; text: string }[] = [
  { value: 'sent', text: 'Service order' },
  { value: 'name', text: 'By name' },
  { value: 'type', text: 'By type' },
  { value: 'price', text: 'By price, lowest first' },
  { value: 'price_down', text: 'By price, highest first' },
]

/** The markers of one test; another test or account needs another view (`key`). */
export function TestMarkers(props: TestMarkersProps) {
  const { environment, lab_test_id, lab_account_id, account, name, labName, sort, onSort, failure: initial } = props
  const reading = useMarkers({ lab_test_id, lab_account_id }, environment, initial)
  const { markers, phase, failure } = reading
  const [text, setText] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const toTop = useCallback(() => scroller.current?.scrollTo({ top: 0 }), [])
  const search = useCallback(
    (next: string) => {
      setText(next)
      toTop()
    },
    [toTop],
  )
  const words = useMemo(() => wordsOf(text), [text])
  const columns = useMemo(() => markerColumns(words, labName), [words, labName])
  const found = useMemo(() => sortMarkers(findMarkers(markers, text), sort), [markers, text, sort])
  const isAsSent = text === '' && sort === 'sent'
  const soFar = isAsSent ? reading.first : found.slice(0, MARKERS_PAGE)
  const rows = phase === 'reading' ? soFar : found
  if (phase === 'first' && failure) return <NotRead {...props} reading={reading} failure={failure} />
  if (phase === 'whole' && markers.length === 0) return <NoMarkers {...props} />
  const title = name ?? `Lab test ${lab_test_id}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2.5 rail:px-6 print:hidden">
        <SearchBox label="Name, slug, LOINC or provider ID" value={text} onSearch={search} />
        <Select
          label="Sort markers"
          value={sort}
          options={ORDERS}
          onChange={(next) => {
            onSort(next)
            toTop()
          }}
        />
        <p role="status" className="text-ink-3">
          {phase !== 'first' && countLabel({ markers, found, isSearched: text !== '', isWhole: phase === 'whole' })}
        </p>
        <MarkerExport environment={environment} markers={found} isReading={phase === 'first' || phase === 'reading'} />
      </div>
      <ReadingNote reading={reading} />
      <div ref={scroller} className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">
        {phase !== 'first' && found.length === 0 && text !== '' ? (
          <EmptyState
            mark={<SearchX aria-hidden="true" className="size-5" />}
            title={phase === 'reading' ? 'No match so far' : 'No matching markers'}
            action={<Button onPress={() => search('')}>Show all markers</Button>}
          >
            The search looks for every word in names, slugs, LOINC codes and provider IDs. Try fewer words.
          </EmptyState>
        ) : (
          <DataTable
            label={`Markers of ${title}`}
            columns={columns}
            rows={phase === 'first' ? undefined : rows}
            getRowId={markerId}
            rowLayout={MARKER_ROW}
            from={1}
            total={found.length}
            isStale={false}
          />
        )}
      </div>
      <PrintMarkers
        title={title}
        markers={found}
        lines={[...(account === null ? [] : [`Lab account ${account}`]), ...(text === '' ? [] : [`Search: ${text}`])]}
      />
    </>
  )
}

interface Counted {
  markers: readonly Marker[]
  found: readonly Marker[]
  isSearched: boolean
  isWhole: boolean
}

function countLabel({ markers, found, isSearched, isWhole }: Counted) {
  const so_far = isWhole ? '' : ' so far'
  if (!isSearched) {
    const results = markers.reduce((sum, { expected_results }) => sum + expected_results.length, 0)
    return `${countOf(markers.length, 'marker')}, ${countOf(results, 'expected result')}${so_far}`
  }
  return `${formatCount(found.length)} of ${countOf(markers.length, 'marker')} match${so_far}`
}
