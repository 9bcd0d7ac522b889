import type {
  DeliveryCounts,
  DeliveryCountsSearch,
  DeliveryFilters,
  DeliverySearch,
} from '#lib/domains/webhooks/deliveries.ts'
import type { Attempt, AttemptKind, Delivery } from '#lib/domains/webhooks/delivery.ts'
import type { DisabledReason, WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import type { DeliveryState } from '#lib/domains/webhooks/rules.ts'
import type { Message, NewMessage } from './outbox.ts'

export interface WebhookEndpointRecord {
  id: string
  team_id: string
  kind: 'inbox' | 'url'
  name: string
  url: string | null
  event_types: string[] | null
  sealed: string | null
  previous_sealed: string | null
  previous_until: Date | null
  created_at: Date
  disabled_at: Date | null
  disabled_reason: DisabledReason | null
  failures: number
  removed_at: Date | null
}

export type EndpointSettings = Omit<
  WebhookEndpointRecord,
  'disabled_at' | 'disabled_reason' | 'failures' | 'removed_at'
>

/** Changes to an endpoint; missing fields stay. */
type EndpointChange = Partial<Pick<WebhookEndpointRecord, 'name' | 'url' | 'event_types'>>

/** The secret that follows, and until when the one before it signs too. */
interface EndpointRotation {
  sealed: string
  previous_until: Date
}

export interface DueDelivery {
  id: number
  attempts: number
  message: Message
}

export interface NewAttempt extends Omit<Attempt, 'id' | 'at'> {
  delivery_id: number
  kind: AttemptKind
  at: Date
}

/** Result of an attempt. A replay counts in neither `attempts` nor the endpoint's failures. */
export interface AttemptResult {
  state: DeliveryState
  next_at: Date | null
}

export interface ReplayRecord {
  id: string
  team_id: string
  filters: DeliveryFilters
  last_id: number
  total: number
  done: number
  failed: number
  cursor: number
  created_at: Date
  finished_at: Date | null
  canceled_at: Date | null
}

export type EventSubject = Pick<Message, 'user_id' | 'order_id'>

type EndpointStatus = Pick<WebhookEndpoint, 'health' | 'open'>

export interface WebhookStore {
  /** Adds events, with a delivery for every enabled endpoint that gets their type. Users must exist. */
  emit(messages: readonly NewMessage[]): Promise<void>

  /** Adds an endpoint unless its ID is there already. */
  ensureWebhookEndpoint(settings: EndpointSettings): Promise<void>
  /** Adds an endpoint. False where its team has `limit` of them; many at the same time don't go past it together. */
  addWebhookEndpoint(settings: EndpointSettings, limit: number): Promise<boolean>
  /** False where there is none. */
  changeWebhookEndpoint(id: string, change: EndpointChange): Promise<boolean>
  /** Makes the secret that was the one before. False where it is no longer `was`, or there is no endpoint. */
  rotateWebhookSecret(id: string, was: string | null, rotation: EndpointRotation): Promise<boolean>
  /** Those that weren't removed, oldest first. */
  listWebhookEndpoints(team_id: string): Promise<WebhookEndpointRecord[]>
  findWebhookEndpoint(id: string): Promise<WebhookEndpointRecord | null>
  /** Stops what waits and forgets the secret; deliveries stay. False where there is none. */
  removeWebhookEndpoint(team_id: string, id: string, at: Date): Promise<boolean>
  /** Stops what waits. False where it was disabled before. */
  disableWebhookEndpoint(id: string, reason: DisabledReason, at: Date): Promise<boolean>
  /** Forgets failures, and queues what happened since and was not delivered; returns what was queued. */
  enableWebhookEndpoint(id: string, at: Date, since: Date | null): Promise<EventSubject[]>
  webhookStatus(id: string, since: Date): Promise<EndpointStatus>

  /** Enabled endpoints that something is due for and that nobody is at. */
  dueWebhookEndpoints(now: Date): Promise<string[]>
  /** Takes the first open delivery of each lane that is due, for this caller alone until `until`. Earliest first. */
  claimDeliveries(endpoint_id: string, claim: { now: Date; until: Date; limit: number }): Promise<DueDelivery[]>
  /** When the next delivery of an endpoint is due; null for none. */
  nextDelivery(endpoint_id: string): Promise<Date | null>
  /** Returns failures in a row; a stopped delivery stays so unless it succeeded, null leaves it as it is. */
  recordAttempt(attempt: NewAttempt, result: AttemptResult | null): Promise<number>

  /** An event for one endpoint that isn't queued; returns its delivery. */
  addTestDelivery(endpoint_id: string, message: Message): Promise<number>
  searchDeliveries(team_id: string, search: DeliverySearch): Promise<{ deliveries: Delivery[]; total: number | null }>
  countDeliveries(team_id: string, search: DeliveryCountsSearch): Promise<DeliveryCounts>
  findDelivery(team_id: string, id: number): Promise<Delivery | null>
  /** Newest first. */
  deliveryAttempts(id: number): Promise<Attempt[]>
  deliveryMessage(id: number): Promise<{ endpoint: WebhookEndpointRecord; message: Message; attempts: number } | null>

  /** The newest earlier version of the same record: of the same type, user and order; null for none. */
  messageBefore(message: Message): Promise<Message | null>
  /** The newest event of a workout's stream whose body is kept. */
  findWorkout(team_id: string, workout_id: string): Promise<Pick<Message, 'user_id' | 'data' | 'at'> | null>
  /** Removes a body and what was answered to it, now or later, and stops what waits. False where there is no such event. */
  expungeMessage(team_id: string, message_id: string): Promise<boolean>

  /** Subjects of a replay: of the deliveries that match, those whose endpoint is still there; `limit` at most. */
  replaySubjects(team_id: string, filters: DeliveryFilters, limit: number): Promise<EventSubject[]>
  startReplay(replay: Omit<ReplayRecord, 'last_id' | 'done' | 'failed' | 'cursor'>): Promise<void>
  findReplay(id: string): Promise<ReplayRecord | null>
  /** Deliveries to repeat next, oldest first: empty when none is left. Null when it has ended, or another worker is at it. */
  claimReplay(id: string, claim: { now: Date; until: Date; limit: number }): Promise<number[] | null>
  noteReplay(id: string, step: { cursor: number; done: number; failed: number }): Promise<void>
  endReplay(id: string, how: { finished_at: Date } | { canceled_at: Date }): Promise<void>
  unfinishedReplays(): Promise<string[]>

  /** Removes events before an instant with their deliveries, unless one still waits. Returns how many. */
  purgeMessages(before: Date): Promise<number>
}
