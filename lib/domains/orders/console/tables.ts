/** Tables of what the console itself knows of orders: critical results and calls about them. */
import { bigint, boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Called, CallOutcome } from '#lib/domains/orders/critical/callbacks.ts'
import { consoleSchema, instant, nanos } from '#lib/platform/database/schemas.ts'

/** Acknowledgements of critical results; append-only, one row each. */
export const criticalAcknowledgements = consoleSchema.table(
  'critical_acknowledgements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    order_id: uuid('order_id').notNull(),
    result_at: instant('result_at').notNull(),
    result_at_ns: nanos('result_at_ns'),
    result_id: bigint('result_id', { mode: 'number' }),
    at: instant('at').notNull(),
    owner_id: text('owner_id').notNull(),
    owner_name: text('owner_name').notNull(),
    comment: text('comment').notNull(),
    closes: boolean('closes').notNull().default(false),
  },
  (table) => [index('acknowledgements_of_order').on(table.environment, table.order_id, table.id)],
)

/** Which results this console has seen as critical, since an order forgets that it was; rows are only ever added. */
export const criticalResults = consoleSchema.table(
  'critical_results',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    order_id: uuid('order_id').notNull(),
    result_at: instant('result_at').notNull(),
    result_at_ns: nanos('result_at_ns'),
    result_id: bigint('result_id', { mode: 'number' }),
  },
  (table) => [index('critical_results_of_order').on(table.environment, table.order_id, table.seq)],
)

/** From when on critical results of an environment are work; rows are only ever added, and the newest counts. */
export const criticalStarts = consoleSchema.table('critical_starts', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  environment: text('environment').notNull(),
  starts_at: instant('starts_at'),
})

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
