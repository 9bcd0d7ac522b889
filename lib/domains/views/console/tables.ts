import { sql } from 'drizzle-orm'
import { boolean, integer, json, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { VIEW_LISTS } from '#lib/domains/views/views.ts'
import { consoleSchema, instant } from '#lib/platform/database/schemas.ts'

export const savedViews = consoleSchema.table(
  'saved_views',
  {
    environment: text('environment').notNull(),
    list: text('list', { enum: VIEW_LISTS }).notNull(),
    id: uuid('id').notNull(),
    /** The order in which they were made. */
    number: integer('number').generatedAlwaysAsIdentity(),
    owner_id: text('owner_id').notNull(),
    owner_name: text('owner_name').notNull(),
    name: text('name').notNull(),
    /** Normalized name: equal keys look the same to a person. */
    name_key: text('name_key').notNull(),
    shared: boolean('shared').notNull(),
    filter: json('filter').notNull(),
    look: json('look').notNull(),
    version: integer('version').notNull().default(1),
    changed_at: instant('changed_at').notNull(),
    /** It can be restored for a while. */
    deleted_at: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.id] }),
    uniqueIndex('saved_views_own_names')
      .on(table.environment, table.list, table.owner_id, table.name_key)
      .where(sql`deleted_at is null`),
    uniqueIndex('saved_views_shared_names')
      .on(table.environment, table.list, table.name_key)
      .where(sql`shared and deleted_at is null`),
  ],
)
