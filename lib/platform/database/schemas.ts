/** The schemas of the database; drizzle-kit compares what is exported here with the migrations. */
import { customType, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

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
