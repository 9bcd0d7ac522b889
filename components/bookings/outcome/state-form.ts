/** The values of the form that sets a booking's state, and the body they make. */
import { z } from 'zod'
import { type Booking, type HandState, setBookingState } from '#lib/domains/bookings/booking.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { chosenOf, localInput, localInstants, timeProblem } from '#lib/utils/time/local-input.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'

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
export function visitInstants({ day, time, zone }: Omit<When, 'which'>): Date[] {
  return localInstants(`${day}T${time}`, zone)
}

/** Returns the form's initial values: the visit as known, in its own zone, and a state only if one was proposed. */
export function initialState({ start_at, iana_timezone }: Booking, proposed: HandState | null, note: string) {
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
export const isSameVisit = (one: When, other: When) =>
  [...WHEN, 'which' as const].every((part) => one[part] === other[part])
