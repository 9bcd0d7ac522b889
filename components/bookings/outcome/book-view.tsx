'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { BookForm } from '#components/bookings/book/book-form.tsx'
import { isWalkIn, preflight } from '#components/bookings/book/preflight.ts'
import {
  useBookedOrder,
  useBookingNews,
  useOrderBookings,
  useTellChanges,
  useWholeBooking,
} from '#components/bookings/book/use-booking.ts'
import { showAttempt } from '#components/bookings/book/use-booking-attempt.ts'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { OutcomeView } from '#components/bookings/outcome/outcome-view.tsx'
import type { EnvironmentKind } from '#components/patterns/page/environment-mark.tsx'
import { NoRight } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { type Booking, isOpen } from '#lib/domains/bookings/booking.ts'
import { centersPath } from '#lib/domains/bookings/queries.ts'
import { withVisits } from '#lib/domains/orders/visit.ts'
import { useAddressSearch } from '#lib/kernel/client/address.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { uuid } from '#lib/kernel/fields.ts'

interface BookViewProps {
  environment: { id: string; label: string; kind: EnvironmentKind }
  order_id: string
  mayBook: boolean
  /** Why, and whom to ask, where one may not. */
  denial: string
  failure: RequestFailure | null
}

/** Which booking the page is about: the one that the address names, the one that is open, or the one it has shown. */
function useAbout(bookings: readonly Booking[] | undefined, attemptId: string | null, isForm: boolean): string | null {
  /** Settled elsewhere, it stays on screen with its outcome: a form in its place would say nothing of it. */
  const [shown, setShown] = useState<string | null>(null)
  if (isForm) return null
  const about = attemptId ?? bookings?.find(({ state }) => isOpen(state) || state === 'unknown')?.id ?? shown
  if (about !== shown) setShown(about)
  return about
}

export function BookView({ environment, order_id, mayBook, denial, failure: initial }: BookViewProps) {
  const { id } = environment
  const router = useRouter()
  const attemptId = uuid.safeParse(useAddressSearch().get('attempt')).data ?? null
  /** A person wants to book again although something is known. */
  const [isAnew, setAnew] = useState(false)
  /** Once something is typed or sent the form stays until it is booked, whatever is found by then. */
  const [isAtWork, setAtWork] = useState(false)
  /** The booking made from this form; its outcome gets the focus. */
  const [fresh, setFresh] = useState<string | null>(null)
  const startWork = useCallback(() => setAtWork(true), [])
  const { order, ...orderQuery } = useBookedOrder(id, order_id)
  const { bookings, failure, isFetching, refetch } = useOrderBookings(id, order_id, initial)
  const about = useAbout(order && bookings ? withVisits(order, bookings) : bookings, attemptId, isAnew || isAtWork)
  const whole = useWholeBooking(id, about)
  const tell = useBookingNews()
  useTellChanges(whole.booking, tell)

  if (failure && !bookings) {
    return <ErrorPanel subject="Bookings" failure={failure} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!(order && bookings) || (about !== null && !whole.booking && !whole.error)) {
    return <Skeleton className="after-300ms m-4 h-40 rail:m-6" />
  }
  const { booking } = whole
  const isOver = booking?.state === 'failed' || booking?.state === 'refused'
  if (booking && booking.order_id === order_id && !(isOver && mayBook)) {
    return (
      <OutcomeView
        environment={id}
        order={order}
        booking={booking}
        all={bookings}
        mayBook={mayBook}
        isFresh={booking.id === fresh}
        onChanged={() => tell()}
        onBookAgain={() => {
          if (isWalkIn(order)) return router.push(centersPath(id, order_id))
          showAttempt(null)
          setAnew(true)
        }}
      />
    )
  }
  if (!mayBook) return <NoRight subject="the booking form" detail={denial} />
  const again = () => Promise.all([orderQuery.refetch(), refetch()])
  return (
    <BookForm
      environment={environment}
      order={order}
      checks={preflight(order, bookings)}
      isChecking={isFetching || orderQuery.isFetching}
      onCheckAgain={() => void again()}
      onWork={startWork}
      earlier={booking && isOver ? booking : null}
      onBooked={async ({ id: booking_id, state }) => {
        announce(`${bookingAppearance(state).label}.`)
        await tell()
        showAttempt(booking_id)
        setFresh(booking_id)
        setAtWork(false)
        setAnew(false)
      }}
      onRefused={() => tell()}
      onView={(booking_id) => {
        showAttempt(booking_id)
        setAtWork(false)
        setAnew(false)
      }}
      onCancel={() => router.push(`/${id}/orders/${order_id}`)}
    />
  )
}
