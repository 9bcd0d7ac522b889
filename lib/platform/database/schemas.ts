/** The schemas of the database; drizzle-kit compares what is exported here with the migrations. */
import {
  bigint,
  customType,
  index,
  integer,
  json,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const serviceSchema = pgSchema('service')

/** Schema of the console's own tables: the audit log, bookings, views, the user directory. */
export const consoleSchema = pgSchema('console')

export const authSchema = pgSchema('auth')

/** By which rule the search keys of each table were last made; see `rebuild-keys.ts`. */
export const keyRules = consoleSchema.table('key_rules', {
  keys: text('keys').primaryKey(),
  rule: text('rule').notNull(),
})

/** Which keys this data was written with, so that a start with others is refused; see `lib/platform/keys.ts`. */
export const installationKeys = consoleSchema.table('installation_keys', {
  name: text('name').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
})

/** Text in code-point order, so that every store sorts alike whatever the cluster's locale. */
export const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** To the millisecond, as JavaScript knows instants. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Stores the nanoseconds within the millisecond that `instant` drops. */
export const nanos = (name: string) => integer(name).notNull().default(0)

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Small records of the console by kind: the version counts changes, the latest replaces the one before it. */
export const records = consoleSchema.table(
  'records',
  {
    environment: text('environment').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    body: json('body').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.kind, table.key] })],
)

/** Entries of the console by kind, only ever added and covered by the audit log's chain. */
export const recordHistory = consoleSchema.table(
  'record_history',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    kind: text('kind').notNull(),
    /** The record that the entry is about. */
    key: text('key').notNull(),
    id: uuid('id').notNull(),
    body: json('body').notNull(),
    at: instant('at').notNull(),
    by_id: text('by_id').notNull(),
    by_name: text('by_name').notNull(),
  },
  (table) => [
    uniqueIndex('history_entry_once').on(table.environment, table.kind, table.id),
    index('history_of_record').on(table.environment, table.kind, table.key, table.seq),
  ],
)
