/** The tables, for PGlite and PostgreSQL alike. Texts that are compared or sorted use the C collation: code-point order. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, json, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { WORKOUT_STREAM } from '#lib/domains/events/event.ts'
import type { KeyKind } from '#lib/domains/teams/management.ts'
import type { AttemptKind } from '#lib/domains/webhooks/delivery.ts'
import type { DisabledReason } from '#lib/domains/webhooks/endpoints.ts'
import type { DeliveryState, SendFailure } from '#lib/domains/webhooks/rules.ts'
import { codePoints, instant, serviceSchema } from '#lib/platform/database/schemas.ts'

export const users = serviceSchema.table(
  'users',
  {
    user_id: uuid('user_id').primaryKey(),
    /** `NO_TEAM` once deleted, so that no read of a team finds the user. */
    team_id: uuid('team_id').notNull(),
    client_user_id: text('client_user_id'),
    created_on: instant('created_on').notNull(),
    fallback_birth_date: json('fallback_birth_date'),
    fallback_time_zone: json('fallback_time_zone'),
    ingestion_start: date('ingestion_start', { mode: 'string' }),
    ingestion_end: date('ingestion_end', { mode: 'string' }),
    info: json('info'),
    /** The team whose user this was. */
    deleted_from: uuid('deleted_from'),
    /** Null once what is personal is removed for good. */
    deleted_on: instant('deleted_on'),
  },
  (table) => [
    index('users_newest').on(table.team_id, table.created_on.desc().nullsFirst(), table.user_id),
    uniqueIndex('users_client_user_id').on(table.team_id, table.client_user_id).where(sql`deleted_from is null`),
    index('users_deleted').on(table.deleted_on).where(sql`deleted_on is not null`),
  ],
)

export const connections = serviceSchema.table(
  'connections',
  {
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.user_id, { onDelete: 'cascade' }),
    slug: codePoints('slug').notNull(),
    created_on: instant('created_on').notNull(),
    body: json('body').notNull(),
    /** Tokens of an import, encrypted; stored nowhere else. */
    sealed: text('sealed'),
    /** When the data from before the connection was sent; null until then. */
    history_at: instant('history_at'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.slug] }),
    index('connections_without_history').on(table.created_on).where(sql`history_at is null`),
  ],
)

export const orders = serviceSchema.table(
  'orders',
  {
    id: uuid('id').primaryKey(),
    team_id: uuid('team_id').notNull(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.user_id, { onDelete: 'cascade' }),
    order_transaction_id: uuid('order_transaction_id'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    method: codePoints('method').notNull(),
    last_status: codePoints('last_status').notNull(),
    /** As the filter names it: `unknown` for what is null or no known value. */
    interpretation: codePoints('interpretation').notNull(),
    activation_type: text('activation_type').notNull(),
    patient_name: text('patient_name').notNull(),
    /** Normalised by `searchKeys`, so that both stores compare the same texts. */
    patient_key: codePoints('patient_key').notNull(),
    recipient_key: codePoints('recipient_key').notNull(),
    search_key: codePoints('search_key').notNull(),
    body: json('body').notNull(),
  },
  (table) => [
    index('orders_newest').on(table.team_id, table.created_at.desc().nullsFirst(), table.id),
    index('orders_oldest').on(table.team_id, table.created_at, table.id),
    index('orders_by_patient').on(table.team_id, table.patient_key, table.id),
    index('orders_by_patient_desc').on(table.team_id, table.patient_key.desc().nullsFirst(), table.id),
    index('orders_by_status').on(table.team_id, table.last_status, table.id),
    index('orders_by_status_desc').on(table.team_id, table.last_status.desc().nullsFirst(), table.id),
    index('orders_status_newest').on(table.team_id, table.last_status, table.created_at.desc().nullsFirst(), table.id),
    index('orders_updated').on(table.team_id, table.updated_at),
    index('orders_of_user').on(table.user_id, table.created_at.desc().nullsFirst()),
    index('orders_of_transaction').on(table.order_transaction_id),
    index('orders_interpretation_newest').on(
      table.team_id,
      table.interpretation,
      table.created_at.desc().nullsFirst(),
      table.id,
    ),
    index('orders_method_newest').on(table.team_id, table.method, table.created_at.desc().nullsFirst(), table.id),
    index('orders_activation_newest').on(
      table.team_id,
      table.activation_type,
      table.created_at.desc().nullsFirst(),
      table.id,
    ),
    index('orders_search').using('gin', sql`${table.search_key} gin_trgm_ops`),
  ],
)

/** Short-lived credentials: only their hashes. */
export const credentials = serviceSchema.table(
  'credentials',
  {
    hash: text('hash').primaryKey(),
    team_id: uuid('team_id').notNull(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.user_id, { onDelete: 'cascade' }),
    expires_at: instant('expires_at').notNull(),
    grant: json('grant').notNull(),
  },
  (table) => [index('credentials_expiry').on(table.expires_at)],
)

/** A row for each bulk import: so few that reading all is quick. */
export const imports = serviceSchema.table('imports', {
  id: uuid('id').primaryKey(),
  team_id: uuid('team_id').notNull(),
  provider: text('provider').notNull(),
  created_at: instant('created_at').notNull(),
  finished_at: instant('finished_at'),
})

export const importBatches = serviceSchema.table(
  'import_batches',
  {
    import_id: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    user_ids: json('user_ids').notNull(),
    /** The connections with their tokens, encrypted; null once handled: from then on the tokens live with each connection. */
    sealed: text('sealed'),
    /** Those of `user_ids` that don't exist; null until the batch is done. */
    failed: json('failed'),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.position] })],
)

export const appointments = serviceSchema.table(
  'appointments',
  {
    id: uuid('id').primaryKey(),
    team_id: uuid('team_id').notNull(),
    order_id: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text('status').notNull(),
    confirm_at: instant('confirm_at'),
    give_up_at: instant('give_up_at').notNull(),
    body: json('body').notNull(),
  },
  (table) => [
    uniqueIndex('appointments_one_open').on(table.order_id).where(sql`status not in ('completed', 'cancelled')`),
    index('appointments_unsettled').on(table.give_up_at).where(sql`status in ('reserved', 'pending')`),
  ],
)

/** Exact totals kept with every insert: an unfiltered count must not grow with the data. */
export const teamTotals = serviceSchema.table('team_totals', {
  team_id: uuid('team_id').primaryKey(),
  users: bigint('users', { mode: 'number' }).notNull().default(0),
  orders: bigint('orders', { mode: 'number' }).notNull().default(0),
})

/** Sets of sample data: one without an end was cut short, and is written on at the next start. */
export const dataSets = serviceSchema.table('data_sets', {
  seed: integer('seed').primaryKey(),
  users: integer('users').notNull(),
  orders: integer('orders').notNull(),
  /** The day it is made for, so that the rest fits what is there. */
  today: instant('today').notNull(),
  finished_at: instant('finished_at'),
})

/** The outbox and what becomes of its events. Deliveries go with their message. */
const number = (name: string) => bigint(name, { mode: 'number' })

export const webhookEndpoints = serviceSchema.table('webhook_endpoints', {
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
})

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
    index('webhook_messages_of_workout')
      .on(sql`(nullif(data, '')::json ->> 'workout_id')`)
      .where(sql`event_type = ${sql.raw(`'${WORKOUT_STREAM}'`)}`),
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

export const teams = serviceSchema.table('teams', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  created_at: instant('created_at').notNull(),
  /** Its keys are gone; the row stays, so that users who were made at that moment are found and removed, too. */
  deleted_at: instant('deleted_at'),
})

/** Team API keys and management keys that were made by a call: only their hashes. */
export const keys = serviceSchema.table('keys', {
  hash: text('hash').primaryKey(),
  id: uuid('id').notNull(),
  kind: text('kind').$type<KeyKind>().notNull(),
  label: text('label').notNull(),
  /** The first characters, to recognize it by. */
  prefix: text('prefix').notNull(),
  /** The one team of an API key; those of a management key; null for all. */
  team_ids: json('team_ids').$type<string[]>(),
  created_at: instant('created_at').notNull(),
  last_used_at: instant('last_used_at'),
})
