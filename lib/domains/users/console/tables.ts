/** The tables of the user directory: what the console knows of each environment's users, and how far its crawl is. */

import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, json, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { KeptState } from '#lib/domains/connections/states.ts'
import { codePoints, consoleSchema, instant } from '#lib/platform/database/schemas.ts'

/** One row an environment: how much of it is known, and the crawl under way, if any (`crawl_started_at`). */
export const directories = consoleSchema.table('directories', {
  environment: text('environment').primaryKey(),
  users: integer('users').notNull().default(0),
  /** End and beginning of the last whole crawl. */
  complete_at: instant('complete_at'),
  complete_from: instant('complete_from'),
  /** Counts the crawls: a page of one that is over is not taken. */
  crawl: integer('crawl').notNull().default(0),
  crawl_started_at: instant('crawl_started_at'),
  progressed_at: instant('progressed_at'),
  /** Offset of the next page. */
  position: integer('position').notNull().default(0),
  total: integer('total'),
  /** Whether the list has kept its length since the crawl began. */
  is_steady: boolean('is_steady').notNull().default(true),
  /** Different users seen, users that could not be read, and rows written by the crawl. */
  seen: integer('seen').notNull().default(0),
  unreadable: integer('unreadable').notNull().default(0),
  written: integer('written').notNull().default(0),
  problem: text('problem'),
  retry_at: instant('retry_at'),
  /** In a row. */
  failures: integer('failures').notNull().default(0),
  /** The same for connection checks, and when someone last requested a full recheck. */
  checks_problem: text('checks_problem'),
  checks_retry_at: instant('checks_retry_at'),
  checks_failures: integer('checks_failures').notNull().default(0),
  checks_asked_at: instant('checks_asked_at'),
  /** When the first data of any source arrived. */
  data_since: instant('data_since'),
})

/** Search columns of users and nothing else: short rows keep a search of a million quick. */
export const directoryUsers = consoleSchema.table(
  'directory_users',
  {
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    /** The client user id as it is searched; null where there is none. */
    reference_key: codePoints('reference_key'),
    created_on: instant('created_on').notNull(),
    /** The newest time of the user, and their time zone, by which the list can be sorted. */
    changed_on: instant('changed_on').notNull(),
    zone_key: codePoints('zone_key'),
    sources: text('sources').array().notNull(),
    /** Digest of the listed user: an unchanged one isn't written again. */
    digest: text('digest').notNull(),
    seen_at: instant('seen_at').notNull(),
    position: integer('position').notNull(),
    of_total: integer('of_total').notNull(),
    /** The last whole crawl did not see this user. */
    is_missed: boolean('is_missed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.user_id] }),
    // With the reference, so that a search for a part of it need not leave the index.
    index('directory_users_newest').on(
      table.environment,
      table.created_on.desc().nullsFirst(),
      table.user_id,
      table.reference_key,
    ),
    index('directory_users_by_reference').on(table.environment, table.reference_key, table.user_id),
    index('directory_users_changed').on(table.environment, table.changed_on.desc().nullsFirst(), table.user_id),
    index('directory_users_by_zone').on(table.environment, table.zone_key, table.user_id),
    index('directory_users_unconnected')
      .on(table.environment, table.created_on.desc().nullsFirst(), table.user_id)
      .where(sql`sources = '{}'`),
    index('directory_users_reference').using('gin', sql`${table.reference_key} gin_trgm_ops`),
    index('directory_users_id_parts').using('gin', sql`replace(${table.user_id}::text, '-', '') gin_trgm_ops`),
    index('directory_users_sources').using('gin', table.sources),
  ],
)

export const directoryBodies = consoleSchema.table(
  'directory_bodies',
  {
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    body: json('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.user_id] })],
)

/** Data of connections that the directory doesn't know yet: a new source sends its history before its user is read again. */
export const directoryEarlyData = consoleSchema.table(
  'directory_early_data',
  {
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    slug: codePoints('slug').notNull(),
    at: instant('at').notNull(),
    received: text('received').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.environment, table.user_id, table.slug] })],
)

export const directoryConnections = consoleSchema.table(
  'directory_connections',
  {
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    slug: codePoints('slug').notNull(),
    created_on: instant('created_on').notNull(),
    state: text('state').$type<KeptState>().notNull().default('not_checked'),
    last_data_at: instant('last_data_at'),
    /** Its rhythm (`rhythm.ts`): when the newest beat began, minutes between beats, and from when on it is silent. */
    beat_at: instant('beat_at'),
    gaps: integer('gaps').array().notNull().default([]),
    silent_at: instant('silent_at'),
    /** Data types that have ever arrived; and at the last check, those that it can send and those that were denied. */
    received: text('received').array().notNull().default([]),
    available: text('available').array().notNull().default([]),
    denied: text('denied').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.user_id, table.slug] }),
    index('directory_connections_newest').on(
      table.environment,
      table.created_on.desc().nullsFirst(),
      table.user_id,
      table.slug,
    ),
    index('directory_connections_of_source').on(
      table.environment,
      table.slug,
      table.created_on.desc().nullsFirst(),
      table.user_id,
      // Counts of the states of a source need not leave the index.
      table.state,
    ),
    index('directory_connections_silent').on(table.environment, table.silent_at),
    index('directory_connections_last_data').on(table.environment, table.last_data_at),
    index('directory_connections_in_state').on(
      table.environment,
      table.state,
      table.created_on.desc().nullsFirst(),
      table.user_id,
      table.slug,
    ),
  ],
)

/** How the states of connections have changed, as checks found them; of what works from the beginning nothing is kept. */
export const connectionChanges = consoleSchema.table(
  'connection_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    slug: codePoints('slug').notNull(),
    at: instant('at').notNull(),
    state: text('state').$type<KeptState>().notNull(),
  },
  (table) => [index('connection_changes_of').on(table.environment, table.user_id, table.slug, table.id)],
)

/** When the connections of each user who has any were last checked. */
export const directoryChecks = consoleSchema.table(
  'directory_checks',
  {
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    checked_at: instant('checked_at'),
    /** `checked_at`, or 1970 for users whose sources have changed since: the oldest is checked next. */
    order_at: instant('order_at').notNull().default(new Date(0)),
    /** Somebody is at it, or it could not be read: not before this. */
    not_before: instant('not_before'),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.user_id] }),
    index('directory_checks_oldest').on(table.environment, table.order_at, table.user_id, table.checked_at),
  ],
)

/** The crawl that saw a user last. Apart from the users: their indexes would be written with every mark. */
export const directoryCrawled = consoleSchema.table(
  'directory_crawled',
  {
    environment: text('environment').notNull(),
    user_id: uuid('user_id').notNull(),
    crawl_id: integer('crawl_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.user_id] })],
)

/** Keyed hashes of what finds a person, a row for each record of theirs: demographics (`id` is the user's), order or visit. */
export const peopleIndex = consoleSchema.table(
  'people_index',
  {
    environment: text('environment').notNull(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    order_id: uuid('order_id'),
    hashes: bigint('hashes', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.id] }),
    index('people_index_user').on(table.environment, table.user_id),
    index('people_index_hashes').using('gin', table.hashes),
  ],
)
