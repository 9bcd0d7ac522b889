/** The table of stuck limits: one row an environment. */
import { integer, json, text } from 'drizzle-orm/pg-core'
import { instant } from '#lib/platform/database/columns.ts'
import { consoleSchema } from '#lib/platform/database/schemas.ts'

export const stuckLimits = consoleSchema.table('stuck_limits', {
  environment: text('environment').primaryKey(),
  days: json('days').notNull(),
  version: integer('version').notNull(),
  changed_at: instant('changed_at').notNull(),
  changed_by: text('changed_by').notNull(),
})
