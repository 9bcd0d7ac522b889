'use client'
import { OUTCOME_LOOKS } from '#components/events/outcome-labels.ts'
import { CountChips } from '#components/patterns/list/filters/count-chips.tsx'
import { OUTCOME_WORDS, OUTCOMES, type Outcome } from '#lib/domains/events/outcomes.ts'
import type { EventCounts } from '#lib/domains/events/received.ts'

interface OutcomeChipsProps {
  counts: EventCounts['outcomes']
  chosen: readonly Outcome[]
  onChoose: (outcomes: readonly Outcome[]) => void
}

/** Outcomes of events, each with its number. */
export function OutcomeChips({ counts, chosen, onChoose }: OutcomeChipsProps) {
  const known = new Map(counts.map(({ outcome, count }) => [outcome, count]))
  const chips = OUTCOMES.map((outcome) => ({
    id: outcome,
    ...OUTCOME_LOOKS[outcome],
    label: OUTCOME_WORDS[outcome].label,
    count: known.get(outcome) ?? 0,
  }))
  return <CountChips legend="Outcome" chips={chips} chosen={chosen} onChoose={onChoose} />
}
