'use client'
import { OctagonAlert, PhoneForwarded } from 'lucide-react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useMay } from '#components/patterns/page/role.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { type CallbackState, ESCALATES_AFTER_MS } from '#lib/domains/orders/critical/callback-state.ts'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDuration, MINUTE } from '#lib/utils/time/durations.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { AcknowledgementText } from './acknowledgement-text.tsx'
import { AttemptList } from './attempt-list.tsx'
import { useNotReached } from './escalation-mark.tsx'
import { POLL_INTERVAL_MS, useCriticalState, useServerPresent } from './use-critical-state.ts'

interface CriticalBannerProps {
  environment: string
  order: Order
  isRecording: boolean
  recordButton: RefObject<HTMLButtonElement | null>
  /** The place for its action in the bar of a phone; null before that is drawn. */
  bar: HTMLElement | null
  onRecord: () => void
}

/** Who owns a critical result, how much time is left, and the way to record a call or to acknowledge it. */
export function CriticalBanner(props: CriticalBannerProps) {
  const { environment, order, isRecording, recordButton, bar, onRecord } = props
  const known = useCriticalState(environment, order, { refetchInterval: POLL_INTERVAL_MS })
  const { state, result, seen, error, retry } = known
  const mayRecord = useMay(recordCallback.permission)
  const acknowledge = mayRecord && state && (
    <AcknowledgeButton environment={environment} result={result} seen={seen} isTaken={state.owner !== null} />
  )
  return (
    <section
      aria-label="Critical result"
      data-tone={state?.owner ? 'ok' : 'bad'}
      className="overflow-hidden rounded-card border border-tone-line bg-surface shadow-1 print:break-inside-avoid"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 bg-tone-soft px-3.5 py-3">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
          <OctagonAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-tone-fg" strokeWidth={1.9} />
          <div className="min-w-0">
            <h2 className="text-base">Critical result</h2>
            {state && <Standing state={state} />}
          </div>
        </div>
        {acknowledge && state && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button ref={recordButton} aria-expanded={isRecording} onPress={onRecord}>
              <PhoneForwarded aria-hidden="true" className="size-4" strokeWidth={1.9} />
              Record a callback
            </Button>
            {acknowledge}
          </div>
        )}
        {bar && acknowledge && createPortal(acknowledge, bar)}
        {state && state.escalatesAt !== null && <TimeLeft state={state} escalatesAt={state.escalatesAt} />}
      </div>
      {error && (
        <div className="border-t border-line px-3.5 py-2.5">
          <CardFailure subject="Callbacks and acknowledgments" error={error} onRetry={retry} />
        </div>
      )}
      {state && <Footer state={state} />}
    </section>
  )
}

function Standing({ state }: { state: CallbackState }) {
  const { owner, isReadBack, escalatesAt } = state
  const notReached = useNotReached(state)
  const left = useServerPresent((now) => formatDuration(Math.max(MINUTE, (escalatesAt ?? now) - now)))
  if (owner) return <p className="text-ink-2">Acknowledged by {owner.owner_name}.</p>
  if (isReadBack) return <p className="text-ink-2">Reached and read back. Not acknowledged.</p>
  if (notReached !== null) {
    return (
      <p>
        <strong className="font-heading text-tone-fg">{notReached}.</strong>{' '}
        <span className="text-ink-2">Not acknowledged. Escalate it as your program requires.</span>
      </p>
    )
  }
  return (
    <p>
      <strong className="font-heading text-tone-fg">Not acknowledged.</strong>{' '}
      <span className="text-ink-2">Escalates in {left}.</span>{' '}
      <span className="text-ink-2">Follow your program’s procedure for critical results.</span>
    </p>
  )
}

/** The time to escalation, as a bar and in words. */
function TimeLeft({ state: { startsAt, callbacks }, escalatesAt }: { state: CallbackState; escalatesAt: number }) {
  const clock = useWallClock()
  const percent = useServerPresent((now) =>
    Math.round(Math.min(1, Math.max(0, (now - startsAt) / ESCALATES_AFTER_MS)) * 100),
  )
  const isEscalated = percent === 100
  const [from, to] = [instantParts(startsAt, clock), instantParts(escalatesAt, clock)]
  const isOfResult = !callbacks.some(({ outcome }) => outcome === 'not_reached')
  return (
    <div className="basis-full">
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-pill border border-tone-line bg-surface">
        <div className="h-full bg-critical" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 pt-1 text-xs text-ink-2">
        <span>
          {isOfResult ? 'Result' : 'Last missed call'}: {from.day}, {from.time} {from.zone}
        </span>
        <span>
          {isEscalated ? 'Escalated' : 'Escalates'} at {to.day === from.day ? to.time : `${to.day}, ${to.time}`}{' '}
          {to.zone}
        </span>
      </p>
    </div>
  )
}

function Footer({ state: { owner, callbacks, nextAttemptAt } }: { state: CallbackState }) {
  const clock = useWallClock()
  const next = nextAttemptAt === null ? null : instantParts(nextAttemptAt, clock)
  const isDue = useServerPresent((now) => nextAttemptAt !== null && now >= nextAttemptAt)
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-tone-line px-3.5 py-2.5">
        <p className="min-w-0 break-words">
          {owner ? <AcknowledgementText acknowledgement={owner} /> : <span className="font-control">No owner</span>}
        </p>
        {next && (
          <p className="text-sm text-ink-2">
            Next attempt {isDue ? 'was due' : 'due'} at {next.time} {next.zone}
          </p>
        )}
        {callbacks.length === 0 && <p className="text-sm text-ink-3">No callback attempts</p>}
      </div>
      {callbacks.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-3.5 py-2 text-sm font-control text-ink-2 hover:bg-hover">
            {countOf(callbacks.length, 'callback attempt')}
          </summary>
          <AttemptList callbacks={callbacks} />
        </details>
      )}
    </>
  )
}
