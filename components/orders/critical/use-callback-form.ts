'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { patientText, proxyWords } from '#components/patterns/domain/patient.tsx'
import { type ApiForm, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { CALLED_NAME_MAX, type NewCallback, recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { type Contact, calledChoices } from '#lib/domains/orders/patient.ts'
import { invalidateCritical, invalidateOrders } from '#lib/domains/orders/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { newId } from '#lib/utils/ids/new-id.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { type CallbackValues, callbackBody, callbackForm, NO_VALUES } from './callback-form.ts'
import type { CriticalResult } from './use-critical-state.ts'

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
  /** Nobody has acknowledged the result. */
  isWaiting: boolean
  /** Whether the button that was pressed acknowledges it too. */
  acknowledges: RefObject<boolean>
  onSaved: () => void
  /** Whom to call about the patient. */
  contact: Contact
}

/** The form of one attempt. Sent again without a change, it is the same attempt, which is kept once. */
export function useCallbackForm(
  environment: string,
  result: CriticalResult,
  { isWaiting, acknowledges, onSaved, contact }: Sending,
): CallbackApi {
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
      const left = isWaiting ? 'Attempt saved. The result still needs to be acknowledged.' : 'Attempt saved.'
      const title = acknowledges.current ? 'Saved and acknowledged.' : left
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
