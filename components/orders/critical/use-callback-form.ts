import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, MessageCircleQuestion, PhoneMissed } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { z } from 'zod'
import { patientText, proxyWords } from '#components/patterns/domain/patient.tsx'
import { type ApiForm, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { noteChange } from '#components/patterns/list/held-rows.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { Appearance } from '#components/ui/display/pill.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import {
  CALL_OUTCOMES,
  CALLED,
  CALLED_NAME_MAX,
  type CallOutcome,
  type NewCallback,
  NOTE_MAX,
  recordCallback,
} from '#lib/domains/orders/critical/callbacks.ts'
import { type Contact, calledChoices } from '#lib/domains/orders/patient.ts'
import { invalidateCritical, invalidateOrders } from '#lib/domains/orders/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { chosenOf, localInput, localInstants, timeProblem } from '#lib/utils/time/local-input.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { type CriticalResult, useResultSeen } from './use-critical-state.ts'

const FIELDS = [
  { path: 'called', label: 'Who did you call?' },
  { path: 'called_name', label: 'Name and role' },
  { path: 'outcome', label: 'Outcome' },
  { path: 'next', label: 'Next attempt' },
  { path: 'next_time', label: 'Time of the next attempt' },
  { path: 'which', label: 'Which of the two' },
  { path: 'note', label: 'Note' },
] as const

export type CallbackApi = ApiForm<CallbackValues, CallbackValues>

interface Sending {
  /** Whether the button that was pressed acknowledges it too. */
  acknowledges: RefObject<boolean>
  onSaved: () => void
  /** Patient or proxy to call. */
  contact: Contact
}

/** The form of one attempt. Sent again without a change, it is the same attempt, which is kept once. */
export function useCallbackForm(
  environment: string,
  shown: CriticalResult,
  { acknowledges, onSaved, contact }: Sending,
): CallbackApi {
  const result = useResultSeen(shown)
  const client = useQueryClient()
  const zone = useTimeZone()
  const last = useRef<{ text: string; body: NewCallback } | null>(null)
  const bodyOf = (values: CallbackValues) => {
    const { order_id, result_at, result_id } = result
    const name = contact.proxy?.name
    const proxy = name && !isMasked(name) ? proxyWords(contact.proxy).slice(0, CALLED_NAME_MAX) : null
    const text = JSON.stringify([values, order_id, result_at, result_id, proxy])
    if (last.current?.text !== text) {
      const body = callbackBody(values, { id: newId(), order_id, result_at, result_id, proxy, now: clockNow(), zone })
      last.current = { text, body }
    }
    return last.current.body
  }
  return useApiForm({
    schema: callbackForm(zone),
    defaultValues: NO_VALUES,
    recorded: { ...NO_VALUES, called: calledChoices(contact).usual ?? '' },
    fields: FIELDS,
    fieldOf: (path) =>
      path === 'next_attempt_at' ? 'next' : (FIELDS.find((field) => field.path === path)?.path ?? null),
    send: (values) => {
      const acknowledge = values.outcome === 'read_back' && acknowledges.current
      const body = { ...bodyOf(values), ...(acknowledge && { acknowledge }) }
      return consoleRequest(recordCallback, { params: { environment }, body }, {})
    },
    onSent: () => {
      noteChange(client, result.order_id)
      const title = acknowledges.current ? 'Saved and acknowledged.' : 'Attempt saved.'
      toast({ kind: 'done', title, text: patientText(environment, result) })
      invalidateCritical(client)
      onSaved()
    },
    onFailed: ({ status }) => {
      acknowledges.current = false
      if (status === 409 || status === 404) {
        invalidateCritical(client)
        invalidateOrders(client, environment)
      }
      return undefined
    },
  })
}

/** Minutes until the next attempt, or a time of day. */
export const NEXT_CHOICES = ['5', '10', '15', 'time'] as const

const tooLong = (max: number) => `Use at most ${max} characters.`

/** `zone` is the viewer's. */
export const callbackForm = (zone: string) =>
  z
    .object({
      /** Empty until it is chosen, as the outcome: what happened is never assumed. */
      called: z.union([z.enum(CALLED), z.literal('')]),
      called_name: z.string().trim().max(CALLED_NAME_MAX, tooLong(CALLED_NAME_MAX)),
      outcome: z.union([z.enum(CALL_OUTCOMES), z.literal('')]),
      next: z.enum(NEXT_CHOICES),
      /** `14:42`, on the viewer's clock. */
      next_time: z.string(),
      /** Picks `first` or `second` for a time that comes twice because clocks go back. */
      which: z.string(),
      note: z.string().trim().max(NOTE_MAX, tooLong(NOTE_MAX)),
    })
    .superRefine(({ called, called_name, outcome, next, next_time, which }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (called === '') refuse('called', 'Choose who you called.')
      if (called === 'other' && called_name === '') refuse('called_name', 'Enter the name and role of who you called.')
      if (outcome === '') refuse('outcome', 'Choose an outcome.')
      if (!hasNext(outcome) || next !== 'time') return
      if (!TIME.test(next_time)) return refuse('next_time', 'Enter the time of the next attempt.')
      const problem = timeProblem(nextInstants(next_time, { now: clockNow(), zone }), which, zone)
      if (problem) refuse(problem.path === 'time' ? 'next_time' : problem.path, problem.message)
    })
export type CallbackValues = z.infer<ReturnType<typeof callbackForm>>

export const NO_VALUES: CallbackValues = {
  called: '',
  called_name: '',
  outcome: '',
  next: '10',
  next_time: '',
  which: '',
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

/** Returns when clocks show a time of day next: none where they skip it, two where they go back over it. */
export function nextInstants(time: string, { now, zone }: Clock): Date[] {
  const [day = '', present = ''] = localInput(new Date(now).toISOString(), zone).split('T')
  const today = localInstants(`${day}T${time}`, zone)
  const ahead = today.filter((at) => at.getTime() > now)
  const isSkippedToday = today.length === 0 && time > present
  return ahead.length > 0 || isSkippedToday ? ahead : localInstants(`${addDays(day, 1)}T${time}`, zone)
}

/** Returns the instant of the next attempt: of a time of day, when clocks show it next. Null where there is none. */
export function nextAttemptAt({ outcome, next, next_time, which }: CallbackValues, clock: Clock): number | null {
  if (!hasNext(outcome)) return null
  if (next !== 'time') return clock.now + Number(next) * MINUTE
  return chosenOf(nextInstants(next_time, clock), which)?.getTime() ?? null
}

interface About extends Clock, Pick<NewCallback, 'id' | 'order_id' | 'result_at' | 'result_id'> {
  /** The medical proxy's name and role, as the form's choice has them; null where it names nobody. */
  proxy: string | null
}

/** Returns the body of an attempt. A patient's name is never sent; the proxy's is, unless another one was typed. */
export function callbackBody(
  values: CallbackValues,
  { id, order_id, result_at, result_id, proxy, ...clock }: About,
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
    called_name: called === 'patient' ? null : called_name.trim() || (called === 'medical_proxy' ? proxy : null),
    outcome,
    next_attempt_at: next === null ? null : new Date(next).toISOString(),
    note: note.trim() || null,
  }
}

export const OUTCOMES: Readonly<Record<CallOutcome, Appearance>> = {
  read_back: { label: 'Reached and read back', tone: 'ok', icon: CheckCheck },
  no_read_back: { label: 'Reached, no read-back', tone: 'warn', icon: MessageCircleQuestion },
  not_reached: { label: 'Not reached', tone: 'bad', icon: PhoneMissed },
}
