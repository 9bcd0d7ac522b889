/**
 * The audit log. Rows are only ever added: triggers refuse everything else. A new column must be nullable and without a
 * default, because the hashes of older rows don't know it (chain.ts).
 */

import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, codePoints, consoleSchema, instant } from '#lib/platform/database/schemas.ts'

/** Entries of no person by which a trigger has the chain cover booking changes, acknowledgments and callbacks. */
export const RECORD_KEPT = 'record_kept'

export const audit = consoleSchema.table(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    actor_id: text('actor_id'),
    actor_email: text('actor_email'),
    role: text('role'),
    environment: text('environment'),
    action: text('action').notNull(),
    subjects: text('subjects').array().notNull(),
    listed: boolean('listed').notNull().default(false),
    masked: boolean('masked').notNull().default(false),
    outcome: text('outcome').notNull(),
    status: integer('status'),
    request_id: text('request_id').notNull(),
    /** Milliseconds. */
    duration: integer('duration').notNull(),
    calls: integer('calls'),
    network: text('network'),
    actor_name: text('actor_name'),
    user_count: integer('user_count'),
    details: jsonb('details'),
    /** For the end of a change: the entry that announced it. */
    completes: bigint('completes', { mode: 'number' }),
    /** SHA-256 over the hash of the entry before and everything else in this one; a trigger sets it (chain.ts). */
    hash: bytes('hash').notNull().default(sql`''::bytea`),
  },
  (table) => [
    index('audit_at').on(table.at),
    index('audit_by_actor').on(table.actor_id, table.id),
    index('audit_of_action').on(table.action, table.id),
    index('audit_unusual').on(table.outcome, table.id).where(sql`outcome <> 'done'`),
    // Entries wait in its list until they are added to it in the background; a search reads that list, too.
    index('audit_about').using('gin', table.subjects).with({ gin_pending_list_limit: 16_384 }),
    uniqueIndex('audit_one_end').on(table.completes).where(sql`completes is not null`),
  ],
)

/** Counted as the log grows, so that a review reads few rows; kept for two months, the log has the rest. */
export const auditPeople = consoleSchema.table(
  'audit_people',
  {
    /** Its first day, in UTC. */
    month: date('month').notNull(),
    environment: text('environment').notNull(),
    actor_id: text('actor_id').notNull(),
    kind: text('kind').notNull(),
    user_id: text('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.environment, table.actor_id, table.kind, table.user_id] })],
)

/** How many there are of each kind. */
export const auditMonths = consoleSchema.table(
  'audit_months',
  {
    month: date('month').notNull(),
    environment: text('environment').notNull(),
    actor_id: text('actor_id').notNull(),
    kind: text('kind').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.environment, table.actor_id, table.kind] })],
)

/** One row: the newest entry that is counted, and the newest whose IDs are in `audit_subjects`. */
export const auditProgress = consoleSchema.table('audit_progress', {
  only: boolean('only').primaryKey().default(true),
  last_id: bigint('last_id', { mode: 'number' }).notNull(),
  subjects_id: bigint('subjects_id', { mode: 'number' }).notNull().default(0),
})

/** Every ID of an entry, once an environment: parts of IDs are looked for here, newer entries are searched whole. */
export const auditSubjects = consoleSchema.table(
  'audit_subjects',
  {
    subject: codePoints('subject').notNull(),
    environment: text('environment').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.environment] }),
    index('audit_subjects_parts').using('gin', sql`replace(${table.subject}, '-', '') gin_trgm_ops`),
  ],
)
