/** Endpoints, events and receivers of tests. */
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { type NewMessage, newMessage } from '#lib/service/outbox.ts'
import type { EndpointSettings, NewAttempt } from '#lib/service/webhook-store.ts'
import { newId } from '#lib/utils/ids/ids.ts'

export const AT = new Date('2026-11-21T00:00:00Z')

export function endpointOf(change: Partial<EndpointSettings> = {}): EndpointSettings {
  return {
    id: newId(),
    team_id: TEAM,
    kind: 'url',
    name: 'Clinic portal',
    url: 'https://portal.test/hook',
    event_types: null,
    sealed: null,
    previous_sealed: null,
    previous_until: null,
    created_at: AT,
    ...change,
  }
}

export const eventOf = (user_id: string, event_type = 'daily.data.sleep.created', at = AT): NewMessage =>
  newMessage({ user_id, order_id: null, at }, event_type, { id: newId() })

export function attemptOf(delivery_id: number, status: number | null, change: Partial<NewAttempt> = {}): NewAttempt {
  const failure = status === null ? ('timeout' as const) : null
  const response = status === null ? null : { content_type: 'text/plain', text: `said ${status}`, is_cut: false }
  return { delivery_id, kind: 'delivery', at: AT, ms: 120, status, failure, response, ...change }
}
