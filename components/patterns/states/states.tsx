'use client'
import { ClockAlert, CloudOff, Copy, Info, type LucideIcon, RefreshCw, WifiOff } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import type { Tone } from '#components/ui/display/pill.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { minutesBehind, onClock } from '#lib/utils/time/clock.ts'
import { formatDuration, MINUTE } from '#lib/utils/time/durations.ts'
import { instantParts } from '#lib/utils/time/instants.ts'

const Refused = lazyPart(() => import('./empty-state.tsx'), 'Refused')

const CARD = 'm-4 max-w-[560px] rounded-card border border-line bg-surface p-4 shadow-1 rail:m-6'

/** For a person to pass on to those who run the service: what, when, which; never the answer's own words. */
function detailsOf({ call, status, request_id, at }: RequestFailure) {
  const facts = [call, status === null ? 'no response' : `status ${status}`, request_id && `request ${request_id}`]
  return [...facts, new Date(at).toISOString()].filter(Boolean).join('\n')
}

interface ErrorPanelProps {
  /** Content that failed to load: "Users". */
  subject: string
  failure: RequestFailure
  isRetrying: boolean
  onRetry: () => void
}

export function ErrorPanel({ subject, failure, isRetrying, onRetry }: ErrorPanelProps) {
  const clock = useWallClock()
  const { copied, copy } = useCopy(detailsOf(failure), 'Details')
  const { exact_time, zone } = instantParts(failure.at, clock)
  if (failure.denied || failure.status === 403) {
    return <Refused subject={subject} detail={failure.detail} denied={failure.denied === true} />
  }
  return (
    <section role="alert" className={CARD}>
      <div className="flex gap-3">
        <CloudOff data-tone="bad" className="mt-0.5 size-5 shrink-0 text-tone-fg" />
        <div className="min-w-0">
          <h2 className="text-base">{subject} didn’t load</h2>
          <p className="mt-0.5 text-ink-2">{failure.detail}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button look="primary" isPending={isRetrying} onPress={onRetry}>
              <RefreshCw className={isRetrying ? 'size-4 animate-spin' : 'size-4'} />
              Try again
            </Button>
            <Button icon={Copy} onPress={() => void copy()}>
              {copied ? 'Copied' : 'Copy details'}
            </Button>
          </div>
          <p translate="no" className="mt-3 font-mono text-xs break-words text-ink-3">
            <span>{failure.call}, </span>
            {failure.status === null ? 'no response' : failure.status}
            <br />
            {failure.request_id && `request ${shortId(failure.request_id)}, `}
            {exact_time} {zone}
          </p>
        </div>
      </div>
    </section>
  )
}

interface NoteProps {
  tone: Tone
  icon: LucideIcon
  children: ReactNode
  action?: ReactNode
}

/** One line about what stands below it. */
export function Note({ tone, icon: Icon, children, action }: NoteProps) {
  return (
    <div
      role="status"
      data-tone={tone}
      className="flex items-center gap-2.5 border-b border-tone-line bg-tone-soft px-4 py-2 text-ink rail:px-6"
    >
      <Icon className="shrink-0 text-tone-fg" />
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  )
}

/** `ignored`: keys of the address whose values can't be used; nothing without one. */
export function IgnoredNote({ ignored, onDismiss }: { ignored: readonly string[]; onDismiss: () => void }) {
  if (ignored.length === 0) return null
  const dismiss = (
    <Button look="ghost" onPress={onDismiss}>
      Dismiss
    </Button>
  )
  return (
    <Note tone="move" icon={Info} action={dismiss}>
      This page can’t use a value in the address ({ignored.join(', ')}). Showing the default.
    </Note>
  )
}

/** Times and limits go by the server's clock; whoever compares them with their own is to know that it is off. */
export function ClockNotice() {
  const minutes = useSyncExternalStore(onClock, minutesBehind, () => 0)
  if (minutes === 0) return null
  const off = formatDuration(Math.abs(minutes) * MINUTE)
  return (
    <Note tone="warn" icon={ClockAlert}>
      {`This computer’s clock is ${off} ${minutes > 0 ? 'slow' : 'fast'}. Times and limits here go by the server’s clock.`}
    </Note>
  )
}

export function StaleBar({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const { day, time, zone } = instantParts(updatedAt, useWallClock())
  return (
    <Note
      tone="warn"
      icon={WifiOff}
      action={
        <Button look="ghost" onPress={onRetry} className="underline underline-offset-3">
          Try again
        </Button>
      }
    >
      Showing data from {day}, {time} {zone}. The service isn’t responding.
    </Note>
  )
}
