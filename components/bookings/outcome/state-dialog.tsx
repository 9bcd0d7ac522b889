'use client'
import { useState } from 'react'
import { type Control, Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote, FormSelect, FormWhich } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Icon } from '#components/ui/display/icon.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import {
  type Booking,
  HAND_STATES,
  type HandState,
  isAhead,
  STATE_NOTE_MAX,
  setBookingState,
} from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { initialState, isSameVisit, stateForm, visitInstants } from './state-form.ts'

type Values = z.input<typeof stateForm>

/** Most visits are in these zones; the others follow. */
const USUAL_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const zones = () =>
  [...new Set([...USUAL_ZONES, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: zoneName(value),
  }))

/** When a visit is that was confirmed outside this console. */
function VisitFields({ control }: { control: Control<Values, unknown, unknown> }) {
  const [day, time, zone] = useWatch({ control, name: ['day', 'time', 'zone'] })
  const instants = visitInstants({ day, time, zone })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-control text-ink-2">Visit, as the provider or the patient says</legend>
      <div className="flex flex-wrap gap-3">
        <FormField control={control} name="day" label="Day" type="date" />
        <FormField control={control} name="time" label="Time" type="time" />
      </div>
      <FormSelect
        control={control}
        name="zone"
        label="Time zone of the visit"
        empty="Choose a time zone"
        options={zones()}
      />
      <FormWhich control={control} name="which" instants={instants} zone={zone} />
      <p className="text-xs text-ink-3">Leave day and time blank if you don’t know them yet.</p>
    </fieldset>
  )
}

const MEANS: Readonly<Record<HandState, string>> = {
  confirmed: 'The visit is on.',
  pending: 'The provider has not answered yet.',
  completed: 'The draw is done.',
  cancelled: 'The visit is off.',
  failed: 'No appointment was ever made.',
}

interface StateDialogProps {
  environment: string
  order: Order
  booking: Booking
  /** State suggested by other evidence; null for none. */
  proposed: HandState | null
  note: string
  onSaved: (state: HandState) => Promise<void>
  /** The booking is no longer as it is shown. */
  onStale: () => void
  onClose: () => void
}

const FIELDS = [
  { path: 'state', label: 'It is' },
  { path: 'day', label: 'Day' },
  { path: 'time', label: 'Time' },
  { path: 'zone', label: 'Time zone of the visit' },
  { path: 'which', label: 'Which of the two' },
  { path: 'note', label: 'How you know' },
] as const

/** Records what a person found out and nothing tells this console, with a word on how they know. */
export function StateDialog({ environment, order, booking: current, proposed, note, ...on }: StateDialogProps) {
  // As it was when it was opened: a colleague's change under way must not be overwritten by what was chosen before it.
  const [booking] = useState(current)
  const choices = HAND_STATES.filter(
    (state) => state !== booking.state && !(state === 'completed' && isAhead(booking, clockNow())),
  )
  const initial = initialState(booking, proposed, note)
  const api = useApiForm({
    schema: stateForm,
    defaultValues: initial,
    fields: FIELDS,
    send: ({ visit, ...rest }, values) => {
      const isNew = visit && !isSameVisit(values, initial)
      const body = { ...rest, ...(isNew && { visit }) }
      const params = { environment, booking_id: booking.id }
      return consoleRequest(setBookingState, { params, body: { ...body, version: booking.version } }, {})
    },
    onSent: (_, { state }) => on.onSaved(state),
    onFailed: ({ status }) => {
      if (status === 409) on.onStale()
      return undefined
    },
  })
  const { state } = api.values
  return (
    <FormDialog
      api={api}
      title="Record an update"
      summary={
        <>
          <PatientLine environment={environment} order={order} className="mb-1" />
          Order{' '}
          <span translate="no" className="font-mono text-sm">
            {shortId(booking.order_id)}
          </span>
          , now {bookingAppearance(booking.state).label.toLowerCase()}. What you record is shown everywhere in this
          console and keeps your name. It doesn’t cancel, move or confirm the visit: for that, call the provider.
        </>
      }
      confirm={state === '' ? 'Record' : `Record as ${bookingAppearance(state).label.toLowerCase()}`}
      isLocal
      sheet
      onClose={on.onClose}
    >
      <Controller
        control={api.form.control}
        name="state"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(api.id, field.name)}
            label="It is"
            value={field.value}
            options={choices.map((value) => ({ value, label: <StateLabel state={value} />, hint: MEANS[value] }))}
            onChange={field.onChange}
            problem={api.problem(field.name)}
          />
        )}
      />
      {state === 'confirmed' && <VisitFields control={api.form.control} />}
      <FormNote
        control={api.form.control}
        name="note"
        label="How you know"
        hint="Who you asked, or what you saw. Don’t use the patient’s name."
        max={STATE_NOTE_MAX}
        rows={2}
      />
    </FormDialog>
  )
}

function StateLabel({ state }: { state: HandState }) {
  const { label, tone, icon } = bookingAppearance(state)
  return (
    <span data-tone={tone} className="inline-flex items-center gap-1.5 text-tone-fg">
      <Icon of={icon} />
      {label}
    </span>
  )
}
