import type { LucideIcon } from 'lucide-react'
import { createContext, useContext } from 'react'
import type { Tone } from '#components/ui/display/pill.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import { type FilterCount, oneOf } from './filter-counts.ts'

interface CountChip<T extends string> {
  id: T
  label: string
  icon: LucideIcon
  tone: Tone
  count: number
  /** Counted among the others as well. */
  isPart?: boolean
}

interface CountChipsProps<T extends string> {
  /** Group label: "State". */
  legend: string
  chips: readonly CountChip<T>[]
  /** None for all. */
  chosen: readonly T[]
  onChoose: (chosen: readonly T[]) => void
}

const CHIP =
  'inline-flex h-[30px] items-center gap-1.5 rounded-control border px-2.5 text-sm font-control whitespace-nowrap shadow-1 max-rail:h-10 aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent'

export function CountChips<T extends string>({ legend, chips, chosen, onChoose }: CountChipsProps<T>) {
  const all = chips.reduce((sum, { count, isPart = false }) => sum + (isPart ? 0 : count), 0)
  const isOnly = (id: T) => chosen.length === 1 && chosen[0] === id
  return (
    <fieldset className="contents print:hidden">
      <legend className="sr-only">{legend}</legend>
      <button
        type="button"
        aria-pressed={chosen.length === 0}
        onClick={() => onChoose([])}
        className={`${CHIP} border-line-2 bg-surface hover:bg-hover`}
      >
        All <span className="tabular-nums">{formatCount(all)}</span>
      </button>
      {chips
        .filter(({ id, count }) => count > 0 || chosen.includes(id))
        .map(({ id, label, icon: Icon, tone, count }) => (
          <button
            key={id}
            type="button"
            data-tone={tone}
            aria-pressed={chosen.includes(id)}
            onClick={() => onChoose(isOnly(id) ? [] : [id])}
            className={`${CHIP} border-tone-line bg-tone-soft text-tone-fg hover:border-tone-fg`}
          >
            <Icon className="shrink-0" />
            {label} <span className="tabular-nums">{formatCount(count)}</span>
          </button>
        ))}
    </fieldset>
  )
}

/** The count beside a choice of a filter: the picker knows them, and the editors within it show them. */
interface ShownCounts {
  noun: string
  counts: ReadonlyMap<string, FilterCount>
}

const Counts = createContext<ShownCounts>({ noun: '', counts: new Map() })
export const ChoiceCounts = Counts.Provider

/** Returns the count to show beside a choice; null where it is not counted (yet). */
export function useChoiceCount() {
  const { noun, counts } = useContext(Counts)
  return (id: string, own?: number | null) => {
    const count = own ?? counts.get(id)
    return count === undefined ? null : <ChoiceCount noun={noun} count={count} />
  }
}

function ChoiceCount({ noun, count }: { noun: string; count: FilterCount }) {
  if (typeof count !== 'number') {
    return (
      <span title="Number unknown">
        <span aria-hidden="true">–</span>
        <span className="sr-only">number unknown</span>
      </span>
    )
  }
  return (
    <>
      {formatCount(count)} <span className="sr-only">{count === 1 ? oneOf(noun) : noun}</span>
    </>
  )
}
