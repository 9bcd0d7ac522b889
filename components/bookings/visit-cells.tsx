/** For whom, what and where a visit is, as its order says. */
import clsx from 'clsx'
import { RowMinor, RowPatient } from '#components/patterns/domain/patient.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { ExactOnDemand } from '#components/ui/display/time-stamp.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { clashWords, type Visit } from '#lib/domains/orders/visit.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { cityOf } from './visit-orders.ts'

interface CellProps {
  /** Undefined until it is there, null where there is none. */
  order: Order | null | undefined
}

export const WAIT = <Skeleton className="after-300ms inline-block h-3 w-20" />

export function Patient({ environment, order }: CellProps & { environment: string }) {
  if (order === undefined) return WAIT
  if (!order) return <NoValue word="no name" />
  return <RowPatient environment={environment} order={order} birth calls />
}

/** Names whom to call about the visit of a minor; beside `Patient`, and never in a link. */
export function MinorPatient({ environment, order }: CellProps & { environment: string }) {
  if (!order) return null
  return (
    <div className="relative z-1 text-xs whitespace-normal">
      <RowMinor environment={environment} order={order} />
    </div>
  )
}

export function OrdersMissing() {
  return (
    <p
      role="status"
      data-tone="warn"
      className="border-b border-line bg-tone-soft px-4 py-2 text-sm text-tone-fg rail:px-6"
    >
      The orders didn’t load, or some can’t be read, so patients, lab tests and cities are missing.
    </p>
  )
}

export function LabTest({ order }: CellProps) {
  if (order === undefined) return WAIT
  if (!order) return <NoValue word="order not found" />
  return (
    <span className="block truncate" title={order.lab_test.name}>
      {order.lab_test.name}
    </span>
  )
}

export function VisitClash({ visit }: { visit: Visit }) {
  const words = clashWords(visit)
  if (!words) return null
  return (
    <span data-tone="warn" title={words.todo} className="block text-xs whitespace-normal text-tone-fg">
      {words.happened}
    </span>
  )
}

export function City({ order }: CellProps) {
  if (order === undefined) return WAIT
  const city = order ? cityOf(order) : ''
  if (!city) return <NoValue word="no city" />
  return (
    <span className="block truncate">
      <Redact noun="City">{city}</Redact>
    </span>
  )
}

interface VisitStampProps {
  start_at: string
  iana_timezone: string | null
  /** As the clocks shown beside it have it. */
  words: string
  className?: string
}

/** When a visit begins, with its exact instant at the patient, for the viewer and in UTC on hover, focus or tap. */
export function VisitStamp({ start_at, iana_timezone, words, className }: VisitStampProps) {
  const site = isKnownZone(iana_timezone) ? iana_timezone : undefined
  // Above what makes all of a row or card a link, wherever that stands in it.
  return <ExactOnDemand value={start_at} words={words} site={site} className={clsx('relative z-1', className)} />
}
