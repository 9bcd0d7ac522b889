import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useStuckDays } from '#components/orders/detail/use-order.ts'
import { StuckMark } from '#components/orders/list/stuck-mark.tsx'
import { OrderStatus, ResultPill } from '#components/patterns/domain/order-terms.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait, UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { Age } from '#components/ui/display/time-stamp.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { usePrinting } from '#components/ui/display/viewer.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'

const NEWEST = 4

export function RecentOrdersCard({ environment, user_id }: UserAddress) {
  const query = useQuery(userOrdersQuery(environment, user_id))
  const { orders, total = null } = query.data ?? {}
  const unreadable = unreadableIn(query.data)
  const open = orders?.filter((order) => !orderTimeline(order).is_final).length ?? 0
  const limits = useStuckDays(environment)
  const isWhole = orders !== undefined && total !== null && orders.length >= total
  return (
    <SectionCard
      title="Orders"
      {...(isWhole && total > 0 && { summary: `${open} open` })}
      action={
        <Link href={`/${environment}/users/${user_id}/orders`} className="text-sm text-link">
          {total ? `View ${countOf(total, 'order')}` : 'View orders'}
        </Link>
      }
    >
      {!orders && <CardWait subject="Orders" query={query} className="h-24" />}
      <UnreadableNote noun="Order" unreadable={unreadable} className={orders?.length ? '-mt-2 mb-4' : ''} />
      {orders?.length === 0 && unreadable.length === 0 && <p className="text-ink-3">No orders yet.</p>}
      {orders && orders.length > 0 && (
        <ul aria-label="Newest orders" className="@container -m-4 divide-y divide-line">
          {orders.slice(0, NEWEST).map((order) => (
            <li key={order.id}>
              <OrderLine environment={environment} order={order}>
                <StuckMark environment={environment} order={order} limits={limits} page={orders} />
              </OrderLine>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

interface OrderLineProps {
  environment: string
  order: Order
  /** Marks beside the status. */
  children: ReactNode
}

function OrderLine({ environment, order, children }: OrderLineProps) {
  const { id, lab_test, created_at, interpretation } = order
  const isPrinting = usePrinting()
  return (
    <Link
      href={`/${environment}/orders/${id}`}
      className="grid min-h-10 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover @min-[640px]:grid-cols-[20px_minmax(0,1.2fr)_92px_minmax(0,1.4fr)_76px]"
    >
      <Tube level={2} className="h-5 text-accent" />
      <span className="truncate font-control">{lab_test.name}</span>
      <Verbatim className="font-mono text-xs break-all text-ink-3 @max-[639px]:hidden">
        {isPrinting ? id : shortId(id).slice(0, 8)}
      </Verbatim>
      <span className="flex flex-wrap items-center gap-1.5 @max-[639px]:col-span-2 @max-[639px]:col-start-2 @max-[639px]:row-start-2">
        <OrderStatus order={order} />
        {interpretation === 'critical' && <ResultPill order={order} />}
        {children}
      </span>
      <span className="text-right text-sm text-ink-3">
        <span className="sr-only">placed </span>
        <Age at={created_at} />
      </span>
    </Link>
  )
}
