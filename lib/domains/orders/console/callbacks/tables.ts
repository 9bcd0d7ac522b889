/** Calls about critical results. */
import { bigint, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Called, CallOutcome } from '#lib/domains/orders/critical/callbacks.ts'
import { instant, nanos } from '#lib/platform/database/columns.ts'
import { consoleSchema } from '#lib/platform/database/schemas.ts'

/** Calls about critical results; append-only, one row per attempt. */
export const criticalCallbacks = consoleSchema.table(
  'critical_callbacks',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    id: uuid('id').notNull(),
    order_id: uuid('order_id').notNull(),
    result_at: instant('result_at').notNull(),
    result_at_ns: nanos('result_at_ns'),
    result_id: bigint('result_id', { mode: 'number' }),
    at: instant('at').notNull(),
    recorded_by_id: text('recorded_by_id').notNull(),
    recorded_by_name: text('recorded_by_name').notNull(),
    called: text('called').$type<Called>().notNull(),
    called_name: text('called_name'),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    next_attempt_at: instant('next_attempt_at'),
    note: text('note'),
  },
  (table) => [
    uniqueIndex('callback_once').on(table.environment, table.id),
    index('callbacks_of_order').on(table.environment, table.order_id, table.seq),
  ],
)
