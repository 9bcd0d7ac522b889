'use client'
import { ChevronsUp, CornerDownRight, Hourglass } from 'lucide-react'
import { PartialResults } from '#components/patterns/domain/order-terms.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { successorOf } from '#lib/domains/orders/next-steps.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { stuckOrder } from '#lib/domains/orders/problems.ts'
import { hidesPartialResults } from '#lib/domains/orders/results.ts'
import type { StuckDays } from '#lib/domains/orders/timeline.ts'

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

/** Another order replaced it, or it has had no update for too long. */
function Movement({ order, limits }: RowMarkProps) {
  const isStuck = useAtPresent((now) => stuckOrder(order, now, limits) !== null)
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
  if (!isStuck) return null
  return (
    <span
      data-tone="warn"
      className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-tone-fg"
      title="No update for longer than the limit in Settings"
    >
      <Hourglass aria-hidden="true" className={ICON} strokeWidth={1.8} />
      <span className="@max-[1180px]/list:sr-only">Stuck</span>
    </span>
  )
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
