'use client'
import { ChevronsUp, CornerDownRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PartialResults } from '#components/patterns/domain/order-terms.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { hidesPartialResults } from '#lib/domains/orders/results/results.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { utcInstant } from '#lib/utils/time/instants.ts'

const ICON = 'size-3.5 shrink-0'

interface RowMarkProps {
  order: Order
  limits: StuckDays
}

/** Beside the status of a row: what it doesn't say of the results, and whether the order moves on. */
export function RowMark({ order, limits }: RowMarkProps) {
  return (
    <>
      {hidesPartialResults(order) && (
        <span className="ml-1.5 inline-flex min-w-0" title="Partial results">
          <PartialResults />
        </span>
      )}
      <Movement order={order} limits={limits} />
    </>
  )
}

/** The rule comes with the first order of a page that may be stuck. */
const StuckMark = lazy(() => import('./stuck-mark.tsx').then((part) => ({ default: part.StuckMark })))

/** Another order replaced it, or it has had no update for too long. */
function Movement({ order, limits }: RowMarkProps) {
  const isIdle = useAtPresent((now) => now - utcInstant(order.updated_at).getTime() > shortest(limits))
  if (successorOf(order)) {
    return (
      <span
        className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-ink-3"
        title="Replaced by a newer order"
      >
        <CornerDownRight aria-hidden="true" className={ICON} strokeWidth={1.8} />
        <span className="@max-[1180px]/list:sr-only">Replaced</span>
      </span>
    )
  }
  if (!isIdle) return null
  return (
    <Suspense fallback={null}>
      <StuckMark order={order} limits={limits} />
    </Suspense>
  )
}

/** Milliseconds before any order can be stuck. */
function shortest(limits: StuckDays): number {
  return Math.min(...Object.values(limits)) * DAY
}

/** Beside the status of an order that the service sends as a priority. */
export function PriorityMark() {
  return (
    <span
      data-tone="bad"
      className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-tone-fg"
      title="Priority order"
    >
      <ChevronsUp aria-hidden="true" className={ICON} strokeWidth={1.8} />
      <span className="@max-[1180px]/list:sr-only">Priority</span>
    </span>
  )
}
