import { Check, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Tag } from '#components/ui/display/pill.tsx'
import { DayTime, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { FAILURE_LABELS } from '#components/webhooks/labels.ts'
import type { Attempt, Delivery } from '#lib/domains/webhooks/delivery.ts'
import { isSuccess, MAX_ATTEMPTS } from '#lib/domains/webhooks/rules.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { Answered } from './delivery-cells.tsx'

interface AttemptsProps {
  delivery: Delivery
  /** Newest first. */
  attempts: readonly Attempt[]
}

const KINDS: Readonly<Partial<Record<Attempt['kind'], string>>> = { replay: 'Replay', test: 'Test' }
const MARK = 'relative z-1 grid size-5 shrink-0 place-items-center rounded-full border bg-surface'

/** Every attempt with its answer, newest first; above them the next one. */
export function Attempts({ delivery, attempts }: AttemptsProps) {
  const { attempts: own, next_at, is_test } = delivery
  return (
    <section aria-label="Attempts" className="border-t border-line pt-3">
      <h4 className="flex items-baseline gap-2 text-sm">
        <span>Attempts</span>
        {!is_test && (
          <span className="text-xs font-text text-ink-3">
            {own} of {MAX_ATTEMPTS}
          </span>
        )}
        {!is_test && <Steps delivery={delivery} />}
      </h4>
      <ol className="mt-2 flex flex-col">
        {next_at && (
          <li className="flex items-start gap-3 pb-3">
            <span data-tone="move" className={`${MARK} border-dashed border-tone-line text-tone-fg`}>
              <Clock className="size-3 stroke-2" />
            </span>
            <p className="min-w-0 flex-1">
              <span data-tone="move" className="font-control text-tone-fg">
                Next attempt <TimeStamp value={next_at} />
              </span>
            </p>
          </li>
        )}
        {attempts.map((attempt, at) => (
          <li key={attempt.id} className="flex items-start gap-3 pb-3">
            <AttemptMark isGood={isSuccess(attempt)} />
            <OneAttempt attempt={attempt} isNewest={at === 0} />
          </li>
        ))}
        {attempts.length === 0 && !next_at && <li className="text-ink-3">Not tried.</li>}
      </ol>
    </section>
  )
}

/** The words beside it say how many; here they are seen. */
function Steps({ delivery: { attempts, state, next_at } }: Pick<AttemptsProps, 'delivery'>) {
  const toneOf = (step: number) => {
    if (step > attempts) return step === attempts + 1 && next_at ? 'move' : undefined
    return step === attempts && state === 'delivered' ? 'ok' : 'bad'
  }
  return (
    <span aria-hidden="true" className="ml-auto flex gap-1 self-center">
      {Array.from({ length: MAX_ATTEMPTS }, (_, at) => at + 1).map((step) => (
        <span key={step} data-tone={toneOf(step)} className="h-1.5 w-3 rounded-full bg-line-2 data-tone:bg-tone-dot" />
      ))}
    </span>
  )
}

function AttemptMark({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? Check : X
  return (
    <span data-tone={isGood ? 'ok' : 'bad'} className={`${MARK} border-tone-line text-tone-fg`}>
      <Icon className="size-3 stroke-[2.4]" />
    </span>
  )
}

function OneAttempt({ attempt, isNewest }: { attempt: Attempt; isNewest: boolean }) {
  const { kind, at, ms, status, failure, response } = attempt
  const label = KINDS[kind]
  // As it was when it came: the next attempt closes nothing that somebody reads.
  const [isOpened] = useState(isNewest && !isSuccess(attempt))
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <Answered status={status} failure={failure} />
        {label && <Tag>{label}</Tag>}
        <span className="text-ink-2">
          <DayTime value={at} />
        </span>
        <span className="ml-auto text-ink-3 tabular-nums">{formatCount(ms)} ms</span>
      </p>
      {failure && <p className="text-ink-3">{FAILURE_LABELS[failure].sentence}</p>}
      {response && response.text !== '' && (
        <details className="mt-1" open={isOpened}>
          <summary className="cursor-pointer text-sm text-ink-2">
            <span>Response</span>
            {response.content_type && <span className="text-ink-3"> {response.content_type}</span>}
          </summary>
          <pre
            translate="no"
            className="mt-1 rounded-card bg-sunken p-2.5 font-mono text-xs break-all whitespace-pre-wrap"
          >
            {response.text}
          </pre>
          {response.is_cut && <p className="text-xs text-ink-3">Only the first 4 kB are kept.</p>}
        </details>
      )}
    </div>
  )
}
