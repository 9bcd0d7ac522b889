/** The tables of bookings made through the console: each attempt with what became of it, and every change of its state. */
import { sql } from 'drizzle-orm'
import { bigint, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { consoleSchema, instant, nanos } from '#lib/platform/database/schemas.ts'

export const bookings = consoleSchema.table(
  'bookings',
  {
    environment: text('environment').notNull(),
    id: uuid('id').notNull(),
    order_id: uuid('order_id').notNull(),
    /** Digest of the request: a repeated attempt ID with other contents belongs to another booking. */
    digest: text('digest').notNull(),
    state: text('state').notNull(),
    version: integer('version').notNull(),
    asked_at: instant('asked_at').notNull(),
    answered_at: instant('answered_at'),
    asked_by_id: text('asked_by_id').notNull(),
    asked_by_name: text('asked_by_name').notNull(),
    gives_up_at: instant('gives_up_at'),
    /** HTTP status and body of the answer as it was passed on; no endpoint of the service reads them again. */
    status: integer('status'),
    answer: text('answer'),
    start_at: instant('start_at'),
    end_at: instant('end_at'),
    iana_timezone: text('iana_timezone'),
    provider: text('provider'),
    /** The latest event that changed this booking. */
    appointment_id: uuid('appointment_id'),
    event_at: instant('event_at'),
    event_at_ns: nanos('event_at_ns'),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.id] }),
    uniqueIndex('bookings_one_open')
      .on(table.environment, table.order_id)
      .where(sql`state in ('in_flight', 'pending', 'confirmed')`),
    index('bookings_of_order').on(table.environment, table.order_id),
    index('bookings_newest').on(table.environment, table.asked_at.desc().nullsFirst(), table.id),
    index('bookings_by_visit').on(table.environment, table.start_at),
  ],
)

/** Rows are only ever added. */
export const bookingChanges = consoleSchema.table(
  'booking_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    booking_id: uuid('booking_id').notNull(),
    at: instant('at').notNull(),
    state: text('state').notNull(),
    /** Null for what the service answered, or did not. */
    by_id: text('by_id'),
    by_name: text('by_name'),
    note: text('note'),
    /** The event that brought it, where one did. */
    event_id: bigint('event_id', { mode: 'number' }),
  },
  (table) => [index('booking_changes_of').on(table.environment, table.booking_id, table.id)],
)
