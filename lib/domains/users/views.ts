/** What a saved view of the list of users can hold, and the views that are built in. */
import { z } from 'zod'
import type { BuiltInView } from '#lib/domains/views/list.ts'
import { RELATIVE_DAYS } from '#lib/utils/time/relative-days.ts'
import { directorySearch } from './directory.ts'

/**
 * What of a search for users an address may hold: the text may name a person, and the zone is the viewer's. A relative
 * range of days is the interface's own: the directory is asked for the days it comes to.
 */
export const openUserSearch = directorySearch
  .omit({ text: true, time_zone: true, after: true })
  .extend({ created_within: z.enum(RELATIVE_DAYS).optional() })

/** The page itself is no part of a view. Anything else is refused, not dropped. */
export const userViewFilter = z
  .strictObject(openUserSearch.omit({ offset: true, limit: true }).shape)
  .extend({ limit: z.int().min(1).max(500).optional() })
export type UserViewFilter = z.output<typeof userViewFilter>

export const USER_VIEWS: readonly BuiltInView<UserViewFilter>[] = [
  { id: 'all', name: 'All users', filter: {} },
  { id: 'connected', name: 'Connected', filter: { has_connections: true } },
  { id: 'unconnected', name: 'No connections', filter: { has_connections: false } },
  { id: 'changed', name: 'Recently changed', filter: { order_key: 'changed_on', order_direction: 'desc' } },
]
