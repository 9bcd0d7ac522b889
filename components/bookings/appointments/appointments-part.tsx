import { CalendarArrowDown, CalendarCheck, ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import type { Visited } from '#components/bookings/visit-orders.ts'
import { METHODS } from '#components/patterns/domain/order-terms.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { manyOf, STATE } from '#components/patterns/list/filters/typed-fields.tsx'
import { RowNews } from '#components/patterns/list/held-rows.tsx'
import type { ListAddress } from '#components/patterns/list/use-list-address.ts'
import { ErrorPanel, Note, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { BOOKING_STATES, listBookings } from '#lib/domains/bookings/booking.ts'
import type { BookingsQuery } from '#lib/domains/bookings/queries.ts'
import { historyState, navigate, useHistoryState } from '#lib/kernel/client/address.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn, rangeLabel } from '#lib/utils/time/day-ranges.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { type AgendaDay, dayWords, methodOf, type useAgenda, visitCity } from './agenda.ts'
import {
  APPOINTMENTS,
  type AppointmentFilters,
  type AppointmentsAsked,
  isPaged,
  periodDays,
} from './appointments-search.ts'

/** Filters as they're shown: cities may tell who a patient is, so they're in the entry of the history, and in no address. */
export type ShownFilters = AppointmentFilters & { city: readonly string[] }

export interface AppointmentsPart {
  environment: string
  list: ListAddress<AppointmentFilters, Omit<AppointmentsAsked, 'filters'>>
  views: ReactNode
  failure: RequestFailure | null
}

export const MARK = <CalendarCheck className="size-5" />

const DayRange = lazy(() =>
  import('#components/patterns/list/filters/day-range.tsx').then((part) => ({ default: part.DayRange })),
)

function DaysEditor({ draft, onChange }: FilterEditorProps<ShownFilters>) {
  const today = dayIn(useTimeZone(), clockNow())
  const ahead = (label: string, days: number) => ({ label, from: today, to: addDays(today, days - 1) })
  return (
    <DayRange
      from={draft.from}
      to={draft.to}
      usual={[ahead('Today', 1), ahead('Next 7 days', 7), ahead('Next 30 days', 30)]}
      onChange={({ from, to }) => onChange({ ...draft, from, to })}
    />
  )
}

const STATE_FIELD: FilterField<ShownFilters> = manyOf({
  ...STATE,
  name: 'state',
  options: BOOKING_STATES.map((value) => ({ value, text: bookingAppearance(value).label })),
})

export const DAYS_FIELD: FilterField<ShownFilters> = {
  id: 'days',
  label: 'Visit',
  icon: 'days',
  chip: ({ from, to }, clock) => rangeLabel(from, to, clock),
  clear: (filters) => ({ ...filters, from: null, to: null }),
  Editor: DaysEditor,
}

const METHOD_FIELD: FilterField<ShownFilters> = manyOf({
  ...{ id: 'method', label: 'Method', icon: 'method', noun: 'methods', name: 'method' },
  options: [...METHODS].filter(([value]) => value !== 'testkit').map(([value, { label: text }]) => ({ value, text })),
})
const CITY = { id: 'city', label: 'City', icon: 'recipient', noun: 'cities', name: 'city' } as const
const ON = { id: 'on', label: 'Day', icon: 'days', noun: 'days', name: 'on_days' } as const
const CITIES = 'cities'
const HIDDEN = 'Show patient data to filter by city.'
const ONLY_DAYS = 'Choose a number of days to filter by this.'

/** The filters of what is on screen; where all bookings are listed page by page, those that go by orders don't apply. */
export function useShownFilters({ place }: AppointmentsPart['list'], present: readonly AgendaDay[] | null) {
  const held = useHistoryState()
  const viewer = useWallClock()
  const { masked } = usePatientData()
  const filters: ShownFilters = { ...place.filters, city: held[CITIES] ? held[CITIES].split('\n') : [] }
  const known = present?.flatMap(({ visits }) => visits.map(({ booking }) => visitCity(booking))) ?? []
  const cities = [...new Set([...known, ...filters.city])].filter(Boolean).sort()
  const isHidden = masked || cities.some(isMasked)
  const names = cities.join('\n')
  const days = present?.map(({ day }) => day).join(' ') ?? ''
  const { zone, hours, days: order } = viewer
  const fields = useMemo((): FilterField<ShownFilters>[] => {
    const clock = { zone, hours, ...(order && { days: order }) }
    const texts = (days ? days.split(' ') : []).map((value) => ({ value, text: dayWords(value, clock) }))
    const city = manyOf<'city', string, ShownFilters>({
      ...CITY,
      options: names ? names.split('\n').map(asOption) : [],
    })
    const unavailable = days ? null : ONLY_DAYS
    return [
      { ...city, unavailable: unavailable ?? (isHidden ? HIDDEN : null), ...(isHidden && { chip: hiddenChip }) },
      { ...METHOD_FIELD, unavailable },
      STATE_FIELD,
      { ...manyOf<'on_days', string, ShownFilters>({ ...ON, options: texts }), unavailable },
    ]
  }, [names, days, isHidden, zone, hours, order])
  const isCounted = (visit: Visited) => isAmong(filters.method, methodOf(visit))
  const isWanted = (visit: Visited, day: string) =>
    isCounted(visit) && isAmong(filters.on_days, day) && (isHidden || isAmong(filters.city, visitCity(visit)))
  const apply = ({ city, ...next }: ShownFilters) => {
    const { [CITIES]: _, ...rest } = historyState()
    const search = APPOINTMENTS.write({ ...place, offset: 0, filters: next })
    navigate(search, { ...rest, ...(city.length > 0 && { [CITIES]: city.join('\n') }) })
  }
  return { filters, fields, isCounted, isWanted, apply, isHidden }
}

const asOption = (value: string) => ({ value, text: value })
const isAmong = (chosen: readonly string[], value: string) => chosen.length === 0 || chosen.includes(value)
const hiddenChip: FilterField<ShownFilters>['chip'] = ({ city }) =>
  city.length > 0 ? { operator: 'is', value: 'hidden' } : null

/** Says what has changed since the visits were drawn, and why they couldn't be read. */
export function AgendaNotes({ of }: { of: ReturnType<typeof useAgenda> }) {
  const { data, failure, hasNoTimes, isFetching, updatedAt, again, held } = of
  return (
    <>
      {hasNoTimes && (
        <Note tone="warn" icon={CircleAlert} action={<Button onPress={again}>Try again</Button>}>
          Times typed for visits booked elsewhere didn’t load, so those visits are missing.
        </Note>
      )}
      <RowNews noun={['visit', 'visits']} held={held} />
      {failure && data && <StaleBar updatedAt={updatedAt} onRetry={again} />}
      {failure && !data && (
        <ErrorPanel subject="Appointments" failure={failure} isRetrying={isFetching} onRetry={again} />
      )}
    </>
  )
}

const PERIODS = [
  { value: '7', text: 'Next 7 days' },
  { value: '14', text: 'Next 14 days' },
  { value: '30', text: 'Next 30 days' },
  { value: 'all', text: 'All dates' },
] as const

/** Which days the list shows, and the way to those before and after. */
export function PeriodChoice({ list: { place, go }, today }: Pick<AppointmentsPart, 'list'> & { today: string }) {
  const isAll = isPaged(place)
  const day = place.day ?? today
  const move = (way: 1 | -1) => {
    const next = addDays(day, way * Number(place.period))
    go({ day: next === today ? null : next, filters: { ...place.filters, on_days: [] } })
  }
  const choose = (period: (typeof PERIODS)[number]['value']) =>
    go({ period, day: null, offset: 0, filters: { ...place.filters, on_days: [], from: null, to: null } })
  const isFromToday = day === today
  const last = periodDays(place.period, day).at(-1) ?? day
  const clock = useWallClock()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {!isAll && (
        <IconButton icon={ChevronLeft} label="Earlier days" className="print:hidden" onPress={() => move(-1)} />
      )}
      <Select
        label="Days"
        value={isAll ? 'all' : place.period}
        options={isFromToday ? PERIODS : PERIODS.map((one) => ({ ...one, text: one.text.replace('Next ', '') }))}
        onChange={choose}
      />
      {!isAll && <IconButton icon={ChevronRight} label="Later days" className="print:hidden" onPress={() => move(1)} />}
      {!(isAll || isFromToday) && (
        <>
          <span className="font-control whitespace-nowrap" aria-live="polite">
            {dayWords(day, clock)} to {dayWords(last, clock)}
          </span>
          <Button onPress={() => go({ day: null, filters: { ...place.filters, on_days: [] } })}>Today</Button>
        </>
      )}
    </span>
  )
}

const MOST = 500

type Loaded = Pick<z.output<typeof listBookings.response>, 'bookings' | 'total'>

/** Returns the visits on screen, for their calendar file; null where there are none. */
export function loadShown(days: readonly AgendaDay[] | null): (() => Promise<Loaded>) | null {
  const bookings = days?.flatMap(({ visits }) => visits.map(({ booking }) => booking)) ?? []
  return bookings.length > 0 ? () => Promise.resolve({ bookings, total: bookings.length }) : null
}

/** All that a query finds, for its calendar file. */
export const loadAll = (environment: string, query: BookingsQuery) => () =>
  consoleRequest(listBookings, { params: { environment }, query: { ...query, offset: 0, limit: MOST } }, {})

interface CalendarFileProps {
  environment: string
  load: (() => Promise<Loaded>) | null
}

/** All that is shown, as a file for a calendar: with the addresses the viewer may see, without names, and what is not confirmed says so. */
export function CalendarFile({ environment, load }: CalendarFileProps) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    if (load === null) return
    setPending(true)
    try {
      const [{ bookings, total }, { saveCalendar }] = await Promise.all([
        load(),
        import('#components/bookings/save-calendar.ts'),
      ])
      const left = total > MOST ? ` Only the first ${MOST} of ${total} bookings are included.` : ''
      await saveCalendar(environment, bookings, left)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'We couldn’t create the calendar file.', text: error.message })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      icon={CalendarArrowDown}
      isPending={isPending}
      isDisabled={load === null}
      onPress={() => void save()}
      className="max-[559px]:w-10 max-[559px]:px-0"
    >
      <span className="max-[559px]:sr-only">Calendar file</span>
    </Button>
  )
}
