/** Marks of the worklist. */
import { integer, json, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { consoleSchema } from '#lib/platform/database/schemas.ts'

/** Owners and snoozes of orders that need action; one row per marked order. */
export const worklistMarks = consoleSchema.table(
  'worklist_marks',
  {
    environment: text('environment').notNull(),
    order_id: uuid('order_id').notNull(),
    version: integer('version').notNull(),
    owner: json('owner'),
    snooze: json('snooze'),
  },
  (table) => [primaryKey({ columns: [table.environment, table.order_id] })],
)
