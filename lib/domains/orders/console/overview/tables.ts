/** Acknowledgements of critical results. */
import { bigint, index, text, uuid } from 'drizzle-orm/pg-core'
import { instant, nanos } from '#lib/platform/database/columns.ts'
import { consoleSchema } from '#lib/platform/database/schemas.ts'

/** Who has taken on which critical result; rows are only ever added, one an acknowledgement. */
export const criticalAcknowledgements = consoleSchema.table(
  'critical_acknowledgements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    order_id: uuid('order_id').notNull(),
    result_at: instant('result_at').notNull(),
    result_at_ns: nanos('result_at_ns'),
    at: instant('at').notNull(),
    owner_id: text('owner_id').notNull(),
    owner_name: text('owner_name').notNull(),
    comment: text('comment').notNull(),
  },
  (table) => [index('acknowledgements_of_order').on(table.environment, table.order_id, table.id)],
)
