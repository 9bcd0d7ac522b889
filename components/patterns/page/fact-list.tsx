import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
  /** Omits the fact from print. */
  screenOnly?: true
}

const ROOMY = 'grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-y-3 rail:gap-x-6'

interface FactListProps {
  facts: readonly Fact[]
  /** For a card among others, with little room. */
  dense?: boolean
  /** In as many columns as there is room for. */
  flow?: boolean
}

const FLOW_LINE = 'grid break-inside-avoid items-baseline grid-cols-[84px_minmax(0,1fr)] gap-x-3 pb-1.5'

/** Names and values side by side. Both wrap wherever they must: a name can be the path of a field nobody foresaw. */
export function FactList({ facts, dense = false, flow = false }: FactListProps) {
  const columns = dense ? 'grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-y-1.5' : ROOMY
  const minimum = dense ? 'min-w-[76px]' : 'min-w-[108px] rail:min-w-[140px]'
  return (
    <dl className={flow ? '-mb-1.5 columns-[232px] gap-x-6' : clsx('grid gap-x-4', columns)}>
      {facts.map(({ label, value, screenOnly }) => (
        <div
          key={label}
          className={clsx(flow ? FLOW_LINE : 'col-span-2 grid grid-cols-subgrid', screenOnly && 'print:hidden')}
        >
          <dt className={clsx('text-ink-3 wrap-anywhere', !flow && minimum)}>{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
