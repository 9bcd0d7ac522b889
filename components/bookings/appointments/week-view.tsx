import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Clock, MapPin } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import { BookingPill } from '#components/bookings/booking-status.tsx'
import {
  City,
  LabTest,
  MinorPatient,
  OrdersMissing,
  Patient,
  VisitClash,
  VisitStamp,
} from '#components/bookings/visit-cells.tsx'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { isOverdue, visitPath } from '#lib/domains/bookings/queries.ts'
import { countLabel, countOf } from '#lib/utils/text/counts.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { formatDay, withoutYear } from '#lib/utils/time/instants.ts'
import { addDays, weekOf } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { type AgendaDay, countVisits, type DayVisit, daysWhere, getRowId, useAgenda } from './agenda.ts'
import { AgendaNotes, type AppointmentsPart, CalendarFile, loadShown, useShownFilters } from './appointments-part.tsx'
import { DAYS_LIMIT, daysQuery } from './appointments-search.ts'

const CLOCKS = [
  { value: 'site', text: 'Times at the patient', icon: MapPin },
  { value: 'viewer', text: 'Your times', icon: Clock },
] as const
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

interface WeekViewProps extends AppointmentsPart {
  /** 0 for Sunday. */
  first_weekday: number
}

export function WeekView({ environment, list, views, failure: initial, first_weekday }: WeekViewProps) {
  const viewer = useWallClock()
  const { place, go } = list
  const { day, clock } = place
  const today = useAtPresent((now) => dayIn(viewer.zone, now))
  const week = useMemo(() => weekOf(day ?? today, first_weekday), [day, today, first_weekday])
  const query = useMemo(() => daysQuery(place.filters, week), [place.filters, week])
  const agenda = useAgenda({ environment, query, days: week, clock, failure: initial })
  const { data, failure, hasFailed, held, next } = agenda
  const { filters, fields, isWanted, apply } = useShownFilters(list, agenda.present)
  const present = agenda.present && daysWhere(agenda.present, isWanted)
  const days = agenda.days && daysWhere(agenda.days, isWanted)
  const move = (by: number) => go({ day: addDays(week[0] ?? today, by), filters: { ...place.filters, on_days: [] } })
  return (
    <>
      <PageHeader
        title="Appointments"
        summary={present && summaryOf(present, data !== undefined && data.total > DAYS_LIMIT)}
      >
        <Segments label="Clocks" value={clock} options={CLOCKS} onChange={(next) => go({ clock: next })} />
        {views}
        <CalendarFile environment={environment} load={loadShown(present)} />
      </PageHeader>
      <FilterBar noun="appointments" filters={filters} fields={fields} problem={() => null} onApply={apply}>
        <span className="flex flex-wrap items-center gap-1.5">
          <IconButton icon={ChevronLeft} label="Week before" onPress={() => move(-7)} />
          <IconButton icon={ChevronRight} label="Next week" onPress={() => move(7)} />
          <Button
            onPress={() => go({ day: null, filters: { ...place.filters, on_days: [] } })}
            isDisabled={week.includes(today)}
          >
            This week
          </Button>
          <span className="px-1.5 font-control whitespace-nowrap" aria-live="polite">
            {withoutYear(formatDay(week[0] ?? '', viewer))} to {formatDay(week.at(-1) ?? '', viewer)}
          </span>
        </span>
      </FilterBar>
      <AgendaNotes of={agenda} />
      <div className="relative @container/week flex-1 framed:min-h-0 framed:overflow-y-auto">
        {hasFailed && <OrdersMissing />}
        {!(days || failure) && <Skeleton className="after-300ms m-4 h-40 rail:m-6" />}
        {days && (
          <ol
            style={{
              gridTemplateColumns: days.map(({ visits }) => `minmax(112px,${visits.length > 0 ? 2 : 1}fr)`).join(' '),
            }}
            className="grid min-h-full @max-[879px]/week:block @min-[880px]/week:divide-x divide-line"
          >
            {days.map((each) => (
              <Day
                key={each.day}
                {...{ environment, next }}
                agendaDay={each}
                isToday={each.day === today}
                gone={held.gone}
              />
            ))}
          </ol>
        )}
        {data && (
          <p className="border-t border-line px-4 py-2.5 text-sm text-ink-3 rail:px-6">
            {data.total > DAYS_LIMIT && `Showing the first ${DAYS_LIMIT} of ${data.total} visits. `}
            <span>
              {clock === 'site' ? 'Times are local to each visit. ' : `Times are in ${zoneName(viewer.zone)}. `}
              Bookings without a time are in the list view.{' '}
            </span>
            <button
              type="button"
              onClick={() => go({ view: 'elsewhere' })}
              className="inline-flex min-h-6 items-center text-link"
            >
              Show visits booked elsewhere
            </button>
          </p>
        )}
      </div>
    </>
  )
}

/** Canceled ones are told apart, and not counted. `isCut`: there are more. */
function summaryOf(days: readonly AgendaDay[], isCut: boolean): string {
  const { on, off } = countVisits(days)
  return `${countOf(on, 'visit', 'visits', isCut)} this week${off > 0 ? `, ${countLabel(off, isCut)} canceled` : ''}`
}

interface DayProps {
  environment: string
  agendaDay: AgendaDay
  isToday: boolean
  /** Id of the visit that comes next; empty where none does. */
  next: string
  /** Visits that were here and aren't any more, by `getRowId`. */
  gone: ReadonlySet<string>
}

function Day({ environment, agendaDay, isToday, next, gone }: DayProps) {
  const { day, visits } = agendaDay
  const { on } = countVisits([agendaDay])
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return (
    <li className="min-w-0 max-[879px]:border-b border-line">
      <h2
        className={clsx(
          'flex flex-wrap items-baseline gap-x-1.5 border-b border-line px-3 py-2 text-sm @max-[879px]/week:px-4 framed:sticky framed:top-0 framed:z-2',
          isToday ? 'bg-accent-soft text-accent-ink forced-colors:border-b-3' : 'bg-sunken',
        )}
      >
        <span className="font-heading">{weekday}</span>
        <span className="font-text text-ink-2">{withoutYear(formatDay(day, useWallClock()))}</span>
        <span className="ml-auto flex gap-2 text-xs">
          {on > 0 && <span className="text-ink-2">{countOf(on, 'visit')}</span>}
          {visits.length === 0 && <span className="text-ink-3 @min-[880px]/week:hidden">No visits</span>}
          {isToday && <span className="font-control">Today</span>}
        </span>
      </h2>
      {visits.length === 0 && <p className="px-3 py-2.5 text-xs text-ink-3 @max-[879px]/week:hidden">No visits</p>}
      {visits.length > 0 && (
        <ul className="flex flex-col gap-2 p-2 @max-[879px]/week:px-4">
          {visits.map((visit) => (
            <VisitCard
              key={getRowId(visit.booking)}
              environment={environment}
              visit={visit}
              isNext={visit.booking.id === next && !gone.has(getRowId(visit.booking))}
              isGone={gone.has(getRowId(visit.booking))}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

interface VisitCardProps {
  environment: string
  visit: DayVisit
  isNext: boolean
  isGone: boolean
}

function VisitCard({ environment, visit: { booking, time, isGuess }, isNext, isGone }: VisitCardProps) {
  const { order_id, order, state } = booking
  const overdue = useAtPresent((now) => isOverdue(booking, now))
  return (
    <li
      className={clsx(
        'relative rounded-control border bg-surface px-2.5 py-2 shadow-1 outline-offset-2 outline-focus hover:bg-hover has-[a:focus-visible]:outline-2',
        isNext ? 'border-accent' : 'border-line-2',
      )}
    >
      {isNext && <span className="block text-xs font-control text-accent-ink">Next visit</span>}
      {isGone && (
        <span data-tone="warn" className="block text-xs font-control text-tone-fg">
          No longer here
        </span>
      )}
      {booking.start_at && (
        <VisitStamp
          start_at={booking.start_at}
          iana_timezone={booking.iana_timezone}
          words={time.time}
          className="mr-1.5 font-heading @min-[880px]/week:whitespace-normal"
        />
      )}
      <span className="text-xs text-ink-2">{isGuess ? `${time.zone}, visit time zone unknown` : time.zone}</span>
      <span className="mt-1 block">
        <BookingPill state={state} isOverdue={overdue} bare />
        <VisitClash visit={booking.visit} />
      </span>
      {/* All of the card leads there, but for the time, which says more. */}
      <Link
        href={visitPath(environment, booking)}
        prefetch={false}
        className="mt-1 block outline-none after:absolute after:inset-0 after:rounded-control"
      >
        <Patient environment={environment} order={order} />
        <span className="flex flex-wrap gap-x-2 text-xs text-ink-2 *:max-w-full">
          <LabTest order={order} />
          <City order={order} />
        </span>
        <Verbatim className="block font-mono text-xs break-all text-ink-3">
          <ShortId id={order_id} />
        </Verbatim>
      </Link>
      <MinorPatient environment={environment} order={order} typed={booking.typed} />
    </li>
  )
}
