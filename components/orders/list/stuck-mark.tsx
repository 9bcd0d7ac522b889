import { useQuery } from '@tanstack/react-query'
import { CalendarX, Hourglass } from 'lucide-react'
import { useAlive, useAtPresent } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { visitsQuery } from '#lib/domains/bookings/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { clashWords, visitOf } from '#lib/domains/orders/visit.ts'
import { stuckOrder } from '#lib/domains/orders/worklist/problems.ts'

export interface StuckMarkProps {
  environment: string
  order: Order
  limits: StuckDays
  /** All orders of the page, whose bookings are read in one call. */
  page: readonly Order[]
}

function clashOf(order: Order, bookings: readonly Booking[]) {
  const visit = visitOf(order, bookings)
  return visit && clashWords(visit)
}

/** Beside the status of an order whose bookings here contradict it, or that has had no update for too long; nothing where the rule says it may wait. */
export function StuckMark({ environment, order, limits, page }: StuckMarkProps) {
  const { data } = useQuery(visitsQuery(environment, page))
  const isAlive = useAlive()
  // A row that comes alive after another has read the bookings still equals the HTML, which has none.
  const bookings = (isAlive ? data : undefined)?.bookings.filter(({ order_id }) => order_id === order.id)
  const clash = bookings?.length ? clashOf(order, bookings) : null
  const isStuck = useAtPresent((now) => stuckOrder(order, now, limits, bookings) !== null)
  if (clash) {
    return (
      <span
        data-tone="warn"
        className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-tone-fg"
        title={clash.happened}
      >
        <CalendarX className="size-3.5 shrink-0" />
        <span className="@max-[1180px]/list:sr-only print:not-sr-only">Visit differs here</span>
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
      <Hourglass className="size-3.5 shrink-0" />
      <span className="@max-[1180px]/list:sr-only print:not-sr-only">Stuck</span>
    </span>
  )
}
