import { lazy } from 'react'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { type FilterEditorProps, type FilterField, someLabel } from '#components/patterns/list/filters/filter-fields.ts'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { BOOKING_STATES } from '#lib/domains/bookings/booking.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn, rangeLabel } from '#lib/utils/time/day-ranges.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import type { AppointmentFilters } from './appointments-search.ts'

const DayRange = lazy(() =>
  import('#components/patterns/list/filters/day-range.tsx').then((part) => ({ default: part.DayRange })),
)

function StateEditor({ draft, onChange }: FilterEditorProps<AppointmentFilters>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">States</legend>
      {BOOKING_STATES.map((state) => (
        <Check
          key={state}
          checked={draft.state.includes(state)}
          onChange={(on) => {
            const rest = draft.state.filter((each) => each !== state)
            onChange({ ...draft, state: on ? [...rest, state] : rest })
          }}
        >
          {bookingAppearance(state).label}
        </Check>
      ))}
    </fieldset>
  )
}

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

export const STATE_FIELD: FilterField<AppointmentFilters> = {
  id: 'state',
  label: 'State',
  icon: 'state',
  chip: ({ state }) =>
    someLabel(
      state.map((each) => bookingAppearance(each).label),
      'states',
    ),
  clear: (filters) => ({ ...filters, state: [] }),
  Editor: StateEditor,
}

export const DAYS_FIELD: FilterField<AppointmentFilters> = {
  id: 'days',
  label: 'Visit',
  icon: 'days',
  chip: ({ from, to }, clock) => rangeLabel(from, to, clock),
  clear: (filters) => ({ ...filters, from: null, to: null }),
  Editor: DaysEditor,
}
