import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values, two columns where there is room. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 rail:grid-cols-[minmax(140px,auto)_minmax(0,1fr)]">
      {facts.map(({ label, value }) => (
        <div key={label} className="rail:col-span-2 rail:grid rail:grid-cols-subgrid">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
