/** For whom, what and where a visit is, as its order says. */
import clsx from 'clsx'
import { PencilLine, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowMinor, RowPatient } from '#components/patterns/domain/patient.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { ExactOnDemand } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { VisitTime } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { clashWords, type Visit } from '#lib/domains/orders/visit.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { cityOf } from './visit-orders.ts'

interface CellProps {
  /** Undefined until it is there, null where there is none. */
  order: Order | null | undefined
}

const WAIT = <Skeleton className="after-300ms inline-block h-3 w-20" />

export function Patient({ environment, order }: CellProps & { environment: string }) {
  if (order === undefined) return WAIT
  if (!order) return <NoValue word="no name" />
  return <RowPatient environment={environment} order={order} birth calls />
}

interface MinorProps extends CellProps {
  environment: string
  /** Time that staff typed. */
  typed?: VisitTime | undefined
  /** Keeps the note to three lines. */
  brief?: boolean
}

/** Names whom to call about the visit of a minor, and who typed its time; beside `Patient`, and never in a link. */
export function MinorPatient({ environment, order, typed, brief = false }: MinorProps) {
  return (
    <div className="relative z-1 text-xs whitespace-normal">
      {order && <RowMinor environment={environment} order={order} />}
      {typed && <TypedMark typed={typed} brief={brief} />}
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

/** `brief`: a word or two, all of it on hover and for screen readers. */
export function VisitClash({ visit, brief = false }: { visit: Visit; brief?: boolean }) {
  const words = clashWords(visit)
  if (!words) return null
  return (
    <span
      data-tone="warn"
      title={brief ? `${words.happened} ${words.todo}` : words.todo}
      className={clsx(
        'relative z-1 flex items-start gap-1 text-xs whitespace-normal text-tone-fg',
        brief && 'font-control',
      )}
    >
      <TriangleAlert className="mt-0.5 size-3 shrink-0 stroke-2" />
      {brief && <span aria-hidden="true">{words.brief}</span>}
      <span className={clsx(brief && 'sr-only')}>{words.happened}</span>
    </span>
  )
}

/** Marks a time that staff typed for a visit booked elsewhere, with who did and how they know. */
export function TypedMark({ typed, brief }: Pick<MinorProps, 'brief'> & { typed: VisitTime }) {
  const { masked } = usePatientData()
  return (
    <span className="flex items-start gap-1 text-xs whitespace-normal text-ink-2">
      <PencilLine className="mt-1.5 size-3 shrink-0" />
      <span
        className={clsx('min-w-0 break-words', brief && 'line-clamp-3')}
        title={brief && !masked ? typed.note : undefined}
      >
        <ExactOnDemand value={typed.at} words="Typed" /> by <Verbatim>{typed.by.name}</Verbatim>:{' '}
        <Redact noun="Note">{typed.note}</Redact>
      </span>
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
  words: ReactNode
  className?: string
}

/** When a visit begins, with its exact instant at the patient, for the viewer and in UTC on hover, focus or tap. */
export function VisitStamp({ start_at, iana_timezone, words, className }: VisitStampProps) {
  const site = isKnownZone(iana_timezone) ? iana_timezone : undefined
  // Above what makes all of a row or card a link, wherever that stands in it.
  return <ExactOnDemand value={start_at} words={words} site={site} className={clsx('relative z-1', className)} />
}
