import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** How much there is of it. */
  summary?: ReactNode
  children?: ReactNode
  /** 2 within a page that has a heading of its own. */
  level?: 1 | 2
}

/** The name of the page and what it is about. On a phone the bar above already shows the name. */
export function PageHeader({ title, summary, children, level = 1 }: PageHeaderProps) {
  const onPhones = level === 1 && !summary && !children ? 'max-rail:sr-only' : 'max-rail:min-h-12'
  return (
    <header
      className={`flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-2 rail:px-6 ${onPhones}`}
    >
      {level === 1 ? <h1 className="text-xl max-rail:sr-only">{title}</h1> : <h2 className="text-lg">{title}</h2>}
      {summary && <p className="text-ink-3 rail:mt-1">{summary}</p>}
      {children && <div className="ml-auto flex flex-wrap items-center justify-end gap-2 print:hidden">{children}</div>}
    </header>
  )
}
