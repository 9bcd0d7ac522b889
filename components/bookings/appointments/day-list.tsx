import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Printer } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import {
  City,
  LabTest,
  MinorPatient,
  OrdersMissing,
  Patient,
  VisitClash,
  VisitStamp,
} from '#components/bookings/visit-cells.tsx'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { Updated } from '#components/patterns/list/list.tsx'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { PrintPurpose } from '#components/patterns/print/print-sheet.tsx'
import { useOrderPrint } from '#components/patterns/print/use-order-print.ts'
import { IgnoredNote } from '#components/patterns/states/states.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { BOOKING_STATES, isUnsettled } from '#lib/domains/bookings/booking.ts'
import { bookingsQuery, visitPath } from '#lib/domains/bookings/queries.ts'
import { countLabel, countOf } from '#lib/utils/text/counts.ts'
import { dayBegins, dayIn } from '#lib/utils/time/day-ranges.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { addDays, isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import {
  type AgendaDay,
  countVisits,
  type DayVisit,
  daysWhere,
  dayWords,
  getRowId,
  isOff,
  isQuiet,
  useAgenda,
  useStateShown,
} from './agenda.ts'
import {
  AgendaNotes,
  type AppointmentsPart,
  CalendarFile,
  loadShown,
  PeriodChoice,
  useShownFilters,
} from './appointments-part.tsx'
import { DAYS_LIMIT, daysQuery, periodDays } from './appointments-search.ts'

const DrawsPerDay = lazyPart(() => import('./day-cards.tsx'), 'DrawsPerDay', <Skeleton className="h-60" />)
const VisitNotices = lazyPart(() => import('./day-cards.tsx'), 'VisitNotices')
const DaySheets = lazyPart(() => import('./day-cards.tsx'), 'DaySheets')

const none = () => null

/** The visits of the days from today on, each day under its bar; and how many draws each city has a day. */
export function DayList({ environment, list, views, failure: initial }: AppointmentsPart) {
  const viewer = useWallClock()
  const { place, go } = list
  const today = useAtPresent((now) => dayIn(viewer.zone, now))
  const wanted = useMemo(() => periodDays(place.period, place.day ?? today), [place.period, place.day, today])
  const query = useMemo(() => daysQuery(place.filters, wanted), [place.filters, wanted])
  const read = useAgenda({ environment, query, days: wanted, clock: 'site', failure: initial })
  const { data, failure, isFetching, updatedAt, again, hasFailed, present, days } = read
  const { filters, fields, isWanted, isCounted, apply, isHidden } = useShownFilters(list, present)
  const shown = days && daysWhere(days, isWanted)
  const now = present && daysWhere(present, isWanted)
  const paper = useOrderPrint(environment, orderIdsOf(shown ?? []))
  const [sheets, setSheets] = useState<AgendaDay | null>(null)
  const printDay = async (of: AgendaDay) => {
    const on = { ...of, visits: of.visits.filter((visit) => !isOff(visit)) }
    if (await paper.record(orderIdsOf([on]))) setSheets(on)
  }
  const isCut = data !== undefined && data.total > DAYS_LIMIT
  const isEmpty = shown?.every(({ visits }) => visits.length === 0) ?? false
  return (
    <>
      <PrintPurpose>Visits day by day, for staff who prepare them.</PrintPurpose>
      <PageHeader title="Appointments" summary={now && summaryOf(now, isCut)}>
        {updatedAt > 0 && <Updated at={updatedAt} isFetching={isFetching} onRefresh={again} subject="Appointments" />}
        {views}
        <CalendarFile environment={environment} load={loadShown(now)} />
      </PageHeader>
      <FilterBar noun="appointments" filters={filters} fields={fields} problem={none} onApply={apply}>
        <PeriodChoice list={list} today={today} />
      </FilterBar>
      <IgnoredNote ignored={list.toList.ignored} onDismiss={list.toList.onClearIgnored} />
      <AgendaNotes of={read} />
      <div className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">
        {hasFailed && <OrdersMissing />}
        {!(shown || failure) && <Skeleton className="after-300ms m-4 h-40 rail:m-6" />}
        {shown && (
          <div className="grid items-start gap-4 p-3 rail:p-6 rail:pt-4 min-[1000px]:grid-cols-[minmax(0,1fr)_fit-content(348px)] print:block print:p-0">
            <div className="@container/days min-w-0">
              <VisitNotices environment={environment} days={present ?? shown} />
              {isEmpty && <NextVisits environment={environment} place={place} from={wanted.at(-1) ?? today} go={go} />}
              <ol className="overflow-clip rounded-card border border-line bg-surface shadow-1 print:border-0 print:shadow-none">
                {shown.map((each) => (
                  <Day
                    key={each.day}
                    environment={environment}
                    of={each}
                    today={today}
                    onPrint={() => void printDay(each)}
                  />
                ))}
              </ol>
              <p className="py-2.5 text-sm text-ink-3">
                {isCut && `Showing the first ${DAYS_LIMIT} of ${data.total} visits. `}
                <span>Times are local to each visit. Bookings without a time are under </span>
                <button
                  type="button"
                  onClick={() => go({ period: 'all', day: null })}
                  className="inline-flex min-h-6 items-center text-link"
                >
                  All dates
                </button>
              </p>
            </div>
            <div className="min-w-0 min-[1000px]:sticky min-[1000px]:top-4 print:mb-4">
              <DrawsPerDay
                days={daysWhere(present ?? shown, isCounted)}
                filters={filters}
                isHidden={isHidden}
                onChoose={(city, on_days) => apply({ ...filters, city, on_days })}
              />
            </div>
          </div>
        )}
      </div>
      {sheets && <DaySheets environment={environment} of={sheets} onPrinted={() => setSheets(null)} />}
    </>
  )
}

const orderIdsOf = (days: readonly AgendaDay[]) => [
  ...new Set(days.flatMap(({ visits }) => visits.map(({ booking }) => booking.order_id))),
]

/** Canceled ones are told apart, and not counted. `isCut`: there are more. */
function summaryOf(days: readonly AgendaDay[], isCut: boolean): string {
  const { on, off } = countVisits(days)
  return `${countOf(on, 'draw', 'draws', isCut)}${off > 0 ? `, ${countLabel(off, isCut)} canceled` : ''}`
}

interface NextVisitsProps
  extends Pick<AppointmentsPart, 'environment'>,
    Pick<AppointmentsPart['list'], 'go' | 'place'> {
  /** The last day that is shown. */
  from: string
}

const MAY_COME = BOOKING_STATES.filter((state) => state === 'confirmed' || isUnsettled(state))

/** Names the next day with a visit, where the days on screen have none. */
function NextVisits({ environment, place, from, go }: NextVisitsProps) {
  const viewer = useWallClock()
  const query = { state: MAY_COME, start_from: dayBegins(addDays(from, 1), 'UTC'), limit: DAYS_LIMIT }
  const { data } = useQuery(bookingsQuery(environment, query))
  const isFiltered = place.filters.state.length + place.filters.method.length + place.filters.on_days.length > 0
  if (!data) return <p className="min-h-9 py-2 text-ink-2">No draws in these days.</p>
  const ahead = data.bookings.flatMap(({ start_at, iana_timezone: zone }) =>
    start_at ? [dayIn(isKnownZone(zone) ? zone : viewer.zone, parseInstant(start_at))] : [],
  )
  const [next] = ahead.filter((day) => day > from).sort()
  return (
    <p className="min-h-9 py-2 text-ink-2">
      <span>{isFiltered ? 'No draws match in these days. ' : 'No draws in these days. '}</span>
      {next ? (
        <button
          type="button"
          onClick={() => go({ day: next, filters: { ...place.filters, on_days: [] } })}
          className="inline-flex min-h-6 items-center text-link"
        >
          Next visits: {dayWords(next, viewer)} ({ahead.filter((day) => day === next).length})
        </button>
      ) : (
        <span>No later visit was booked here.</span>
      )}
    </p>
  )
}

interface DayProps {
  environment: string
  of: AgendaDay
  today: string
  onPrint: () => void
}

function Day({ environment, of: { day, visits }, today, onPrint }: DayProps) {
  const { on } = countVisits([{ day, visits }])
  const words = dayWords(day, useWallClock())
  return (
    <li className="border-line not-first:border-t">
      <div
        className={clsx(
          'sticky top-0 z-2 flex h-7 items-center justify-between bg-sunken px-3.5 print:static',
          visits.length > 0 && 'border-b border-line max-rail:h-10',
        )}
      >
        <h2 className="flex items-center gap-2 text-xs">
          <span className="font-heading">{day === today ? `Today, ${words.replace(/^\w+,? /, '')}` : words}</span>
          <span className="font-text text-ink-3">{visits.length === 0 ? 'No draws' : on}</span>
        </h2>
        {on > 0 && (
          <IconButton
            icon={Printer}
            label={`Print day sheets, ${words}`}
            onPress={onPrint}
            plain
            className="-mr-2 size-6 max-rail:size-10 print:hidden"
          />
        )}
      </div>
      {visits.length > 0 && (
        <ul className="divide-y divide-line">
          {visits.map((visit) => (
            <Row key={getRowId(visit.booking)} environment={environment} visit={visit} />
          ))}
        </ul>
      )}
    </li>
  )
}

const ROW =
  "relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 px-3.5 py-2 outline-offset-[-2px] outline-focus [grid-template-areas:'time_state''who_city''test_method''note_note'] hover:bg-hover has-[a:focus-visible]:outline-2 @min-[560px]/days:grid-cols-[96px_minmax(0,1.4fr)_minmax(0,1fr)_minmax(122px,auto)] @min-[560px]/days:gap-x-3 @min-[560px]/days:[grid-template-areas:'time_who_city_state''mine_test_method_state''._note_note_note'] @min-[820px]/days:min-h-9 @min-[820px]/days:grid-cols-[92px_82px_minmax(190px,1.58fr)_minmax(96px,1.05fr)_minmax(92px,.77fr)_14px_132px] @min-[820px]/days:gap-x-2 @min-[820px]/days:px-3 @min-[820px]/days:py-1 @min-[820px]/days:[grid-template-areas:'time_mine_who_test_city_method_state''._._note_note_note_note_note'] @min-[1100px]/days:gap-x-3 @min-[1100px]/days:grid-cols-[100px_90px_minmax(190px,1.4fr)_minmax(120px,1.2fr)_minmax(98px,1fr)_122px_142px]"

interface RowProps {
  environment: string
  visit: DayVisit
}

function Row({ environment, visit }: RowProps) {
  const { booking } = visit
  const { order_id, order } = booking
  const { isClash, ...state } = useStateShown(visit)
  return (
    <li className={clsx(ROW, isQuiet(visit) && 'text-ink-3 [--ink-2:var(--ink-3)]')}>
      <Times visit={visit} />
      <Link
        href={visitPath(environment, booking)}
        prefetch={false}
        className="min-w-0 outline-none [grid-area:who] after:absolute after:inset-0"
      >
        <Patient environment={environment} order={order} />
      </Link>
      <span className="min-w-0 text-ink-2 [grid-area:test]">
        <LabTest order={order} />
        <Verbatim className="font-mono text-xs text-ink-3 @max-[1099px]/days:sr-only">
          <ShortId id={order_id} />
        </Verbatim>
      </span>
      <span className="min-w-0 [grid-area:city] *:whitespace-normal @max-[559px]/days:justify-self-end">
        <City order={order} />
      </span>
      <span
        // Room for the name comes first: of the method a narrow list shows the icon.
        className="[grid-area:method] @max-[559px]/days:justify-self-end @min-[820px]/days:@max-[1099px]/days:overflow-hidden"
      >
        {order && <Method method={order.lab_test.method} />}
      </span>
      <span className="min-w-0 [grid-area:state] @max-[559px]/days:justify-self-end">
        <Pill {...state} />
      </span>
      <div className="min-w-0 [grid-area:note]">
        {isClash && <VisitClash visit={booking.visit} />}
        <MinorPatient environment={environment} order={order} typed={booking.typed} />
      </div>
    </li>
  )
}

/** Its time at the patient leads; the viewer's stands beside it where it differs. */
function Times({ visit }: Pick<RowProps, 'visit'>) {
  const { booking, isGuess } = visit
  const { start_at, iana_timezone } = booking
  const viewer = useWallClock()
  const own = visitTime(start_at ?? '', null, viewer)
  const time = isKnownZone(iana_timezone) ? visitTime(start_at ?? '', null, { ...viewer, zone: iana_timezone }) : own
  if (!(start_at && own && time)) return null
  const isOther = own.day !== time.day
  const differs = isOther || own.time !== time.time
  const day = isOther ? `${dayWords(dayIn(viewer.zone, parseInstant(start_at)), viewer)}, ` : ''
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 [grid-area:time] @min-[560px]/days:contents">
      <span className="@min-[560px]/days:[grid-area:time]">
        <VisitStamp
          start_at={start_at}
          iana_timezone={iana_timezone}
          words={`${time.time} ${time.zone}`}
          className={clsx('font-heading', isQuiet(visit) && 'line-through decoration-solid')}
        />
      </span>
      <span className="text-xs text-ink-3 @min-[560px]/days:[grid-area:mine]">
        {differs && <span className="sr-only">For you </span>}
        {differs && `${day}${own.time} ${own.zone}`}
        {isGuess && 'Your time, time zone of the visit unknown'}
      </span>
    </span>
  )
}
