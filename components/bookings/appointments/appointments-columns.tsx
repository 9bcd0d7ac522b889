'use client'
import { createColumnHelper } from '@tanstack/react-table'
import { BookingPill } from '#components/bookings/booking-status.tsx'
import { City, LabTest, MinorPatient, Patient, VisitClash, VisitStamp } from '#components/bookings/visit-cells.tsx'
import { cityOf, type Visited } from '#components/bookings/visit-orders.ts'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { bookPath, isOverdue } from '#lib/domains/bookings/queries.ts'
import { withoutYear } from '#lib/utils/time/instants.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'

/** Three forms of a row: a card on a phone, three lines where there is some room, one line from 1000 px on. */
export const APPOINTMENT_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'state_booked''visit_visit''mine_mine''who_city''test_test''order_provider'] @min-[560px]/list:[--row-columns:152px_minmax(0,1fr)_minmax(0,1fr)_minmax(0,.7fr)] @min-[560px]/list:[--row-areas:'state_visit_visit_booked''order_mine_mine_mine''._who_test_city'] @min-[1000px]/list:[--row-columns:128px_minmax(244px,1.2fr)_minmax(84px,.9fr)_minmax(84px,1fr)_minmax(84px,.8fr)_148px_96px] @min-[1000px]/list:[--row-areas:'state_visit_who_test_city_order_booked'] @min-[1400px]/list:[--row-columns:136px_minmax(244px,1.1fr)_minmax(236px,1fr)_minmax(96px,.8fr)_minmax(96px,1fr)_minmax(96px,.8fr)_164px_minmax(72px,.5fr)_minmax(80px,.6fr)] @min-[1400px]/list:[--row-areas:'state_visit_mine_who_test_city_order_provider_booked']"

/** Narrow rows leave it to the booking's own page. */
const ON_WIDE = '@min-[1000px]/list:@max-[1399px]/list:hidden'

const helper = createColumnHelper<ListFeatures, Visited>()

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
      meta: { place: `[grid-area:mine] ${ON_WIDE}` },
    }),
    helper.display({
      id: 'patient',
      header: 'Patient',
      cell: ({ row: { original } }) => (
        <>
          <Patient environment={environment} order={original.order} />
          <MinorPatient environment={environment} order={original.order} />
        </>
      ),
      meta: { place: '[grid-area:who] min-w-0' },
    }),
    helper.accessor(({ order }) => order?.lab_test.name, {
      id: 'lab_test',
      header: 'Lab test',
      cell: ({ row: { original } }) => <LabTest order={original.order} />,
      meta: { place: '[grid-area:test] min-w-0' },
    }),
    helper.accessor(({ order }) => (order ? cityOf(order) : ''), {
      id: 'city',
      header: 'City',
      cell: ({ row: { original } }) => <City order={original.order} />,
      meta: { place: '[grid-area:city] min-w-0 justify-self-end @min-[1000px]/list:justify-self-start' },
    }),
    helper.accessor('order_id', {
      header: 'Order',
      cell: ({ row: { original } }) => (
        <CopyableId
          id={original.order_id}
          noun="Order ID"
          href={bookPath(environment, original.order_id, original.id)}
        />
      ),
      meta: { place: '[grid-area:order]' },
    }),
    helper.accessor('provider', {
      header: 'Provider',
      cell: ({ getValue }) => <span className="block truncate">{getValue() ?? <Nothing word="none" />}</span>,
      meta: {
        place:
          '[grid-area:provider] min-w-0 max-w-full justify-self-end @min-[1400px]/list:justify-self-start @min-[560px]/list:@max-[1399px]/list:hidden',
      },
    }),
    helper.accessor('asked_at', {
      header: 'Booked',
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-baseline gap-1.5">
          <TimeStamp value={original.asked_at} />
          <span className="truncate text-ink-3 @max-[999px]/list:hidden">{original.asked_by.name}</span>
        </span>
      ),
      meta: { place: '[grid-area:booked] min-w-0 max-w-full justify-self-end @min-[1000px]/list:justify-self-start' },
    }),
  ])
}

function State({ booking }: { booking: Booking }) {
  const overdue = useAtPresent((now) => isOverdue(booking, now))
  return <BookingPill state={booking.state} isOverdue={overdue} />
}

/** Shows the instant on the viewer's clock, labeled as such, when the visit's zone is unknown. */
function SiteTime({ booking: { start_at, end_at, iana_timezone, visit } }: { booking: Visited }) {
  const clock = useWallClock()
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const time = start_at && visitTime(start_at, end_at, site ? { ...clock, zone: site } : clock)
  if (!(start_at && time)) {
    return (
      <>
        <Nothing word="no time" />
        <VisitClash visit={visit} />
      </>
    )
  }
  const words = `${withoutYear(time.day)}, ${time.time} ${time.zone}`
  return (
    <>
      <VisitStamp start_at={start_at} iana_timezone={iana_timezone} words={words} className="font-control" />
      {site === null && <span className="block text-xs text-ink-3">Your time, time zone of the visit unknown</span>}
      <VisitClash visit={visit} />
    </>
  )
}

function ViewerTime({ booking: { start_at, end_at } }: { booking: Booking }) {
  const time = visitTime(start_at ?? '', end_at, useWallClock())
  if (!time) return <Nothing word="no time" />
  return (
    <span className="block truncate text-ink-2">
      <span className="@min-[1000px]/list:hidden">For you </span>
      {withoutYear(time.day)}, {time.time} {time.zone}
    </span>
  )
}
