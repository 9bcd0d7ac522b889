'use client'
import { Hourglass } from 'lucide-react'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { stuckOrder } from '#lib/domains/orders/worklist/problems.ts'

/** Beside the status of an order that has had no update for too long; nothing where the rule says it may wait. */
export function StuckMark({ order, limits }: { order: Order; limits: StuckDays }) {
  const isStuck = useAtPresent((now) => stuckOrder(order, now, limits) !== null)
  if (!isStuck) return null
  return (
    <span
      data-tone="warn"
      className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-tone-fg"
      title="No update for longer than the limit in Settings"
    >
      <Hourglass aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.8} />
      <span className="@max-[1180px]/list:sr-only">Stuck</span>
    </span>
  )
}
