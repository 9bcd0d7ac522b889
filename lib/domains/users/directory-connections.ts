/** Connections of all users in the directory, and what is known of their states. */
import { z } from 'zod'
import { KEPT_STATES } from '#lib/domains/connections/states.ts'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { userId } from '#lib/kernel/marks.ts'
import { created, directoryState, isSearchCursor, page, sources, total } from './directory.ts'
import { source } from './user.ts'

const keptState = z.enum(KEPT_STATES)

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
  /** From when on its data would have arrived here: connected, and data of any source has arrived; null before that. */
  awaited_since: isoDateTime.nullable(),
  /** From when on it is silent by its own rhythm if nothing comes; null while its rhythm isn’t known. */
  silent_at: isoDateTime.nullable(),
})
export type DirectoryConnection = z.infer<typeof directoryConnection>

const connectionFilters = z.object({
  sources,
  states: z.array(keptState).max(KEPT_STATES.length).optional(),
  has_data: z.boolean().optional(),
  /** The newest data arrived at this instant or later. */
  data_from: isoDateTime.optional(),
  /** No data arrived since this instant, also where none ever did and the source was connected by then. */
  no_data_since: isoDateTime.optional(),
  /** Silent by their own rhythm at this instant, and not broken. */
  silent_on: isoDateTime.optional(),
  /** Broken, or silent by their own rhythm at this instant. */
  action_on: isoDateTime.optional(),
  user_id: uuid.optional(),
  ...created,
})
export const connectionSearch = connectionFilters.extend({
  ...page,
  /** A walk through all that is found, as that of `directorySearch`; it goes on at a source of a user. */
  after: z
    .string()
    .max(600)
    .refine(
      (after) => after === '' || isSearchCursor(after.split('_', 2)),
      'Not what a page of a walk said: begin it again.',
    )
    .optional(),
})
export type ConnectionSearch = z.output<typeof connectionSearch>

/** Newest first, ties by user id and slug; `created_…` is when the source was connected. */
export const searchDirectoryConnections = endpoint({
  name: 'search_directory_connections',
  path: '/directory/{environment}/connections',
  permission: 'connections:read',
  params: inEnvironment,
  query: connectionSearch,
  response: z.object({
    connections: z.array(directoryConnection),
    total,
    /** As in the answer of `searchDirectory`. */
    next: z.string().nullable(),
    state: directoryState,
  }),
})

/** Connections of a source, and how many of them are in each state; a state that none is in is left out. */
const sourceCount = z.object({
  source,
  connections: z.int().min(0),
  states: z.partialRecord(keptState, z.int().min(1)),
  /** Counts among working connections: with a known rhythm, and silent by it. */
  timed: z.int().min(0),
  silent: z.int().min(0),
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
  path: '/directory/{environment}/sources',
  permission: 'connections:read',
  params: inEnvironment,
  query: connectionFilters,
  response: z.object({ source_counts: z.array(sourceCount), state: directoryState, coverage: stateCoverage }),
})

const connectionChange = z.object({ slug: z.string(), state: keptState, at: isoDateTime })
export type ConnectionChange = z.infer<typeof connectionChange>

/** How the states of a user’s connections have changed, newest first, as checks found them: after an event, within a minute. */
export const listConnectionChanges = endpoint({
  name: 'list_connection_changes',
  path: '/directory/{environment}/users/{user_id}/connection-changes',
  permission: 'connections:read',
  params: inEnvironment.extend({ user_id: uuid }),
  response: z.object({ changes: z.array(connectionChange) }),
})

const connections = z.int().min(0)
const typeCoverage = z.object({
  slug: z.string(),
  resource: z.string(),
  available: connections,
  denied: connections,
  never: connections,
})
export type TypeCoverage = z.infer<typeof typeCoverage>

/** Which data types each source can send, was denied, and has never sent though it could for a day; at most a minute old. */
export const countCoverage = endpoint({
  name: 'count_coverage',
  path: '/directory/{environment}/coverage',
  permission: 'connections:read',
  params: inEnvironment,
  response: z.object({ types: z.array(typeCoverage), counted_at: isoDateTime }),
})

/** Checks every connection again, oldest check first, within the budget; 429 within five minutes of the last. */
export const checkConnections = endpoint({
  name: 'check_connections',
  method: 'POST',
  path: '/directory/{environment}/checks',
  permission: 'connections:read',
  params: inEnvironment,
  response: stateCoverage,
  success: [202],
})
