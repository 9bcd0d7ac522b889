import { Download, Printer } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { findMarkers } from '#components/catalog/markers/find-markers.ts'
import { amountCell, subtract } from '#components/catalog/markers/price.ts'
import { useMarkers } from '#components/catalog/markers/use-markers.ts'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { compactKey } from '#lib/utils/text/typed-text.ts'
import { type AccountChoice, NotRead, ReadingNote } from './reading-note.tsx'

interface Side {
  id: string
  name: string | null
}

interface CompareViewProps extends AccountChoice {
  environment: string
  lab_account_id: string | null
  a: Side
  b: Side
  /** Failure of the first test. */
  failure: RequestFailure | null
}

/** Two lab tests side by side: what one of them alone measures, and what both do, at which price. */
export function CompareView({ a, b, failure, environment, lab_account_id, ...account }: CompareViewProps) {
  const left = useMarkers({ lab_test_id: a.id, lab_account_id }, environment, failure)
  const right = useMarkers({ lab_test_id: b.id, lab_account_id }, environment, null)
  const [text, setText] = useState('')
  const compared = useMemo(() => compareTests(left.markers, right.markers), [left.markers, right.markers])
  const found = useMemo(() => findCompared(compared, text), [compared, text])
  const broken = [left, right].find(({ phase, failure: why }) => phase === 'first' && why)
  if (broken?.failure) return <NotRead reading={broken} failure={broken.failure} {...account} />
  const names = { a: a.name ?? `Lab test ${a.id}`, b: b.name ?? `Lab test ${b.id}` }
  const isWaiting = left.phase === 'first' || right.phase === 'first'
  return (
    <div data-print-alone="">
      <ReadingNote reading={left} of={` of ${names.a}`} />
      <ReadingNote reading={right} of={` of ${names.b}`} />
      {isWaiting ? (
        <p className="after-300ms p-4 text-ink-3 rail:p-6">Loading both tests.</p>
      ) : (
        <>
          <CompareTools environment={environment} names={names} text={text} onSearch={setText} compared={found} />
          <Parts compared={found} names={names} isSearched={text !== ''} />
        </>
      )}
    </div>
  )
}

interface Names {
  a: string
  b: string
}

function Parts({ compared, names, isSearched }: { compared: Compared; names: Names; isSearched: boolean }) {
  const { only_a, only_b, both, codes } = compared
  return (
    <div className="flex flex-col gap-4 p-4 rail:p-6">
      <p role="status" hidden={isSearched} className="max-w-[90ch] text-ink-2">
        {formatCount(both.length)} in both, {formatCount(only_a.length)} only in {names.a}, {formatCount(only_b.length)}{' '}
        only in {names.b}. By LOINC codes, {formatCount(codes.both)} are in both, {formatCount(codes.only_a)} only in{' '}
        {names.a} and {formatCount(codes.only_b)} only in {names.b}. Markers match by ID, by slug, or when they report
        the same LOINC codes.
      </p>
      <Part title="In both" count={both.length}>
        <table className="w-full border-collapse text-left">
          <thead className="@max-[559px]/list:sr-only">
            <tr className="text-xs text-ink-3">
              <Head>Marker</Head>
              <Head end>Price in {names.a}</Head>
              <Head end>Price in {names.b}</Head>
              <Head end>Difference</Head>
            </tr>
          </thead>
          <tbody>
            {both.map((pair) => (
              <tr
                key={pair.a.id}
                className="border-t border-line align-top @max-[559px]/list:grid @max-[559px]/list:grid-cols-3 @max-[559px]/list:py-1.5 @max-[559px]/list:[&>td]:px-4 @max-[559px]/list:[&>td]:py-1 @max-[559px]/list:[&>td]:text-left @max-[559px]/list:[&>td]:before:block @max-[559px]/list:[&>td]:before:text-xs @max-[559px]/list:[&>td]:before:text-ink-3 @max-[559px]/list:[&>td]:before:content-[attr(data-head)]"
              >
                <td className="px-4 py-2 @max-[559px]/list:col-span-3">
                  <Named marker={pair.a} />
                  {pair.b.name !== pair.a.name && <span className="block text-ink-3">there “{pair.b.name}”</span>}
                </td>
                <td data-head={names.a} className="px-4 py-2 text-right">
                  {pair.a.price}
                </td>
                <td data-head={names.b} className="px-4 py-2 text-right">
                  {pair.b.price}
                </td>
                <td data-head="Difference" className="px-4 py-2 text-right">
                  <Difference from={pair.a.price} to={pair.b.price} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <div className="grid items-start gap-4 @min-[900px]/list:grid-cols-2">
        <Only title={`Only in ${names.a}`} markers={only_a} />
        <Only title={`Only in ${names.b}`} markers={only_b} />
      </div>
    </div>
  )
}

function Only({ title, markers }: { title: string; markers: readonly Marker[] }) {
  return (
    <Part title={title} count={markers.length}>
      <ul>
        {markers.map((marker) => (
          <li key={marker.id} className="flex justify-between gap-4 border-t border-line px-4 py-2">
            <span className="min-w-0">
              <Named marker={marker} />
            </span>
            <span className="whitespace-nowrap">{marker.price}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
      aria-label={title}
      className="overflow-x-auto rounded-card border border-line bg-surface shadow-1"
    >
      <h2 className="px-4 py-2.5 text-base">
        {title} <span className="font-text text-ink-3">{countOf(count, 'marker')}</span>
      </h2>
      {count === 0 ? <p className="border-t border-line px-4 py-3 text-ink-3">None.</p> : children}
    </section>
  )
}

function Head({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={end ? 'px-4 py-1.5 text-right font-control' : 'px-4 py-1.5 font-control'}>
      {children}
    </th>
  )
}

function Named({ marker }: { marker: Marker }) {
  return (
    <>
      <Verbatim className="block font-control break-words">{marker.name}</Verbatim>
      <Verbatim className="block font-mono text-xs break-words text-ink-3">{codesOf(marker).join(', ')}</Verbatim>
    </>
  )
}

/** Only where both are plain numbers: in which currency the service does not say. */
function Difference({ from, to }: { from: string; to: string }) {
  const difference = subtract(to, from)
  if (!difference) return <NoValue word="no number" />
  const { sign, amount } = difference
  if (sign === 0) return <span className="text-ink-3">same</span>
  return (
    <span className="whitespace-nowrap">
      {amount} {sign > 0 ? 'more' : 'less'}
    </span>
  )
}

interface CompareToolsProps {
  environment: string
  names: { a: string; b: string }
  text: string
  onSearch: (text: string) => void
  compared: Compared
}

/** Finds markers in both tests, and takes the comparison elsewhere: as a file, or on paper. */
function CompareTools({ environment, names, text, onSearch, compared }: CompareToolsProps) {
  const { only_a, only_b, both } = compared
  const count = only_a.length + only_b.length + both.length
  const save = async () => {
    const [{ csvFile }, { fileName }] = await Promise.all([
      import('#lib/utils/text/csv.ts'),
      import('#lib/domains/audit/list-export.ts'),
    ])
    await saveFile(fileName('lab-test-comparison', environment), csvFile(comparedRows(compared, names)))
    toast({ kind: 'done', title: 'Exported.', text: countOf(count, 'row') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2.5 rail:px-6 print:hidden">
      <SearchBox label="Name, slug, LOINC or provider ID" value={text} onSearch={onSearch} />
      <p role="status" className="text-ink-3">
        {text !== '' && `${countOf(count, 'match', 'matches')}`}
      </p>
      <span className="ml-auto flex flex-wrap gap-2">
        <Button icon={Download} isDisabled={count === 0} onPress={() => void save()}>
          Export CSV
        </Button>
        <Button icon={Printer} onPress={() => window.print()}>
          Print
        </Button>
      </span>
    </div>
  )
}

/** Returns the comparison of those markers alone that a search means; of a pair one is enough. */
export function findCompared({ only_a, only_b, both, codes }: Compared, text: string): Compared {
  return {
    only_a: [...findMarkers(only_a, text)],
    only_b: [...findMarkers(only_b, text)],
    both: both.filter(({ a, b }) => findMarkers([a, b], text).length > 0),
    codes,
  }
}

function codesOf({ expected_results }: Marker): string[] {
  return expected_results.flatMap(({ loinc }) => loinc?.code ?? [])
}

/** Returns a row a marker or pair: where it is, its names, LOINC codes and prices. */
export function comparedRows({ only_a, only_b, both }: Compared, names: Names): CsvCell[][] {
  const head = [
    'in',
    'marker',
    `name in ${names.b}`,
    'loinc_codes',
    `price in ${names.a}`,
    `price in ${names.b}`,
    'difference',
  ]
  return [
    head,
    ...both.map(({ a, b }) => [
      'both',
      a.name,
      b.name,
      codesOf(a).join(' '),
      amountCell(a.price),
      amountCell(b.price),
      amountCell(differenceOf(a, b)),
    ]),
    ...only_a.map((marker) => [names.a, marker.name, '', codesOf(marker).join(' '), amountCell(marker.price), '', '']),
    ...only_b.map((marker) => [
      names.b,
      marker.name,
      marker.name,
      codesOf(marker).join(' '),
      '',
      amountCell(marker.price),
      '',
    ]),
  ]
}

/** Signed; empty where a price is no number. */
function differenceOf(a: Marker, b: Marker): string {
  const difference = subtract(b.price, a.price)
  if (!difference) return ''
  return difference.sign < 0 ? `-${difference.amount}` : difference.amount
}

/** Two lab tests side by side: what both measure, and what one of them alone does. Pure. */
interface Compared {
  only_a: Marker[]
  only_b: Marker[]
  both: { a: Marker; b: Marker }[]
  /** Different LOINC codes among the expected results. */
  codes: { only_a: number; only_b: number; both: number }
}

/** Pairs markers by id, else by slug, else by a shared LOINC code: labs name markers themselves, codes they share. */
export function compareTests(a: readonly Marker[], b: readonly Marker[]): Compared {
  const partner = new Map<Marker, Marker>()
  const taken = new Set<Marker>()
  for (const keyOf of [idKey, slugKey, codesKey]) {
    const free = byKey(
      b.filter((marker) => !taken.has(marker)),
      keyOf,
    )
    for (const marker of a) {
      const key = keyOf(marker)
      if (partner.has(marker) || key === null) continue
      const found = free.get(key)?.shift()
      if (!found) continue
      partner.set(marker, found)
      taken.add(found)
    }
  }
  const pair = (marker: Marker) => {
    const found = partner.get(marker)
    return found ? [{ a: marker, b: found }] : []
  }
  return {
    only_a: a.filter((marker) => !partner.has(marker)),
    only_b: b.filter((marker) => !taken.has(marker)),
    both: a.flatMap(pair),
    codes: countCodes(testCodes(a), testCodes(b)),
  }
}

function byKey(markers: readonly Marker[], keyOf: (marker: Marker) => string | null): Map<string, Marker[]> {
  const groups = new Map<string, Marker[]>()
  for (const marker of markers) {
    const key = keyOf(marker)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), marker])
  }
  return groups
}

const idKey = ({ id }: Marker) => String(id)
const slugKey = ({ slug }: Marker) => compactKey(slug) || null

function codesKey({ expected_results }: Marker) {
  const codes = new Set(expected_results.flatMap(({ loinc }) => loinc?.code ?? []))
  return codes.size === 0 ? null : [...codes].sort().join(' ')
}

function testCodes(markers: readonly Marker[]): Set<string> {
  return new Set(markers.flatMap(({ expected_results }) => expected_results.flatMap(({ loinc }) => loinc?.code ?? [])))
}

function countCodes(a: ReadonlySet<string>, b: ReadonlySet<string>) {
  const both = [...a].filter((code) => b.has(code)).length
  return { only_a: a.size - both, only_b: b.size - both, both }
}
