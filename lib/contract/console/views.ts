/** Saved views of the list of orders: what is asked for and how the table looks, by a name. Kept in the console alone. */
import { z } from 'zod'
import { endpoint } from '#lib/contract/endpoint.ts'
import { ianaZone, isoDateTime, uuid } from '#lib/contract/fields.ts'
import { type listOrders, orderSearch } from '#lib/contract/order.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from '#lib/contract/order-status.ts'
import { ROLES } from '#lib/contract/roles.ts'
import { encodeQuery } from '#lib/contract/wire.ts'
import { environment } from './environments.ts'
import { counted } from './overview.ts'

const inEnvironment = z.object({ environment: environment.shape.id })
const ofView = inEnvironment.extend({ view_id: uuid })
const none = z.object({})

/** What of a search for orders may name a person; no view holds it. */
const PERSONAL = { search_input: true, patient_name: true, shipping_recipient_name: true } as const satisfies Record<
  (typeof listOrders.personal)[number],
  true
>

/** What of a search for orders an address may hold, by the names of the interface. */
export const openSearch = orderSearch.omit(PERSONAL)

/** Characters: with the name of the environment it stays an address that every server takes. */
const FILTER_MAX = 6_000

/** As `openSearch` reads it from an address; the page itself is no part of a view. Anything else is refused, not dropped. */
export const viewFilter = z
  .strictObject(openSearch.omit({ page: true, size: true }).shape)
  .extend({ size: orderSearch.shape.size.unwrap().optional() })
  .refine((filter) => encodeQuery(filter).length <= FILTER_MAX, 'These are too many values to keep. Ask for fewer ids.')
export type ViewFilter = z.output<typeof viewFilter>

/** What a browser keeps of how a list looks; what this console does not know travels with it. */
const LOOK_MAX = 4_000
export const viewLook = z
  .looseObject({ columns: z.string().optional() })
  .refine((look) => JSON.stringify(look).length <= LOOK_MAX, 'The choice of columns is too long to keep.')
export type ViewLook = z.output<typeof viewLook>

export const VIEW_NAME_MAX = 40
/** Views that one person keeps in an environment at most. */
export const MOST_VIEWS = 30

export const viewName = z
  .string()
  .transform((name) => name.trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1, 'Give the view a name.').max(VIEW_NAME_MAX, `Use at most ${VIEW_NAME_MAX} characters.`))

/** Two names that a person takes for the same have the same key. */
export function viewNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Views that nobody can change; the first holds every order. */
export const BUILT_IN_VIEWS: readonly { id: string; name: string; filter: ViewFilter }[] = [
  { id: 'all', name: 'All orders', filter: {} },
  { id: 'open', name: 'Open', filter: { status: [...OPEN_STATUSES] } },
  { id: 'exceptions', name: 'Exceptions', filter: { status: [...EXCEPTION_STATUSES] } },
  { id: 'critical', name: 'Critical', filter: { is_critical: true } },
]
export const ALL_ORDERS = 'all'

/** A view by its id, be it built in or kept. */
const anyView = z.union([z.enum(BUILT_IN_VIEWS.map(({ id }) => id)), uuid])

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
  look: viewLook,
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

/** 409, with the field in `loc`, where the name is taken; 409 as well past `MOST_VIEWS`. */
export const saveView = endpoint({
  name: 'save_view',
  section: 'console',
  method: 'POST',
  path: '/views/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: none,
  body: z.object({ name: viewName, shared: z.boolean(), filter: viewFilter, look: viewLook }),
  response: savedView,
  success: [201],
  safe: false,
})

/**
 * Changes what is given of a view that stands at `version`; 409 where somebody has changed it since, and nothing is lost
 * of either. A private one of somebody else is a 404; a shared one is its owner's and an administrator's to change.
 */
export const changeView = endpoint({
  name: 'change_view',
  section: 'console',
  method: 'PATCH',
  path: '/views/{environment}/{view_id}',
  permission: 'orders:read',
  params: ofView,
  query: none,
  body: saveView.body.partial().extend({ version: savedView.shape.version }),
  response: savedView,
  success: [200],
  safe: false,
})

export const deleteView = endpoint({
  name: 'delete_view',
  section: 'console',
  method: 'DELETE',
  path: '/views/{environment}/{view_id}',
  permission: 'orders:read',
  params: ofView,
  query: z.object({ version: savedView.shape.version }),
  body: null,
  response: z.null(),
  success: [204],
  safe: false,
})

/** For a day; 404 after that, 409 where its name has been taken meanwhile. */
export const restoreView = endpoint({
  name: 'restore_view',
  section: 'console',
  method: 'POST',
  path: '/views/{environment}/{view_id}/restore',
  permission: 'orders:read',
  params: ofView,
  query: none,
  body: null,
  response: savedView,
  success: [200],
  safe: false,
})

/** What the list opens with for the asker; null for what their role opens with. */
export const setOwnView = endpoint({
  name: 'set_own_view',
  section: 'console',
  method: 'POST',
  path: '/views/{environment}/own-default',
  permission: 'orders:read',
  params: inEnvironment,
  query: none,
  body: z.object({ view_id: anyView.nullable() }),
  response: viewDefaults,
  success: [200],
  safe: false,
})

/** What the list opens with for everybody of a role who has made no choice: a shared view, or one built in. */
export const setRoleView = endpoint({
  name: 'set_role_view',
  section: 'console',
  method: 'POST',
  path: '/views/{environment}/role-default',
  permission: 'staff:manage',
  params: inEnvironment,
  query: none,
  body: z.object({ role: z.enum(ROLES), view_id: anyView.nullable() }),
  response: viewDefaults,
  success: [200],
  safe: false,
})
