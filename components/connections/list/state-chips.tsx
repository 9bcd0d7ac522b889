'use client'
import { STATE_LABELS } from '#components/connections/state-labels.ts'
import { CountChips } from '#components/patterns/list/count-chips.tsx'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'

interface StateChipsProps {
  counts: ReadonlyMap<KeptState, number>
  /** None for all. */
  chosen: readonly KeptState[]
  onChoose: (states: readonly KeptState[]) => void
}

/** The states that connections are in, each with its number. */
export function StateChips({ counts, chosen, onChoose }: StateChipsProps) {
  const chips = KEPT_STATES.map((state) => ({ id: state, ...STATE_LABELS[state], count: counts.get(state) ?? 0 }))
  return <CountChips legend="State" chips={chips} chosen={chosen} onChoose={onChoose} />
}
