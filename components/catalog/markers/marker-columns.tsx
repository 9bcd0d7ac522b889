import { Check, CircleQuestionMark, Copy, Droplet, Layers2, type LucideIcon } from 'lucide-react'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { cutAt } from './find-markers.ts'

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const pieces = cutAt(text, words)
  const begins = pieces.map((_, at) => pieces.slice(0, at).join('').length)
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <mark key={begins[at]} className="rounded-[3px] bg-accent-soft text-accent-ink">
        {piece}
      </mark>
    ),
  )
}

interface CodeProps {
  code: string
  /** "LOINC code" */
  noun: string
  words?: readonly string[]
  /** It is what C copies of its row. */
  isRowId?: boolean
}

const NO_WORDS: readonly string[] = []

function Code({ code, noun, words = NO_WORDS, isRowId = false }: CodeProps) {
  const { copied, copy } = useCopy(code, noun)
  const tabIndex = useTabIndex()
  const Icon = copied ? Check : Copy
  return (
    <Verbatim className="id-text">
      <span>
        <Marked text={code} words={words} />
      </span>
      <button
        type="button"
        tabIndex={tabIndex}
        onClick={() => void copy()}
        aria-label={`Copy ${noun} ${code}`}
        className="id-copy"
        data-tone={copied ? 'ok' : undefined}
        data-copied={copied || undefined}
        {...(isRowId && { 'data-copy': '' })}
      >
        <Icon className="size-3.5" />
      </button>
    </Verbatim>
  )
}

const TYPES: Readonly<Record<string, { label: string; icon: LucideIcon }>> = {
  biomarker: { label: 'Biomarker', icon: Droplet },
  panel: { label: 'Panel', icon: Layers2 },
}

/** One of two, or whatever else the service says, as it says it. */
function MarkerType({ type }: { type: string | null | undefined }) {
  if (!type) return <NoValue word="type not provided" />
  const { label, icon: Icon } = (Object.hasOwn(TYPES, type) && TYPES[type]) || { label: type, icon: CircleQuestionMark }
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap text-ink-2">
      <Icon className="size-3.5 shrink-0" />
      {label}
    </span>
  )
}

/** A card on a phone, three lines where there is some room, one from 1000 px on; what it holds begins at one height. */
export const MARKER_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'name_price''type_unit''results_results''ids_ids'] @min-[560px]/list:[--row-columns:minmax(0,1fr)_110px_80px_80px] @min-[560px]/list:[--row-areas:'name_type_unit_price''results_results_ids_ids'] @min-[1000px]/list:[--row-columns:minmax(180px,1.2fr)_104px_minmax(280px,1.8fr)_76px_84px_148px] @min-[1000px]/list:[--row-areas:'name_type_results_unit_price_ids'] [&_.list-line]:items-start [&_.list-line]:py-2.5 [&_.list-block]:h-[calc(var(--rows)*92px)]"

const column = columnsOf<Marker>()

export const markerId = ({ id }: Marker) => String(id)

/** `words` are those of the search, which stand out; both of the same identity while they are the same. */
export function markerColumns(words: readonly string[], labName: (id: number) => string) {
  return [
    column('name', 'Marker', '[grid-area:name]', (marker) => <Name marker={marker} words={words} />),
    column('type', 'Type', '[grid-area:type]', (marker) => <MarkerType type={marker.type} />),
    column('expected_results', 'Expected results: name, LOINC code, unit', '[grid-area:results]', (marker) => (
      <Results results={marker.expected_results} words={words} />
    )),
    column(
      'unit',
      'Unit',
      '[grid-area:unit] justify-self-end @min-[560px]/list:justify-self-start',
      (marker) =>
        marker.unit ?? (
          <span className="@max-[559px]/list:hidden">
            <NoValue word="no unit" />
          </span>
        ),
    ),
    column('price', 'Price', '[grid-area:price] justify-self-end @min-[1000px]/list:pr-4', (marker) => marker.price),
    column('provider_id', 'Provider ID, lab', '[grid-area:ids]', (marker) => (
      <>
        <span className="-mt-[3px] block">
          <Code code={marker.provider_id} noun="provider ID" words={words} isRowId />
        </span>
        <span className="block text-xs break-words text-ink-3" title={`Lab ${marker.lab_id ?? 'unknown'}`}>
          {marker.lab_id == null ? 'Lab unknown' : labName(marker.lab_id)}
        </span>
        <span className="block text-xs text-ink-3">Marker {marker.id}</span>
      </>
    )),
  ]
}

function Name({ marker: { name, slug, description }, words }: { marker: Marker; words: readonly string[] }) {
  return (
    <>
      <span className="block font-heading break-words">
        <Marked text={name} words={words} />
      </span>
      <Verbatim className="block font-mono text-xs break-all text-ink-3">
        <Marked text={slug} words={words} />
      </Verbatim>
      {description && <span className="block break-words text-ink-2">{description}</span>}
    </>
  )
}

function Results({ results, words }: { results: Marker['expected_results']; words: readonly string[] }) {
  if (results.length === 0) return <NoValue word="no expected results" />
  return (
    <ul className="grid -mt-[3px] grid-cols-[minmax(0,1fr)_104px_60px] gap-x-3">
      {results.map(({ id, name, loinc }) => (
        <li key={id} className="col-span-3 grid min-h-6 grid-cols-subgrid items-center">
          <span className="min-w-0 break-words">
            <Marked text={name} words={words} />
            {loinc && loinc.name !== name && (
              <span className="block text-xs text-ink-3">
                <Marked text={loinc.name} words={words} />
              </span>
            )}
          </span>
          {loinc ? <Code code={loinc.code} noun="LOINC code" words={words} /> : <NoValue word="no LOINC code" />}
          <span className="min-w-0 break-words text-ink-2">{loinc?.unit ?? ''}</span>
        </li>
      ))}
    </ul>
  )
}
