'use client'
import { createColumnHelper } from '@tanstack/react-table'
import { BookingPill } from '#components/shared/booking-terms.tsx'
import type { ListFeatures } from '#components/shared/list-features.ts'
import { Nothing } from '#components/shared/nothing.tsx'
import { CopyableId } from '#components/ui/copyable-id.tsx'
import { TimeStamp } from '#components/ui/time-stamp.tsx'
import { useAtPresent, useTimeZone } from '#components/ui/viewer.tsx'
import { bookPath, isOverdue } from '#lib/client/booking-queries.ts'
import { useClockOffset } from '#lib/client/use-clock-offset.ts'
import type { Booking } from '#lib/contract/console/bookings.ts'
import { isKnownZone, visitTime } from '#lib/utils/visit-times.ts'

/** Three forms of a row: a card on a phone, two lines where there is some room, one line from 1000 px on. */
export const APPOINTMENT_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'state_booked''visit_visit''mine_mine''order_provider'] @min-[560px]/list:[--row-columns:minmax(0,1fr)_minmax(0,1fr)_auto] @min-[560px]/list:[--row-areas:'state_visit_booked''order_mine_provider'] @min-[1000px]/list:[--row-columns:128px_minmax(238px,1.2fr)_minmax(202px,1fr)_164px_minmax(56px,.6fr)_minmax(80px,.7fr)] @min-[1000px]/list:[--row-areas:'state_visit_mine_order_provider_booked']"

const helper = createColumnHelper<ListFeatures, Booking>()

export function appointmentColumns(environment: string) {
  return helper.columns([
    helper.accessor('state', {
      header: 'State',
      cell: ({ row }) => <State booking={row.original} />,
      meta: { place: '[grid-area:state]' },
    }),
    helper.accessor('start_at', {
      header: 'At the patient',
      cell: ({ row }) => <SiteTime booking={row.original} />,
      meta: { place: '[grid-area:visit]' },
    }),
    helper.accessor('iana_timezone', {
      header: 'For you',
      cell: ({ row }) => <ViewerTime booking={row.original} />,
      meta: { place: '[grid-area:mine]' },
    }),
    helper.accessor('order_id', {
      header: 'Order',
      cell: ({ row: { original } }) => (
        <CopyableId
          id={original.order_id}
          noun="Order id"
          href={bookPath(environment, original.order_id, original.id)}
        />
      ),
      meta: { place: '[grid-area:order]' },
    }),
    helper.accessor('provider', {
      header: 'Provider',
      cell: ({ getValue }) => <span className="block truncate">{getValue() ?? <Nothing word="none" />}</span>,
      meta: { place: '[grid-area:provider] justify-self-end @min-[1000px]/list:justify-self-start' },
    }),
    helper.accessor('asked_at', {
      header: 'Booked',
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-baseline gap-1.5">
          <TimeStamp value={original.asked_at} />
          <span className="truncate text-ink-3 @max-[999px]/list:hidden">{original.asked_by.name}</span>
        </span>
      ),
      meta: { place: '[grid-area:booked] justify-self-end @min-[1000px]/list:justify-self-start' },
    }),
  ])
}

function State({ booking }: { booking: Booking }) {
  const offset = useClockOffset()
  const overdue = useAtPresent((now) => isOverdue(booking, now + offset))
  return <BookingPill state={booking.state} isOverdue={overdue} />
}

function SiteTime({ booking: { start_at, end_at, iana_timezone } }: { booking: Booking }) {
  const time = start_at && isKnownZone(iana_timezone) ? visitTime(start_at, end_at, iana_timezone) : null
  if (!time) return <Nothing word={start_at ? 'zone not known' : 'no time'} />
  return (
    <span className="block truncate font-control">
      {time.day}, {time.time} {time.zone}
    </span>
  )
}

function ViewerTime({ booking: { start_at, end_at } }: { booking: Booking }) {
  const time = visitTime(start_at ?? '', end_at, useTimeZone())
  if (!time) return <Nothing word="no time" />
  return (
    <span className="block truncate text-ink-2">
      <span className="@min-[1000px]/list:hidden">For you </span>
      {time.day.replace(/ \d{4}$/, '')}, {time.time} {time.zone}
    </span>
  )
}
