import { Check, Copy, Download, Printer, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { PrintSheet } from '#components/patterns/print/print-sheet.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { copyText, saveFile } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { findMarkers, type MarkerSort, sortMarkers, wordsOf } from './find-markers.ts'
import { MARKER_ROW, markerColumns, markerId } from './marker-columns.tsx'
import { MARKERS_PAGE } from './markers-search.ts'
import { amountCell } from './price.ts'
import { type AccountChoice, NoMarkers, NotRead, ReadingNote } from './reading-note.tsx'
import { useMarkers } from './use-markers.ts'

/** Markers as rows of a table outside this console: one row an expected result, as the interface names things. Pure. */
export const MARKER_COLUMNS = [
  'marker_id',
  'name',
  'slug',
  'type',
  'unit',
  'price',
  'description',
  'lab_id',
  'provider_id',
  'result_id',
  'result_name',
  'result_provider_id',
  'loinc_code',
  'loinc_name',
  'loinc_unit',
] as const

/** A marker without expected results has a row all the same. */
export function markerRows(markers: readonly Marker[]): CsvCell[][] {
  return markers.flatMap(({ expected_results, ...marker }) => {
    const { id, name, slug, type, unit, price, description, lab_id, provider_id } = marker
    const own = [
      id,
      name,
      slug,
      type ?? '',
      unit ?? '',
      amountCell(price),
      description ?? '',
      lab_id ?? '',
      provider_id,
    ]
    if (expected_results.length === 0) return [[...own, '', '', '', '', '', '']]
    return expected_results.map((result) => {
      const { code = '', name: called = '', unit: in_unit } = result.loinc ?? {}
      return [...own, result.id, result.name, result.provider_id, code, called, in_unit ?? '']
    })
  })
}

interface MarkerExportProps {
  environment: string
  /** Those that are shown, in their order. */
  markers: readonly Marker[]
  isReading: boolean
}

/** Takes the rows elsewhere: to a spreadsheet by the clipboard, as a file, or on paper. */
function MarkerExport({ environment, markers, isReading }: MarkerExportProps) {
  const [copied, setCopied] = useState<readonly Marker[] | null>(null)
  const isOff = isReading || markers.length === 0
  const table = () => [MARKER_COLUMNS, ...markerRows(markers)]
  const loadCsv = () => import('#lib/utils/text/csv.ts')
  const copy = async () => {
    const { tabRows } = await loadCsv()
    if (!(await copyText(tabRows(table())))) {
      return toast({
        kind: 'failed',
        title: 'Rows weren’t copied.',
        text: 'The browser blocked it. Export a CSV file instead.',
      })
    }
    setCopied(markers)
    announce(`${countOf(markers.length, 'marker')} copied.`)
  }
  const save = async () => {
    const [{ csvFile }, { fileName }] = await Promise.all([loadCsv(), import('#lib/domains/audit/list-export.ts')])
    await saveFile(fileName('markers', environment), csvFile(table()))
    toast({
      kind: 'done',
      title: 'Exported.',
      text: `${countOf(markers.length, 'marker')}, one row per expected result.`,
    })
  }
  const CopyIcon = copied === markers ? Check : Copy
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      <Button icon={CopyIcon} isDisabled={isOff} onHoverStart={() => void loadCsv()} onPress={() => void copy()}>
        {copied === markers ? 'Copied' : 'Copy rows'}
      </Button>
      <Button icon={Download} isDisabled={isOff} onPress={() => void save()}>
        Export CSV
      </Button>
      <Button icon={Printer} isDisabled={isOff} onPress={() => window.print()}>
        Print
      </Button>
    </span>
  )
}

interface PrintMarkersProps {
  title: string
  /** Which account, which search. */
  lines: readonly string[]
  markers: readonly Marker[]
}

/** Prints all rows, including those the screen hasn't drawn. */
function PrintMarkers(props: PrintMarkersProps) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? <Sheet {...props} /> : null
}

const HEADS = ['Marker', 'Type', 'Expected results, LOINC code, unit', 'Unit', 'Price', 'Provider ID'] as const

function Sheet({ title, lines, markers }: PrintMarkersProps) {
  return (
    <PrintSheet>
      <h1 className="text-[20px]/7">{title}</h1>
      <p className="mb-3">{[countOf(markers.length, 'marker'), ...lines].join(' · ')}</p>
      <table className="w-full border-collapse text-left text-[14px]/5">
        <thead>
          <tr className="border-b border-[black]">
            {HEADS.map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 align-bottom">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {markers.map(({ id, name, slug, type, unit, price, provider_id, expected_results }) => (
            <tr key={id} className="break-inside-avoid border-b border-[black] align-top">
              <td className="py-1 pr-3">
                <b>{name}</b>
                <br />
                {slug}
              </td>
              <td className="py-1 pr-3">{type ?? '–'}</td>
              <td className="py-1 pr-3">
                {expected_results.map((result) => (
                  <div key={result.id}>
                    {[result.name, result.loinc?.code, result.loinc?.unit].filter(Boolean).join(', ')}
                  </div>
                ))}
              </td>
              <td className="py-1 pr-3">{unit ?? '–'}</td>
              <td className="py-1 pr-3">{price}</td>
              <td className="py-1">{provider_id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}

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
  if (phase === 'whole' && markers.length + reading.unreadable.length === 0) return <NoMarkers {...props} />
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
            mark={<SearchX className="size-5" />}
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
