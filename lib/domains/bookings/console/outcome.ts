/** The outcome of a booking, by what the service answered. Pure. */

import { z } from 'zod'
import { type Appointment, appointment, appointmentBooking } from '#lib/domains/bookings/appointment.ts'
import { type BookingState, givesUpAfter } from '#lib/domains/bookings/booking.ts'
import { readDetail } from '#lib/kernel/error-body.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import type { BookingOutcome, KeptBooking } from './store.ts'

/** Characters, far beyond any appointment. For a longer response only the status is stored. */
const LONGEST_ANSWER = 64 * 1024

/** States by an appointment's own status; a status not listed here must never count as a yes. */
export const STATE_OF: ReadonlyMap<string, BookingOutcome['state']> = new Map([
  ['confirmed', 'confirmed'],
  ['in_progress', 'confirmed'],
  ['pending', 'pending'],
  ['reserved', 'pending'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
])

export interface Answer {
  status: number
  body: string
  /** As in SentBooking. */
  fault: string | null
}

interface Asked {
  order_id: string
  body: string
}

const NOTHING = { start_at: null, end_at: null, iana_timezone: null, provider: null }

/** Texts of a database hold neither a NUL nor half a surrogate pair. */
export const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Returns what an answer of the service to a booking means; an answer that can't be trusted leaves it `unknown`. */
export function outcomeOf({ status, body, fault }: Answer, asked: Asked, at: string): BookingOutcome {
  // A key that is not taken is looked at before anything else (gap "missing or invalid key").
  const isAnswer = fault === null || fault === 'refused'
  if (!isAnswer) return { ...NOTHING, at, state: 'unknown', status: null, answer: null }
  const answer = body.length > LONGEST_ANSWER || body === '' ? null : storable(body)
  const made = status < 300 && answer !== null ? appointmentOf(answer) : null
  if (made?.order_id !== asked.order_id) {
    return { ...NOTHING, at, state: fault ? 'refused' : stateOf(status, asked.body), status, answer }
  }
  const { start_at = null, end_at = null, iana_timezone = null, provider } = made
  const state = STATE_OF.get(made.status) ?? 'unknown'
  return { at, state, status, answer, start_at, end_at, iana_timezone, provider: storable(provider) }
}

/** The documented 500 means none was booked; any other response without an appointment is unknown. */
function stateOf(status: number, body: string): BookingOutcome['state'] {
  if (status >= 400 && status < 500) return 'refused'
  return status === 500 && !booksLater(body) ? 'failed' : 'unknown'
}

export function appointmentOf(answer: string): Appointment | null {
  return appointment.safeParse(parseJson(answer)).data ?? null
}

/** Returns the service's message about a refused booking; null if it booked or said nothing. */
export function detailOf({ status, answer }: Pick<KeptBooking, 'status' | 'answer'>): string | null {
  if (status === null || status < 300 || answer === null) return null
  return readDetail(parseJson(answer), '') || null
}

/** Only what the time-outs depend on. */
const timing = appointmentBooking.catch({ booking_key: '', async_confirmation: false })

function booksLater(body: string): boolean {
  return timing.parse(parseJson(body)).async_confirmation
}

/** When a booking that is asked for now is given up; null where it is not asked to go on. */
export function givesUpAt(body: string, asked_at: Date): string | null {
  const after = givesUpAfter(timing.parse(parseJson(body)))
  return after === null ? null : new Date(asked_at.getTime() + after).toISOString()
}

/** The answer that an attempt got, again; null where there was none. */
export function repeated({ status, answer }: Pick<KeptBooking, 'status' | 'answer'>): Response | null {
  if (status === null) return null
  const headers = { 'cache-control': 'no-store' }
  if (answer === null) return new Response(null, { status, headers })
  const type = z.json().safeParse(parseJson(answer)).success ? 'application/json' : 'text/plain; charset=utf-8'
  return new Response(answer, { status, headers: { ...headers, 'content-type': type } })
}

/** For a person: who is where an order's next booking would be. */
export function takenWords(state: BookingState): string {
  if (state === 'in_flight') {
    return 'A booking for this order is in progress. Nothing was sent. Wait for its answer before you book again.'
  }
  if (state === 'pending') {
    return 'A booking made here for this order isn’t confirmed yet. Nothing was sent. If you know its outcome, record it on that booking first.'
  }
  return 'This order has a confirmed booking made here. Nothing was sent. If that visit is off, record it on that booking first.'
}
