'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarPlus, HardDrive } from 'lucide-react'
import Link from 'next/link'
import { useBookingNews, useDraw } from '#components/bookings/book/use-booking.ts'
import { BookingPill } from '#components/bookings/booking-status.tsx'
import { TypedMark } from '#components/bookings/visit-cells.tsx'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton, primaryLink } from '#components/ui/button/link-button.ts'
import { Elapsed, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { bookPath, isOverdue, nextStep, visitTimesQuery } from '#lib/domains/bookings/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { bookingVisit, clashWords, lowOfVisit } from '#lib/domains/orders/visit.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

const FIRST = 5

/** On an order's page: the bookings made here, pending first, and the way to make one. */
export function OrderBookings({ environment, order_id }: { environment: string; order_id: string }) {
  const { order, bookings, failure, isFetching, refetch, elsewhere, canBook } = useDraw(environment, order_id)
  useBookingNews()
  const takesDraw = order?.lab_test.method === 'at_home_phlebotomy'
  // An order of another kind has no bookings, unless it was booked all the same.
  if (!takesDraw && !bookings?.length) return null
  return (
    <SectionCard
      id="bookings"
      title="Bookings"
      action={
        canBook && (
          <Link href={bookPath(environment, order_id)} prefetch={false} className={`${linkButton} print:hidden`}>
            <CalendarPlus />
            Book a draw
          </Link>
        )
      }
    >
      {failure && !bookings && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-40 text-ink-2">Bookings didn’t load. {failure.detail}</p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {elsewhere && (
        <p className="mb-2">
          <span className="font-control">{orderStatus(lowOfVisit(elsewhere) ?? elsewhere.state).label}</span>, booked
          outside this console.{' '}
          <span className="text-ink-2">
            The order has shown this for <Elapsed value={elsewhere.at} />.
          </span>
        </p>
      )}
      {elsewhere && <TimeElsewhere environment={environment} order_id={order_id} />}
      {bookings?.length === 0 && !elsewhere && <p className="text-ink-2">No booking made in this console.</p>}
      {bookings && bookings.length > 0 && (
        <ul className="-mx-4 -mt-4 divide-y divide-line">
          {bookings.slice(0, FIRST).map((booking) => (
            <BookingLine key={booking.id} environment={environment} order={order} booking={booking} all={bookings} />
          ))}
        </ul>
      )}
      <p className="mt-3 flex items-start gap-1.5 text-xs text-ink-3">
        <HardDrive className="mt-0.5 size-3.5 shrink-0" />
        Visits booked elsewhere have no details here.
      </p>
    </SectionCard>
  )
}

/** The time of a visit booked elsewhere, which somebody has typed, or nobody knows. */
function TimeElsewhere({ environment, order_id }: { environment: string; order_id: string }) {
  const viewer = useWallClock()
  const { data, isPending } = useQuery(visitTimesQuery(environment, { order_ids: [order_id] }))
  const typed = data?.times.find(({ start_at }) => start_at !== null)
  const zone = typed && isKnownZone(typed.iana_timezone) ? typed.iana_timezone : viewer.zone
  const time = typed?.start_at && visitTime(typed.start_at, null, { ...viewer, zone })
  if (isPending) return null
  if (!(typed && time)) return <p className="mb-2 text-ink-2">The visit time isn’t available.</p>
  return (
    <div className="mb-2">
      <p className="font-control">
        {time.day}, {time.time} {time.zone}
      </p>
      <TypedMark typed={typed} />
    </div>
  )
}

interface BookingLineProps {
  environment: string
  order: Order | undefined
  booking: Booking
  all: readonly Booking[]
}

function BookingLine({ environment, order, booking: kept, all }: BookingLineProps) {
  const visit = bookingVisit(order, kept, all)
  const clash = clashWords(visit)
  const booking = { ...kept, state: visit.state }
  const { id, order_id, state, start_at, end_at, iana_timezone, asked_at, asked_by } = booking
  const viewer = useWallClock()
  const overdue = useAtPresent((now) => isOverdue(booking, now))
  const next = useAtPresent((now) => nextStep(booking, now))
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const time = start_at && visitTime(start_at, end_at, site ? { ...viewer, zone: site } : viewer)
  const own = start_at && site ? visitTime(start_at, end_at, viewer) : null
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <BookingPill state={state} isOverdue={overdue} />
        <Link
          href={bookPath(environment, order_id, id)}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-link print:hidden"
        >
          Open<span className="sr-only"> this booking</span>
        </Link>
      </div>
      {time && (
        <>
          <p className="mt-1 font-control">
            {time.day}, {time.time} {time.zone}
          </p>
          <p className="text-ink-2">
            {site ? `Local time at the visit (${zoneName(site)})` : `Your time (${zoneName(viewer.zone)})`}
          </p>
          {time && own && (own.time !== time.time || own.day !== time.day) && (
            <p className="text-ink-2">
              {own.day === time.day ? '' : `${own.day}, `}
              {own.time} {own.zone} for you
            </p>
          )}
        </>
      )}
      {clash && (
        <p data-tone="warn" className="text-tone-fg">
          {clash.happened}
        </p>
      )}
      <p className="text-ink-2">{clash?.todo ?? next}</p>
      <p className="text-xs text-ink-3">
        {asked_by.name}, <TimeStamp value={asked_at} />
      </p>
    </li>
  )
}

/** In the action bar of a phone: to the booking form, or to the booking that is open. */
export function DrawAction({ environment, order_id }: { environment: string; order_id: string }) {
  const { open, canBook } = useDraw(environment, order_id)
  if (!(open || canBook)) return null
  const Icon = open ? CalendarCheck : CalendarPlus
  return (
    <Link href={bookPath(environment, order_id, open?.id)} prefetch={false} className={primaryLink}>
      <Icon />
      {open ? 'View booking' : 'Book a draw'}
    </Link>
  )
}
