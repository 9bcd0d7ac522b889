import clsx from 'clsx'
import { EventType } from '#components/patterns/domain/event-type.tsx'
import { Pill, Tag } from '#components/ui/display/pill.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { FAILURE_LABELS, STATE_LOOKS } from '#components/webhooks/labels.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { isSuccess, type SendFailure } from '#lib/domains/webhooks/rules.ts'

export function StatePill({ delivery: { state } }: { delivery: Delivery }) {
  return <Pill {...STATE_LOOKS[state]} />
}

/** The status that came, or why none did. */
export function Answered({ status, failure }: { status: number | null; failure: SendFailure | null }) {
  const isGood = isSuccess({ status })
  if (status === null && failure === null) return <span className="text-ink-2">–</span>
  if (isGood) return <Verbatim className="font-mono text-sm text-ink-2">{status}</Verbatim>
  return (
    <span
      data-tone="bad"
      translate={status === null ? undefined : 'no'}
      className={clsx('font-heading whitespace-nowrap text-tone-fg', status !== null && 'font-mono text-sm')}
    >
      {status ?? (failure && FAILURE_LABELS[failure].label)}
    </span>
  )
}

/** The type of the event that was sent, and whether it was a test. */
export function DeliveredType({ delivery: { event_type, is_test }, isWhole = false }: DeliveredTypeProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EventType type={event_type} isShort={!isWhole} />
      {is_test && <Tag>Test</Tag>}
    </span>
  )
}

interface DeliveredTypeProps {
  delivery: Delivery
  isWhole?: boolean
}
