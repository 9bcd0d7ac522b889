/** The user directory: the service cannot search users, so the console keeps their list and searches that. */

import { z } from 'zod'
import { userInfo } from '#lib/domains/demographics/user-info.ts'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ianaZone, isoDate, isoDateTime, pageCursor, uuid } from '#lib/kernel/fields.ts'
import { orderId, userId } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { user } from './user.ts'

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
export const MIN_SUBSTRING_LENGTH = 3

/** Beyond this many matches a search says `total: null`: an exact count would hold the page up. */
export const DIRECTORY_COUNT_LIMIT = 10_000

export const created = {
  created_from: isoDate.optional(),
  created_to: isoDate.optional(),
  /** IANA zone in which the two days begin and end; UTC unless given. */
  time_zone: ianaZone.optional(),
}
export const sources = z.array(z.string()).max(100).optional()
export const page = {
  offset: z.int().min(0).max(100_000_000).default(0),
  limit: z.int().min(1).max(500).default(100),
}

/** Cursor of a crawl: creation and ID of the last user. */
const searchCursor = z
  .string()
  .refine(
    (after) => after === '' || isSearchCursor(after.split('_')),
    'Not what a page of a walk said: begin it again.',
  )

export function isSearchCursor([created, user_id, ...rest]: string[]) {
  return z.tuple([z.iso.datetime({ precision: 3 }), uuid]).safeParse([created, user_id]).success && rest.length === 0
}

/** Sort keys of users. `changed_on` is the latest time that the service gives for a user: see `changedOn`. */
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
  text: z.string().overwrite(TEXT_FIELDS.search.clean).max(255).optional(),
  /** Slugs; a user has at least one of them connected. */
  sources,
  has_connections: z.boolean().optional(),
  /** These users alone. */
  user_ids: z.array(uuid).max(500).optional(),
  ...created,
  ...page,
  /** 0 counts alone. */
  limit: z.int().min(0).max(500).default(100),
  order_key: z.enum(USER_ORDER_KEYS).optional(),
  /** Direction of `order_key`; the default order is always newest first. */
  order_direction: z.enum(['asc', 'desc']).optional(),
  /**
   * A walk through all that is found, each user once however the directory changes in between: `''` begins it, `next` of
   * the page before goes on. Newest first whatever the text; `offset` does not count, and nothing is counted.
   */
  after: searchCursor.optional(),
})
export type DirectorySearch = z.output<typeof directorySearch>

/** Null where counting would hold the page up; see `DIRECTORY_COUNT_LIMIT`. */
export const total = z.int().min(0).nullable()

/** The facts by which the search index finds people; `last4`: the end of a phone number, `recipient`: a name on an order. */
export const FOUND_BY = [
  'name',
  'recipient',
  'email',
  'phone',
  'last4',
  'birth',
  'zip',
  'tracking',
  'sample',
  'visit',
  'message',
] as const
export type FoundBy = (typeof FOUND_BY)[number]

/** By which facts people are found, as people read it. */
export const FOUND_BY_LABELS: Readonly<Record<FoundBy, string>> = {
  name: 'Name',
  recipient: 'Recipient',
  email: 'Email',
  phone: 'Phone',
  last4: 'Last 4 of phone',
  birth: 'Birth date',
  zip: 'ZIP code',
  tracking: 'Tracking number',
  sample: 'Sample ID',
  visit: 'Visit ID',
  message: 'Message ID',
}
const HOW_FOUND = ['exact', 'prefix', 'sounds'] as const
/** Why a row was found: "Phone", or "Name, beginning". */
export function foundWords({ how, by }: { how: HowFound; by: readonly FoundBy[] }): string {
  const words = by.map((kind) => FOUND_BY_LABELS[kind]).join(', ')
  return how === 'prefix' ? `${words}, beginning` : words
}
export type HowFound = (typeof HOW_FOUND)[number]

/** People whom a search finds at most. */
export const MOST_PEOPLE = 500

const foundPerson = z.object({
  user_id: userId,
  client_user_id: z.string().nullable(),
  how: z.enum(HOW_FOUND),
  by: z.array(z.enum(FOUND_BY)),
  /** Orders that the code in the text is of. */
  order_ids: z.array(orderId),
})
export type FoundPerson = z.infer<typeof foundPerson>

/** `found`: how the search index found the user by the text; absent where their reference or ID holds it. */
const searchedUser = directoryUser.extend({ found: foundPerson.pick({ how: true, by: true }).optional() })
export type SearchedUser = z.infer<typeof searchedUser>

/** A read whose input may be personal, so that it travels in the body and never in an address. */
export const searchDirectory = endpoint({
  name: 'search_directory',
  method: 'POST',
  path: '/directory/{environment}/search',
  permission: 'users:read',
  params: inEnvironment,
  body: directorySearch,
  response: z.object({
    users: z.array(searchedUser),
    total,
    /** The `after` of the next page of a walk; null at its end, and where none was asked for. */
    next: z.string().nullable(),
    state: directoryState,
  }),
  safe: true,
})

export const getDirectoryState = endpoint({
  name: 'get_directory_state',
  path: '/directory/{environment}',
  permission: 'users:read',
  params: inEnvironment,
  response: directoryState,
})

/** `fresh` asks the service first, as does a user the directory doesn't know; 404 where neither knows the id. */
export const getDirectoryUser = endpoint({
  name: 'get_directory_user',
  path: '/directory/{environment}/users/{user_id}',
  permission: 'users:read',
  params: inEnvironment.extend({ user_id: uuid }),
  query: z.object({ fresh: z.boolean().optional() }),
  response: directoryUser.extend({
    /** Why this is older than was asked for, in words for people; null when it is not. */
    problem: z.string().nullable(),
  }),
})

/** Deleted users who can be restored, the one deleted last first. 404 in an environment of a remote service. */
export const listDeletedUsers = endpoint({
  name: 'list_deleted_users',
  path: '/deleted-users/{environment}',
  permission: 'users:delete',
  params: inEnvironment,
  query: z.object({ cursor: pageCursor.optional() }),
  response: z.object({
    users: z.array(z.object({ user_id: userId, client_user_id: z.string().nullable(), deleted_on: isoDateTime })),
    next_cursor: z.string().nullable(),
  }),
})

/** Deleted users of one team, a page at a time; null where the environment is a remote service. */
export type DeletedUsersOf = (
  environment: string,
) => ((page: { cursor?: string | undefined }) => Promise<z.output<typeof listDeletedUsers.response>>) | null

/** Starts a crawl unless one is under way, or ends its wait; 429 within five minutes of the last request. */
export const refreshDirectory = endpoint({
  name: 'refresh_directory',
  method: 'POST',
  path: '/directory/{environment}/refresh',
  permission: 'users:read',
  params: inEnvironment,
  response: directoryState,
  success: [202],
})

/** How much of the search index is built, from 0 to 1, and why the rest isn't. */
const peopleIndex = z.object({ share: z.number(), problem: z.string().nullable(), lacks_demographics: z.boolean() })
export type PeopleIndexState = z.infer<typeof peopleIndex>

/** Returns why somebody may be missing; null where everybody can be found. */
export function searchLimit({ index, is_withheld }: { index: PeopleIndexState; is_withheld: boolean }): string | null {
  if (is_withheld) return 'Birth dates, ZIP codes and last four digits find people once you show patient data.'
  const { share, problem } = index
  const built = share < 1 ? `Search index ${Math.floor(share * 100)} % built. Some people may be missing.` : ''
  return [built, problem].filter(Boolean).join(' ') || null
}

/** Finds people by what a caller says, and users by reference or ID. The text may be personal, so it travels in the body. */
export const findPeople = endpoint({
  name: 'find_people',
  method: 'POST',
  path: '/directory/{environment}/find',
  permission: 'demographics:read',
  params: inEnvironment,
  body: z.object({
    text: z.string().overwrite(TEXT_FIELDS.search.clean).min(1).max(255),
    limit: z.int().min(1).max(MOST_PEOPLE).default(6),
  }),
  response: z.object({
    /** Users whose reference or ID holds the text. */
    users: z.array(directoryUser),
    users_total: total,
    state: directoryState,
    /** Exact matches first, then beginnings of names, then names that sound alike. */
    people: z.array(foundPerson),
    total: z.int().min(0),
    /** There are more than were counted. */
    is_cut: z.boolean(),
    /** While patient data is hidden, a birth date, ZIP code or four digits alone find nobody. */
    is_withheld: z.boolean(),
    index: peopleIndex,
  }),
  safe: true,
})

/** People of one call. */
export const MOST_NAMED = 100

const { first_name, last_name, dob, phone_number, medical_proxy, address } = userInfo.shape

/** Demographics that rows show: who somebody is, and whom to call. */
export const shownInfo = z.object({
  ...{ first_name, last_name, dob, phone_number, medical_proxy },
  address: z.object({ city: address.shape.city, state: address.shape.state }),
})
export type ShownInfo = z.infer<typeof shownInfo>

const namedPerson = z.object({
  user_id: userId,
  /** Null for a user without demographics. */
  info: shownInfo.nullable(),
})
export type NamedPerson = z.infer<typeof namedPerson>

/** Returns the city of somebody's address, as rows show it; empty where none is on file. */
export const cityOf = (info: ShownInfo | null | undefined) =>
  [info?.address.city, info?.address.state].filter(Boolean).join(', ')

/** Reads who some users are, for the rows of a page: one entry in the audit log, however many there are. */
export const namePeople = endpoint({
  name: 'name_people',
  method: 'POST',
  path: '/directory/{environment}/names',
  permission: 'demographics:read',
  params: inEnvironment,
  body: z.object({ user_ids: z.array(uuid).min(1).max(MOST_NAMED) }),
  response: z.object({
    people: z.array(namedPerson),
    /** Why others aren't among them, in words for people; null where all are. */
    problem: z.string().nullable(),
    /** The service lets nobody's demographics be read. */
    is_refused: z.boolean(),
  }),
  safe: true,
})
