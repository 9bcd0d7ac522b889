import { useState } from 'react'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote, FormSelect, FormWhich } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Icon } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import {
  type Booking,
  HAND_STATES,
  type HandState,
  isAhead,
  STATE_NOTE_MAX,
  setBookingState,
  typeVisitTime,
  type VisitTime,
} from '#lib/domains/bookings/booking.ts'
import type { OfPatient } from '#lib/domains/orders/patient.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { newId, shortId } from '#lib/utils/ids/ids.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { chosenOf, localInput, localInstants, timeProblem } from '#lib/utils/time/local-input.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

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
  cancelled: 'The visit was canceled.',
  failed: 'No appointment was ever made.',
}

interface StateDialogProps {
  environment: string
  order: OfPatient
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
  { path: 'state', label: 'Status' },
  { path: 'day', label: 'Day' },
  { path: 'time', label: 'Time' },
  { path: 'zone', label: 'Time zone of the visit' },
  { path: 'which', label: 'Which of the two' },
  { path: 'note', label: 'How do you know?' },
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
          Order <Verbatim className="font-mono text-sm">{shortId(booking.order_id)}</Verbatim>, now{' '}
          {bookingAppearance(booking.state).label.toLowerCase()}. What you record is shown everywhere in this console
          and keeps your name. It doesn’t cancel, move or confirm the visit: for that, call the provider.
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
            label="Status"
            value={field.value}
            options={choices.map((value) => ({ value, label: <StateLabel state={value} />, hint: MEANS[value] }))}
            onChange={field.onChange}
            problem={api.problem(field.name)}
          />
        )}
      />
      {state === 'confirmed' && <VisitFields control={api.form.control} />}
      <HowField control={api.form.control} hint="Who you asked, or what you saw." />
    </FormDialog>
  )
}

interface TimeDialogProps {
  environment: string
  order: OfPatient & { id: string }
  /** The entry that counts now; undefined for none. */
  typed: VisitTime | undefined
  onSaved: () => void
  onClose: () => void
}

/** Types the time of a visit booked elsewhere: an entry of its own, over those that were typed before. */
export function TimeDialog({ environment, order, typed: current, onSaved, onClose }: TimeDialogProps) {
  const [typed] = useState(current)
  const [id] = useState(newId)
  const api = useApiForm({
    schema: stateForm,
    defaultValues: initialState(typed ?? { start_at: null, iana_timezone: null }, 'confirmed', ''),
    fields: FIELDS,
    send: ({ visit = null, note }) => {
      const params = { environment, order_id: order.id }
      return consoleRequest(typeVisitTime, { params, body: { id, visit, note, version: typed?.version ?? 0 } }, {})
    },
    onFailed: ({ status }) => {
      if (status === 409) onSaved()
      return undefined
    },
    onSent: () => {
      onClose()
      onSaved()
    },
  })
  return (
    <FormDialog
      api={api}
      title={typed?.start_at ? 'Change the time' : 'Add the time'}
      summary={
        <>
          <PatientLine environment={environment} order={order} className="mb-1" />
          Kept in this console only, with your name. The provider and the service aren’t told. Earlier entries stay on
          record.
        </>
      }
      confirm="Save time"
      isLocal
      sheet
      onClose={onClose}
    >
      <VisitFields control={api.form.control} />
      <HowField control={api.form.control} hint="Such as: the patient told us." />
    </FormDialog>
  )
}

function HowField({ control, hint }: { control: Control<Values, unknown, unknown>; hint: string }) {
  return (
    <FormNote
      control={control}
      name="note"
      label="How do you know?"
      hint={`${hint} Don’t use the patient’s name.`}
      max={STATE_NOTE_MAX}
      rows={2}
    />
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

/** The values of the form that sets a booking's state, and the body they make. */
type StateChange = Omit<z.output<typeof setBookingState.body>, 'version'>
type When = Readonly<Record<(typeof WHEN)[number] | 'which', string>>

const WHEN = ['day', 'time', 'zone'] as const
const MISSING = {
  day: 'Enter the day of the visit, or leave the whole visit blank.',
  time: 'Enter the time of the visit.',
  zone: 'Choose the time zone of the visit.',
} as const

/** A visit is given with day, time and zone, or not at all. */
export const stateForm = setBookingState.body
  .pick({ note: true })
  .extend({
    /** Empty until it is chosen: what happened is never assumed. */
    state: z.union([setBookingState.body.shape.state, z.literal('')]),
    day: z.string(),
    time: z.string(),
    zone: z.string(),
    /** Picks `first` or `second` for a time that comes twice because clocks go back. */
    which: z.string(),
  })
  .superRefine(({ state, ...values }, context) => {
    if (state === '') context.addIssue({ code: 'custom', path: ['state'], message: 'Choose a state.' })
    if (state !== 'confirmed' || (values.day === '' && values.time === '')) return
    for (const path of WHEN) {
      if (values[path] === '') context.addIssue({ code: 'custom', path: [path], message: MISSING[path] })
    }
    if (WHEN.some((path) => values[path] === '')) return
    const problem = timeProblem(visitInstants(values), values.which, values.zone)
    if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message })
  })
  .transform(({ state, note, day, time, zone, which }): StateChange => {
    if (state === '') throw new Error('The form has been checked.')
    if (state !== 'confirmed' || day === '' || time === '') return { state, note }
    const start_at = chosenOf(visitInstants({ day, time, zone }), which)?.toISOString() ?? ''
    return { state, note, visit: { start_at, iana_timezone: zone } }
  })

/** When a visit can be that is entered so: twice in the hour that clocks go back over, never in the one they skip. */
function visitInstants({ day, time, zone }: Omit<When, 'which'>): Date[] {
  return localInstants(`${day}T${time}`, zone)
}

/** Returns the form's initial values: the visit as known, in its own zone, and a state only if one was proposed. */
export function initialState(
  { start_at, iana_timezone }: Pick<Booking, 'start_at' | 'iana_timezone'>,
  proposed: HandState | null,
  note: string,
) {
  const state: HandState | '' = proposed ?? ''
  const zone = isKnownZone(iana_timezone) ? iana_timezone : ''
  if (start_at === null || zone === '') return { state, note, day: '', time: '', zone, which: '' }
  const at = parseInstant(start_at)
  const [day = '', time = ''] = localInput(start_at, zone).split('T')
  const known = { day, time, zone }
  const second = visitInstants(known)[1]
  const ofTwo = second && at >= second.getTime() ? 'second' : 'first'
  return { state, note, ...known, which: second ? ofTwo : '' }
}

/** A visit that nobody touched is not set anew: its end stays known. */
const isSameVisit = (one: When, other: When) => [...WHEN, 'which' as const].every((part) => one[part] === other[part])
