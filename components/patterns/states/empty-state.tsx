import type { ReactNode } from 'react'

interface EmptyStateProps {
  mark: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

/** A place without anything in it, and the way on. */
export function EmptyState({ mark, title, children, action }: EmptyStateProps) {
  return (
    <section className="flex flex-col items-center px-6 py-16 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink-2">{mark}</span>
      <h2 className="mt-3 text-base">{title}</h2>
      <p className="mt-1 max-w-[420px] text-ink-2">{children}</p>
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </section>
  )
}
