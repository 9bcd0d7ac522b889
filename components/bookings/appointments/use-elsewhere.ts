'use client'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { BOOKING_ORDERS, type Booking } from '#lib/domains/bookings/booking.ts'
import { bookingsQuery } from '#lib/domains/bookings/queries.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { isElsewhere, type Visit, visitOf } from '#lib/domains/orders/visit.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'

/** More than all bookings of a page of orders. */
const THEIR_BOOKINGS = 500

/** An order whose newest evidence says that a visit is booked or pending, and no booking made here is about it. */
export interface VisitElsewhere {
  order: Order
  visit: Visit
}

/** Days in which the visit of a canceled order may still lie ahead. */
const CANCELED_DAYS = 60

/** Orders that tell of an appointment, and those that were canceled lately and may have told of one: the newest first. */
function appointedQueries(environment: string, page: number, day: string) {
  const shared = { order_key: 'created_at', order_direction: 'desc', size: BOOKING_ORDERS, page } as const
  const asked = [
    { status: ['appointment_scheduled', 'appointment_pending'] },
    {
      status: ['cancelled', 'do_not_process'],
      order_type: ['at_home_phlebotomy', 'walk_in_test'],
      updated_start_date: addDays(day, -CANCELED_DAYS),
    },
  ]
  return asked.map((query) => servicePage(listOrders, { query: { ...query, ...shared } }, { environment }))
}

const combine = <T>(results: UseQueryResult<T>[]) => ({
  pages: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
  isFetching: results.some(({ isFetching }) => isFetching),
  updatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
})

/** Returns the visits that orders tell of and no booking made here does, among the newest `pages` pages of orders. */
export function useElsewhere(environment: string, pages: number) {
  const today = useAtPresent((now) => dayIn('UTC', now))
  const orders = useQueries({
    queries: Array.from({ length: pages }, (_, at) => appointedQueries(environment, at + 1, today)).flat(),
    combine,
  })
  const read = orders.pages.filter((page) => page !== undefined)
  const filled = read.filter((page) => page.orders.length > 0)
  const bookings = useQueries({
    queries: filled.map((page) => {
      const order_ids = page.orders.map(({ id }) => id)
      return bookingsQuery(environment, { order_ids, limit: THEIR_BOOKINGS })
    }),
    combine,
  })
  const known = filled.flatMap((page, at) => {
    const here = bookings.pages[at]?.bookings
    return here ? [{ orders: page.orders, here }] : []
  })
  const error = orders.error ?? bookings.error
  return {
    found: known.length > 0 || (read.length > 0 && filled.length === 0) ? known.flatMap(elsewhere) : null,
    /** Pages that have been read. */
    read: known.length,
    checked: known.reduce((sum, page) => sum + page.orders.length, 0),
    total: sumOf(orders.pages.slice(0, 2).map((page) => page?.total ?? null)),
    unreadable: orders.pages.flatMap((page) => unreadableIn(page)),
    failure: error ? failureOf(error) : null,
    isFetching: orders.isFetching || bookings.isFetching,
    updatedAt: orders.updatedAt,
    again: () => void Promise.all([orders.refetch(), bookings.refetch()]),
  }
}

/** Null where one of them isn't known. */
const sumOf = (totals: readonly (number | null)[]) =>
  totals.reduce((sum, total) => (sum === null || total === null ? null : sum + total), 0)

interface KnownPage {
  orders: readonly Order[]
  /** Bookings made in this console for any of them. */
  here: readonly Booking[]
}

function elsewhere({ orders, here }: KnownPage): VisitElsewhere[] {
  const ofOrder = Map.groupBy(here, ({ order_id }) => order_id)
  return orders.flatMap((order) => {
    const visit = visitOf(order, ofOrder.get(order.id) ?? [])
    return visit && isElsewhere(visit) ? [{ order, visit }] : []
  })
}
