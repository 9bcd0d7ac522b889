/** The tables, for PGlite and PostgreSQL alike. Texts that are compared or sorted use the C collation: code-point order. */
import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, json, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { codePoints, instant } from '#lib/platform/database/columns.ts'
import { serviceSchema } from '#lib/platform/database/schemas.ts'

export const users = serviceSchema.table(
  'users',
  {
    user_id: uuid('user_id').primaryKey(),
    team_id: uuid('team_id').notNull(),
    client_user_id: text('client_user_id'),
    created_on: instant('created_on').notNull(),
    fallback_birth_date: json('fallback_birth_date'),
    fallback_time_zone: json('fallback_time_zone'),
    ingestion_start: date('ingestion_start', { mode: 'string' }),
    ingestion_end: date('ingestion_end', { mode: 'string' }),
    info: json('info'),
  },
  (table) => [
    index('users_newest').on(table.team_id, table.created_on.desc().nullsFirst(), table.user_id),
    uniqueIndex('users_client_user_id').on(table.team_id, table.client_user_id),
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
    /** The connection as the API returns it. */
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
    /** The order as the API returns it. */
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

export const imports = serviceSchema.table(
  'imports',
  {
    id: uuid('id').primaryKey(),
    team_id: uuid('team_id').notNull(),
    provider: text('provider').notNull(),
    created_at: instant('created_at').notNull(),
    finished_at: instant('finished_at'),
  },
  (table) => [index('imports_unfinished').on(table.created_at).where(sql`finished_at is null`)],
)

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
    /** The appointment as the API returns it. */
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
