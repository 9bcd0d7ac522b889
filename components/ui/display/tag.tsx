import type { ReactNode } from 'react'

/** A neutral word beside another: a count, a priority, a reference. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-tag border border-line bg-sunken px-1.5 align-middle text-xs font-medium whitespace-nowrap text-ink-2">
      {children}
    </span>
  )
}
