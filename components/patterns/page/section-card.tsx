import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

interface SectionCardProps {
  title: string
  /** Anchor for links: `#events`. */
  id?: string
  /** One-line summary in the head. */
  summary?: ReactNode
  /** At the end of the head. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page that can be read by itself. */
export function SectionCard({ title, id, summary, action, children }: SectionCardProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-4 rounded-card border border-line bg-surface shadow-1 target:border-accent print:mb-4 print:break-inside-avoid"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <div className={clsx('min-w-0 flex-1', summary && 'basis-56')}>
          <h2 id={heading} className="text-base">
            {title}
          </h2>
          {summary && <p className="text-ink-3">{summary}</p>}
        </div>
        {action}
      </div>
      <div className="p-4">{children}</div>
    </section>
  )
}
