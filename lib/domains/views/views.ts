/** Saved views of a list: what is asked for and how the table looks, by a name. Kept in the console alone. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { type Counted, counted, ianaZone, isoDateTime, uuid } from '#lib/kernel/fields.ts'

export const VIEW_LISTS = ['orders', 'users'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Search of a view: fields named as in the interface. */
export type ViewFilter = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface BuiltInView<Filter extends ViewFilter = ViewFilter> {
  id: string
  name: string
  filter: Filter
}

/** In every list the built-in view that holds each of its rows; it opens first unless somebody chooses another. */
export const ALL = 'all'

export const inList = inEnvironment.extend({ list: z.enum(VIEW_LISTS) })
export type ViewPlace = z.output<typeof inList>

/** Any filter of any list; `VIEW_FILTERS` says what each list takes. */
export const viewFilter = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
)

/** Layout of a list; unknown fields are kept. */
const viewLayout = z.looseObject({ columns: z.string().optional() })
export type ViewLayout = z.output<typeof viewLayout>

export const savedView = z.object({
  id: uuid,
  name: z.string(),
  /** Everybody in the environment has it, or its owner alone. */
  shared: z.boolean(),
  owner_name: z.string(),
  is_own: z.boolean(),
  may_change: z.boolean(),
  filter: viewFilter,
  look: viewLayout,
  /** Grows with every change. */
  version: z.int().min(1),
  changed_at: isoDateTime,
})
export type SavedView = z.output<typeof savedView>

export const viewDefaults = z.object({
  /** The asker's own choice; null where they made none. */
  own: z.string().nullable(),
  /** By role; a view that is gone or not shared is left out. */
  roles: z.partialRecord(z.enum(ROLES), z.string()),
  /** View that a bare address opens for the caller. */
  first: z.string(),
})
export type ViewDefaults = z.output<typeof viewDefaults>

/** The asker's own and the shared ones of others, in the order in which they were made. */
export const listViews = endpoint({
  name: 'list_views',
  path: '/views/{environment}/{list}',
  permission: 'users:read',
  params: inList,
  response: z.object({
    views: z.array(savedView),
    defaults: viewDefaults,
    may_share: z.boolean(),
    may_set_roles: z.boolean(),
  }),
})

/** How many rows each of them finds, those built in among them: counted once a minute at most, partial where some fail. */
export const countViews = endpoint({
  name: 'count_views',
  path: '/views/{environment}/{list}/counts',
  permission: 'users:read',
  params: inList,
  query: z.object({ time_zone: ianaZone }),
  response: z.object({ counts: z.array(counted.extend({ view_id: z.string() })) }),
})

interface CountAsker {
  environment: string
  staff_id: string
  time_zone: string
  /** Limits of stuck orders by status, in place of those that are set. */
  stuck_days?: StuckDays
}

/** Counts the rows of each view. @throws ApiError 429 */
export type CountViews = (
  asker: CountAsker,
  views: readonly { id: string; filter: ViewFilter }[],
) => Promise<(Counted & { view_id: string })[]>
