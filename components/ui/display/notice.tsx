import clsx from 'clsx'
import { CircleAlert, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const CLASSES = {
  info: { tone: 'move', icon: Info },
  warn: { tone: 'warn', icon: TriangleAlert },
  bad: { tone: 'bad', icon: CircleX },
} as const

interface NoticeProps {
  kind: keyof typeof CLASSES
  icon?: LucideIcon
  /** Read at once by screen readers: for what a person's own act has brought about. */
  alert?: boolean
  className?: string
  /** Says in a few words what the rest explains. */
  title?: ReactNode
  children: ReactNode
}

/** A few words in a box, about what stands around it. */
export function Notice({ kind, icon, alert = false, className, title, children }: NoticeProps) {
  const { tone, icon: own } = CLASSES[kind]
  const Icon = icon ?? own
  return (
    <div role={alert ? 'alert' : undefined} data-tone={tone} className={clsx('notice-box', className)}>
      <Icon className="mt-0.5 shrink-0 text-tone-fg" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-control">{title}</p>}
        {title ? <div className="text-ink-2">{children}</div> : children}
      </div>
    </div>
  )
}

export function ErrorNotice({ error, className }: { error: Error | null; className?: string }) {
  return (
    error && (
      <Notice kind="bad" alert {...(className && { className })}>
        {error.message}
      </Notice>
    )
  )
}

/** One line below the control whose act did not work: what happened, and what to do. */
export function FailedLine({ children }: { children: ReactNode }) {
  return (
    <p role="alert" data-tone="bad" className="flex items-start gap-1.5 pt-1.5 text-sm font-control text-tone-fg">
      <CircleAlert className="mt-0.5 size-3.5 shrink-0 stroke-2" />
      <span>{children}</span>
    </p>
  )
}
