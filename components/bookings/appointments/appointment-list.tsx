import { useCallback, useMemo } from 'react'
import { useBookingNews } from '#components/bookings/book/use-booking.ts'
import {
  City,
  LabTest,
  MinorPatient,
  OrdersMissing,
  Patient,
  VisitClash,
  VisitStamp,
} from '#components/bookings/visit-cells.tsx'
import { useVisited, type Visited } from '#components/bookings/visit-orders.ts'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { NoRows, NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent, useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { bookPath } from '#lib/domains/bookings/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount, sentenceCase } from '#lib/utils/text/counts.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { withoutYear } from '#lib/utils/time/instants.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { useStateShown } from './agenda.ts'
import {
  type AppointmentsPart,
  CalendarFile,
  DAYS_FIELD,
  loadAll,
  MARK,
  PeriodChoice,
  useShownFilters,
} from './appointments-part.tsx'
import { bookingsPage, filterProblem, rowsQuery } from './appointments-search.ts'

/** All bookings page by page, also those without a time. Sorts bookings that need action first, then the next visit, then the newest booking. */
export function AppointmentList({ environment, list: address, views, failure }: AppointmentsPart) {
  const timeZone = useTimeZone()
  const { place, go, isFiltered, toList, toEmpty } = address
  const today = useAtPresent((now) => dayIn(timeZone, now))
  const { filters: shown, fields, apply } = useShownFilters(address, null)
  const { filters, offset, limit } = place
  const problem = filterProblem(filters)
  const query = useMemo(() => rowsQuery(filters, timeZone), [filters, timeZone])
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    rows: 'bookings',
    enabled: problem === null && failure?.status !== 403,
    pageQuery: useCallback(
      (from: number, size: number) => bookingsPage({ environment }, query, from, size),
      [environment, query],
    ),
  })
  useBookingNews()
  const columns = useMemo(() => appointmentColumns(environment), [environment])
  const { visited, hasFailed } = useVisited(environment, list.data?.bookings)
  const held = useHeldRows({
    rows: visited,
    getRowId: APPOINTMENT_LIST.getRowId,
    asked: [filters, offset, limit],
    isStale: list.isStale,
  })
  const total = list.window?.total ?? null
  return (
    <List
      record={APPOINTMENT_LIST}
      page={list}
      rows={held.rows}
      held={{ ...held, noun: ['booking', 'bookings'] }}
      columns={columns}
      problem={problem}
      summary={list.data ? summaryOf(list.data, isFiltered) : null}
      actions={
        <>
          {views}
          <CalendarFile
            environment={environment}
            load={problem === null && total !== 0 ? loadAll(environment, query) : null}
          />
        </>
      }
      bar={
        <FilterBar
          noun="appointments"
          filters={shown}
          fields={[...fields, DAYS_FIELD]}
          problem={filterProblem}
          onApply={apply}
        >
          <PeriodChoice list={address} today={today} />
        </FilterBar>
      }
      around={(children) => (
        <>
          {hasFailed && <OrdersMissing />}
          {children}
        </>
      )}
      {...toList}
      empty={
        <NoRows
          mark={MARK}
          noun="appointments"
          {...toEmpty}
          problem={problem}
          beyond={(list.window?.previous ?? null) !== null}
          unmatched={UNMATCHED}
          title="No appointments yet"
          action={<Button onPress={() => go({ view: 'elsewhere', offset: 0 })}>View visits booked elsewhere</Button>}
        >
          Bookings made in this console appear here. To book, open an order with an at-home draw. To find attempts that
          made no appointment, filter by state.
        </NoRows>
      }
    />
  )
}

/** Canceled ones are told apart, and not counted. */
function summaryOf({ total, cancelled }: { total: number; cancelled: number }, isAsked: boolean): string {
  const on = total - cancelled
  const counted = isAsked ? `${formatCount(on)} found` : countOf(on, 'booking')
  const off = cancelled > 0 ? [`${formatCount(cancelled)} canceled`] : []
  return [counted, ...off, 'pending and next visits first'].join(', ')
}

const UNMATCHED = {
  title: 'No appointments match',
  text: 'No booking made here matches all filters. Bookings without a visit time don’t match any date range.',
}

/** Three forms of a row: a card on a phone, three lines where there is some room, one line from 1000 px on. */
const APPOINTMENT_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'state_booked''visit_visit''mine_mine''who_city''test_test''order_provider'] @min-[560px]/list:[--row-columns:152px_minmax(0,1fr)_minmax(0,1fr)_var(--times,minmax(0,.7fr))] @min-[560px]/list:[--row-areas:'state_visit_visit_booked''order_mine_mine_mine''._who_test_city'] @min-[1000px]/list:[--row-columns:128px_minmax(244px,1.2fr)_minmax(84px,.9fr)_minmax(84px,1fr)_minmax(84px,.8fr)_148px_96px] @min-[1000px]/list:[--row-areas:'state_visit_who_test_city_order_booked'] @min-[1400px]/list:[--row-columns:136px_minmax(244px,1.1fr)_minmax(236px,1fr)_minmax(96px,.8fr)_minmax(96px,1fr)_minmax(96px,.8fr)_164px_minmax(72px,.5fr)_minmax(80px,.6fr)] @min-[1400px]/list:[--row-areas:'state_visit_mine_who_test_city_order_provider_booked']"

const APPOINTMENT_LIST = {
  title: 'Appointments',
  sizes: [25, 50, 100],
  rowLayout: APPOINTMENT_ROW,
  getRowId: ({ id }: { id: string }) => id,
}

/** Narrow rows leave it to the booking's own page. */
const ON_WIDE = '@min-[1000px]/list:@max-[1399px]/list:hidden'

const column = columnsOf<Visited>()

function appointmentColumns(environment: string) {
  return [
    column('state', 'State', '[grid-area:state]', (booking) => <State booking={booking} />),
    column('start_at', 'Patient’s time', '[grid-area:visit]', (booking) => <SiteTime booking={booking} />),
    column('iana_timezone', 'For you', `[grid-area:mine] ${ON_WIDE}`, (booking) => <ViewerTime booking={booking} />),
    column('patient', 'Patient', '[grid-area:who] min-w-0', (booking) => (
      <>
        <Patient environment={environment} order={booking.order} />
        <MinorPatient environment={environment} order={booking.order} />
      </>
    )),
    column('lab_test', 'Lab test', '[grid-area:test] min-w-0', ({ order }) => <LabTest order={order} />),
    column(
      'city',
      'City',
      '[grid-area:city] min-w-0 justify-self-end @min-[1000px]/list:justify-self-start',
      ({ order }) => <City order={order} />,
    ),
    column('order_id', 'Order', '[grid-area:order]', (booking) => (
      <CopyableId id={booking.order_id} noun="Order ID" href={bookPath(environment, booking.order_id, booking.id)} />
    )),
    column(
      'provider',
      'Provider',
      '[grid-area:provider] min-w-0 max-w-full justify-self-end @min-[1400px]/list:justify-self-start @min-[560px]/list:@max-[1399px]/list:hidden',
      (booking) => (
        <span translate={booking.provider ? 'no' : 'yes'} className="block truncate">
          {booking.provider ? sentenceCase(booking.provider) : <NoValue word="none" />}
        </span>
      ),
    ),
    column(
      'asked_at',
      'Booked',
      '[grid-area:booked] min-w-0 max-w-full justify-self-end @min-[1000px]/list:justify-self-start',
      (booking) => (
        <span className="flex min-w-0 items-baseline gap-1.5">
          <TimeStamp value={booking.asked_at} />
          <span className="truncate text-ink-3 @max-[999px]/list:hidden">{booking.asked_by.name}</span>
        </span>
      ),
    ),
  ]
}

function State({ booking }: { booking: Visited }) {
  return <Pill {...useStateShown({ booking, isGone: false })} />
}

/** Shows the instant on the viewer's clock, labeled as such, when the visit's zone is unknown. */
function SiteTime({ booking: { start_at, end_at, iana_timezone, visit } }: { booking: Visited }) {
  const clock = useWallClock()
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const time = start_at && visitTime(start_at, end_at, site ? { ...clock, zone: site } : clock)
  if (!(start_at && time)) {
    return (
      <>
        <NoValue word="no time" />
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
  if (!time) return <NoValue word="no time" />
  return (
    <span className="block truncate text-ink-2">
      <span className="@min-[1000px]/list:hidden">For you </span>
      {withoutYear(time.day)}, {time.time} {time.zone}
    </span>
  )
}
