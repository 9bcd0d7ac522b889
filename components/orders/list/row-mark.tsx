'use client'
import { CornerDownRight, Hourglass } from 'lucide-react'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { successorOf } from '#lib/domains/orders/next-steps.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { stuckOrder } from '#lib/domains/orders/problems.ts'
import type { StuckDays } from '#lib/domains/orders/timeline.ts'

const ICON = 'size-3.5 shrink-0'

/** Beside the status of a row: another order replaced it, or it has had no update for too long. */
export function RowMark({ order, limits }: { order: Order; limits: StuckDays }) {
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
