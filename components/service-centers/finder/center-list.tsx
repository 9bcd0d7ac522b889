import clsx from 'clsx'
import { Copy, Info, Printer } from 'lucide-react'
import { useCallback, useState } from 'react'
import { PrintedPartner, PrintedTest, type useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { partnerNamed } from '#lib/domains/contacts/contact-book.ts'
import { type FoundCenter, PSC_LIMIT, type ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { CenterItem } from './center-item.tsx'
import { addressLines, centerText, isNearestFirst, milesLabel, phoneLabel } from './center-labels.ts'
import type { FinderSearch } from './finder-search.ts'
import { readHours } from './hours.ts'

interface CenterListProps {
  centers: readonly FoundCenter[]
  search: FinderSearch
  /** The order's test, by name, with what the catalog knows of it; and the labs of the centers. */
  test: string | undefined
  known: ReturnType<typeof useLabTest>
  labNames: readonly (string | null)[]
  /** Numbers of those that are not on the map. */
  nowhere: readonly number[]
  looking: Highlighting
  isStale: boolean
  /** Beside no map there is room for two columns. */
  wide: boolean
}

export function CenterList(props: CenterListProps) {
  const { centers, search, nowhere, looking, isStale, wide } = props
  const { selected, hovered, chosen } = looking
  const numbered = centers.map((center, index) => ({ center, number: index + 1 }))
  const taken = chosen.size === 0 ? numbered : numbered.filter(({ number }) => chosen.has(number))
  const [isPrinting, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const text = () => taken.map(({ center, number }) => centerText(center, number)).join('\n\n')
  const { copied, copy } = useCopy(text, countOf(taken.length, 'center'))
  const copyLabel = chosen.size > 0 ? `Copy ${chosen.size}` : 'Copy as text'
  const order = isNearestFirst(centers) ? 'nearest first' : 'service order'
  return (
    <section aria-label="Service centers" aria-busy={isStale} className={clsx('bg-surface', isStale && 'opacity-60')}>
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5">
        <h2 className={clsx('text-base', !wide && 'max-[899px]:sr-only')}>{countOf(centers.length, 'center')}</h2>
        <p className="flex-1 text-ink-3">{order}</p>
        <div className="flex gap-2">
          <Button icon={Copy} onPress={() => void copy()}>
            {copied ? 'Copied' : copyLabel}
          </Button>
          <Button icon={Printer} onPress={() => setPrinting(true)}>
            {chosen.size > 0 ? `Print ${chosen.size} selected` : 'Print list'}
          </Button>
        </div>
      </div>
      {centers.length >= PSC_LIMIT && !search.all_labs && (
        <div className="flex items-start gap-2.5 border-b border-line bg-sunken px-4 py-2">
          <Info className="mt-0.5 shrink-0 text-ink-2" />
          <div>
            <p className="font-heading">{capLabel(centers)}</p>
            <p className="text-ink-2">
              The service returns up to {PSC_LIMIT} centers. To find others within {search.radius} miles, search a
              nearby ZIP code or add a “Must offer” filter.
            </p>
          </div>
        </div>
      )}
      <ol className={clsx(wide && 'grid @min-[1000px]/finder:grid-cols-2')}>
        {numbered.map(({ center, number }) => (
          <CenterItem
            key={number}
            center={center}
            number={number}
            isSelected={selected === number}
            isHovered={hovered === number}
            isChosen={chosen.has(number)}
            isNowhere={nowhere.includes(number)}
            onSelect={() => looking.select(selected === number ? null : number)}
            onHover={(isOver) => looking.hover(isOver ? number : null)}
            onChoose={(isChosen) => looking.choose(number, isChosen)}
          />
        ))}
      </ol>
      {isPrinting && <PrintCenters {...props} taken={taken} onPrinted={printed} />}
    </section>
  )
}

function capLabel(centers: readonly ServiceCenter[]): string {
  const farthest = centers.at(-1)
  if (!farthest || !isNearestFirst(centers)) return `${PSC_LIMIT} centers, not all there may be`
  return `The ${PSC_LIMIT} nearest, all within ${milesLabel(farthest.distance)}`
}

interface Numbered {
  number: number
  center: FoundCenter
}

interface PrintCentersProps extends Pick<CenterListProps, 'test' | 'known' | 'labNames'> {
  taken: readonly Numbered[]
  onPrinted: () => void
}

/** A sheet for the patient in large type: black and white, without a map, and without a word on whom it is for. */
function PrintCenters({ taken, test, known: { entry, partners }, labNames, onPrinted }: PrintCentersProps) {
  usePrintNow(onPrinted)
  const [lab, ...others] = labNames
  return (
    <PrintSheet>
      <article className="mx-auto max-w-[680px] p-4 text-[18px]/7 text-[black]">
        <h1 className="border-b-2 border-[black] pb-3 text-[28px]/9">Where you can have your sample taken</h1>
        <ol>
          {taken.map(({ number, center }) => (
            <li
              key={number}
              className="grid break-inside-avoid grid-cols-[44px_minmax(0,1fr)] gap-x-4 border-b border-[black] py-5"
            >
              <span className="grid size-11 place-items-center rounded-full border-2 border-[black] text-[22px] font-heading">
                {number}
              </span>
              <Printed center={center} />
            </li>
          ))}
        </ol>
        <p className="pt-4 text-[16px]/6">Hours can change. Call before you go.</p>
        <div className="flex flex-col gap-4 pt-4 empty:hidden">
          {test && entry && <PrintedTest name={test} entry={entry} />}
          {others.length === 0 && <PrintedPartner partner={partnerNamed(partners, 'lab', lab)} title="The lab" />}
        </div>
      </article>
    </PrintSheet>
  )
}

function Printed({ center }: { center: FoundCenter }) {
  const { name, phone_number, hours: sent } = center.metadata
  const hours = readHours(sent)
  const phone = phoneLabel(phone_number)
  return (
    <div>
      <h2 translate="no" className="text-[22px]/7 font-heading">
        {name}
      </h2>
      {addressLines(center).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {center.lab && <p>Lab: {center.lab.name}</p>}
      {phone && <p className="font-heading">Phone {phone.text}</p>}
      {hours.kind === 'words' ? (
        <dl className="mt-1.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4">
          {hours.lines.map(({ days, text }) => (
            <div key={`${days} ${text}`} className="contents">
              <dt>{days ?? 'Hours'}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-1.5">{hours.kind === 'raw' ? `Hours: ${hours.text}` : 'Hours not listed, call first.'}</p>
      )}
    </div>
  )
}

interface Highlight {
  selected: number | null
  hovered: number | null
  /** For the hand-out. */
  chosen: ReadonlySet<number>
}

const NOTHING: Highlight = { selected: null, hovered: null, chosen: new Set() }

/** `answer` is the identity of what was found. */
export function useHighlight(answer: unknown) {
  const [kept, setKept] = useState({ answer, looked: NOTHING })
  const looked = kept.answer === answer ? kept.looked : NOTHING
  const change = (next: (before: Highlight) => Highlight) =>
    setKept((before) => ({ answer, looked: next(before.answer === answer ? before.looked : NOTHING) }))
  return {
    ...looked,
    select: (selected: number | null) => change((before) => ({ ...before, selected })),
    hover: (hovered: number | null) => change((before) => ({ ...before, hovered })),
    choose: (number: number, isChosen: boolean) =>
      change((before) => {
        const chosen = new Set(before.chosen)
        if (isChosen) chosen.add(number)
        else chosen.delete(number)
        return { ...before, chosen }
      }),
  }
}

type Highlighting = ReturnType<typeof useHighlight>
