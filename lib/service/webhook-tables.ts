/** The outbox and what becomes of its events. Deliveries go with their message. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, json, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AttemptKind } from '#lib/domains/webhooks/delivery.ts'
import type { DisabledReason } from '#lib/domains/webhooks/endpoints.ts'
import type { DeliveryState, SendFailure } from '#lib/domains/webhooks/rules.ts'
import { codePoints, instant } from '#lib/platform/database/columns.ts'
import { serviceSchema } from '#lib/platform/database/schemas.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

export const webhookEndpoints = serviceSchema.table(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    team_id: uuid('team_id').notNull(),
    kind: text('kind').$type<'inbox' | 'url'>().notNull(),
    name: text('name').notNull(),
    url: text('url'),
    /** Null for all. */
    event_types: json('event_types').$type<string[]>(),
    /** The secret, encrypted; null for the console's own inbox, whose secret is configured. */
    sealed: text('sealed'),
    previous_sealed: text('previous_sealed'),
    previous_until: instant('previous_until'),
    created_at: instant('created_at').notNull(),
    disabled_at: instant('disabled_at'),
    disabled_reason: text('disabled_reason').$type<DisabledReason>(),
    failures: integer('failures').notNull().default(0),
    /** It sends nothing more; kept as long as its deliveries, which say what was sent to it. */
    removed_at: instant('removed_at'),
  },
  (table) => [index('webhook_endpoints_of_team').on(table.team_id)],
)

export const webhookMessages = serviceSchema.table(
  'webhook_messages',
  {
    seq: number('seq').primaryKey().generatedAlwaysAsIdentity(),
    id: codePoints('id').notNull(),
    team_id: uuid('team_id').notNull(),
    user_id: uuid('user_id').notNull(),
    client_user_id: text('client_user_id'),
    order_id: uuid('order_id'),
    event_type: codePoints('event_type').notNull(),
    is_test: boolean('is_test').notNull().default(false),
    /** Empty once it was expunged. */
    data: text('data').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_messages_id').on(table.id),
    index('webhook_messages_of_team').on(table.team_id, table.at),
    index('webhook_messages_at').on(table.at),
    index('webhook_messages_of_user').on(table.user_id, table.event_type, table.seq),
    index('webhook_messages_of_order').on(table.order_id).where(sql`order_id is not null`),
  ],
)

export const webhookDeliveries = serviceSchema.table(
  'webhook_deliveries',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    endpoint_id: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    seq: number('seq')
      .notNull()
      .references(() => webhookMessages.seq, { onDelete: 'cascade' }),
    /** Within one, deliveries of an endpoint follow one after the other. */
    lane: uuid('lane').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null when no attempt follows by itself. */
    next_at: instant('next_at'),
    /** Until then an instance is at it; one that died leaves it to another. */
    claimed_until: instant('claimed_until'),
    last_at: instant('last_at'),
    last_ms: integer('last_ms'),
    last_status: integer('last_status'),
    last_failure: text('last_failure').$type<SendFailure>(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.endpoint_id, table.seq),
    index('webhook_deliveries_open').on(table.endpoint_id, table.lane, table.seq).where(sql`next_at is not null`),
    index('webhook_deliveries_waiting').on(table.endpoint_id, table.seq).where(sql`next_at is not null`),
    index('webhook_deliveries_newest').on(table.seq),
  ],
)

export const webhookAttempts = serviceSchema.table(
  'webhook_attempts',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    delivery_id: number('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<AttemptKind>().notNull(),
    at: instant('at').notNull(),
    ms: integer('ms').notNull(),
    status: integer('status'),
    failure: text('failure').$type<SendFailure>(),
    response_type: text('response_type'),
    response: text('response'),
    is_cut: boolean('is_cut').notNull().default(false),
  },
  (table) => [index('webhook_attempts_of_delivery').on(table.delivery_id), index('webhook_attempts_at').on(table.at)],
)

export const webhookReplays = serviceSchema.table('webhook_replays', {
  id: uuid('id').primaryKey(),
  team_id: uuid('team_id').notNull(),
  filters: json('filters').notNull(),
  /** Deliveries made later don't belong to it. */
  last_id: number('last_id').notNull(),
  total: integer('total').notNull(),
  done: integer('done').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  /** The delivery repeated last. */
  cursor: number('cursor').notNull().default(0),
  created_at: instant('created_at').notNull(),
  finished_at: instant('finished_at'),
  canceled_at: instant('canceled_at'),
  claimed_until: instant('claimed_until'),
})
