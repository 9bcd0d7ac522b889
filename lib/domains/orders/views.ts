/** Saved views of the list of orders: what is asked for and how the table looks, by a name. Kept in the console alone. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment-id.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ianaZone, isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { counted } from './counted.ts'
import { type listOrders, orderSearch } from './order.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from './status.ts'

const none = z.object({})

/** What of a search for orders may name a person; no view holds it. */
const PERSONAL = { search_input: true, patient_name: true, shipping_recipient_name: true } as const satisfies Record<
  (typeof listOrders.personal)[number],
  true
>

/** What of a search for orders an address may hold, by the names of the interface. */
export const openSearch = orderSearch.omit(PERSONAL)

/** As `openSearch` reads it from an address; the page itself is no part of a view. Anything else is refused, not dropped. */
export const viewFilter = z
  .strictObject(openSearch.omit({ page: true, size: true }).shape)
  .extend({ size: orderSearch.shape.size.unwrap().optional() })
export type ViewFilter = z.output<typeof viewFilter>

/** What a browser keeps of how a list looks; what this console does not know travels with it. */
export const viewLayout = z.looseObject({ columns: z.string().optional() })
export type ViewLayout = z.output<typeof viewLayout>

/** Views that nobody can change; the first holds every order. */
export const BUILT_IN_VIEWS: readonly { id: string; name: string; filter: ViewFilter }[] = [
  { id: 'all', name: 'All orders', filter: {} },
  { id: 'open', name: 'Open', filter: { status: [...OPEN_STATUSES] } },
  { id: 'exceptions', name: 'Exceptions', filter: { status: [...EXCEPTION_STATUSES] } },
  { id: 'critical', name: 'Critical', filter: { is_critical: true } },
]
export const ALL_ORDERS = 'all'

export const savedView = z.object({
  id: uuid,
  name: z.string(),
  /** Everybody in the environment has it, or its owner alone. */
  shared: z.boolean(),
  owner_name: z.string(),
  is_own: z.boolean(),
  /** Whether the asker may change, share and delete it. */
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
  /** What the list opens with for the asker, where its address asks for nothing. */
  first: z.string(),
})
export type ViewDefaults = z.output<typeof viewDefaults>

/** The asker's own and the shared ones of others, in the order in which they were made. */
export const listViews = endpoint({
  name: 'list_views',
  section: 'console',
  method: 'GET',
  path: '/views/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: none,
  body: null,
  response: z.object({
    views: z.array(savedView),
    defaults: viewDefaults,
    /** Whether the asker may give everybody a view of theirs. */
    may_share: z.boolean(),
    /** Whether the asker may say what a role begins with. */
    may_set_roles: z.boolean(),
  }),
  success: [200],
  safe: true,
})

/** How many orders each of them finds, those built in among them: counted once a minute at most, partial where some fail. */
export const countViews = endpoint({
  name: 'count_views',
  section: 'console',
  method: 'GET',
  path: '/views/{environment}/counts',
  permission: 'orders:read',
  params: inEnvironment,
  /** Whose days the dates of a view are. */
  query: z.object({ time_zone: ianaZone }),
  body: null,
  response: z.object({ counts: z.array(counted.extend({ view_id: z.string() })) }),
  success: [200],
  safe: true,
})
