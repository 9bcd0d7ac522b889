import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** One line below the control whose act did not work: what happened, and what to do. */
export function FailedLine({ children }: { children: ReactNode }) {
  return (
    <p role="alert" data-tone="bad" className="flex items-start gap-1.5 pt-1.5 text-sm font-control text-tone-fg">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={2} />
      <span>{children}</span>
    </p>
  )
}
