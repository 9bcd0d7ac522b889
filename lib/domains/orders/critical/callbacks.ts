/** Calls about critical results, as a lab has to document them. Kept in the console alone: the service has none. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'

export const CALLED = ['ordering_provider', 'covering_provider', 'patient', 'medical_proxy', 'other'] as const
export type Called = (typeof CALLED)[number]

export const CALLED_LABELS: Readonly<Record<Called, string>> = {
  ordering_provider: 'Ordering provider',
  covering_provider: 'Covering provider',
  patient: 'Patient',
  medical_proxy: 'Parent or proxy',
  other: 'Other',
}

export const CALL_OUTCOMES = ['read_back', 'no_read_back', 'not_reached'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

export const CALLED_NAME_MAX = 120
export const NOTE_MAX = 500

/** One attempt. Never changed and never removed: a correction is another attempt. */
export const callback = z.object({
  /** Made by the browser, so that an attempt that is sent twice is kept once. */
  id: uuid,
  order_id: orderId,
  result_at: isoDateTime,
  /** The event that brought the result; null where none did, and of what was recorded before events were. */
  result_id: z.int().nullish(),
  at: isoDateTime,
  recorded_by_id: z.string(),
  /** By the name they had then. */
  recorded_by_name: z.string(),
  called: z.enum(CALLED),
  /** Name and role of whoever was called; typed, so it may say who a patient is. */
  called_name: personal(z.string()).nullable(),
  outcome: z.enum(CALL_OUTCOMES),
  /** Null once the result was read back. */
  next_attempt_at: isoDateTime.nullable(),
  note: personal(z.string()).nullable(),
})
export type Callback = z.infer<typeof callback>

const optionalText = (max: number, kind: 'note' | 'signs') =>
  z
    .string()
    .overwrite(TEXT_FIELDS[kind].clean)
    .max(max, `Use at most ${max} characters.`)
    .transform((text) => text || null)
    .nullable()

export const newCallback = z
  .object({
    id: uuid,
    order_id: uuid,
    result_at: isoDateTime,
    result_id: z.int().nullish(),
    called: z.enum(CALLED, 'Choose who you called.'),
    called_name: optionalText(CALLED_NAME_MAX, 'signs'),
    outcome: z.enum(CALL_OUTCOMES, 'Choose an outcome.'),
    next_attempt_at: isoDateTime.nullable(),
    note: optionalText(NOTE_MAX, 'note'),
    /** Acknowledges the result in the same step; only once it was read back. */
    acknowledge: z.boolean().optional(),
  })
  .superRefine(({ called, called_name, outcome, next_attempt_at, acknowledge }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (called === 'other' && called_name === null) refuse('called_name', 'Enter the name and role of who you called.')
    if (acknowledge && outcome !== 'read_back') {
      refuse('acknowledge', 'Only a call that was read back acknowledges the result.')
    }
    if (outcome === 'read_back' && next_attempt_at !== null) {
      refuse('next_attempt_at', 'A result that was read back needs no next attempt.')
    }
    if (outcome !== 'read_back' && next_attempt_at === null) refuse('next_attempt_at', 'Choose when to try again.')
  })
export type NewCallback = z.infer<typeof newCallback>

/** Orders of one question at most. */
const MAX_ORDERS = 100

/** Returns callbacks of these orders, oldest first. */
export const listCallbacks = endpoint({
  name: 'list_callbacks',
  path: '/overview/{environment}/callbacks',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({ order_ids: z.array(uuid).min(1).max(MAX_ORDERS) }),
  response: z.object({ callbacks: z.array(callback) }),
})

/**
 * Adds one attempt; it acknowledges the result only where it says so. The same attempt sent again answers what was kept. 404 where
 * there is no such critical order; 409 where the result is none of its results, or where the ID belongs to another attempt.
 */
export const recordCallback = endpoint({
  name: 'record_callback',
  method: 'POST',
  path: '/overview/{environment}/callbacks',
  permission: 'orders:acknowledge',
  params: inEnvironment,
  body: newCallback,
  response: z.object({ added: callback, callbacks: z.array(callback) }),
  success: [201],
})
