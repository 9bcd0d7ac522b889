/** Which events a change makes (spec "Events"; gap "lab and appointment events"): one rule for both stores. */
import { z } from 'zod'
import type { Appointment } from '#lib/domains/bookings/appointment.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import type { OrderEventChange } from './order-change.ts'
import type { ConnectionRecord, OrderRecord } from './records.ts'

export interface NewMessage {
  id: string
  user_id: string
  order_id: string | null
  event_type: string
  /** JSON text of the event's `data`; empty once it was expunged. */
  data: string
  at: Date
}

export interface Message extends NewMessage {
  /** The user's. */
  team_id: string
  client_user_id: string | null
  is_test: boolean
}

/** Events of one subject are delivered in their order: those of an order, or of a user. */
export const laneOf = ({ order_id, user_id }: Pick<NewMessage, 'order_id' | 'user_id'>) => order_id ?? user_id

/** Returns the JSON text that is sent: every attempt sends the same. */
export function bodyOf({ event_type, data, team_id, user_id, client_user_id }: Omit<Message, 'at'>): string {
  const rest = JSON.stringify({ team_id, user_id, client_user_id }).slice(1)
  return `{"event_type":${JSON.stringify(event_type)},"data":${data},${rest}`
}

export const isExpunged = ({ data }: Pick<NewMessage, 'data'>) => data === ''

/** Returns the bytes that are sent; 0 where the body was expunged. */
function bytesOf(message: Omit<Message, 'at'>): number {
  return isExpunged(message) ? 0 : new TextEncoder().encode(bodyOf(message)).byteLength
}

export function messageFields(message: { id: string } & Message) {
  const { id: message_id, event_type, is_test, user_id, order_id, at } = message
  const body_state = isExpunged(message) ? ('expunged' as const) : ('kept' as const)
  const created_at = at.toISOString()
  return { message_id, event_type, is_test, user_id, order_id, created_at, bytes: bytesOf(message), body_state }
}

const record = z.looseObject({ id: z.union([z.string(), z.number()]) })

/** Returns the ID of the record that an event is a version of; null where it names none, or was expunged. */
export function recordIdOf({ data }: Pick<NewMessage, 'data'>): string | null {
  return isExpunged({ data }) ? null : String(record.safeParse(JSON.parse(data)).data?.id ?? '') || null
}

const workout = z.looseObject({ workout_id: z.string() })

export const workoutIdOf = ({ data }: Pick<NewMessage, 'data'>) =>
  isExpunged({ data }) ? null : (workout.safeParse(JSON.parse(data)).data?.workout_id ?? null)

interface About {
  user_id: string
  order_id: string | null
  at: Date
}

export function newMessage(about: About, event_type: string, data: object): NewMessage {
  return { ...about, id: `msg_${newId().replaceAll('-', '')}`, event_type, data: JSON.stringify(data) }
}

/** Returns the events of an order that got its next event: its own, and one more for a critical result. */
export function orderMessages({ order }: OrderRecord, { at, interpretation }: OrderEventChange): NewMessage[] {
  const about = { user_id: order.user_id, order_id: order.id, at }
  const updated = newMessage(about, 'labtest.order.updated', order)
  return interpretation === 'critical' ? [updated, newMessage(about, 'labtest.result.critical', order)] : [updated]
}

/** Adds `updated_at`, so that a receiver can tell an older version that is sent again from a newer one. */
export function appointmentMessage(appointment: Appointment, kind: 'created' | 'updated', at: Date): NewMessage {
  const { user_id, order_id } = appointment
  const data = { ...appointment, updated_at: at.toISOString() }
  return newMessage({ user_id, order_id, at }, `labtest.appointment.${kind}`, data)
}

/** Returns the event of a connection that was made or renewed, or that has an error. */
export function connectionMessage(connection: ConnectionRecord): NewMessage {
  const { user_id, name, slug, logo, status, created_on, error_details } = connection
  const source = { name, slug, logo }
  const kind = status === 'error' ? 'error' : 'created'
  const data = { user_id, source, status, created_on, ...(error_details && { error_details }) }
  const at = new Date((kind === 'error' && error_details?.errored_at) || created_on)
  return newMessage({ user_id, order_id: null, at }, `provider.connection.${kind}`, data)
}
