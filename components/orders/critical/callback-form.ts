/** The form of an attempt: what is typed, and the body that it becomes. Pure. */
import { z } from 'zod'
import {
  CALL_OUTCOMES,
  CALLED,
  CALLED_NAME_MAX,
  type NewCallback,
  NOTE_MAX,
} from '#lib/domains/orders/critical/callbacks.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { offsetAt, zonedInstant } from '#lib/utils/time/zones.ts'

/** Minutes until the next attempt, or a time of day. */
export const NEXT_CHOICES = ['5', '10', '15', 'time'] as const

const tooLong = (max: number) => `Use at most ${max} characters.`

export const callbackForm = z
  .object({
    /** Empty until it is chosen, as the outcome: what happened is never assumed. */
    called: z.union([z.enum(CALLED), z.literal('')]),
    called_name: z.string().trim().max(CALLED_NAME_MAX, tooLong(CALLED_NAME_MAX)),
    outcome: z.union([z.enum(CALL_OUTCOMES), z.literal('')]),
    next: z.enum(NEXT_CHOICES),
    /** `14:42`, on the viewer's clock. */
    next_time: z.string(),
    note: z.string().trim().max(NOTE_MAX, tooLong(NOTE_MAX)),
  })
  .superRefine(({ called, called_name, outcome, next, next_time }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (called === '') refuse('called', 'Choose who you called.')
    if (called === 'other' && called_name === '') refuse('called_name', 'Enter the name and role of who you called.')
    if (outcome === '') refuse('outcome', 'Choose an outcome.')
    if (hasNext(outcome) && next === 'time' && !TIME.test(next_time))
      refuse('next_time', 'Enter the time of the next attempt.')
  })
export type CallbackValues = z.infer<typeof callbackForm>

export const NO_VALUES: CallbackValues = {
  called: '',
  called_name: '',
  outcome: '',
  next: '10',
  next_time: '',
  note: '',
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Returns whether another attempt has to follow. */
export function hasNext(outcome: CallbackValues['outcome']): boolean {
  return outcome === 'no_read_back' || outcome === 'not_reached'
}

interface Clock {
  /** Milliseconds since 1970, by the server's clock. */
  now: number
  zone: string
}

/** Returns the instant of the next attempt: of a time of day, when clocks show it next. Null where there is none. */
export function nextAttemptAt({ outcome, next, next_time }: CallbackValues, { now, zone }: Clock): number | null {
  if (!hasNext(outcome)) return null
  if (next !== 'time') return now + Number(next) * MINUTE
  const [, hours, minutes] = TIME.exec(next_time) ?? []
  if (hours === undefined || minutes === undefined) return null
  const wall = now + offsetAt(now, zone)
  const on = (day: number) =>
    zonedInstant(new Date(day).toISOString().slice(0, 10), (Number(hours) * 60 + Number(minutes)) / 60, zone).getTime()
  const today = on(wall)
  return today > now ? today : on(wall + DAY)
}

interface About extends Clock, Pick<NewCallback, 'id' | 'order_id' | 'result_at' | 'result_id'> {}

/** Returns the body of an attempt. A patient's name is never sent. */
export function callbackBody(
  values: CallbackValues,
  { id, order_id, result_at, result_id, ...clock }: About,
): NewCallback {
  const { called, called_name, outcome, note } = values
  if (called === '' || outcome === '') throw new Error('The form has been checked.')
  const next = nextAttemptAt(values, clock)
  return {
    id,
    order_id,
    result_at,
    result_id,
    called,
    called_name: called === 'patient' ? null : called_name.trim() || null,
    outcome,
    next_attempt_at: next === null ? null : new Date(next).toISOString(),
    note: note.trim() || null,
  }
}
