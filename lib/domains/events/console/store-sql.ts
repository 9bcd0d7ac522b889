import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { EVENT_COUNT_LIMIT, type EventFilters, type ReceivedEvent } from '#lib/domains/events/received.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { boundOf, exactInstant } from '#lib/utils/time/instants.ts'
import { savedOf } from './resolve-batch.ts'
import { saveBatch } from './save-sql.ts'
import type { EventStore } from './store.ts'
import { bodyState, LOOKED_AT } from './store-memory.ts'
import { eventBodies, eventRejections, eventSamples, eventSeries, events } from './tables.ts'

const { seq, received_at, outcome, event_type, source_slug, source_name } = events
const ROW = { ...getTableColumns(events), is_kept: sql<boolean>`${eventBodies.seq} is not null` }
/** Bodies removed by one statement; the embedded database answers nothing else until it ends. */
const PURGED_AT_ONCE = 1000
const ranges = z.object({ rows: z.array(z.object({ from: z.coerce.number(), to: z.coerce.number() })) })
const removals = z.object({ rows: z.tuple([z.object({ count: z.number() })]) })
type Row = typeof events.$inferSelect & { is_kept: boolean }

export function postgresEvents(db: Database): EventStore {
  const rowsOf = (where: SQL | undefined) =>
    db.select(ROW).from(events).leftJoin(eventBodies, eq(eventBodies.seq, seq)).where(where).$dynamic()

  const atMost = async (where: SQL | undefined, limit: number) => {
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(events)
      .where(where)
      .limit(limit)
      .as('some')
    return db.$count(some)
  }

  async function newestOf(environment: string): Promise<number> {
    const [row] = await db
      .select({ newest: max(seq) })
      .from(events)
      .where(eq(events.environment, environment))
    return row?.newest ?? 0
  }

  /** Numbers of the next bodies to remove, with what has been left before them; null where none is old. */
  async function oldestBodies(before: Date) {
    const { rows } = ranges.parse(
      await db.execute(sql`select max(seq) as to,
          least((select min(seq) from ${eventBodies}), (select min(seq) from ${eventSamples})) as from
        from (select seq from ${eventBodies} order by seq limit ${PURGED_AT_ONCE}) as oldest
        where (select received_at from ${events} as one where one.seq = oldest.seq) < ${before.toISOString()}::timestamptz
        having count(*) > 0`),
    )
    return rows[0] ?? null
  }

  return {
    async saveEvents(batch) {
      const settled = await saveBatch(db, batch)
      return settled.events.map(savedOf)
    },

    async searchEvents(environment, { up_to: asked, offset, limit, ...filters }) {
      const up_to = asked ?? (await newestOf(environment))
      const where = condition(environment, filters)
      const listed = and(where, lte(seq, up_to))
      const rows = await rowsOf(listed).orderBy(desc(seq)).offset(offset).limit(limit)
      const total = await atMost(listed, EVENT_COUNT_LIMIT + 1)
      return { events: rows.map(receivedOf), total: total > EVENT_COUNT_LIMIT ? null : total, up_to }
    },

    async eventsSince(environment, { after, order_id }) {
      const up_to = Math.max(after ?? 0, await newestOf(environment))
      if (after === null || up_to === after) return { up_to, forms: [] }
      const since = and(
        condition(environment, { ...(order_id !== null && { order_id }) }),
        gt(seq, after),
        lte(seq, up_to),
      )
      const some = db
        .select({ form: events.form })
        .from(events)
        .where(since)
        .orderBy(desc(seq))
        .limit(LOOKED_AT)
        .as('some')
      const rows = await db.selectDistinct({ form: some.form }).from(some)
      return { up_to, forms: rows.map(({ form }) => form).sort() }
    },

    countNewEvents: (environment, filters, after) =>
      atMost(and(condition(environment, filters), gt(seq, after)), EVENT_COUNT_LIMIT),

    async groupEvents(environment, { from, to, bars, limit, ...filters }) {
      const range = and(condition(environment, filters), gte(received_at, from), lt(received_at, to))
      const each = (to.getTime() - from.getTime()) / bars
      const bar = sql<number>`floor(extract(epoch from (${received_at} - ${from.toISOString()}::timestamptz)) * 1000 / ${each}::float8)::int`
      const some = db
        .select({ outcome, event_type, source_slug, source_name, bar: bar.as('bar') })
        .from(events)
        .where(range)
        .orderBy(desc(seq))
        .limit(limit + 1)
        .as('some')
      const groups = await db
        .select({
          outcome: some.outcome,
          event_type: some.event_type,
          source_slug: some.source_slug,
          source_name: some.source_name,
          bar: some.bar,
          count: sql<number>`count(*)::int`,
        })
        .from(some)
        .groupBy(some.outcome, some.event_type, some.source_slug, some.source_name, some.bar)
      const counted = groups.reduce((sum, { count }) => sum + count, 0)
      return { groups, is_cut: counted > limit }
    },

    async findEvent(environment, id) {
      const [row] = await rowsOf(and(eq(events.environment, environment), eq(seq, id)))
      return row ? receivedOf(row) : null
    },

    async eventBody(environment, id) {
      const [row] = await db
        .select({ body: eventBodies.body })
        .from(events)
        .innerJoin(eventBodies, eq(eventBodies.seq, seq))
        .where(and(eq(events.environment, environment), eq(seq, id)))
      return row?.body ?? null
    },

    async seriesSamples(environment, { user_id, resource, source_slug: slug, source_type }, { from, to, limit }) {
      const { series, at, at_ns, value, unit, zone_offset } = eventSamples
      const rows = await db
        .select({ at, at_ns, value, unit, zone_offset, seq: eventSamples.seq })
        .from(eventSamples)
        .innerJoin(eventSeries, eq(eventSeries.id, series))
        .where(
          and(
            eq(eventSeries.environment, environment),
            eq(eventSeries.user_id, user_id),
            eq(eventSeries.resource, resource),
            eq(eventSeries.source_slug, slug),
            eq(eventSeries.source_type, source_type),
            gte(at, from),
            lte(at, to),
          ),
        )
        .orderBy(desc(at), desc(at_ns))
        .limit(limit)
      return rows.reverse().map(({ at_ns: ns, ...row }) => ({ ...row, at: exactInstant(row.at, ns) }))
    },

    expungeBody: (environment, id, at) =>
      db.transaction(async (tx) => {
        const [found] = await tx
          .update(events)
          .set({ expunged_at: at })
          .where(
            and(
              eq(events.environment, environment),
              eq(seq, id),
              sql`exists (select from ${eventBodies} where ${eventBodies.seq} = ${id})`,
            ),
          )
          .returning({ id: seq })
        if (!found) return false
        await tx.delete(eventBodies).where(eq(eventBodies.seq, id))
        await tx.delete(eventSamples).where(eq(eventSamples.seq, id))
        return true
      }),

    async purgeBodies(before) {
      let removed = 0
      for (let some = await oldestBodies(before); some !== null; some = await oldestBodies(before)) {
        const range = sql`seq between ${some.from} and ${some.to}`
        const { rows } = removals.parse(
          await db.execute(sql`with bodies as (delete from ${eventBodies} where ${range} returning 1),
            samples as (delete from ${eventSamples} where ${range})
            select count(*)::int as count from bodies`),
        )
        removed += rows[0].count
        // The embedded database works in this very thread: between two batches everything else gets its turn.
        await new Promise(setImmediate)
      }
      // The embedded database never does so by itself, and its files would grow for ever.
      if (removed > 0) await db.execute(sql`vacuum ${eventBodies}, ${eventSamples}`)
      return removed
    },

    async countRejections(counts) {
      for (const row of counts) {
        await db
          .insert(eventRejections)
          .values(row)
          .onConflictDoUpdate({
            target: [eventRejections.environment, eventRejections.minute, eventRejections.reason],
            set: { count: sql`${eventRejections.count} + excluded.count` },
          })
      }
    },

    async rejections(environment, { from, to }) {
      const { reason, minute } = eventRejections
      const rows = await db
        .select({ reason, count: sql<number>`sum(${eventRejections.count})::int` })
        .from(eventRejections)
        .where(and(inArray(eventRejections.environment, [environment, '']), gte(minute, from), lt(minute, to)))
        .groupBy(reason)
        .orderBy(asc(sql`${reason} collate "C"`))
      return rows
    },
  }
}

function condition(environment: string, filters: EventFilters): SQL | undefined {
  const { outcomes, event_types, sources, user_id, order_id, message_id, from, to } = filters
  return and(
    eq(events.environment, environment),
    outcomes?.length ? inArray(outcome, outcomes) : undefined,
    event_types?.length ? inArray(event_type, event_types) : undefined,
    sources?.length ? inSources(sources) : undefined,
    user_id ? eq(events.user_id, user_id) : undefined,
    order_id ? eq(events.order_id, order_id) : undefined,
    message_id ? and(eq(events.message_id, message_id), ne(outcome, 'duplicate')) : undefined,
    from ? gte(received_at, boundOf(from)) : undefined,
    to ? lt(received_at, boundOf(to)) : undefined,
  )
}

/** An empty slug stands for events of no source. */
function inSources(sources: string[]): SQL | undefined {
  return or(inArray(source_slug, sources), sources.includes('') ? isNull(source_slug) : undefined)
}

function receivedOf({ is_kept, expunged_at, ...row }: Row): ReceivedEvent {
  return {
    id: row.seq,
    message_id: row.message_id,
    event_type: row.event_type,
    form: row.form,
    user_id: row.user_id,
    client_user_id: row.client_user_id,
    source: row.source_slug === null ? null : { slug: row.source_slug, name: row.source_name ?? row.source_slug },
    order_id: row.order_id,
    outcome: row.outcome,
    related_id: row.related,
    replaces_id: row.replaces,
    samples: { count: row.samples, replaced: row.samples_replaced, same: row.samples_same },
    bytes: row.bytes,
    sent_at: row.sent_at.toISOString(),
    received_at: row.received_at.toISOString(),
    body_state: bodyState(row.outcome, is_kept, expunged_at),
  }
}
