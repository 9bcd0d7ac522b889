'use client'
import clsx from 'clsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { FAILURE_LABELS, STATE_LOOKS, TEST_FAILED } from '#components/webhooks/labels.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { isSuccess, type SendFailure } from '#lib/domains/webhooks/rules.ts'

/** The outcome of a delivery, by icon and words. */
export function StatePill({ delivery: { state, is_test } }: { delivery: Delivery }) {
  const { label, icon, tone } = is_test && state !== 'delivered' ? TEST_FAILED : STATE_LOOKS[state]
  return (
    <Pill tone={tone} icon={icon}>
      {label}
    </Pill>
  )
}

/** The status that came, or why none did. */
export function Answered({ status, failure }: { status: number | null; failure: SendFailure | null }) {
  const isGood = isSuccess({ status })
  if (status === null && failure === null) return <span className="text-ink-2">–</span>
  if (isGood) return <span className="font-mono text-sm text-ink-2">{status}</span>
  return (
    <span
      data-tone="bad"
      className={clsx('font-heading whitespace-nowrap text-tone-fg', status !== null && 'font-mono text-sm')}
    >
      {status ?? (failure && FAILURE_LABELS[failure].label)}
    </span>
  )
}

/** The type of an event: where it is narrow its beginning gives way, never its end. */
export function DeliveredType({ delivery: { event_type, is_test }, isWhole = false }: DeliveredTypeProps) {
  const parts = event_type.split('.')
  const end = parts.slice(-2).join('.')
  const start = parts.slice(0, -2).join('.')
  return (
    <span className="flex min-w-0 items-center gap-2 font-mono text-sm">
      <span className="min-w-0 break-words">
        {start && <span className={clsx('text-ink-3', !isWhole && '@max-[899px]/list:hidden')}>{start}.</span>}
        {start && !isWhole && (
          <span aria-hidden="true" className="hidden text-ink-3 @max-[899px]/list:inline">
            …
          </span>
        )}
        <wbr />
        <span className="font-control">{end}</span>
      </span>
      {is_test && <Tag>Test</Tag>}
    </span>
  )
}

interface DeliveredTypeProps {
  delivery: Delivery
  isWhole?: boolean
}
