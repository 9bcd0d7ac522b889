/** Webhooks in the database: endpoints, and the queue of deliveries that several instances share. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { WORKOUT_STREAM } from '#lib/domains/events/event.ts'
import { isSuccess } from '#lib/domains/webhooks/rules.ts'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import { recordIdOf } from '#lib/service/outbox.ts'
import { emitMessages } from '#lib/service/sql-rows.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookMessages } from '#lib/service/tables.ts'
import type { AttemptResult, NewAttempt, WebhookStore } from '#lib/service/webhook-store.ts'
import { postgresDeliveryLists, postgresReplays } from './store-sql-lists.ts'

/** Bodies of events in the database: the version before one, and removing one. */
const MESSAGE = {
  id: webhookMessages.id,
  team_id: webhookMessages.team_id,
  user_id: webhookMessages.user_id,
  client_user_id: webhookMessages.client_user_id,
  order_id: webhookMessages.order_id,
  event_type: webhookMessages.event_type,
  is_test: webhookMessages.is_test,
  data: webhookMessages.data,
  at: webhookMessages.at,
}

function postgresBodies(db: Database): Pick<WebhookStore, 'messageBefore' | 'findWorkout' | 'expungeMessage'> {
  const { id, seq, team_id: team, data } = webhookMessages

  return {
    async messageBefore(message) {
      const { team_id, user_id, order_id, event_type } = message
      const record = recordIdOf(message)
      if (record === null) return null
      const own = db.select({ seq }).from(webhookMessages).where(eq(id, message.id))
      const [before] = await db
        .select(MESSAGE)
        .from(webhookMessages)
        .where(
          and(
            eq(team, team_id),
            eq(webhookMessages.user_id, user_id),
            eq(webhookMessages.event_type, event_type),
            sql`${webhookMessages.order_id} is not distinct from ${order_id}`,
            eq(webhookMessages.is_test, false),
            lt(seq, own),
            sql`nullif(${data}, '')::json ->> 'id' = ${record}`,
          ),
        )
        .orderBy(desc(seq))
        .limit(1)
      return before ?? null
    },

    async findWorkout(team_id, workout_id) {
      const { user_id, at, event_type, is_test } = webhookMessages
      // As its index has it: the type in the statement itself.
      const isStream = sql`${event_type} = ${sql.raw(`'${WORKOUT_STREAM}'`)}`
      const isIt = sql`nullif(${data}, '')::json ->> 'workout_id' = ${workout_id}`
      const [found] = await db
        .select({ user_id, data, at })
        .from(webhookMessages)
        .where(and(isStream, isIt, eq(team, team_id), eq(is_test, false)))
        .orderBy(desc(seq))
        .limit(1)
      return found ?? null
    },

    expungeMessage: (team_id, message_id) =>
      db.transaction(async (tx) => {
        const [removed] = await tx
          .update(webhookMessages)
          .set({ data: '' })
          .where(and(eq(team, team_id), eq(id, message_id)))
          .returning({ seq })
        if (!removed) return false
        const ofMessage = eq(webhookDeliveries.seq, removed.seq)
        await tx
          .update(webhookDeliveries)
          .set({ state: 'stopped', next_at: null })
          .where(and(ofMessage, isNotNull(webhookDeliveries.next_at)))
        const own = tx.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(ofMessage)
        await tx
          .update(webhookAttempts)
          .set({ response: null, response_type: null, is_cut: false })
          .where(inArray(webhookAttempts.delivery_id, own))
        return true
      }),
  }
}

const ids = z.object({ rows: z.array(z.object({ id: z.coerce.number() })) })

const seqRows = z.object({ rows: z.array(z.object({ seq: z.coerce.number() })) })
const endpointIds = z.object({ rows: z.array(z.object({ id: z.string() })) })

/** A delivery `kept` that is to be made by now, and that no instance is at. */
const isFree = (now: Date) => sql`kept.next_at <= ${now.toISOString()}::timestamptz
  and (kept.claimed_until is null or kept.claimed_until <= ${now.toISOString()}::timestamptz)`

/** The same, and the first of its lane. */
const isDue = (now: Date) => sql`${isFree(now)} and not exists (
  select 1 from ${webhookDeliveries} as before
  where before.endpoint_id = kept.endpoint_id and before.lane = kept.lane
    and before.seq < kept.seq and before.next_at is not null)`

export function postgresWebhooks(db: Database): WebhookStore {
  const { id, endpoint_id, next_at, lane, seq } = webhookDeliveries
  const { removed_at } = webhookEndpoints
  const isOpen = (endpoint: string) => and(eq(endpoint_id, endpoint), isNotNull(next_at))

  return {
    emit: (messages) => emitMessages(db, messages),

    async ensureWebhookEndpoint(settings) {
      await db.insert(webhookEndpoints).values(settings).onConflictDoNothing()
    },

    addWebhookEndpoint: (settings, limit) =>
      db.transaction(async (tx) => {
        const { team_id } = settings
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${team_id}`}, 0))`)
        if (
          (await tx.$count(webhookEndpoints, and(eq(webhookEndpoints.team_id, team_id), isNull(removed_at)))) >= limit
        )
          return false
        await tx.insert(webhookEndpoints).values(settings)
        return true
      }),

    async changeWebhookEndpoint(asked, change) {
      // The ID makes it a statement where nothing changes.
      const changed = await db
        .update(webhookEndpoints)
        .set({ ...change, id: asked })
        .where(and(eq(webhookEndpoints.id, asked), isNull(removed_at)))
        .returning({ id: webhookEndpoints.id })
      return changed.length > 0
    },

    async rotateWebhookSecret(asked, was, rotation) {
      const isThat = was === null ? isNull(webhookEndpoints.sealed) : eq(webhookEndpoints.sealed, was)
      const rotated = await db
        .update(webhookEndpoints)
        .set({ ...rotation, previous_sealed: was })
        .where(and(eq(webhookEndpoints.id, asked), isNull(removed_at), isThat))
        .returning({ id: webhookEndpoints.id })
      return rotated.length > 0
    },

    listWebhookEndpoints: (team_id) =>
      db
        .select()
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.team_id, team_id), isNull(removed_at)))
        .orderBy(asc(webhookEndpoints.created_at), asc(webhookEndpoints.id)),

    async findWebhookEndpoint(asked) {
      const [row] = await db
        .select()
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.id, asked), isNull(removed_at)))
      return row ?? null
    },

    removeWebhookEndpoint: (team_id, asked, at) =>
      db.transaction(async (tx) => {
        const own = and(eq(webhookEndpoints.team_id, team_id), eq(webhookEndpoints.id, asked), isNull(removed_at))
        const removed = await tx
          .update(webhookEndpoints)
          .set({ removed_at: at, disabled_at: at, disabled_reason: 'person', sealed: null, previous_sealed: null })
          .where(own)
          .returning({ id: webhookEndpoints.id })
        if (removed.length === 0) return false
        await tx.update(webhookDeliveries).set({ state: 'stopped', next_at: null }).where(isOpen(asked))
        return true
      }),

    disableWebhookEndpoint: (asked, disabled_reason, disabled_at) =>
      db.transaction(async (tx) => {
        const enabled = and(eq(webhookEndpoints.id, asked), isNull(webhookEndpoints.disabled_at))
        const disabled = await tx
          .update(webhookEndpoints)
          .set({ disabled_at, disabled_reason })
          .where(enabled)
          .returning({ id: webhookEndpoints.id })
        if (disabled.length === 0) return false
        await tx.update(webhookDeliveries).set({ state: 'stopped', next_at: null }).where(isOpen(asked))
        return true
      }),

    enableWebhookEndpoint: (asked, at, since) =>
      db.transaction(async (tx) => {
        const enabled = { disabled_at: null, disabled_reason: null, failures: 0 }
        const own = and(eq(webhookEndpoints.id, asked), isNull(removed_at))
        const there = await tx.update(webhookEndpoints).set(enabled).where(own).returning({ id: webhookEndpoints.id })
        if (!since || there.length === 0) return []
        const result: unknown = await tx.execute(sql`
          insert into ${webhookDeliveries} as kept (endpoint_id, seq, lane, state, next_at)
          select endpoint.id, added.seq, coalesce(added.order_id, added.user_id), 'waiting', ${at.toISOString()}::timestamptz
          from ${webhookEndpoints} as endpoint
          join ${webhookMessages} as added on added.team_id = endpoint.team_id
            and added.at >= ${since.toISOString()}::timestamptz and not added.is_test and added.data <> ''
          where endpoint.id = ${asked}
            and (endpoint.event_types is null or exists (
              select 1 from json_array_elements_text(endpoint.event_types) as pattern
              where pattern = added.event_type
                or (right(pattern, 2) = '.*' and starts_with(added.event_type, left(pattern, -1)))))
          order by added.seq
          on conflict (endpoint_id, seq) do update
            set state = 'waiting', attempts = 0, next_at = excluded.next_at, claimed_until = null
            where kept.state <> 'delivered' and kept.next_at is null
          returning seq`)
        const seqs = seqRows.parse(result).rows.map((row) => row.seq)
        if (seqs.length === 0) return []
        return tx
          .select({ user_id: webhookMessages.user_id, order_id: webhookMessages.order_id })
          .from(webhookMessages)
          .where(sql`${webhookMessages.seq} = any(${sql.param(seqs)}::bigint[])`)
      }),

    async webhookStatus(asked, since) {
      const { kind, at, ms, status, delivery_id } = webhookAttempts
      const isGood = sql`${status} between 200 and 299`
      const isRecent = sql`${at} >= ${since.toISOString()}::timestamptz`
      const [row] = await db
        .select({
          attempts: sql<number>`(count(*) filter (where ${isRecent}))::int`,
          succeeded: sql<number>`(count(*) filter (where ${isRecent} and ${isGood}))::int`,
          p95_ms: sql<number | null>`percentile_disc(0.95) within group (order by ${ms})
            filter (where ${isRecent} and ${status} is not null)`,
          last: sql<
            string | null
          >`to_char(max(${at}) filter (where ${isGood}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        })
        .from(webhookAttempts)
        .innerJoin(webhookDeliveries, eq(id, delivery_id))
        .where(and(eq(endpoint_id, asked), eq(kind, 'delivery')))
      const open = await db.$count(webhookDeliveries, isOpen(asked))
      const { attempts = 0, succeeded = 0, p95_ms = null, last = null } = row ?? {}
      return { open, health: { attempts, succeeded, p95_ms, last_success_at: last } }
    },

    async dueWebhookEndpoints(now) {
      const result: unknown = await db.execute(sql`
        select id from ${webhookEndpoints} as endpoint where disabled_at is null and exists (
          select 1 from ${webhookDeliveries} as kept where kept.endpoint_id = endpoint.id and ${isDue(now)})`)
      return endpointIds.parse(result).rows.map((row) => row.id)
    },

    async claimDeliveries(asked, { now, until, limit }) {
      // The oldest first, so that it is done when it has found enough, however many wait.
      const result: unknown = await db.execute(sql`
        with due as (
          select id from ${webhookDeliveries} as kept
          where endpoint_id = ${asked} and ${isDue(now)} order by seq limit ${limit})
        update ${webhookDeliveries} as kept set claimed_until = ${until.toISOString()}::timestamptz
        from due where kept.id = due.id and ${isFree(now)}
        returning kept.id`)
      const claimed = ids.parse(result).rows
      if (claimed.length === 0) return []
      const rows = await db
        .select({ id, attempts: webhookDeliveries.attempts, message: MESSAGE })
        .from(webhookDeliveries)
        .innerJoin(webhookMessages, eq(webhookMessages.seq, seq))
        .where(sql`${id} = any(${sql.param(claimed.map((each) => each.id))}::bigint[])`)
        .orderBy(asc(seq))
      return rows
    },

    async nextDelivery(asked) {
      const heads = db
        .selectDistinctOn([lane], { next_at })
        .from(webhookDeliveries)
        .where(isOpen(asked))
        .orderBy(lane, seq)
        .as('heads')
      const [row] = await db.select({ next_at: heads.next_at }).from(heads).orderBy(asc(heads.next_at)).limit(1)
      return row?.next_at ?? null
    },

    recordAttempt: (attempt, result) => db.transaction((tx) => recordAttempt(tx, attempt, result)),

    addTestDelivery: (asked, message) =>
      db.transaction(async (tx) => {
        const [added] = await tx.insert(webhookMessages).values(message).returning({ seq: webhookMessages.seq })
        const row = { endpoint_id: asked, seq: added?.seq ?? 0, lane: message.user_id, state: 'gave_up' as const }
        const [delivery] = await tx.insert(webhookDeliveries).values(row).returning({ id })
        return delivery?.id ?? 0
      }),

    async deliveryMessage(asked) {
      const [row] = await db
        .select({ endpoint: webhookEndpoints, message: MESSAGE, attempts: webhookDeliveries.attempts })
        .from(webhookDeliveries)
        .innerJoin(webhookMessages, eq(webhookMessages.seq, seq))
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpoint_id))
        .where(and(eq(id, asked), isNull(removed_at)))
      return row ?? null
    },

    ...postgresDeliveryLists(db),
    ...postgresBodies(db),
    ...postgresReplays(db),

    async purgeMessages(before) {
      const waiting = sql`exists (select 1 from ${webhookDeliveries} where ${seq} = ${webhookMessages.seq} and ${next_at} is not null)`
      const old = sql`${webhookMessages.at} < ${before.toISOString()}::timestamptz and not ${waiting}`
      const removed = await db.delete(webhookMessages).where(old).returning({ seq: webhookMessages.seq })
      const isEmpty = sql`not exists (select 1 from ${webhookDeliveries} where ${endpoint_id} = ${webhookEndpoints.id})`
      await db.delete(webhookEndpoints).where(and(lt(removed_at, before), isEmpty))
      return removed.length
    },
  }
}

/** Returns the endpoint's failures in a row. */
async function recordAttempt(
  tx: Transaction,
  { response: answer, ...attempt }: NewAttempt,
  result: AttemptResult | null,
): Promise<number> {
  const { delivery_id, kind, at, ms, status, failure } = attempt
  const isOwn = kind === 'delivery'
  const last = { last_at: at, last_ms: ms, last_status: status, last_failure: failure }
  const own = eq(webhookDeliveries.id, delivery_id)
  const response = answer && (await isBodyKept(tx, delivery_id)) ? answer : null
  const [stored] = await tx
    .update(webhookDeliveries)
    .set({ ...last, ...(isOwn && { attempts: sql`${webhookDeliveries.attempts} + 1`, claimed_until: null }) })
    .where(own)
    .returning({ endpoint_id: webhookDeliveries.endpoint_id })
  // The endpoint was removed in between.
  if (!stored) return 0
  if (result) {
    const isOpen = isSuccess(attempt) ? undefined : isNotNull(webhookDeliveries.next_at)
    await tx.update(webhookDeliveries).set(result).where(and(own, isOpen))
  }
  await tx.insert(webhookAttempts).values({
    ...attempt,
    response_type: response?.content_type ?? null,
    response: response?.text ?? null,
    is_cut: response?.is_cut ?? false,
  })
  return isOwn ? countFailure(tx, stored.endpoint_id, isSuccess(attempt)) : 0
}

/** Until the transaction ends, nobody removes a body that is kept: an answer may repeat it. */
async function isBodyKept(tx: Transaction, delivery_id: number): Promise<boolean> {
  const own = tx
    .select({ seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, delivery_id))
  const [message] = await tx
    .select({ data: webhookMessages.data })
    .from(webhookMessages)
    .where(eq(webhookMessages.seq, own))
    .for('share')
  return message !== undefined && message.data !== ''
}

/** A success writes only where there were failures: most have none, and the row is everyone's. */
async function countFailure(tx: Transaction, endpoint_id: string, isGood: boolean): Promise<number> {
  const { id, failures } = webhookEndpoints
  if (isGood) {
    await tx
      .update(webhookEndpoints)
      .set({ failures: 0 })
      .where(and(eq(id, endpoint_id), gt(failures, 0)))
    return 0
  }
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ failures: sql`${failures} + 1` })
    .where(eq(id, endpoint_id))
    .returning({ failures })
  return row?.failures ?? 0
}
