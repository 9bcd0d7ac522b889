'use client'
/** For whom, what and where a visit is, as its order says. */
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { clashWords, type Visit } from '#lib/domains/orders/visit.ts'
import { cityOf } from './visit-orders.ts'

interface CellProps {
  /** Undefined until it is there, null where there is none. */
  order: Order | null | undefined
}

const WAIT = <Skeleton className="after-300ms inline-block h-3 w-20" />

export function Patient({ environment, order }: CellProps & { environment: string }) {
  if (order === undefined) return WAIT
  if (!order) return <Nothing word="no name" />
  return <RowPatient environment={environment} order={order} birth />
}

export function LabTest({ order }: CellProps) {
  if (order === undefined) return WAIT
  if (!order) return <Nothing word="order not found" />
  return (
    <span className="block truncate" title={order.lab_test.name}>
      {order.lab_test.name}
    </span>
  )
}

/** Shows contradicting evidence on the visit. */
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
  if (!city) return <Nothing word="no city" />
  return (
    <span className="block truncate">
      <Redact noun="City">{city}</Redact>
    </span>
  )
}
