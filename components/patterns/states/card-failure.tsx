import clsx from 'clsx'
import { CloudOff } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'

interface CardFailureProps {
  subject: string
  error: Error | RequestFailure
  onRetry: () => void
}

/** One card that didn't load, beside others that did. */
export function CardFailure({ subject, error, onRetry }: CardFailureProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <CloudOff className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 text-ink-2">
        <span>{subject} didn’t load. </span>
        {error instanceof Error ? failureOf(error).detail : error.detail}
      </p>
      <Button onPress={onRetry}>Try again</Button>
    </div>
  )
}

interface CardWaitProps {
  subject: string
  query: { error: Error | null; refetch: () => unknown }
  /** The height of what is awaited. */
  className: string
}

/** Stands in the place of what hasn't loaded yet, or didn't. */
export function CardWait({ subject, query: { error, refetch }, className }: CardWaitProps) {
  if (error) return <CardFailure subject={subject} error={error} onRetry={() => void refetch()} />
  return <Skeleton className={clsx('after-300ms', className)} />
}

/** Why an item can't be read, after what names it. */
export function UnreadableWords({ field }: Pick<Unreadable, 'field'>) {
  return (
    <span className="text-tone-fg">
      <span>can’t be read. The service sent an unexpected value</span>
      {field && (
        <>
          {' in '}
          <Verbatim className="font-mono text-xs">{field}</Verbatim>
        </>
      )}
      <span>.</span>
    </span>
  )
}

interface UnreadableNoteProps {
  /** One item: "Order". */
  noun: string
  unreadable: readonly Unreadable[]
  className?: string
}

/** Names items that can't be read, beside those that can. */
export function UnreadableNote({ noun, unreadable, className }: UnreadableNoteProps) {
  if (unreadable.length === 0) return null
  return (
    <ul role="status" data-tone="warn" className={clsx('py-2 text-sm', className)}>
      {unreadable.map(({ at, id, field }) => (
        <li key={`${at} ${id} ${field}`} className="flex flex-wrap items-center gap-x-1.5">
          <span>{noun}</span> {id !== null && <CopyableId id={id} noun="ID" />} <UnreadableWords field={field} />
        </li>
      ))}
    </ul>
  )
}
