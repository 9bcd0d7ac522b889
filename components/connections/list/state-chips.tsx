'use client'
import { SILENT_LABEL, STATE_LABELS } from '#components/connections/state-labels.ts'
import { CountChips } from '#components/patterns/list/filters/count-chips.tsx'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'

interface StateChipsProps {
  counts: ReadonlyMap<KeptState, number>
  /** Working connections that have been silent too long. */
  silent: number
  /** None for all. */
  chosen: readonly KeptState[]
  isSilent: boolean
  onChoose: (states: readonly KeptState[], isSilent: boolean) => void
}

const SILENT = 'silent'

/** The states that connections are in, each with its number, and those of them that are silent. */
export function StateChips({ counts, silent, chosen, isSilent, onChoose }: StateChipsProps) {
  const states = KEPT_STATES.map((state) => ({ id: state, ...STATE_LABELS[state], count: counts.get(state) ?? 0 }))
  const [first, ...others] = states
  const quiet = { id: SILENT, ...SILENT_LABEL, count: silent, isPart: true } as const
  return (
    <CountChips<KeptState | typeof SILENT>
      legend="State"
      chips={first ? [first, quiet, ...others] : [quiet]}
      chosen={isSilent ? [...chosen, SILENT] : chosen}
      onChoose={(ids) =>
        onChoose(
          ids.filter((id) => id !== SILENT),
          ids.includes(SILENT),
        )
      }
    />
  )
}
