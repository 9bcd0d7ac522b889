/** Replays of many deliveries, in the database: their place is kept, so that they go on after a restart. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { deliveryFilters } from '#lib/domains/webhooks/deliveries.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { ReplayRecord, WebhookStore } from '#lib/service/webhook-store.ts'
import { webhookDeliveries, webhookReplays } from '#lib/service/webhook-tables.ts'
import { matchingIds } from './store-sql-lists.ts'

type ReplayPart = Pick<
  WebhookStore,
  'replaySubjects' | 'startReplay' | 'findReplay' | 'claimReplay' | 'noteReplay' | 'endReplay' | 'unfinishedReplays'
>

/** Returns the replays over the database. */
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
