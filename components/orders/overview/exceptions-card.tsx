'use client'
import clsx from 'clsx'
import { ChevronRight, Hourglass } from 'lucide-react'
import Link from 'next/link'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useRelativeTime } from '#components/ui/display/viewer.tsx'
import type { Overview } from '#lib/domains/orders/overview.ts'
import { STUCK_RULES, type StuckRuleName } from '#lib/domains/orders/problems.ts'
import { statusAdvice } from '#lib/domains/orders/status-advice.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { Count } from './count.tsx'
import { type ExceptionRow, exceptionRows, ordersPath } from './overview-groups.ts'

/** Of each rule: its name, and what to do. */
const STUCK_TEXTS: Readonly<Record<StuckRuleName, { label: string; todo: string }>> = {
  not_started: { label: 'Stuck before collection', todo: 'Check what the order is waiting for.' },
  with_patient: { label: 'Stuck with patient', todo: 'Remind the patient.' },
  in_transit: { label: 'Stuck in transit', todo: 'Check when the parcel was last scanned.' },
  with_provider: { label: 'Stuck with provider', todo: 'Ask the provider about the visit.' },
  with_lab: { label: 'Stuck at lab', todo: 'Ask the lab for the result.' },
}

const stuckTexts = (id: string) => STUCK_RULES.flatMap(({ name }) => (name === id ? STUCK_TEXTS[name] : []))[0]

function stuckLabel({ id, stuck_days }: Pick<ExceptionRow, 'id' | 'stuck_days'>): string {
  return `${stuckTexts(id)?.label ?? id} over ${stuck_days} d`
}

/** Statuses of one rule can have different limits: then each limit has its line. */
function stuckStatuses({ statuses }: Pick<ExceptionRow, 'statuses'>): string {
  return statuses.map((status) => orderStatus(status).label).join(', ')
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'] as const

interface ExceptionsCardProps {
  environment: string
  overview: Overview | undefined
}

/** What went wrong or stands still; each line leads to its orders, oldest first. */
export function ExceptionsCard({ environment, overview }: ExceptionsCardProps) {
  const rows = overview && exceptionRows(overview)
  return (
    <SectionCard title="Exceptions" summary="Needs action. Replaced orders don’t count.">
      <ul aria-label="Exceptions" className="-mx-4 -my-4">
        {!rows &&
          PLACES.map((place) => (
            <li key={place} className="border-b border-line px-4 py-2 last:border-b-0">
              <Skeleton className="after-300ms h-[22px] w-3/5" />
            </li>
          ))}
        {rows?.map((row) => (
          <li key={`${row.id} ${row.stuck_days}`} className="border-b border-line last:border-b-0">
            <ExceptionLine environment={environment} row={row} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function ExceptionLine({ environment, row }: { environment: string; row: ExceptionRow }) {
  const { id, stuck_days, count, oldest_at, replaced, unchecked, query } = row
  const { label, tone, icon } = orderStatus(id)
  const isNone = count === 0
  const advice = isNone ? undefined : (statusAdvice(id)?.todo ?? stuckTexts(id)?.todo)
  return (
    <Link
      href={ordersPath(environment, query)}
      prefetch={false}
      className="grid min-h-[38px] grid-cols-[minmax(0,1fr)_auto_16px] items-center gap-x-3 gap-y-0.5 px-4 py-1.5 outline-offset-[-3px]! hover:bg-hover max-rail:min-h-12 rail:grid-cols-[230px_minmax(0,1fr)_92px_56px_16px]"
    >
      <span
        className={clsx('min-w-0', isNone && 'opacity-80')}
        title={stuck_days === null ? undefined : stuckStatuses(row)}
      >
        {stuck_days === null ? (
          <Pill tone={isNone ? 'place' : tone} icon={icon} bare={isNone}>
            {label}
          </Pill>
        ) : (
          <Pill tone={isNone ? 'place' : 'warn'} icon={Hourglass} bare={isNone}>
            {stuckLabel(row)}
          </Pill>
        )}
      </span>{' '}
      <span
        title={advice}
        className="min-w-0 truncate text-ink-2 max-rail:col-span-3 max-rail:row-start-2 max-rail:text-sm"
      >
        {advice}
      </span>{' '}
      <span className="text-right text-xs whitespace-nowrap text-ink-3 max-rail:hidden">
        {oldest_at && <OldestAge at={oldest_at} />}
        {replaced > 0 && <span className="block">{formatCount(replaced)} replaced</span>}
      </span>{' '}
      <span className={clsx('text-right', isNone ? 'text-ink-3' : 'font-heading')}>
        <Count count={count} unchecked={unchecked} />
      </span>
      <ChevronRight aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.8} />
    </Link>
  )
}

function OldestAge({ at }: { at: string }) {
  return <>oldest {useRelativeTime(Date.parse(at))}</>
}
