import clsx from 'clsx'
import { ChevronDown, ChevronRight, Download, Printer } from 'lucide-react'
import { Fragment, type ReactNode, useId, useMemo, useState } from 'react'
import { subtract, totalPrices } from '#components/catalog/markers/price.ts'
import { type Reading, useMarkers } from '#components/catalog/markers/use-markers.ts'
import { METHODS } from '#components/patterns/domain/order-terms.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { TEST_TEXTS } from '#lib/domains/catalog/catalog.ts'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { entryOfTest, useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { type Compared, codesOf, comparedRows, compareTests, findCompared, type Names } from './compare-tests.ts'
import { type AccountChoice, NotRead, ReadingNote } from './reading-note.tsx'
import { TestLetter } from './test-letter.tsx'

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
  /** Leaves the comparison for one of its tests. */
  onOnly: (lab_test_id: string) => void
}

/** Two lab tests in two columns of prices: totals, the markers in both, and those that only one of them has. */
export function CompareView({ a, b, failure, environment, lab_account_id, onOnly, ...account }: CompareViewProps) {
  const left = useMarkers({ lab_test_id: a.id, lab_account_id }, environment, failure)
  const right = useMarkers({ lab_test_id: b.id, lab_account_id }, environment, null)
  const [text, setText] = useState('')
  const [extents, setExtents] = useState<Partial<Record<PartName, Extent>>>({})
  const compared = useMemo(() => compareTests(left.markers, right.markers), [left.markers, right.markers])
  const found = useMemo(() => findCompared(compared, text), [compared, text])
  const sides = [
    { letter: 'A', id: a.id, reading: left },
    { letter: 'B', id: b.id, reading: right },
  ]
  const broken = sides.filter(({ reading }) => reading.phase === 'first' && reading.failure)
  const [first] = broken
  if (first?.reading.failure) {
    const other = broken.length === 1 ? sides.find((side) => side !== first) : undefined
    return (
      <NotRead
        reading={first.reading}
        failure={first.reading.failure}
        sides={broken.filter(({ reading }) => reading.failure?.status === 404)}
        {...(other && {
          action: <Button onPress={() => onOnly(other.id)}>View markers of {other.letter}</Button>,
        })}
        {...account}
      />
    )
  }
  const names = { a: a.name ?? `Lab test ${shortId(a.id)}`, b: b.name ?? `Lab test ${shortId(b.id)}` }
  const [whole, shown] = [rowsOf(compared), rowsOf(found)]
  const { codes } = compared
  const isWaiting = left.phase === 'first' || right.phase === 'first'
  return (
    <div data-print-alone="">
      <ReadingNote reading={left} of={` of ${names.a}`} />
      <ReadingNote reading={right} of={` of ${names.b}`} />
      {isWaiting ? (
        <p className="after-300ms p-4 text-ink-3 rail:p-6">Loading both tests.</p>
      ) : (
        <>
          <nav aria-label="Parts" className="grid grid-cols-3 border-b border-line bg-surface rail:px-2 print:hidden">
            {PARTS.map((part) => (
              <a
                key={part}
                href={`#${part}`}
                onClick={() => extents[part] === 'closed' && setExtents({ ...extents, [part]: 'first' })}
                className="border-line px-4 py-2 outline-offset-[-2px] not-first:border-l hover:bg-hover"
              >
                <span className="block text-xl font-heading">{formatCount(shown[part].length)}</span>
                <span className="text-ink-2 underline decoration-line-2 underline-offset-3">
                  <PartTitle part={part} names={names} />
                </span>
              </a>
            ))}
          </nav>
          <CompareTools environment={environment} a={a} b={b} text={text} onSearch={setText} compared={found} />
          <p role="status" className="sr-only">
            {`${text === '' ? '' : 'Matches: '}${formatCount(found.both.length)} in both, ${formatCount(found.only_a.length)} only in ${names.a}, ${formatCount(found.only_b.length)} only in ${names.b}.`}
          </p>
          <div className="flex max-w-[1000px] flex-col gap-3 pb-4 rail:p-6">
            <table
              aria-label={`Markers and prices of ${names.a} and ${names.b}`}
              className="w-full table-fixed border-separate border-spacing-0 overflow-clip border-line bg-surface text-left max-rail:border-b rail:rounded-card rail:border rail:shadow-1"
            >
              <thead className="text-xs text-ink-2">
                <tr>
                  <Head className="text-left">Marker</Head>
                  <Head className="w-[29%] text-right rail:w-[26%]">
                    <TestLetter of="A" /> <Verbatim className="max-rail:block">{names.a}</Verbatim>
                  </Head>
                  <Head className="w-[31%] text-right rail:w-[26%]">
                    <TestLetter of="B" /> <Verbatim className="max-rail:block">{names.b}</Verbatim>
                  </Head>
                </tr>
              </thead>
              <tbody>
                <tr className="align-top font-control">
                  <th scope="row" className={`${CELL} py-2`}>
                    Total price
                    <span className="block font-text text-ink-3">
                      {formatCount(left.markers.length)} and {countOf(right.markers.length, 'marker')}
                    </span>
                  </th>
                  <Amounts a={totalOf(left.markers, left)} b={totalOf(right.markers, right)} same="same" />
                </tr>
                <CompareFacts environment={environment} a={a.id} b={b.id} />
              </tbody>
              {PARTS.map((part) => (
                <Part
                  key={part}
                  part={part}
                  names={names}
                  whole={whole[part]}
                  rows={shown[part]}
                  extent={extents[part] ?? 'first'}
                  onExtent={(extent) => setExtents({ ...extents, [part]: extent })}
                />
              ))}
            </table>
            <p className="max-w-[90ch] text-ink-3 max-rail:px-4">
              Prices have no currency, as the service sends them. Markers match by ID, by slug, or when they report the
              same LOINC codes. The codes behind the markers, each counted once: {formatCount(codes.both)} LOINC codes
              in both, {formatCount(codes.only_a)} only in A, {formatCount(codes.only_b)} only in B.
            </p>
          </div>
        </>
      )}
    </div>
  )
}

const PARTS = ['both', 'only_a', 'only_b'] as const
type PartName = (typeof PARTS)[number]

interface Row {
  /** By which name the row goes. */
  marker: Marker
  a: Marker | null
  b: Marker | null
}

/** Pairs with different prices come first, so that a part that isn't shown in full hides none of them. */
function rowsOf({ only_a, only_b, both }: Compared): Record<PartName, readonly Row[]> {
  const isSame = ({ a, b }: Compared['both'][number]) => Number(subtract(b.price, a.price)?.sign === 0)
  return {
    both: both.toSorted((one, other) => isSame(one) - isSame(other)).map(({ a, b }) => ({ marker: a, a, b })),
    only_a: only_a.map((a) => ({ marker: a, a, b: null })),
    only_b: only_b.map((b) => ({ marker: b, a: null, b })),
  }
}

const CELL = 'border-t border-line px-4'
/** A column of one test: its padding leaves a phone room for a word such as “Comprehensive”. */
const TEST_CELL = `${CELL} text-right max-rail:pr-1 max-rail:pl-2 max-rail:last:pr-4`

/** How much of a part is shown: its heading, its first rows, or all of it. */
type Extent = 'closed' | 'first' | 'all'
const FIRST_ROWS = 10

/** Only where the window is high enough to leave room for rows: at 400 % it isn't. */
const STICKY = '[@media_screen_and_(height>=520px)]:sticky'

function Head({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`${STICKY} top-14 z-2 h-14 bg-surface px-4 font-control max-rail:not-first:pt-1 max-rail:not-first:pr-1 max-rail:not-first:pl-2 max-rail:not-first:align-top max-rail:last:pr-4 framed:top-0 framed:h-11 ${className}`}
    >
      <span className="line-clamp-3 hyphens-auto break-words framed:line-clamp-2">{children}</span>
    </th>
  )
}

interface PartProps {
  part: PartName
  names: Names
  /** All rows of the part, for its total; a search changes the rows alone. */
  whole: readonly Row[]
  rows: readonly Row[]
  extent: Extent
  onExtent: (extent: Extent) => void
}

function Part({ part, names, whole, rows, extent, onExtent }: PartProps) {
  const heading = useId()
  const limit = { closed: 0, first: FIRST_ROWS, all: rows.length }[extent]
  const isOpen = extent !== 'closed' && rows.length > 0
  const markersOf = (side: 'a' | 'b') => whole.flatMap((row) => row[side] ?? [])
  const bar = `${STICKY} top-28 z-1 bg-sunken py-1 framed:top-11`
  return (
    <tbody id={part} aria-labelledby={heading} className="scroll-mt-13 framed:scroll-mt-11">
      <tr className="font-control">
        <th scope="rowgroup" className={`${CELL} ${bar}`}>
          <h2 id={heading} className="text-base">
            <button
              type="button"
              aria-expanded={isOpen}
              disabled={rows.length === 0}
              onClick={() => onExtent(isOpen ? 'closed' : 'first')}
              className="group -mx-2 flex min-h-7 items-center gap-1.5 rounded-tag px-2 text-left not-disabled:hover:bg-hover disabled:cursor-default max-rail:min-h-10"
            >
              <ChevronRight className="shrink-0 text-ink-3 group-disabled:invisible group-aria-expanded:rotate-90 print:hidden" />
              <span>
                <PartTitle part={part} names={names} />{' '}
                <span className="font-text whitespace-nowrap text-ink-3">
                  {rows.length < whole.length && `${formatCount(rows.length)} of `}
                  {countOf(whole.length, 'marker')}
                </span>
              </span>
            </button>
          </h2>
        </th>
        <Amounts a={totalOf(markersOf('a'))} b={totalOf(markersOf('b'))} same="same" className={bar} />
      </tr>
      {rows.map(({ marker, a, b }, index) => (
        <tr key={marker.id} className={clsx('align-top hover:bg-hover', index >= limit && 'hidden print:table-row')}>
          <th scope="row" className={`${CELL} py-2 font-text`}>
            <Named marker={marker} isFound={rows.length < whole.length} />
            {b && b.name !== marker.name && (
              <span className="block text-ink-3">
                “{b.name}” in {names.b}
              </span>
            )}
          </th>
          <Amounts a={a?.price ?? null} b={b?.price ?? null} none={NOT_IN_IT} />
        </tr>
      ))}
      {extent !== 'closed' && rows.length > FIRST_ROWS && (
        <tr className="print:hidden">
          <td colSpan={3} className={`${CELL} py-1`}>
            <Button className="my-1 scroll-my-28" onPress={() => onExtent(extent === 'all' ? 'first' : 'all')}>
              {extent === 'all' ? `Show first ${FIRST_ROWS}` : `Show all ${formatCount(rows.length)}`}
              <ChevronDown className={clsx('text-ink-3', extent === 'all' && 'rotate-180')} />
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function PartTitle({ part, names }: { part: PartName; names: Names }) {
  if (part === 'both') return 'In both'
  const [letter, name] = part === 'only_a' ? (['A', names.a] as const) : (['B', names.b] as const)
  return (
    <>
      Only in <TestLetter of={letter} /> <Verbatim className="@max-[559px]/list:sr-only">{name}</Verbatim>
    </>
  )
}

/** Codes of a panel that a phone shows at first: all of them may take six lines. */
const FIRST_CODES = 3

/** A search may have found any of the codes, so that none is folded then. */
function Named({ marker, isFound }: { marker: Marker; isFound: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const codes = [...new Set(codesOf(marker))]
  const folded = isFound ? 0 : codes.length - FIRST_CODES
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Verbatim className="font-control hyphens-auto break-words">{marker.name}</Verbatim>
      <span className="text-xs">
        <Verbatim className="font-mono text-ink-3">
          {codes.map((code, index) => (
            <Fragment key={code}>
              {index > 0 && ' '}
              <span
                className={clsx(
                  "inline-block max-w-full break-words not-last:after:content-[',']",
                  folded > 1 && !isOpen && index >= FIRST_CODES && '[@media_screen_and_(width<641px)]:hidden',
                )}
              >
                {code}
              </span>
            </Fragment>
          ))}
        </Verbatim>
        {folded > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-1 ml-1.5 py-1 text-ink-2 underline decoration-line-2 underline-offset-3 rail:hidden print:hidden"
          >
            {isOpen ? 'Fewer' : `+${folded} more`} <span className="sr-only">codes of {marker.name}</span>
          </button>
        )}
      </span>
    </span>
  )
}

/** Null where there is nothing to add up. A marker that didn't come has no known price, and its test no known difference. */
function totalOf(markers: readonly Marker[], reading?: Reading): string | null {
  const { sum, unknown } = totalPrices(markers.map(({ price }) => price))
  const missing = reading ? Math.max(reading.unreadable.length, (reading.total ?? 0) - markers.length) : 0
  const open = unknown + missing
  if (sum === null) return open === 0 ? null : 'unknown'
  if (reading && reading.phase !== 'whole') return `${sum} so\u00a0far`
  return open === 0 ? sum : `${sum} +\u00a0${formatCount(open)}\u00a0unknown`
}

interface AmountsProps {
  a: string | null
  b: string | null
  /** Stands where both are equal; rows say it by saying nothing. */
  same?: string
  /** Stands where a test has no amount. */
  none?: ReactNode
  className?: string
}

const NOT_IN_IT = (
  <span className="text-ink-3">
    <span aria-hidden="true">–</span>
    <span className="sr-only">not in it</span>
  </span>
)

/** The cells of both tests: a difference stands below the second price, so that prices stay aligned. */
function Amounts({ a, b, same, none, className = 'py-2' }: AmountsProps) {
  const cell = `${TEST_CELL} wrap-anywhere ${className}`
  return (
    <>
      <td className={cell}>{a ?? none}</td>
      <td className={cell}>
        {b ?? none}
        {a !== null && b !== null && <Difference from={a} to={b} same={same} />}
      </td>
    </>
  )
}

/** Below a price, and lighter, so that it isn't taken for one. */
const ASIDE = 'block font-text text-xs'

/** Only where both are plain numbers: in which currency the service does not say. */
function Difference({ from, to, same }: { from: string; to: string; same: string | undefined }) {
  const difference = subtract(to, from)
  const word = difference ? same : 'not comparable'
  if (!difference || difference.sign === 0) return word && <span className={`${ASIDE} text-ink-3`}> {word}</span>
  return (
    <span className={`${ASIDE} text-ink-2`}>
      {' '}
      {difference.amount} {difference.sign > 0 ? 'more' : 'less'}
    </span>
  )
}

interface CompareFactsProps {
  environment: string
  /** IDs of the lab tests. */
  a: string
  b: string
}

/** Rows a coordinator chooses by for a patient: equal values stay quiet, unknown ones say so. */
function CompareFacts({ environment, a, b }: CompareFactsProps) {
  const { entries, methods, problem, nameOf } = useCatalogEntries(environment)
  const unknown = entries ? 'not on file' : problem && 'didn’t load'
  const factsOf = (id: string) => {
    const { name, lab_id, sample, preparation, remarks } = entryOfTest(entries, { id, name: '' }) ?? {}
    const seen = methods.filter(({ lab_test }) => lab_test === name)
    return [
      seen.map(({ method }) => METHODS.get(method)?.label ?? method).join(', '),
      sample,
      preparation,
      lab_id && (nameOf('lab', lab_id) ?? `Lab ${lab_id}`),
      remarks,
    ]
  }
  const [left, right] = [factsOf(a), factsOf(b)]
  return LABELS.map(({ label, isOptional }, index) => {
    const values = [left[index], right[index]]
    if (isOptional && !values.some(Boolean)) return null
    const isSame = values[0] === values[1]
    return (
      <tr key={label} className="align-top text-xs rail:text-sm">
        <th scope="row" className={`${CELL} py-1.5 font-text text-ink-2`}>
          {label}
        </th>
        {values.map((value, side) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places.
            key={side}
            className={clsx(
              TEST_CELL,
              'py-1.5 text-balance hyphens-auto break-words whitespace-pre-line',
              (isSame || !value) && 'text-ink-3',
            )}
          >
            {value || unknown}
          </td>
        ))}
      </tr>
    )
  })
}

const LABELS = [
  { label: 'Method', isOptional: false },
  { label: TEST_TEXTS.sample.label, isOptional: false },
  { label: TEST_TEXTS.preparation.label, isOptional: false },
  { label: 'Lab', isOptional: true },
  { label: TEST_TEXTS.remarks.label, isOptional: true },
]

interface CompareToolsProps {
  environment: string
  a: Side
  b: Side
  text: string
  onSearch: (text: string) => void
  compared: Compared
}

/** Finds markers in both tests, and takes the comparison elsewhere: as a file, or on paper. */
function CompareTools({ environment, a, b, text, onSearch, compared }: CompareToolsProps) {
  const { only_a, only_b, both } = compared
  const count = only_a.length + only_b.length + both.length
  const save = async () => {
    const [{ csvFile }, { fileName }] = await Promise.all([
      import('#lib/utils/text/csv.ts'),
      import('#lib/domains/audit/list-export.ts'),
    ])
    // A file leaves the page behind, so that a test without a name keeps its whole ID there.
    const names = { a: a.name ?? `Lab test ${a.id}`, b: b.name ?? `Lab test ${b.id}` }
    await saveFile(fileName('lab-test-comparison', environment), csvFile(comparedRows(compared, names)))
    toast({ kind: 'done', title: 'Exported.', text: countOf(count, 'row') })
  }
  return (
    <div className="flex items-center gap-2 border-b border-line bg-surface px-4 py-2.5 rail:px-6 print:hidden">
      <span className="min-w-0 max-rail:flex-1">
        <SearchBox label="Name, slug, LOINC or provider ID" value={text} onSearch={onSearch} />
      </span>
      {text !== '' && <p className="text-ink-3 max-rail:sr-only">{countOf(count, 'match', 'matches')}</p>}
      <span className="ml-auto flex gap-2">
        <Button icon={Download} isDisabled={count === 0} onPress={() => void save()}>
          <span className="max-rail:sr-only">Export CSV</span>
        </Button>
        <Button icon={Printer} onPress={() => window.print()}>
          <span className="max-rail:sr-only">Print</span>
        </Button>
      </span>
    </div>
  )
}
