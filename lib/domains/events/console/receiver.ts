/** Handles a verified message: notes its news, stores it and applies it. Used by every inbox. */
import { z } from 'zod'
import { type WebhookEvent, webhookEvent } from '#lib/domains/events/event.ts'
import { type Message, type NewEvent, newEvent } from '#lib/domains/events/new-event.ts'
import { type ConnectionNews, connectionNews } from '#lib/domains/events/news.ts'
import { uuid } from '#lib/kernel/fields.ts'
import type { SavedEvent } from './resolve-batch.ts'
import type { EventStore } from './store.ts'

export interface ReceiverOptions {
  /** Keeps what an event says of a connection; durable when it resolves. */
  onNews: (news: { environment: string; user_id: string; at: string } & NonNullable<ConnectionNews>) => Promise<void>
  /** The team that an environment's events are of; null where nobody knows. */
  teamOf: (environment: string) => string | null
  /** Keeps the event; durable when it resolves. */
  keep: (event: NewEvent) => Promise<SavedEvent>
  /** Reads what was kept. */
  kept: Pick<EventStore, 'findEvent' | 'eventBody'>
  /** Told of every order that is its team's own, also of an older version: it may say what a newer one doesn't. */
  onOrder?: (environment: string, data: unknown) => Promise<void>
  /** Has a current event about an order or an appointment take effect; durable when it resolves. */
  onLab: (lab: { environment: string; event_id: number; data: unknown; version_at: string }) => Promise<void>
}

export type Receive = (message: Message) => Promise<void>

/** Creates what takes messages. What fails is to be sent again: everything it does may be done twice. */
export function createReceiver({ onNews, teamOf, keep, kept, onOrder, onLab }: ReceiverOptions): Receive {
  /** The message that came first with the id of a duplicate: another body under its id changes nothing. */
  async function firstOf(environment: string, id: number): Promise<Message | null> {
    const [first, body] = await Promise.all([kept.findEvent(environment, id), kept.eventBody(environment, id)])
    if (!first || first.outcome === 'older' || body === null) return null
    const { message_id, sent_at, received_at } = first
    return { environment, message_id, event: webhookEvent.parse(JSON.parse(body)), body, sent_at, received_at }
  }

  async function applyLabEvent(message: Message, event_id: number): Promise<void> {
    const { environment, event, sent_at } = message
    const { form, version } = newEvent(message)
    if (form !== 'lab' || !isOwn(event, teamOf(environment))) return
    await onLab({ environment, event_id, data: event.data, version_at: version?.at ?? sent_at })
  }

  return async (message) => {
    const { environment, event, received_at } = message
    const news = connectionNews(event)
    const made = newEvent(message)
    const noted = news && onNews({ environment, user_id: event.user_id, at: received_at, ...news })
    const [{ id, first_id, outcome }] = await Promise.all([keep(made), noted])
    if (made.form === 'lab' && isOwn(event, teamOf(environment))) await onOrder?.(environment, event.data)
    if (made.form !== 'lab' || outcome === 'older') return
    // Again where the message comes again: it may be that nobody got as far as this the first time.
    const first = first_id === null ? message : await firstOf(environment, first_id)
    if (first) await applyLabEvent(first, first_id ?? id)
  }
}

const owned = z.looseObject({ user_id: uuid, team_id: uuid.nullish() })

/** Whether the data is of the user and the team that the message names: what contradicts itself moves no booking. */
function isOwn({ data, user_id, team_id }: WebhookEvent, team: string | null): boolean {
  const owner = owned.safeParse(data).data
  return owner?.user_id === user_id && [owner.team_id, team].every((each) => each == null || each === team_id)
}
