'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { bookedElsewhere } from '#components/bookings/book/preflight.ts'
import { City, LabTest, Patient } from '#components/bookings/visit-cells.tsx'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { BOOKING_ORDERS } from '#lib/domains/bookings/booking.ts'
import { bookingsQuery } from '#lib/domains/bookings/queries.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { type AppointmentsPart, MARK } from './appointments-part.tsx'

/** More than all bookings of a page of orders. */
const THEIR_BOOKINGS = 500

/** Orders that tell of an appointment, the newest page of them. */
function appointedQuery(environment: string) {
  const status = ['appointment_scheduled', 'appointment_pending']
  const query = { status, order_key: 'created_at', order_direction: 'desc', size: BOOKING_ORDERS } as const
  return serviceQuery(listOrders, { query }, { environment })
}

function useElsewhere(environment: string) {
  const orders = useQuery(appointedQuery(environment))
  const checked = orders.data?.orders
  const order_ids = checked?.map(({ id }) => id) ?? []
  const bookings = useQuery({
    ...bookingsQuery(environment, { order_ids, limit: THEIR_BOOKINGS }),
    enabled: order_ids.length > 0,
  })
  const here = order_ids.length === 0 ? [] : bookings.data?.bookings
  const found =
    checked && here
      ? checked.flatMap((order) => {
          const said = bookedElsewhere(
            order,
            here.filter(({ order_id }) => order_id === order.id),
          )
          return said ? [{ order, ...said }] : []
        })
      : null
  const error = orders.error ?? bookings.error
  return {
    found,
    checked: checked?.length ?? 0,
    total: orders.data?.total ?? null,
    failure: error ? failureOf(error) : null,
    isFetching: orders.isFetching || bookings.isFetching,
    updatedAt: orders.dataUpdatedAt,
    again: () => void Promise.all([orders.refetch(), ...(order_ids.length > 0 ? [bookings.refetch()] : [])]),
  }
}

/** Visits that the orders’ events tell of and no booking made here does: when they are, the service doesn’t say. */
export function ElsewhereView({ environment, views }: Pick<AppointmentsPart, 'environment' | 'views'>) {
  const { found, checked, total, failure, isFetching, updatedAt, again } = useElsewhere(environment)
  const ofAll = total !== null && total > checked ? `the newest ${checked} of ${formatCount(total)}` : `${checked}`
  return (
    <>
      <PageHeader title="Appointments" summary={found && `${countOf(found.length, 'visit')} booked elsewhere`}>
        {views}
      </PageHeader>
      {failure && found && <StaleBar updatedAt={pageTimeOf(updatedAt)} onRetry={again} />}
      {failure && !found && (
        <ErrorPanel subject="Visits booked elsewhere" failure={failure} isRetrying={isFetching} onRetry={again} />
      )}
      <div className="relative flex-1 @container/elsewhere framed:min-h-0 framed:overflow-y-auto">
        {!(found || failure) && <Skeleton className="after-300ms m-4 h-40 rail:m-6" />}
        {found?.length === 0 && (
          <EmptyState mark={MARK} title="No visits booked elsewhere">
            Orders with an appointment that wasn’t booked in this console appear here.
          </EmptyState>
        )}
        {found && found.length > 0 && (
          <ul className="divide-y divide-line border-b border-line">
            {found.map(({ order, low, created_at }) => (
              <ElsewhereRow key={order.id} environment={environment} order={order} low={low} since={created_at} />
            ))}
          </ul>
        )}
        {found && (
          <p className="px-4 py-2.5 text-sm text-ink-3 rail:px-6">
            Checked {ofAll} {checked === 1 ? 'order' : 'orders'} whose status is appointment scheduled or pending.
            Orders don’t say when a visit is; ask the provider.
          </p>
        )}
      </div>
    </>
  )
}

interface ElsewhereRowProps {
  environment: string
  order: Order
  low: string
  since: string
}

function ElsewhereRow({ environment, order, low, since }: ElsewhereRowProps) {
  return (
    <li className="grid grid-cols-2 items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover rail:px-6 @min-[880px]/elsewhere:grid-cols-[minmax(180px,1fr)_minmax(190px,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_150px]">
      <StatusPill status={low} />
      <span className="max-[879px]:text-right">
        <span className="block font-control">Booked elsewhere</span>
        <span className="block text-xs text-ink-3">
          Time unknown, since <TimeStamp value={since} />
        </span>
      </span>
      <Patient order={order} />
      <LabTest order={order} />
      <City order={order} />
      <Link
        href={`/${environment}/orders/${order.id}`}
        prefetch={false}
        className="inline-flex min-h-6 items-center font-mono text-xs text-accent-ink underline underline-offset-3"
      >
        <span className="sr-only">Open order </span>
        {shortId(order.id)}
      </Link>
    </li>
  )
}
