/** Lists, counts, details and replays of deliveries, in the database. */
import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { DELIVERY_COUNT_LIMIT, type DeliveryFilters, deliveryFilters } from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import type { CodeClass } from '#lib/domains/webhooks/rules.ts'
import { COUNTED_ROWS, windowOf } from '#lib/kernel/list/count-window.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { messageFields } from '#lib/service/outbox.ts'
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
  webhookReplays,
} from '#lib/service/tables.ts'
import type { ReplayRecord, WebhookStore } from '#lib/service/webhook-store.ts'
import { boundOf } from '#lib/utils/time/instants.ts'
import { countsOf } from './delivery-counts.ts'

const { last_status, last_failure } = webhookDeliveries

type ListPart = Pick<WebhookStore, 'searchDeliveries' | 'countDeliveries' | 'findDelivery' | 'deliveryAttempts'>

export function postgresDeliveryLists(db: Database): ListPart {
  const rowsOf = (where: SQL | undefined) =>
    db
      .select({ delivery: webhookDeliveries, message: webhookMessages, name: webhookEndpoints.name })
      .from(webhookDeliveries)
      .innerJoin(webhookMessages, eq(webhookMessages.seq, webhookDeliveries.seq))
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpoint_id))
      .where(where)

  return {
    async searchDeliveries(team_id, { offset, limit, ...filters }) {
      const where = matching(team_id, filters)
      const rows = await rowsOf(where)
        .orderBy(desc(webhookDeliveries.seq), desc(webhookDeliveries.id))
        .offset(offset)
        .limit(limit)
      const some = db
        .select({ one: sql`1`.as('one') })
        .from(webhookDeliveries)
        .innerJoin(webhookMessages, eq(webhookMessages.seq, webhookDeliveries.seq))
        .where(where)
        .limit(DELIVERY_COUNT_LIMIT + 1)
      const total = await db.$count(some.as('some'))
      return { deliveries: rows.map(asDelivery), total: total > DELIVERY_COUNT_LIMIT ? null : total }
    },

    async countDeliveries(team_id, search) {
      const { subject } = search
      const { from, to, each } = windowOf(search)
      const { state, endpoint_id, seq } = webhookDeliveries
      const { event_type, at } = webhookMessages
      const range = sql<boolean>`${within(search) ?? true}`
      const bar = sql<number>`floor(extract(epoch from (${at} - ${from.toISOString()}::timestamptz)) * 1000 / ${each}::float8)::int`
      const some = db
        .select({
          state,
          event_type,
          endpoint_id,
          status: last_status,
          failure: last_failure,
          bar: bar.as('bar'),
          is_in: range.as('is_in'),
        })
        .from(webhookDeliveries)
        .innerJoin(webhookMessages, eq(webhookMessages.seq, seq))
        .where(matching(team_id, { subject, from: from.toISOString(), to: to.toISOString() }))
        .orderBy(desc(seq))
        .limit(COUNTED_ROWS + 1)
        .as('some')
      const alike = {
        state: some.state,
        event_type: some.event_type,
        endpoint_id: some.endpoint_id,
        status: some.status,
        failure: some.failure,
        bar: some.bar,
        is_in: some.is_in,
      }
      const groups = await db
        .select({ ...alike, count: sql<number>`count(*)::int` })
        .from(some)
        .groupBy(...Object.values(alike))
      return countsOf(groups, search)
    },

    async findDelivery(team_id, id) {
      const [row] = await rowsOf(and(eq(webhookMessages.team_id, team_id), eq(webhookDeliveries.id, id)))
      return row ? asDelivery(row) : null
    },

    async deliveryAttempts(id) {
      const rows = await db
        .select()
        .from(webhookAttempts)
        .where(eq(webhookAttempts.delivery_id, id))
        .orderBy(desc(webhookAttempts.id))
      return rows.map(({ delivery_id, at, response, response_type, is_cut, ...row }) => ({
        ...row,
        at: at.toISOString(),
        response: response === null ? null : { content_type: response_type, text: response, is_cut },
      }))
    },
  }
}

/** Deliveries of a replay, oldest first: those whose endpoint is still there. */
function matchingIds(db: Database, team_id: string, filters: DeliveryFilters) {
  return {
    within: (range: SQL | undefined, limit: number) =>
      db
        .select({ id: webhookDeliveries.id, user_id: webhookMessages.user_id, order_id: webhookMessages.order_id })
        .from(webhookDeliveries)
        .innerJoin(webhookMessages, eq(webhookMessages.seq, webhookDeliveries.seq))
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpoint_id))
        .where(and(matching(team_id, filters), isNull(webhookEndpoints.removed_at), range))
        .orderBy(asc(webhookDeliveries.id))
        .limit(limit),
  }
}

function matching(team_id: string, filters: DeliveryFilters): SQL | undefined {
  const { states, codes, event_types, endpoints, subject } = filters
  const { event_type, user_id, order_id } = webhookMessages
  return and(
    eq(webhookMessages.team_id, team_id),
    states?.length ? inArray(webhookDeliveries.state, states) : undefined,
    codes?.length ? or(...codes.map(isOfClass)) : undefined,
    event_types?.length ? inArray(event_type, event_types) : undefined,
    endpoints?.length ? inArray(webhookDeliveries.endpoint_id, endpoints) : undefined,
    subject === undefined ? undefined : or(eq(user_id, subject), eq(order_id, subject)),
    within(filters),
  )
}

function within({ from, to }: Pick<DeliveryFilters, 'from' | 'to'>): SQL | undefined {
  const { at } = webhookMessages
  return and(
    from === undefined ? undefined : gte(at, boundOf(from)),
    to === undefined ? undefined : lt(at, boundOf(to)),
  )
}

/** The same as `codeClass` says of a row. */
function isOfClass(code: CodeClass): SQL | undefined {
  if (code === 'timeout') return eq(last_failure, 'timeout')
  const isOdd = sql`${last_status} not between 200 and 599`
  if (code === 'no_response') return or(isOdd, and(isNull(last_status), sql`${last_failure} <> 'timeout'`))
  const hundreds = Number(code.slice(0, 1)) * 100
  return and(gte(last_status, hundreds), lt(last_status, hundreds + 100))
}

interface Row {
  delivery: typeof webhookDeliveries.$inferSelect
  message: typeof webhookMessages.$inferSelect
  name: string
}

function asDelivery({ delivery, message, name }: Row): Delivery {
  const { id, endpoint_id, state, attempts, next_at, last_at, last_ms, last_status, last_failure } = delivery
  return {
    id,
    endpoint: { id: endpoint_id, name },
    ...messageFields(message),
    state,
    attempts,
    next_at: next_at?.toISOString() ?? null,
    last:
      last_at === null
        ? null
        : { at: last_at.toISOString(), ms: last_ms ?? 0, status: last_status, failure: last_failure },
  }
}

/** Replays of many deliveries, in the database: their place is kept, so that they go on after a restart. */
type ReplayPart = Pick<
  WebhookStore,
  'replaySubjects' | 'startReplay' | 'findReplay' | 'claimReplay' | 'noteReplay' | 'endReplay' | 'unfinishedReplays'
>

export function postgresReplays(db: Database): ReplayPart {
  const isOpen = and(isNull(webhookReplays.finished_at), isNull(webhookReplays.canceled_at))
  return {
    replaySubjects: (team_id, filters, limit) => matchingIds(db, team_id, filters).within(undefined, limit),

    async startReplay(replay) {
      const last_id = sql<number>`(select coalesce(max(id), 0) from ${webhookDeliveries})`
      await db.insert(webhookReplays).values({ ...replay, last_id })
    },

    async findReplay(id) {
      const [row] = await db.select().from(webhookReplays).where(eq(webhookReplays.id, id))
      return row ? asReplay(row) : null
    },

    async claimReplay(id, { now, until, limit }) {
      const isFree = sql`(claimed_until is null or claimed_until <= ${now.toISOString()}::timestamptz)`
      const [row] = await db
        .update(webhookReplays)
        .set({ claimed_until: until })
        .where(and(eq(webhookReplays.id, id), isOpen, isFree))
        .returning()
      if (!row) return null
      const { team_id, filters, cursor, last_id } = asReplay(row)
      const range = sql`${webhookDeliveries.id} > ${cursor} and ${webhookDeliveries.id} <= ${last_id}`
      const rows = await matchingIds(db, team_id, filters).within(range, limit)
      return rows.map((each) => each.id)
    },

    async noteReplay(id, { cursor, done, failed }) {
      const counted = { done: sql`${webhookReplays.done} + ${done}`, failed: sql`${webhookReplays.failed} + ${failed}` }
      await db
        .update(webhookReplays)
        .set({ ...counted, cursor, claimed_until: null })
        .where(eq(webhookReplays.id, id))
    },

    async endReplay(id, how) {
      await db
        .update(webhookReplays)
        .set(how)
        .where(and(eq(webhookReplays.id, id), isOpen))
    },

    async unfinishedReplays() {
      const rows = await db
        .select({ id: webhookReplays.id })
        .from(webhookReplays)
        .where(isOpen)
        .orderBy(asc(webhookReplays.created_at))
      return rows.map(({ id }) => id)
    },
  }
}

function asReplay({ claimed_until, filters, ...row }: typeof webhookReplays.$inferSelect): ReplayRecord {
  return { ...row, filters: deliveryFilters.parse(filters) }
}
