import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { FailedLine } from '#components/ui/display/notice.tsx'
import type { Failure } from './use-command.ts'

/** The frame around rows that belong together. */
export const ROWS = 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-1'

interface GroupProps {
  title: string
  /** Beside the title: "1 on". */
  note?: ReactNode
  children: ReactNode
}

export function Group({ title, note, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="flex w-full items-center gap-2 pb-1.5 text-sm font-control text-ink">
        {title} {note}
      </legend>
      {children}
    </fieldset>
  )
}

/** Shown where a choice is still taking effect. */
export function Spinner() {
  return <LoaderCircle className="after-300ms shrink-0 text-accent-ink motion-safe:animate-spin stroke-2" />
}

export function FailureOf({ failure, parts }: { failure: Failure | null; parts: readonly string[] }) {
  if (!(failure && parts.includes(failure.part))) return null
  return <FailedLine>{failure.text}</FailedLine>
}
