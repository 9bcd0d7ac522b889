/** The values of the form that sets a booking's state, and the body they make. */
import { z } from 'zod'
import { type Booking, type HandState, setBookingState } from '#lib/domains/bookings/booking.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { clock24, instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

type StateChange = Omit<z.output<typeof setBookingState.body>, 'version'>
type When = Readonly<Record<(typeof WHEN)[number], string>>

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
  })
  .superRefine(({ state, ...values }, context) => {
    if (state === '') context.addIssue({ code: 'custom', path: ['state'], message: 'Choose a state.' })
    if (state !== 'confirmed' || (values.day === '' && values.time === '')) return
    for (const path of WHEN) {
      if (values[path] === '') context.addIssue({ code: 'custom', path: [path], message: MISSING[path] })
    }
  })
  .transform(({ state, note, day, time, zone }): StateChange => {
    if (state === '') throw new Error('The form has been checked.')
    if (state !== 'confirmed' || day === '' || time === '') return { state, note }
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const start_at = zonedInstant(day, hours + minutes / 60, zone).toISOString()
    return { state, note, visit: { start_at, iana_timezone: zone } }
  })

/** What the form begins with: the visit as it is known, in the zone of its place, and a state only where one was proposed. */
export function initialState({ start_at, iana_timezone }: Booking, proposed: HandState | null, note: string) {
  const state: HandState | '' = proposed ?? ''
  const zone = isKnownZone(iana_timezone) ? iana_timezone : ''
  if (start_at === null || zone === '') return { state, note, day: '', time: '', zone }
  const at = parseInstant(start_at)
  return { state, note, day: dayIn(zone, at), time: instantParts(at, clock24(zone)).time, zone }
}

/** A visit that nobody touched is not set anew: its end stays known. */
export const isSameVisit = (one: When, other: When) => WHEN.every((part) => one[part] === other[part])
