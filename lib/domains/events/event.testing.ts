/** Events of tests. */
import type { WebhookEvent } from './event.ts'
import { type Message, type NewEvent, newEvent } from './new-event.ts'

export const EVENT_USER = '00000000-0000-4000-8000-000000000001'
const EVENT_TEAM = '11111111-0000-4000-8000-000000000000'
const EVENT_SOURCE = { name: 'Korrin Ring', slug: 'korrin_ring', logo: null }
const EVENT_AT = '2026-11-21T08:00:00.000Z'

let messages = 0

/** An event as a service sends it; `data` holds what the type needs besides the user and the source. */
export function makeEvent(event_type: string, data: Record<string, unknown>, user_id = EVENT_USER): WebhookEvent {
  const common = { user_id, source: EVENT_SOURCE }
  return { event_type, data: { ...common, ...data }, team_id: EVENT_TEAM, user_id, client_user_id: 'member-1' }
}

export const makeSummary = (id: number | string, fields: Record<string, unknown> = {}) =>
  makeEvent('daily.data.sleep.created', { id, ...fields })

export const makeBatch = (samples: readonly Record<string, unknown>[], resource = 'glucose') =>
  makeEvent(`daily.data.${resource}.created`, {
    source_id: 3,
    data: samples.map((sample) => ({ timezone_offset: -21_600, type: 'automatic', unit: 'mg/dL', ...sample })),
  })

/** The same as the inbox hands it to a store. */
export function received(event: WebhookEvent, changes: Partial<Omit<Message, 'event'>> = {}): NewEvent {
  messages += 1
  const message_id = `msg_${messages}`
  const message = { environment: 'sandbox', message_id, sent_at: EVENT_AT, received_at: EVENT_AT, ...changes }
  return newEvent({ body: JSON.stringify(event), ...message, event })
}
