import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Clock, MapPin } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
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
import { Pill } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { visitPath } from '#lib/domains/bookings/queries.ts'
import { countLabel, countOf } from '#lib/utils/text/counts.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { formatDay, hourLabel, withoutYear } from '#lib/utils/time/instants.ts'
import { addDays, weekOf } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import {
  type AgendaDay,
  countVisits,
  type DayVisit,
  daysWhere,
  getRowId,
  hourRows,
  isQuiet,
  useAgenda,
  useStateShown,
} from './agenda.ts'
import { AgendaNotes, type AppointmentsPart, CalendarFile, loadShown, useShownFilters } from './appointments-part.tsx'
import { DAYS_LIMIT, daysQuery } from './appointments-search.ts'

const CLOCKS = [
  { value: 'site', text: 'Patient’s time', icon: MapPin },
  { value: 'viewer', text: 'Your time', icon: Clock },
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
  const { data, failure, hasFailed, next } = agenda
  const { filters, fields, isWanted, apply } = useShownFilters(list, agenda.present)
  const present = agenda.present && daysWhere(agenda.present, isWanted)
  const days = agenda.days && daysWhere(agenda.days, isWanted)
  const last = week.at(-1) ?? ''
  const { hours, rows } = hourRows(days ?? [])
  const move = (by: number) => go({ day: addDays(week[0] ?? today, by), filters: { ...place.filters, on_days: [] } })
  return (
    <>
      <PageHeader
        title="Appointments"
        summary={present && summaryOf(present, data !== undefined && data.total > DAYS_LIMIT)}
      >
        <Segments label="Show times in" value={clock} options={CLOCKS} onChange={(next) => go({ clock: next })} named />
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
            className="max-rail:data-disabled:hidden"
          >
            This week
          </Button>
          <span className="px-1.5 font-control whitespace-nowrap" aria-live="polite">
            {`${withoutYear(formatDay(week[0] ?? '', viewer))} to ${last.startsWith(today.slice(0, 4)) ? withoutYear(formatDay(last, viewer)) : formatDay(last, viewer)}`}
          </span>
        </span>
      </FilterBar>
      <AgendaNotes of={agenda} />
      <div className="relative @container/week flex-1 framed:min-h-0 framed:overflow-y-auto">
        {hasFailed && <OrdersMissing />}
        {!(days || failure) && <Skeleton className="after-300ms m-4 h-40 rail:m-6" />}
        {days && (
          <div
            style={{
              gridTemplateColumns: `48px ${days.map(({ visits }) => `minmax(80px,${visits.length > 0 ? 3 : 1}fr)`).join(' ')}`,
              gridTemplateRows: `36px${' auto'.repeat(rows)} 1fr`,
            }}
            className="min-h-full @min-[880px]/week:grid"
          >
            <span className={clsx(HEAD, 'bg-sunken @max-[879px]/week:hidden')} />
            {[...hours].map(([hour, { at, count }]) => (
              <span
                key={hour}
                aria-hidden="true"
                style={{ gridRow: `${at + 2} / span ${count}` }}
                className={clsx(
                  'col-span-full px-2 pt-2 text-xs whitespace-nowrap text-ink-3 @max-[879px]/week:hidden',
                  // Dashed where hours are left out above it.
                  at > 0 && (hours.has(hour - 1) ? 'border-t border-line' : 'border-t border-dashed border-control'),
                )}
              >
                {hourLabel(hour, viewer.hours)}
              </span>
            ))}
            <ol className="@min-[880px]/week:contents">
              {days.map((each, at) => (
                <Day
                  key={each.day}
                  {...{ environment, next, hours }}
                  column={at + 2}
                  agendaDay={each}
                  isToday={each.day === today}
                />
              ))}
            </ol>
          </div>
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
  return `${countOf(on, 'visit', 'visits', isCut)}${off > 0 ? `, ${countLabel(off, isCut)} canceled` : ''}`
}

/** Over all rows of the grid, in which it stays in view. */
const HEAD =
  'col-start-1 border-b border-line @min-[880px]/week:row-span-full @min-[880px]/week:h-9 @min-[880px]/week:self-start framed:sticky framed:top-0 framed:z-2'

interface DayProps {
  environment: string
  /** Its column of the grid, and the rows of each hour. */
  column: number
  hours: ReturnType<typeof hourRows>['hours']
  agendaDay: AgendaDay
  isToday: boolean
  /** Id of the visit that comes next; empty where none does. */
  next: string
}

function Day({ environment, column, hours, agendaDay, isToday, next }: DayProps) {
  const { day, visits } = agendaDay
  const { on } = countVisits([agendaDay])
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return (
    <li
      style={{ gridColumn: column }}
      className="row-span-full grid-cols-[minmax(0,1fr)] grid-rows-subgrid min-w-0 border-line @max-[879px]/week:border-b @min-[880px]/week:grid @min-[880px]/week:border-l"
    >
      <h2
        className={clsx(
          HEAD,
          'flex flex-wrap items-baseline gap-x-1 px-2 py-2 text-sm @max-[879px]/week:px-4',
          isToday ? 'bg-accent-soft text-accent-ink forced-colors:border-b-3' : 'bg-sunken',
        )}
      >
        <span className="font-heading">{isToday ? 'Today' : weekday}</span>
        <span className="font-text text-ink-2">
          <span className="@min-[880px]/week:sr-only">{withoutYear(formatDay(day, useWallClock()))}</span>
          {/* The range above names the months. */}
          <span aria-hidden="true" className="@max-[879px]/week:hidden">
            {Number(day.slice(8))}
          </span>
        </span>
        <span className="ml-auto flex gap-2 text-xs">
          {on > 0 && <span className="text-ink-2">{countOf(on, 'visit')}</span>}
          {visits.length === 0 && <span className="text-ink-3 @min-[880px]/week:hidden">No visits</span>}
        </span>
      </h2>
      {visits.length === 0 && (
        <p className="col-start-1 row-start-2 px-2 py-2.5 text-xs text-ink-3 @max-[879px]/week:hidden">No visits</p>
      )}
      {visits.length > 0 && (
        <ul className="@max-[879px]/week:px-2.5 @max-[879px]/week:py-1 @min-[880px]/week:contents">
          {visits.map((visit, at) => (
            <VisitCard
              key={getRowId(visit.booking)}
              environment={environment}
              visit={visit}
              row={2 + (hours.get(visit.hour)?.at ?? 0) + at - visits.findIndex(({ hour }) => hour === visit.hour)}
              isNext={visit.booking.id === next && !visit.isGone}
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
  row: number
  isNext: boolean
}

function VisitCard({ environment, visit, row, isNext }: VisitCardProps) {
  const { booking, time, isGuess } = visit
  const { order } = booking
  const { isClash, ...state } = useStateShown(visit)
  const [begins, ends] = time.time.split(' to ')
  return (
    <li
      style={{ gridRowStart: row }}
      className={clsx(
        'relative col-start-1 mx-1 my-[3px] rounded-control border px-2 py-1 outline-offset-2 outline-focus hover:bg-hover has-[a:focus-visible]:outline-2',
        isQuiet(visit) ? 'border-dashed border-control text-ink-3 [&_a_*]:text-ink-3' : 'bg-surface shadow-1',
        isNext ? 'border-accent' : 'border-line-2',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-1">
        {booking.start_at && (
          <VisitStamp
            start_at={booking.start_at}
            iana_timezone={booking.iana_timezone}
            // A narrow column keeps the end for screen readers.
            words={
              <>
                {begins} <span className="@min-[880px]/week:sr-only">{ends && `to ${ends}`}</span>
              </>
            }
            className={clsx('font-heading', isQuiet(visit) && 'line-through decoration-solid')}
          />
        )}
        <span className="mr-auto text-xs text-ink-2">
          {isGuess ? `${time.zone}, visit time zone unknown` : time.zone}
        </span>
        {isClash ? <VisitClash visit={booking.visit} brief /> : <Pill {...state} bare />}
      </div>
      {/* All of the card leads there, but for the time, which says more. */}
      <Link
        href={visitPath(environment, booking)}
        prefetch={false}
        className="block outline-none after:absolute after:inset-0 after:rounded-control"
      >
        <Patient environment={environment} order={order} />
        <span className="line-clamp-2 text-xs text-ink-2 *:inline *:whitespace-normal">
          <LabTest order={order} /> · <City order={order} />
        </span>
      </Link>
      <div className="flex flex-wrap gap-x-2 text-xs font-control *:min-w-0">
        {isNext && <span className="text-accent-ink">Next visit</span>}
        {isClash && <span className="font-text text-ink-2">Visit {state.label.toLowerCase()}</span>}
      </div>
      <MinorPatient environment={environment} order={order} typed={booking.typed} brief />
    </li>
  )
}
