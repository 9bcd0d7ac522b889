import type { Series } from '#lib/domains/events/new-event.ts'
import type { Rejection } from '#lib/domains/events/outcomes.ts'
import { EVENT_COUNT_LIMIT, type EventSearch, type ReceivedEvent } from '#lib/domains/events/received.ts'
import { inList } from '#lib/kernel/list/count-window.ts'
import { boundOf, compareInstants } from '#lib/utils/time/instants.ts'
import {
  type KeptSample,
  messageKey,
  type ResolvedEvent,
  resolveBatch,
  sampleKey,
  savedOf,
  seriesKey,
  type Version,
} from './resolve-batch.ts'
import type { EventGroup, EventStore } from './store.ts'

interface Row extends ResolvedEvent {
  body: string | null
  expunged_at: Date | null
}

interface Rejected {
  environment: string
  reason: Rejection
  minute: number
  count: number
}

/** Newest events whose forms are told to who was away. */
export const LOOKED_AT = 1000

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength

/** Returns the store of events in memory, the model that the database must agree with. */
export function memoryEvents(): EventStore {
  const rows: Row[] = []
  const messages = new Map<string, number>()
  const versions = new Map<string, Version>()
  const samples = new Map<string, KeptSample>()
  const rejected: Rejected[] = []

  const rowOf = (environment: string, id: number) =>
    rows.find(({ seq, event }) => seq === id && event.environment === environment)

  /** Newest first. */
  const matching = (environment: string, search: Omit<EventSearch, 'offset' | 'limit'>) =>
    rows.filter((row) => row.event.environment === environment && matches(row, search)).reverse()

  function forget(row: Row) {
    row.body = null
    for (const [key, { seq }] of samples) if (seq === row.seq) samples.delete(key)
  }

  return {
    async saveEvents(batch) {
      const settled = resolveBatch(batch, { messages, versions, samples, newest: rows.at(-1)?.seq ?? 0 })
      for (const one of settled.events) {
        const isDuplicate = one.outcome === 'duplicate'
        if (!isDuplicate) messages.set(messageKey(one.event), one.seq)
        rows.push({ ...one, body: isDuplicate ? null : one.event.body, expunged_at: null })
      }
      for (const [seq, by] of settled.superseded) {
        const before = rows.find((row) => row.seq === seq)
        if (before) Object.assign(before, { outcome: 'superseded', related: by })
      }
      for (const [key, { version }] of settled.versions) versions.set(key, version)
      for (const [key, { sample }] of settled.samples) samples.set(key, sample)
      return settled.events.map(savedOf)
    },

    async searchEvents(environment, { up_to: asked, offset, limit, ...filters }) {
      const all = matching(environment, filters)
      const newest = rows.findLast(({ event }) => event.environment === environment)?.seq ?? 0
      const up_to = asked ?? newest
      const listed = all.filter(({ seq }) => seq <= up_to)
      return {
        events: listed.slice(offset, offset + limit).map(receivedOf),
        total: listed.length > EVENT_COUNT_LIMIT ? null : listed.length,
        up_to,
      }
    },

    async eventsSince(environment, { after, order_id }) {
      const ofOrder = { ...(order_id !== null && { order_id }) }
      const newest = matching(environment, {})[0]?.seq ?? 0
      const since = matching(environment, ofOrder).filter(({ seq }) => after !== null && seq > after)
      const forms = since.slice(0, LOOKED_AT).map(({ event }) => event.form)
      return { up_to: Math.max(after ?? 0, newest), forms: [...new Set(forms)].sort() }
    },

    async countNewEvents(environment, filters, after) {
      const newer = matching(environment, filters).filter(({ seq }) => seq > after)
      return Math.min(newer.length, EVENT_COUNT_LIMIT)
    },

    async groupEvents(environment, { from, to, bars, limit, ...filters }) {
      const range = { from: from.toISOString(), to: to.toISOString() }
      const all = matching(environment, { ...filters, ...range })
      const each = (to.getTime() - from.getTime()) / bars
      const groups = new Map<string, EventGroup>()
      for (const { event, outcome } of all.slice(0, limit)) {
        const { event_type, source_slug, source_name } = event
        const bar = Math.floor((Date.parse(event.received_at) - from.getTime()) / each)
        const group = { outcome, event_type, source_slug, source_name, bar, count: 0 }
        const key = JSON.stringify(group)
        const kept = groups.get(key) ?? group
        groups.set(key, { ...kept, count: kept.count + 1 })
      }
      return { groups: [...groups.values()], is_cut: all.length > limit }
    },

    async findEvent(environment, id) {
      const row = rowOf(environment, id)
      return row ? receivedOf(row) : null
    },

    eventBody: async (environment, id) => rowOf(environment, id)?.body ?? null,

    async seriesSamples(environment, series: Series, { from, to, limit }) {
      const start = sampleKey(seriesKey(environment, series), '')
      const found = [...samples]
        .filter(([key, { at }]) => key.startsWith(start) && new Date(at) >= from && new Date(at) <= to)
        .map(([, sample]) => ({ ...sample }))
      return found.sort((a, b) => compareInstants(a.at, b.at)).slice(-limit)
    },

    async expungeBody(environment, id, at) {
      const row = rowOf(environment, id)
      if (!row || row.body === null) return false
      forget(row)
      row.expunged_at = at
      return true
    },

    async purgeBodies(before) {
      const last = rows.findLastIndex(({ event }) => new Date(event.received_at) < before)
      const old = rows.slice(0, last + 1)
      const count = old.filter(({ body }) => body !== null).length
      for (const row of old) forget(row)
      return count
    },

    async countRejections(counts) {
      for (const { environment, reason, minute, count } of counts)
        rejected.push({ environment, reason, minute: minute.getTime(), count })
    },

    async rejections(environment, { from, to }) {
      const counts = new Map<Rejection, number>()
      for (const one of rejected) {
        const isHere = one.environment === environment || one.environment === ''
        if (isHere && one.minute >= from.getTime() && one.minute < to.getTime())
          counts.set(one.reason, (counts.get(one.reason) ?? 0) + one.count)
      }
      return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => (a.reason < b.reason ? -1 : 1))
    },
  }
}

function receivedOf({ event, seq, body, expunged_at, ...row }: Row): ReceivedEvent {
  const { source_slug, source_name } = event
  return {
    id: seq,
    message_id: event.message_id,
    event_type: event.event_type,
    form: event.form,
    user_id: event.user_id,
    client_user_id: event.client_user_id,
    source: source_slug === null ? null : { slug: source_slug, name: source_name ?? source_slug },
    order_id: event.order_id,
    outcome: row.outcome,
    related_id: row.related,
    replaces_id: row.replaces,
    samples: { count: event.samples.length, replaced: row.samples_replaced, same: row.samples_same },
    bytes: bytesOf(event.body),
    sent_at: event.sent_at,
    received_at: event.received_at,
    body_state: bodyState(row.outcome, body !== null, expunged_at),
  }
}

export function bodyState(outcome: string, isKept: boolean, expunged_at: Date | null): ReceivedEvent['body_state'] {
  if (isKept) return 'kept'
  if (outcome === 'duplicate') return 'none'
  return expunged_at ? 'expunged' : 'expired'
}

function matches({ event, seq, outcome }: Row, filters: Omit<EventSearch, 'offset' | 'limit'>): boolean {
  const { outcomes, event_types, sources, user_id, order_id, message_id, from, to, up_to } = filters
  const at = new Date(event.received_at)
  return (
    inList(outcome, outcomes) &&
    inList(event.event_type, event_types) &&
    inList(event.source_slug ?? '', sources) &&
    (user_id === undefined || event.user_id === user_id) &&
    (order_id === undefined || event.order_id === order_id) &&
    (message_id === undefined || event.message_id === message_id) &&
    (from === undefined || at >= boundOf(from)) &&
    (to === undefined || at < boundOf(to)) &&
    (up_to === undefined || seq <= up_to)
  )
}
