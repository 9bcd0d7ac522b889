/** Saved views of the user list, and the built-in ones. */
import { z } from 'zod'
import type { BuiltInView } from '#lib/domains/views/views.ts'
import { RELATIVE_DAYS } from '#lib/utils/time/day-ranges.ts'
import { directorySearch } from './directory.ts'

/** Leaves out the text, which may name a person, and the zone; relative ranges become days for the directory. */
export const shareableUserSearch = directorySearch
  .omit({ text: true, time_zone: true, after: true, user_ids: true })
  .extend({ created_within: z.enum(RELATIVE_DAYS).optional() })

/** The page itself is no part of a view. Anything else is refused, not dropped. */
export const userViewFilter = z
  .strictObject(shareableUserSearch.omit({ offset: true, limit: true }).shape)
  .extend({ limit: z.int().min(1).max(500).optional() })
export type UserViewFilter = z.output<typeof userViewFilter>

export const USER_VIEWS: readonly BuiltInView<UserViewFilter>[] = [
  { id: 'all', name: 'All users', filter: {} },
  { id: 'connected', name: 'Connected', filter: { has_connections: true } },
  { id: 'unconnected', name: 'No connections', filter: { has_connections: false } },
  { id: 'changed', name: 'Recently changed', filter: { order_key: 'changed_on', order_direction: 'desc' } },
]
