/** Queries for an order and its bookings, polled while something is unsettled. */
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { type Booking, type BookingState, isOpen, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import {
  BOOK_PERMISSION,
  BOOKING_KEYS,
  bookingQuery,
  orderBookingsQuery,
  recheckInterval,
} from '#lib/domains/bookings/queries.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { isElsewhere, visitOf, withVisits } from '#lib/domains/orders/visit.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { takesBooking } from './preflight.ts'

/** As the order's own page asks for it, so that both share one answer. */
export function useBookedOrder(environment: string, order_id: string) {
  const query = useQuery(orderQuery(environment, order_id))
  return {
    order: query.data?.orders.find(({ id }) => id === order_id),
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

export function useOrderBookings(environment: string, order_id: string, initial: RequestFailure | null) {
  const query = useQuery({
    ...orderBookingsQuery(environment, order_id),
    enabled: initial?.status !== 403,
    refetchInterval: ({ state }) => recheckInterval(state.data?.bookings),
    refetchOnWindowFocus: ({ state }) => onReturn(state.data?.bookings),
  })
  const unanswered = query.data ? null : initial
  return {
    bookings: query.data?.bookings,
    failure: query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

/** Milliseconds between two looks at a call that is under way. */
const SOON = 2_000

/** Coming back to a tab asks again for bookings that wait, however fresh they are: they may be settled by now. */
const onReturn = (bookings: readonly Booking[] | undefined) => (recheckInterval(bookings) ? 'always' : true)

/** All of one booking; asked for while `booking_id` is not null. */
export function useWholeBooking(environment: string, booking_id: string | null) {
  const query = useQuery({
    ...bookingQuery(environment, booking_id ?? ''),
    enabled: booking_id !== null,
    refetchInterval: ({ state }) => {
      const booking = state.data?.booking
      return booking?.state === 'in_flight' ? SOON : recheckInterval(booking && [booking])
    },
    refetchOnWindowFocus: ({ state }) => onReturn(state.data && [state.data.booking]),
  })
  return {
    booking: booking_id === null ? undefined : query.data?.booking,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

const CHANNEL = 'vialdesk-booking'
const CHANGED = 'changed'

const newsOf = ({ id, state }: Pick<Booking, 'id' | 'state'>) => `${id} ${state}`

/** Matches the service's order queries: an order's events report on its booking too. */
const isOrders = ({ queryKey: [owner, , name] }: Query) => owner === 'service' && name === listOrders.name

/** Everything that shows bookings asks again, here and in other tabs; what another tab said isn't said again. */
export function useBookingNews() {
  const client = useQueryClient()
  const last = useRef('')
  const again = useCallback(
    () =>
      Promise.all([
        ...BOOKING_KEYS.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
        client.invalidateQueries({ predicate: isOrders }),
      ]),
    [client],
  )
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      last.current = String(data)
      void again()
    }
    return () => channel.close()
  }, [again])
  return useCallback(
    async (booking?: Pick<Booking, 'id' | 'state'>) => {
      const news = booking ? newsOf(booking) : CHANGED
      if (booking && news === last.current) return
      last.current = news
      const channel = new BroadcastChannel(CHANNEL)
      channel.postMessage(news)
      channel.close()
      await again()
    },
    [again],
  )
}

/** Tells the other tabs when this one finds that a booking has another state, whoever or whatever changed it. */
export function useTellChanges(booking: WholeBooking | undefined, tell: ReturnType<typeof useBookingNews>) {
  const seen = useRef<{ id: string; state: BookingState } | null>(null)
  const { id, state } = booking ?? {}
  useEffect(() => {
    if (id === undefined || state === undefined) return
    const before = seen.current
    seen.current = { id, state }
    if (before?.id === id && before.state !== state) void tell({ id, state })
  }, [id, state, tell])
}

/** Whether another tab of this browser has the same form open: of all that have, one is the first. */
export function useOtherTab(name: string): boolean {
  const [isElsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    // Only on secure pages; elsewhere the server alone keeps a second booking away.
    if (!('locks' in navigator)) return
    const ended = new AbortController()
    const hold = () => new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
    const first = async () => {
      setElsewhere(false)
      await hold()
    }
    const wait = () => navigator.locks.request(name, { signal: ended.signal }, first).catch(() => undefined)
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (ended.signal.aborted) return
      if (lock) return hold()
      setElsewhere(true)
      void wait()
    })
    return () => ended.abort()
  }, [name])
  return isElsewhere
}

/** Reads an order's booking and whether a draw can be booked now, for its card and its action bar. */
export function useDraw(environment: string, order_id: string) {
  const known = useOrderBookings(environment, order_id, null)
  const { order } = useBookedOrder(environment, order_id)
  const mayBook = useMay(BOOK_PERMISSION)
  const { bookings } = known
  const visit = order && bookings ? visitOf(order, bookings) : null
  const elsewhere = visit && isElsewhere(visit) ? visit : null
  const standing = order && bookings ? withVisits(order, bookings) : bookings
  const open = standing?.find(({ state }) => isOpen(state)) ?? null
  const isFree = bookings !== undefined && !elsewhere && !open
  return {
    ...known,
    order,
    elsewhere,
    /** The booking that is under way, pending or confirmed; null without one. */
    open,
    canBook: mayBook && isFree && order !== undefined && takesBooking(order),
  }
}
