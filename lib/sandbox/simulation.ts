/** Simulation: orders of sandboxes that move on, and receivers of webhooks that are played, so that nothing leaves. */
import type { Bookings } from '#lib/domains/bookings/console/bookings.ts'
import { createReceiver, type Receive, type ReceiverOptions } from '#lib/domains/events/console/receiver.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { webhookEvent } from '#lib/domains/events/event.ts'
import type { Simulation } from '#lib/domains/orders/console/routes.ts'
import type { Advanced, AdvanceInput } from '#lib/domains/orders/service/simulation/advance-order.ts'
import type { ConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { StateStore } from '#lib/domains/users/console/store/store.ts'
import type { Send } from '#lib/domains/webhooks/service/attempt.ts'
import type { SendResult } from '#lib/platform/http/webhook-sender.ts'
import { Random } from '#lib/sandbox/data/prng.ts'

interface Advancing {
  advanceOrder: (input: Omit<AdvanceInput, 'team_id'>) => Promise<Advanced>
}

/** `advance` returns null for an environment that isn't one of the sandboxes. */
export function createSimulation(sandboxes: readonly string[], embedded: Advancing | null): Simulation {
  return {
    async advance({ environment, order_id, status, interpretation, after_event_id }) {
      if (!embedded || !sandboxes.includes(environment)) return null
      const choice = { status, interpretation }
      const { record, event } = await embedded.advanceOrder({ order_id, choice, after_event_id })
      return { order: record.order, event }
    },
  }
}

/** Names that no network ever knows (RFC 6761): receivers of sample endpoints, which this process plays. */
const PLAYED_HOST = /\.sample\.invalid$/
/** An address that ends in a status, such as `/503`, is answered with it. */
const ASKED_STATUS = /\/([2-5]\d\d)$/
/** Milliseconds that a receiver takes. */
const PACE = { inbox: [2, 9], url: [80, 420], slow: [4_000, 11_500] } as const
const ANSWERED = { kind: 'response', content_type: null, retry_after: null, text: '', is_cut: false } as const

export const isPlayed = (url: string) => PLAYED_HOST.test(new URL(url).hostname)
const askedStatus = (url: string) => Number(ASKED_STATUS.exec(new URL(url).pathname)?.[1] ?? 200)

/** Answers as a receiver that nobody runs; the time it took is made up, and nobody waits for it. */
export function playedAnswer(url: string, random: Random, status: number = askedStatus(url)): SendResult {
  const text = status < 300 ? '{"ok":true}' : `{"error":"This sample receiver answers with ${status}."}`
  const [from, to] = url.endsWith('/slow') ? PACE.slow : PACE.url
  return { ...ANSWERED, content_type: 'application/json', text, status, ms: random.int(from, to) }
}

interface PlayedOptions {
  environment: string
  /** The inbox, which nobody else reaches: it believes every message. */
  take: Receive
  now: () => Date
  /** How a receiver answers; by its address unless set. */
  statusOf?: (url: string) => number
}

/** The console's own inbox gets every event, and other receivers are played. */
export function createPlayedSend({ environment, take, now, statusOf = askedStatus }: PlayedOptions): Send {
  return async ({ url, headers, body }) => {
    const random = new Random(now().getTime(), body.length, 0)
    if (url !== null) return playedAnswer(url, random, statusOf(url))
    const event = webhookEvent.parse(JSON.parse(body))
    const received_at = now().toISOString()
    const sent_at = new Date(Number(headers['webhook-timestamp']) * 1000).toISOString()
    const message_id = headers['webhook-id'] ?? ''
    await take({ environment, message_id, event, body, sent_at, received_at })
    return { ...ANSWERED, status: 204, ms: random.int(...PACE.inbox) }
  }
}

interface ReceiverParts extends Pick<ReceiverOptions, 'onOrder'> {
  team_id: string
  store: Pick<EventStore, 'saveEvents' | 'findEvent' | 'eventBody'> & Pick<StateStore, 'queueCheck'>
  states: Pick<ConnectionStates, 'noteEvent'>
  /** Has connections that are due read; nobody waits for it. */
  check: () => void
  applyEvent: Bookings['applyEvent']
}

/** Returns an inbox as the server's, without a signature to check. */
export function createOwnReceiver({ team_id, store, states, check, applyEvent, ...told }: ReceiverParts): Receive {
  return createReceiver({
    ...told,
    teamOf: () => team_id,
    kept: store,
    async keep(event) {
      const [saved] = await store.saveEvents([event])
      if (!saved) throw new Error('The store says nothing of an event that it was given.')
      return saved
    },
    async onNews(news) {
      if (news.kind === 'data') return states.noteEvent(news)
      await store.queueCheck(news.environment, news.user_id)
      check()
    },
    onLab: ({ environment, ...event }) => applyEvent(environment, event),
  })
}
