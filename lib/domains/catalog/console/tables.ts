/** The catalog: what labs, lab tests and lab accounts are called, each environment for itself. */
import { boolean, primaryKey, text } from 'drizzle-orm/pg-core'
import { codePoints, consoleSchema } from '#lib/platform/database/schemas.ts'

export const catalog = consoleSchema.table(
  'catalogue',
  {
    environment: text('environment').notNull(),
    kind: codePoints('kind').notNull(),
    id: codePoints('id').notNull(),
    name: text('name').notNull(),
    /** Lab that runs a lab test, where known. */
    lab_id: text('lab_id'),
    origin: text('origin').notNull(),
    /** Taken out by a person; kept, so that what is learned does not bring it back. */
    is_removed: boolean('is_removed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.environment, table.kind, table.id] })],
)

/** How orders of a lab test are collected, by the name that orders give it. */
export const catalogMethods = consoleSchema.table(
  'catalogue_methods',
  {
    environment: text('environment').notNull(),
    lab_test: codePoints('lab_test').notNull(),
    method: codePoints('method').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.lab_test, table.method] })],
)
