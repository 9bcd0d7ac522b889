/** Webhooks in memory: the readable model that the database must agree with, and what the demo runs on. */

import { WORKOUT_STREAM } from '#lib/domains/events/event.ts'
import { DELIVERY_COUNT_LIMIT, type DeliveryFilters } from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { codeClass, isSuccess } from '#lib/domains/webhooks/rules.ts'
import { COUNTED_ROWS, inList, windowOf } from '#lib/kernel/list/count-window.ts'
import {
  addDelivery,
  addMessage,
  emitInMemory,
  type MemoryWebhooks,
  type StoredDelivery,
} from '#lib/service/memory-outbox.ts'
import type { MemoryState } from '#lib/service/memory-state.ts'
import { isExpunged, type Message, messageFields, recordIdOf, workoutIdOf } from '#lib/service/outbox.ts'
import type { EventSubject, WebhookStore } from '#lib/service/webhook-store.ts'
import { boundOf } from '#lib/utils/time/instants.ts'
import { countsOf } from './delivery-counts.ts'
import { memoryEndpoints } from './store-memory-endpoints.ts'

export function memoryWebhooks(state: MemoryState): WebhookStore {
  const { webhooks } = state
  const { endpoints, messages, deliveries, attempts } = webhooks

  const byNumber = () => [...deliveries.values()].sort((a, b) => a.seq - b.seq || a.id - b.id)
  const openOf = (endpoint_id: string) =>
    byNumber().filter((each) => each.endpoint_id === endpoint_id && each.next_at !== null)

  /** The first open one of each lane. */
  function headsOf(endpoint_id: string): StoredDelivery[] {
    const lanes = new Map<string, StoredDelivery>()
    for (const each of openOf(endpoint_id)) if (!lanes.has(each.lane)) lanes.set(each.lane, each)
    return [...lanes.values()]
  }

  const dueOf = (endpoint_id: string, now: Date) =>
    headsOf(endpoint_id).filter(
      ({ next_at, claimed_until }) => next_at !== null && next_at <= now && !(claimed_until && claimed_until > now),
    )

  const messageOf = ({ seq }: StoredDelivery): Message => {
    const message = messages.get(seq)
    if (!message) throw new Error('A delivery has no message.')
    return message
  }

  function asDelivery(stored: StoredDelivery): Delivery {
    const { id, endpoint_id, state: stands, attempts: tried, next_at, last } = stored
    const message = messageOf(stored)
    return {
      id,
      endpoint: { id: endpoint_id, name: endpoints.get(endpoint_id)?.name ?? '' },
      ...messageFields(message),
      state: stands,
      attempts: tried,
      next_at: next_at?.toISOString() ?? null,
      last,
    }
  }

  /** Newest first. */
  const matching = (team_id: string, filters: DeliveryFilters) =>
    byNumber()
      .reverse()
      .filter((each) => messageOf(each).team_id === team_id && matches(each, messageOf(each), filters))

  return {
    async emit(given) {
      emitInMemory(state, given)
    },

    ...memoryEndpoints(webhooks),

    async webhookStatus(id, since) {
      const own = attempts.filter(({ delivery_id, kind }) => {
        return kind === 'delivery' && deliveries.get(delivery_id)?.endpoint_id === id
      })
      const recent = own.filter(({ at }) => at >= since)
      const times = recent.flatMap(({ status, ms }) => (status === null ? [] : [ms])).sort((a, b) => a - b)
      const last = own.filter(isSuccess).reduce((latest, { at }) => Math.max(latest, Number(at)), 0)
      return {
        open: openOf(id).length,
        health: {
          attempts: recent.length,
          succeeded: recent.filter(isSuccess).length,
          p95_ms: times[Math.ceil(times.length * 0.95) - 1] ?? null,
          last_success_at: last > 0 ? new Date(last).toISOString() : null,
        },
      }
    },

    async dueWebhookEndpoints(now) {
      const enabled = [...endpoints.values()].filter(({ disabled_at }) => disabled_at === null)
      return enabled.flatMap(({ id }) => (dueOf(id, now).length > 0 ? [id] : []))
    },

    async claimDeliveries(endpoint_id, { now, until, limit }) {
      return dueOf(endpoint_id, now)
        .slice(0, limit)
        .map((each) => {
          each.claimed_until = until
          return { id: each.id, attempts: each.attempts, message: messageOf(each) }
        })
    },

    async nextDelivery(endpoint_id) {
      const times = headsOf(endpoint_id).map(({ next_at }) => Number(next_at))
      return times.length > 0 ? new Date(Math.min(...times)) : null
    },

    async recordAttempt(attempt, result) {
      const stored = deliveries.get(attempt.delivery_id)
      const endpoint = stored && endpoints.get(stored.endpoint_id)
      if (!stored || !endpoint) return 0
      webhooks.last += 1
      attempts.push({ ...attempt, id: webhooks.last, ...(isExpunged(messageOf(stored)) && { response: null }) })
      const { at, ms, status, failure, kind } = attempt
      const isOwn = kind === 'delivery'
      const isChanged = result && (stored.next_at !== null || isSuccess(attempt))
      Object.assign(stored, {
        last: { at: at.toISOString(), ms, status, failure },
        attempts: stored.attempts + (isOwn ? 1 : 0),
        ...(isOwn && { claimed_until: null }),
        ...(isChanged && result),
      })
      if (isOwn) endpoint.failures = isSuccess(attempt) ? 0 : endpoint.failures + 1
      return endpoint.failures
    },

    async addTestDelivery(endpoint_id, message) {
      return addDelivery(webhooks, endpoint_id, addMessage(webhooks, message), null)
    },

    async searchDeliveries(team_id, { offset, limit, ...filters }) {
      const found = matching(team_id, filters)
      return {
        deliveries: found.slice(offset, offset + limit).map(asDelivery),
        total: found.length > DELIVERY_COUNT_LIMIT ? null : found.length,
      }
    },

    async countDeliveries(team_id, search) {
      const { subject, from: start, to: end } = search
      const { from, to, each } = windowOf(search)
      const window = { subject, from: from.toISOString(), to: to.toISOString() }
      const found = matching(team_id, window).slice(0, COUNTED_ROWS + 1)
      const groups = found.map((delivery) => {
        const { state: stands, endpoint_id, last } = delivery
        const { event_type, at } = messageOf(delivery)
        const { status = null, failure = null } = last ?? {}
        const bar = Math.floor((at.getTime() - from.getTime()) / each)
        return {
          state: stands,
          event_type,
          endpoint_id,
          status,
          failure,
          bar,
          is_in: isWithin(at, start, end),
          count: 1,
        }
      })
      return countsOf(groups, search)
    },

    async findDelivery(team_id, id) {
      const stored = deliveries.get(id)
      return stored && messageOf(stored).team_id === team_id ? asDelivery(stored) : null
    },

    async deliveryAttempts(id) {
      const own = attempts.filter(({ delivery_id }) => delivery_id === id).reverse()
      return own.map(({ delivery_id, at, ...attempt }) => ({ ...attempt, at: at.toISOString() }))
    },

    async deliveryMessage(id) {
      const stored = deliveries.get(id)
      const endpoint = stored && endpoints.get(stored.endpoint_id)
      return stored && endpoint ? { endpoint, message: messageOf(stored), attempts: stored.attempts } : null
    },

    async messageBefore({ id, team_id, user_id, order_id, event_type, ...message }) {
      const record = recordIdOf(message)
      const own = [...messages.values()].filter(
        (each) =>
          each.team_id === team_id &&
          each.user_id === user_id &&
          each.order_id === order_id &&
          each.event_type === event_type &&
          !each.is_test,
      )
      const at = own.findIndex((each) => each.id === id)
      return own.slice(0, Math.max(0, at)).findLast((each) => record !== null && recordIdOf(each) === record) ?? null
    },

    async findWorkout(team_id, workout_id) {
      const isIt = (each: Message) =>
        each.event_type === WORKOUT_STREAM &&
        each.team_id === team_id &&
        !each.is_test &&
        workoutIdOf(each) === workout_id
      return [...messages.values()].findLast(isIt) ?? null
    },

    async expungeMessage(team_id, message_id) {
      const [seq, message] =
        [...messages].find(([, { id, team_id: team }]) => id === message_id && team === team_id) ?? []
      if (seq === undefined || !message) return false
      messages.set(seq, { ...message, data: '' })
      const own = byNumber().filter((each) => each.seq === seq)
      for (const each of own) if (each.next_at !== null) Object.assign(each, { state: 'stopped', next_at: null })
      for (const attempt of attempts) if (own.some(({ id }) => id === attempt.delivery_id)) attempt.response = null
      return true
    },

    ...memoryReplays(webhooks, (team_id, filters) =>
      matching(team_id, filters).flatMap((each) => {
        const { user_id, order_id } = messageOf(each)
        return endpoints.get(each.endpoint_id)?.removed_at ? [] : [{ id: each.id, user_id, order_id }]
      }),
    ),

    async purgeMessages(before) {
      let purged = 0
      for (const [seq, { at }] of messages) {
        const own = byNumber().filter((each) => each.seq === seq)
        if (at >= before || own.some(({ next_at }) => next_at !== null)) continue
        for (const { id } of own) deliveries.delete(id)
        messages.delete(seq)
        purged += 1
      }
      return purged
    },
  }
}

function matches({ state, endpoint_id, last }: StoredDelivery, message: Message, filters: DeliveryFilters): boolean {
  const { states, codes, event_types, endpoints, subject, from, to } = filters
  const code = last && codeClass(last)
  return (
    inList(state, states) &&
    inList(code ?? '', codes) &&
    inList(message.event_type, event_types) &&
    inList(endpoint_id, endpoints) &&
    (subject === undefined || message.user_id === subject || message.order_id === subject) &&
    isWithin(message.at, from, to)
  )
}

function isWithin(at: Date, from: string | undefined, to: string | undefined): boolean {
  return (from === undefined || at >= boundOf(from)) && (to === undefined || at < boundOf(to))
}

type ReplayPart = Pick<
  WebhookStore,
  'replaySubjects' | 'startReplay' | 'findReplay' | 'claimReplay' | 'noteReplay' | 'endReplay' | 'unfinishedReplays'
>

/** Returns the replays over records in memory; `matching` gives the deliveries that filters match. */
function memoryReplays(
  { deliveries, replays }: MemoryWebhooks,
  matching: (team_id: string, filters: DeliveryFilters) => (EventSubject & { id: number })[],
): ReplayPart {
  return {
    replaySubjects: async (team_id, filters, limit) => matching(team_id, filters).slice(0, limit),

    async startReplay(replay) {
      const last_id = Math.max(0, ...deliveries.keys())
      replays.set(replay.id, { ...replay, last_id, done: 0, failed: 0, cursor: 0, claimed_until: null })
    },

    async findReplay(id) {
      const { claimed_until, ...replay } = replays.get(id) ?? {}
      return 'id' in replay ? replay : null
    },

    async claimReplay(id, { now, until, limit }) {
      const replay = replays.get(id)
      if (!replay || replay.finished_at || replay.canceled_at) return null
      if (replay.claimed_until && replay.claimed_until > now) return null
      replay.claimed_until = until
      const { cursor, last_id } = replay
      const found = matching(replay.team_id, replay.filters).map((each) => each.id)
      const next = found.filter((each) => each > cursor && each <= last_id)
      return next.sort((a, b) => a - b).slice(0, limit)
    },

    async noteReplay(id, { cursor, done, failed }) {
      const replay = replays.get(id)
      if (!replay) return
      const counted = { done: replay.done + done, failed: replay.failed + failed }
      replays.set(id, { ...replay, ...counted, cursor, claimed_until: null })
    },

    async endReplay(id, how) {
      const replay = replays.get(id)
      if (replay && !replay.finished_at && !replay.canceled_at) replays.set(id, { ...replay, ...how })
    },

    async unfinishedReplays() {
      return [...replays.values()].flatMap(({ id, finished_at, canceled_at }) =>
        finished_at || canceled_at ? [] : [id],
      )
    },
  }
}
