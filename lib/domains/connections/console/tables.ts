import { integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { consoleSchema, instant } from '#lib/platform/database/schemas.ts'

/** So few rows that reading all is quick. */
export const pastImports = consoleSchema.table(
  'past_imports',
  {
    environment: text('environment').notNull(),
    id: uuid('id').notNull(),
    owner_id: text('owner_id').notNull(),
    started_by: text('started_by').notNull(),
    started_at: instant('started_at').notNull(),
    changed_at: instant('changed_at').notNull(),
    provider: text('provider').notNull(),
    state: text('state').notNull(),
    rows: integer('rows').notNull(),
    connected: integer('connected').notNull(),
    failed: integer('failed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.id] })],
)
