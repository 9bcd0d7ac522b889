/** The tables of events received. Bodies stand apart: they are removed sooner than what is known beside them. */
import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { EventForm } from '#lib/domains/events/event-forms.ts'
import type { Outcome, Rejection } from '#lib/domains/events/outcomes.ts'
import { codePoints, consoleSchema, instant, nanos } from '#lib/platform/database/schemas.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

export const events = consoleSchema.table(
  'events',
  {
    /** Given by the writer under a lock, so that a reader who has seen a number has seen all before it. */
    seq: number('seq').primaryKey(),
    environment: text('environment').notNull(),
    message_id: codePoints('message_id').notNull(),
    event_type: text('event_type').notNull(),
    form: text('form').$type<EventForm>().notNull(),
    user_id: uuid('user_id').notNull(),
    client_user_id: text('client_user_id'),
    source_slug: text('source_slug'),
    source_name: text('source_name'),
    order_id: uuid('order_id'),
    outcome: text('outcome').$type<Outcome>().notNull(),
    related: number('related'),
    replaces: number('replaces'),
    samples: integer('samples').notNull(),
    samples_replaced: integer('samples_replaced').notNull(),
    samples_same: integer('samples_same').notNull(),
    bytes: integer('bytes').notNull(),
    sent_at: instant('sent_at').notNull(),
    received_at: instant('received_at').notNull(),
    expunged_at: instant('expunged_at'),
  },
  (table) => [
    uniqueIndex('events_once').on(table.environment, table.message_id).where(sql`outcome <> 'duplicate'`),
    index('events_newest').on(table.environment, table.seq),
    index('events_received').on(table.environment, table.received_at),
    index('events_of_user').on(table.environment, table.user_id, table.seq),
    index('events_of_order').on(table.environment, table.order_id, table.seq).where(sql`order_id is not null`),
  ],
)

export const eventBodies = consoleSchema.table('event_bodies', {
  seq: number('seq').primaryKey(),
  body: text('body').notNull(),
})

/** Which event holds the newest version of each record. */
export const eventVersions = consoleSchema.table(
  'event_versions',
  {
    environment: text('environment').notNull(),
    key: codePoints('key').notNull(),
    seq: number('seq').notNull(),
    at: instant('at').notNull(),
    at_ns: nanos('at_ns'),
  },
  (table) => [primaryKey({ columns: [table.environment, table.key] })],
)

/** A short number for each series: its samples are many. */
export const eventSeries = consoleSchema.table(
  'event_series',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    resource: codePoints('resource').notNull(),
    source_slug: codePoints('source_slug').notNull(),
    source_type: codePoints('source_type').notNull(),
  },
  (table) => [
    uniqueIndex('event_series_once').on(
      table.environment,
      table.user_id,
      table.resource,
      table.source_slug,
      table.source_type,
    ),
  ],
)

export const eventSamples = consoleSchema.table(
  'event_samples',
  {
    series: integer('series').notNull(),
    at: instant('at').notNull(),
    at_ns: nanos('at_ns'),
    value: doublePrecision('value').notNull(),
    unit: text('unit').notNull(),
    zone_offset: integer('zone_offset'),
    /** The newest event that brought it. */
    seq: number('seq').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series, table.at, table.at_ns] }),
    index('event_samples_of_event').on(table.seq),
  ],
)

/** How many messages were rejected in a minute; nothing else is kept of them. */
export const eventRejections = consoleSchema.table(
  'event_rejections',
  {
    environment: text('environment').notNull(),
    reason: text('reason').$type<Rejection>().notNull(),
    minute: instant('minute').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.minute, table.reason] })],
)
