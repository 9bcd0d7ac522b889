/** The user directory: the service cannot search users, so the console keeps their list and searches that. */
import { z } from 'zod'
import { endpoint } from '#lib/contract/endpoint.ts'
import { isoDate, isoDateTime, uuid } from '#lib/contract/fields.ts'
import { user } from '#lib/contract/user.ts'
import { environment } from './environments.ts'

const inEnvironment = z.object({ environment: environment.shape.id })

/** A user as the service listed them at `seen_at`. */
export const directoryUser = z.object({ user, seen_at: isoDateTime })
export type DirectoryUser = z.infer<typeof directoryUser>

/** How far the list can be trusted: `complete_at` is when the last whole crawl ended, null before the first. */
export const directoryState = z.object({
  users: z.int().min(0),
  complete_at: isoDateTime.nullable(),
  /** The crawl under way, and how many of the service's users it has read. */
  crawl: z.object({ started_at: isoDateTime, read: z.int().min(0), total: z.int().min(0).nullable() }).nullable(),
  /** Why the last crawl broke off, in words for people; null when it did not. */
  problem: z.string().nullable(),
})
export type DirectoryState = z.infer<typeof directoryState>

export const directorySearch = z.object({
  /** A whole user id, or a part of a client user id; the order of hits is exact, prefix, inner part. */
  text: z.string().trim().max(255).optional(),
  /** Slugs; a user has at least one of them connected. */
  sources: z.array(z.string()).optional(),
  has_connections: z.boolean().optional(),
  created_from: isoDate.optional(),
  created_to: isoDate.optional(),
  /** IANA zone in which the two days begin and end. */
  time_zone: z.string().optional(),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(100),
})
export type DirectorySearch = z.output<typeof directorySearch>

/** A read whose input may be personal, so that it travels in the body and never in an address. */
export const searchDirectory = endpoint({
  name: 'search_directory',
  section: 'console',
  method: 'POST',
  path: '/directory/{environment}/search',
  permission: 'users:read',
  params: inEnvironment,
  query: z.object({}),
  body: directorySearch,
  response: z.object({
    users: z.array(directoryUser),
    /** Null where counting would hold the page up. */
    total: z.int().min(0).nullable(),
    state: directoryState,
  }),
  success: [200],
  safe: true,
})

/** One user; `fresh` looks them up in the service again first. 404 where neither knows the id. */
export const getDirectoryUser = endpoint({
  name: 'get_directory_user',
  section: 'console',
  method: 'GET',
  path: '/directory/{environment}/users/{user_id}',
  permission: 'users:read',
  params: inEnvironment.extend({ user_id: uuid }),
  query: z.object({ fresh: z.boolean().optional() }),
  body: null,
  response: directoryUser,
  success: [200],
  safe: true,
})

/** Starts a crawl now, unless one is under way. */
export const refreshDirectory = endpoint({
  name: 'refresh_directory',
  section: 'console',
  method: 'POST',
  path: '/directory/{environment}/refresh',
  permission: 'users:read',
  params: inEnvironment,
  query: z.object({}),
  body: null,
  response: directoryState,
  success: [202],
  safe: false,
})
