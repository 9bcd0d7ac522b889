import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

const ROOMY = 'grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-y-3 rail:gap-x-6'

interface FactListProps {
  facts: readonly Fact[]
  /** For a card among others, with little room. */
  dense?: boolean
}

/** Names and values side by side. Both wrap wherever they must: a name can be the path of a field nobody foresaw. */
export function FactList({ facts, dense = false }: FactListProps) {
  return (
    <dl className={clsx('grid gap-x-4', dense ? 'grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-y-1.5' : ROOMY)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className={clsx('text-ink-3 wrap-anywhere', dense ? 'min-w-[76px]' : 'min-w-[108px] rail:min-w-[140px]')}>
            {label}
          </dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
