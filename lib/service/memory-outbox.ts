/** The outbox, in memory: events with a delivery for each endpoint that gets them. */
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { type DeliveryState, getsType } from '#lib/domains/webhooks/rules.ts'
import { laneOf, type Message, type NewMessage } from './outbox.ts'
import type { UserRecord } from './records.ts'
import type { NewAttempt, ReplayRecord, WebhookEndpointRecord } from './webhook-store.ts'

export interface StoredDelivery {
  id: number
  seq: number
  endpoint_id: string
  lane: string
  state: DeliveryState
  attempts: number
  next_at: Date | null
  claimed_until: Date | null
  last: Delivery['last']
}

export interface MemoryWebhooks {
  endpoints: Map<string, WebhookEndpointRecord>
  /** By their number, which is that of the message in the order of arrival. */
  messages: Map<number, Message>
  deliveries: Map<number, StoredDelivery>
  attempts: (NewAttempt & { id: number })[]
  replays: Map<string, ReplayRecord & { claimed_until: Date | null }>
  /** The last number given to anything. */
  last: number
}

export function emptyWebhooks(): MemoryWebhooks {
  return {
    endpoints: new Map(),
    messages: new Map(),
    deliveries: new Map(),
    attempts: [],
    replays: new Map(),
    last: 0,
  }
}

/** Adds a delivery that waits from `next_at` on; null for one that isn't queued. */
export function addDelivery(webhooks: MemoryWebhooks, endpoint_id: string, seq: number, next_at: Date | null): number {
  webhooks.last += 1
  const id = webhooks.last
  const message = webhooks.messages.get(seq)
  webhooks.deliveries.set(id, {
    id,
    seq,
    endpoint_id,
    lane: message ? laneOf(message) : '',
    state: next_at ? 'waiting' : 'gave_up',
    attempts: 0,
    next_at,
    claimed_until: null,
    last: null,
  })
  return id
}

export function addMessage(webhooks: MemoryWebhooks, message: Message): number {
  webhooks.last += 1
  webhooks.messages.set(webhooks.last, message)
  return webhooks.last
}

interface State {
  users: ReadonlyMap<string, UserRecord>
  webhooks: MemoryWebhooks
}

/** Adds an event, with a delivery for each endpoint of its team that gets its type. */
export function queueMessage(webhooks: MemoryWebhooks, message: Message): void {
  const seq = addMessage(webhooks, message)
  for (const endpoint of webhooks.endpoints.values()) {
    const isHere = endpoint.team_id === message.team_id && endpoint.disabled_at === null
    if (isHere && getsType(endpoint.event_types, message.event_type))
      addDelivery(webhooks, endpoint.id, seq, message.at)
  }
}

/** Adds events and their deliveries, in the order given; those of unknown users are left out. */
export function emitInMemory({ users, webhooks }: State, messages: readonly NewMessage[]): void {
  for (const message of messages) {
    const user = users.get(message.user_id)
    if (!user) continue
    const { team_id, client_user_id } = user
    queueMessage(webhooks, { ...message, team_id, client_user_id, is_test: false })
  }
}
