/** The user directory: the service cannot search users, so the console keeps their list and searches that. */

import { z } from 'zod'
import { KEPT_STATES } from '#lib/domains/connections/states.ts'
import { environment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ianaZone, isoDate, isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { userId } from '#lib/kernel/marks.ts'
import { source, user } from './user.ts'

const inEnvironment = z.object({ environment: environment.shape.id })
const none = z.object({})

/** A user as the service listed them, and when it last did. */
export const directoryUser = z.object({ user, seen_at: isoDateTime })
export type DirectoryUser = z.infer<typeof directoryUser>

/** How far the directory can be trusted: `complete_at` is when the last whole crawl ended, null before the first. */
export const directoryState = z.object({
  users: z.int().min(0),
  complete_at: isoDateTime.nullable(),
  /** The crawl under way, and how many of the service's users it has read. */
  crawl: z.object({ started_at: isoDateTime, read: z.int().min(0), total: z.int().min(0).nullable() }).nullable(),
  /** Why the crawl broke off, or what the last one left out, in words for people; null when all went well. */
  problem: z.string().nullable(),
  /** When a crawl that broke off goes on where it was. */
  retry_at: isoDateTime.nullable(),
})
export type DirectoryState = z.infer<typeof directoryState>

/** Shorter texts are looked for at the beginning only: anywhere would be everywhere. */
export const SHORTEST_INNER_TEXT = 3

/** Beyond this many matches a search says `total: null`: an exact count would hold the page up. */
export const DIRECTORY_COUNT_LIMIT = 10_000

const created = {
  created_from: isoDate.optional(),
  created_to: isoDate.optional(),
  /** IANA zone in which the two days begin and end; UTC unless given. */
  time_zone: ianaZone.optional(),
}
const sources = z.array(z.string()).max(100).optional()
const page = {
  offset: z.int().min(0).max(100_000_000).default(0),
  limit: z.int().min(1).max(500).default(100),
}

/** Where a walk goes on: when the user it got to was created, and their id. */
const walked = z
  .string()
  .refine((after) => after === '' || isWalked(after.split('_')), 'Not what a page of a walk said: begin it again.')

function isWalked([created, user_id, ...rest]: string[]) {
  return z.tuple([z.iso.datetime({ precision: 3 }), uuid]).safeParse([created, user_id]).success && rest.length === 0
}

/** What users can be sorted by. `changed_on` is the newest time that the service says of a user: see `changedOn`. */
export const USER_ORDER_KEYS = ['created_on', 'changed_on', 'client_user_id', 'time_zone'] as const
export type UserOrderKey = (typeof USER_ORDER_KEYS)[number]

/**
 * Filters are combined with AND. Newest first, ties by user ID. With a text, first whoever it names exactly, then client
 * user IDs that begin with it in their order, then user IDs that begin or end with it, then what has it elsewhere.
 * `order_key` is another order of all of them: whoever has no such value comes last in both directions.
 */
export const directorySearch = z.object({
  /**
   * A user ID or any part of one (`lib/utils/ids/id-part.ts`), or a part of a client user ID, whatever its case; below
   * three characters its beginning.
   */
  text: z.string().trim().max(255).optional(),
  /** Slugs; a user has at least one of them connected. */
  sources,
  has_connections: z.boolean().optional(),
  ...created,
  ...page,
  /** 0 counts alone. */
  limit: z.int().min(0).max(500).default(100),
  order_key: z.enum(USER_ORDER_KEYS).optional(),
  /** Of `order_key`; of the usual order it is always the newest first. */
  order_direction: z.enum(['asc', 'desc']).optional(),
  /**
   * A walk through all that is found, each user once however the directory changes meanwhile: `''` begins it, `next` of
   * the page before goes on. Newest first whatever the text; `offset` does not count, and nothing is counted.
   */
  after: walked.optional(),
})
export type DirectorySearch = z.output<typeof directorySearch>

/** Null where counting would hold the page up; see `DIRECTORY_COUNT_LIMIT`. */
const total = z.int().min(0).nullable()

/** A read whose input may be personal, so that it travels in the body and never in an address. */
export const searchDirectory = endpoint({
  name: 'search_directory',
  section: 'console',
  method: 'POST',
  path: '/directory/{environment}/search',
  permission: 'users:read',
  params: inEnvironment,
  query: none,
  body: directorySearch,
  response: z.object({
    users: z.array(directoryUser),
    total,
    /** The `after` of the next page of a walk; null at its end, and where none was asked for. */
    next: z.string().nullable(),
    state: directoryState,
  }),
  success: [200],
  safe: true,
})

export const getDirectoryState = endpoint({
  name: 'get_directory_state',
  section: 'console',
  method: 'GET',
  path: '/directory/{environment}',
  permission: 'users:read',
  params: inEnvironment,
  query: none,
  body: null,
  response: directoryState,
  success: [200],
  safe: true,
})

/**
 * One user; `fresh` looks them up in the service again first, as after a change. Somebody the directory does not know
 * is looked for in the service too, within bounds. 404 where neither knows the id.
 */
export const getDirectoryUser = endpoint({
  name: 'get_directory_user',
  section: 'console',
  method: 'GET',
  path: '/directory/{environment}/users/{user_id}',
  permission: 'users:read',
  params: inEnvironment.extend({ user_id: uuid }),
  query: z.object({ fresh: z.boolean().optional() }),
  body: null,
  response: directoryUser.extend({
    /** Why this is older than was asked for, in words for people; null when it is not. */
    problem: z.string().nullable(),
  }),
  success: [200],
  safe: true,
})

/**
 * Starts a crawl now, unless one is under way; one that waits after a failure goes on. 429 where somebody has asked for
 * either within five minutes.
 */
export const refreshDirectory = endpoint({
  name: 'refresh_directory',
  section: 'console',
  method: 'POST',
  path: '/directory/{environment}/refresh',
  permission: 'users:read',
  params: inEnvironment,
  query: none,
  body: null,
  response: directoryState,
  success: [202],
  safe: false,
})

const keptState = z.enum(KEPT_STATES)

/** One user × one connected source, its state as last known. */
const directoryConnection = z.object({
  user_id: userId,
  client_user_id: z.string().nullable(),
  source,
  created_on: isoDateTime,
  seen_at: isoDateTime,
  state: keptState,
  /** When the service was last asked for this user's connections; null for a connection that wasn't among them yet. */
  checked_at: isoDateTime.nullable(),
  /** When the newest event with data of this source arrived; null where none has. */
  last_data_at: isoDateTime.nullable(),
})
export type DirectoryConnection = z.infer<typeof directoryConnection>

const connectionFilters = z.object({
  sources,
  states: z.array(keptState).max(KEPT_STATES.length).optional(),
  /** Whether data has ever arrived. */
  has_data: z.boolean().optional(),
  /** The newest data arrived at this instant or later. */
  data_from: isoDateTime.optional(),
  /** No data arrived since this instant, also where none ever did and the source was connected by then. */
  no_data_since: isoDateTime.optional(),
  /** Of one user. */
  user_id: uuid.optional(),
  ...created,
})
export const connectionSearch = connectionFilters.extend({
  ...page,
  /** A walk through all that is found, as that of `directorySearch`; it goes on at a source of a user. */
  after: z
    .string()
    .max(600)
    .refine((after) => after === '' || isWalked(after.split('_', 2)), 'Not what a page of a walk said: begin it again.')
    .optional(),
})
export type ConnectionSearch = z.output<typeof connectionSearch>

/** Newest first, ties by user id and slug; `created_…` is when the source was connected. */
export const searchDirectoryConnections = endpoint({
  name: 'search_directory_connections',
  section: 'console',
  method: 'GET',
  path: '/directory/{environment}/connections',
  permission: 'connections:read',
  params: inEnvironment,
  query: connectionSearch,
  body: null,
  response: z.object({
    connections: z.array(directoryConnection),
    total,
    /** As in the answer of `searchDirectory`. */
    next: z.string().nullable(),
    state: directoryState,
  }),
  success: [200],
  safe: true,
})

/** Connections of a source, and how many of them are in each state; a state that none is in is left out. */
const sourceCount = z.object({
  source,
  connections: z.int().min(0),
  states: z.partialRecord(keptState, z.int().min(1)),
})
export type SourceCount = z.infer<typeof sourceCount>

/** How much is known of the states of connections, and how old it is. */
const stateCoverage = z.object({
  /** Users with a connected source, and those of them whose connections were checked. */
  users: z.int().min(0),
  checked: z.int().min(0),
  /** When all of them were last asked to be checked again, and how many have been since; null and 0 for never. */
  asked_at: isoDateTime.nullable(),
  rechecked: z.int().min(0),
  /** The oldest check that still counts; null before the first. */
  oldest_at: isoDateTime.nullable(),
  /** When the newest event with data arrived; null where none ever has. */
  last_data_at: isoDateTime.nullable(),
  /** Why checks wait, in words for people, and until when; null while all goes well. */
  problem: z.string().nullable(),
  retry_at: isoDateTime.nullable(),
})
export type StateCoverage = z.infer<typeof stateCoverage>

/** How many connections each source has within the filters: most first, ties by slug. */
export const countDirectorySources = endpoint({
  name: 'count_directory_sources',
  section: 'console',
  method: 'GET',
  path: '/directory/{environment}/sources',
  permission: 'connections:read',
  params: inEnvironment,
  query: connectionFilters,
  body: null,
  response: z.object({ source_counts: z.array(sourceCount), state: directoryState, coverage: stateCoverage }),
  success: [200],
  safe: true,
})

/**
 * Has every user's connections checked again, the oldest check first, within the budget of calls. 429 where somebody has
 * asked for it within five minutes.
 */
export const checkConnections = endpoint({
  name: 'check_connections',
  section: 'console',
  method: 'POST',
  path: '/directory/{environment}/checks',
  permission: 'connections:read',
  params: inEnvironment,
  query: none,
  body: null,
  response: stateCoverage,
  success: [202],
  safe: false,
})
