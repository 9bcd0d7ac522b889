import { CalendarArrowDown, CalendarCheck } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { manyOf, STATE } from '#components/patterns/list/filters/typed-fields.tsx'
import type { ListAddress } from '#components/patterns/list/use-list-address.ts'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { BOOKING_STATES, listBookings } from '#lib/domains/bookings/booking.ts'
import type { BookingsQuery } from '#lib/domains/bookings/queries.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn, rangeLabel } from '#lib/utils/time/day-ranges.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import type { AppointmentFilters, AppointmentsAsked } from './appointments-search.ts'

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

function DaysEditor({ draft, onChange }: FilterEditorProps<AppointmentFilters>) {
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

export const STATE_FIELD: FilterField<AppointmentFilters> = manyOf({
  ...STATE,
  name: 'state',
  options: BOOKING_STATES.map((value) => ({ value, text: bookingAppearance(value).label })),
})

export const DAYS_FIELD: FilterField<AppointmentFilters> = {
  id: 'days',
  label: 'Visit',
  icon: 'days',
  chip: ({ from, to }, clock) => rangeLabel(from, to, clock),
  clear: (filters) => ({ ...filters, from: null, to: null }),
  Editor: DaysEditor,
}

const MOST = 500

interface CalendarFileProps {
  environment: string
  /** The query on screen; null where nothing can be queried. */
  query: BookingsQuery | null
}

/** All that is shown, as a file for a calendar: with the addresses the viewer may see, without names, and what is not confirmed says so. */
export function CalendarFile({ environment, query }: CalendarFileProps) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const input = { params: { environment }, query: { ...query, offset: 0, limit: MOST } }
      const [{ bookings, total }, { saveCalendar }] = await Promise.all([
        consoleRequest(listBookings, input, {}),
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
    <Button icon={CalendarArrowDown} isPending={isPending} isDisabled={query === null} onPress={() => void save()}>
      Calendar file
    </Button>
  )
}
