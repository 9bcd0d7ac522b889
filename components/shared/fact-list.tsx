import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values side by side. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(108px,auto)_minmax(0,1fr)] gap-x-4 gap-y-3 rail:grid-cols-[minmax(140px,auto)_minmax(0,1fr)] rail:gap-x-6">
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
