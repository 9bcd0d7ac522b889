/** The form of a booking: what is typed, and the body that is sent of it, judged by the contract's own schema. Pure. */
import { z } from 'zod'
import {
  type AppointmentBooking,
  ASYNC_TIMEOUT,
  appointmentBooking,
  NOTES_LIMIT,
  SYNC_TIMEOUT,
} from '#lib/domains/bookings/appointment.ts'
import { type DurationUnit, durationInput, durationLabel, parseDuration } from '#lib/utils/time/durations.ts'

export { NOTES_LIMIT }

export interface BookingValues {
  booking_key: string
  /** Why someone must come for an order that is drawn in another way; sent with the notes. */
  why: string
  appointment_notes: string
  /** `wait`: yes or an error at once. `background`: the service goes on when the call has ended. */
  mode: 'wait' | 'background'
  sync_amount: string
  sync_unit: string
  async_amount: string
  async_unit: string
}

const sync = durationInput(SYNC_TIMEOUT.default)
const background = durationInput(ASYNC_TIMEOUT.default)

export const EMPTY_VALUES: BookingValues = {
  booking_key: '',
  why: '',
  appointment_notes: '',
  mode: 'wait',
  sync_amount: sync.amount,
  sync_unit: sync.unit,
  async_amount: background.amount,
  async_unit: background.unit,
}

const unitOf = (text: string): DurationUnit => (text === 'minutes' || text === 'hours' ? text : 'seconds')
export const UNITS: readonly DurationUnit[] = ['seconds', 'minutes', 'hours']

/** Which box of the form a field of the body is typed into. */
export const BOX_OF: ReadonlyMap<string, keyof BookingValues> = new Map([
  ['booking_key', 'booking_key'],
  ['appointment_notes', 'appointment_notes'],
  ['async_confirmation', 'mode'],
  ['sync_confirmation_timeout_millisecond', 'sync_amount'],
  ['async_confirmation_timeout_millisecond', 'async_amount'],
])

export const LABELS: Readonly<Record<keyof BookingValues, string>> = {
  booking_key: 'Booking key',
  why: 'Why an at-home visit',
  appointment_notes: 'Notes for the phlebotomist',
  mode: 'If the provider doesn’t answer right away',
  sync_amount: 'Wait on this page for',
  sync_unit: 'Unit',
  async_amount: 'Give up after',
  async_unit: 'Unit',
}

/** `Between 1 and 10 seconds`, `Between 1 minute and 48 hours` */
export function rangeWords({ min, max }: { min: number; max: number }): string {
  const [low, high] = [durationInput(min), durationInput(max)]
  const first = low.unit === high.unit ? low.amount : durationLabel(min)
  return `Between ${first} and ${durationLabel(max)}`
}

interface TypedTimes {
  /** Milliseconds; null for what is none. */
  sync: number | null
  background: number | null
}

export function typedTimes(values: Pick<BookingValues, 'sync_amount' | 'sync_unit' | 'async_amount' | 'async_unit'>) {
  return {
    sync: parseDuration(values.sync_amount, unitOf(values.sync_unit)),
    background: parseDuration(values.async_amount, unitOf(values.async_unit)),
  } satisfies TypedTimes
}

/** Undefined stands for a text that is no length of time: the contract's schema takes it for missing. */
function bodyOf(values: BookingValues): z.input<typeof appointmentBooking> {
  const why = values.why.trim()
  const notes = [why && `At-home visit because: ${why}`, values.appointment_notes.trim()].filter(Boolean).join('\n')
  const common = { booking_key: values.booking_key.trim(), appointment_notes: notes === '' ? null : notes }
  if (values.mode === 'wait') return { ...common, async_confirmation: false }
  const times = typedTimes(values)
  return {
    ...common,
    async_confirmation: true,
    sync_confirmation_timeout_millisecond: times.sync,
    async_confirmation_timeout_millisecond: times.background,
  }
}

const text = z.string()

/** Takes what is typed and gives the body. `needsWhy`: the order isn’t for an at-home draw. */
export const bookingFormOf = (needsWhy: boolean) =>
  z
    .object({
      booking_key: text,
      why: text,
      appointment_notes: text,
      mode: z.enum(['wait', 'background']),
      sync_amount: text,
      sync_unit: text,
      async_amount: text,
      async_unit: text,
    })
    .transform((values, context): AppointmentBooking => {
      const problem = (box: keyof BookingValues, message: string) =>
        context.addIssue({ code: 'custom', path: [box], message })
      if (needsWhy && values.why.trim() === '') problem('why', 'Say why someone must come to the patient.')
      for (const [box, message] of timeProblems(values)) problem(box, message)
      const body = appointmentBooking.safeParse(bodyOf(values))
      if (body.success) return body.data
      for (const { path, message } of body.error.issues) {
        const box = BOX_OF.get(String(path[0])) ?? 'booking_key'
        // The form already reports problems with times.
        if (box === 'booking_key' || box === 'appointment_notes') problem(box, message)
      }
      return z.NEVER
    })

function timeProblems(values: BookingValues): [box: keyof BookingValues, message: string][] {
  if (values.mode !== 'background') return []
  const times = typedTimes(values)
  return [
    ...(isWithin(times.sync, SYNC_TIMEOUT) ? [] : [['sync_amount', `${rangeWords(SYNC_TIMEOUT)}.`] as const]),
    ...(isWithin(times.background, ASYNC_TIMEOUT) ? [] : [['async_amount', `${rangeWords(ASYNC_TIMEOUT)}.`] as const]),
  ].map(([box, message]) => [box, message])
}

function isWithin(milliseconds: number | null, { min, max }: { min: number; max: number }): boolean {
  return milliseconds !== null && milliseconds >= min && milliseconds <= max
}

/** As the contract counts: what is sent, in code points. */
export const notesLength = (notes: string) => [...notes.trim()].length
