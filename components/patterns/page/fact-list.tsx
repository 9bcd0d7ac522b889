import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

const ROOMY =
  'grid-cols-[minmax(108px,auto)_minmax(0,1fr)] gap-y-3 rail:grid-cols-[minmax(140px,auto)_minmax(0,1fr)] rail:gap-x-6'

interface FactListProps {
  facts: readonly Fact[]
  /** For a card among others, with little room. */
  dense?: boolean
}

/** Names and values side by side. */
export function FactList({ facts, dense = false }: FactListProps) {
  return (
    <dl className={clsx('grid gap-x-4', dense ? 'grid-cols-[minmax(76px,auto)_minmax(0,1fr)] gap-y-1.5' : ROOMY)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
