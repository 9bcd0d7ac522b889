'use client'
import { STATE_LABELS } from '#components/connections/state-labels.ts'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'
import { formatCount } from '#lib/utils/text/counts.ts'

interface StateChipsProps {
  counts: ReadonlyMap<KeptState, number>
  /** None for all. */
  chosen: readonly KeptState[]
  onChoose: (states: readonly KeptState[]) => void
}

const CHIP =
  'inline-flex h-[30px] items-center gap-1.5 rounded-control border px-2.5 text-sm font-control whitespace-nowrap shadow-1 max-rail:h-10 aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent'

/** The states that connections are in, each with its number: one press shows those alone, another press all again. */
export function StateChips({ counts, chosen, onChoose }: StateChipsProps) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shown = KEPT_STATES.filter((state) => chosen.includes(state) || (counts.get(state) ?? 0) > 0)
  const isOnly = (state: KeptState) => chosen.length === 1 && chosen[0] === state
  return (
    <fieldset className="contents">
      <legend className="sr-only">State</legend>
      <button
        type="button"
        aria-pressed={chosen.length === 0}
        onClick={() => onChoose([])}
        className={`${CHIP} border-line-2 bg-surface hover:bg-hover`}
      >
        All <span className="tabular-nums">{formatCount(all)}</span>
      </button>
      {shown.map((state) => {
        const { label, icon: Icon, tone } = STATE_LABELS[state]
        return (
          <button
            key={state}
            type="button"
            data-tone={tone}
            aria-pressed={chosen.includes(state)}
            onClick={() => onChoose(isOnly(state) ? [] : [state])}
            className={`${CHIP} border-tone-line bg-tone-soft text-tone-fg hover:border-tone-fg`}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.9} />
            {label} <span className="tabular-nums">{formatCount(counts.get(state) ?? 0)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
