/** Changes to saved views: `/api/console/views/…`; their shape is in views.ts. */
import { z } from 'zod'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { BUILT_IN_VIEWS, VIEW_COLUMNS, VIEW_FILTERS } from '#lib/domains/views/built-in.ts'
import {
  inList,
  savedView,
  type ViewLayout,
  type ViewList,
  viewDefaults,
  viewFilter,
} from '#lib/domains/views/views.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { typedName, uuid } from '#lib/kernel/fields.ts'
import { encodeQuery } from '#lib/kernel/wire.ts'
import { columnOf, ROOMY } from '#lib/utils/browser/column-choice.ts'
import { searchKey } from '#lib/utils/text/typed-text.ts'

const ofView = inList.extend({ view_id: uuid })

/** Characters: with the name of the environment it stays an address that every server takes. */
const FILTER_MAX = 6_000
const MAX_LAYOUT_CHARS = 4_000

const savedFilter = viewFilter.refine(
  (filter) => encodeQuery(filter).length <= FILTER_MAX,
  'These are too many values to save. Use fewer IDs.',
)

/** Reads what a view of a list can hold; anything else is refused, not dropped: everybody reads a shared one. */
export function savedFilterOf(list: ViewList) {
  const { shape }: { shape: Readonly<Record<string, z.ZodType>> } = VIEW_FILTERS[list]
  return z.pipe(savedFilter, VIEW_FILTERS[list]).superRefine((filter, { addIssue }) => {
    for (const [key, value] of Object.entries(filter)) {
      const known = valuesOf(shape[key])
      if (known && [value].flat().some((each) => each !== undefined && !known.includes(each)))
        addIssue({ code: 'custom', path: [key], message: 'Not a value of this filter.' })
    }
  })
}

/** The values that are known of a set which may grow: any other word may be a name that somebody typed. Null for other sets. */
function valuesOf(schema: unknown): readonly unknown[] | null {
  if (schema instanceof z.ZodOptional) return valuesOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return valuesOf(schema.element)
  const values = schema instanceof z.ZodType ? schema.meta()?.['x-extensible-enum'] : null
  return Array.isArray(values) ? values : null
}

/** Returns the layout without columns that the list doesn't have: a cookie may be of an earlier version. */
export function savedLayoutOf(list: ViewList, { columns }: z.output<typeof savedLayout>): ViewLayout {
  if (columns === undefined) return {}
  const known = new Set<string>(VIEW_COLUMNS[list])
  const isKnown = (part: string) => part === ROOMY || known.has(columnOf(part) ?? '')
  return { columns: columns.split('.').filter(isKnown).join('.') }
}

/** Columns as the address names them, and nothing else that somebody might type. */
const savedLayout = z.object({
  columns: z
    .string()
    .max(MAX_LAYOUT_CHARS, 'The column selection is too long to save.')
    .regex(/^[\w.*~-]*$/, 'These are no columns.')
    .optional(),
})

export const VIEW_NAME_MAX = 40
/** Views that one person keeps in an environment at most. */
export const MAX_VIEWS = 30

/** Two names that a person takes for the same have the same key. */
export function viewNameKey(name: string): string {
  return searchKey(name) || name.normalize('NFKC').toLowerCase()
}

const BUILT_IN = Object.values(BUILT_IN_VIEWS).flat()
const RESERVED_NAMES = new Set(BUILT_IN.map(({ name }) => viewNameKey(name)))

export const viewName = typedName.pipe(
  z
    .string()
    .min(1, 'Enter a name for the view.')
    .max(VIEW_NAME_MAX, `Use at most ${VIEW_NAME_MAX} characters.`)
    .refine((name) => !RESERVED_NAMES.has(viewNameKey(name)), 'A built-in view has this name. Choose another.'),
)

/** A view by its id, be it built in or kept. */
const anyView = z.union([z.enum(BUILT_IN.map(({ id }) => id)), uuid])

/** 409, with the field in `loc`, where the name is taken; 409 as well past `MOST_VIEWS`. */
export const saveView = endpoint({
  name: 'save_view',
  method: 'POST',
  path: '/views/{environment}/{list}',
  permission: 'users:read',
  params: inList,
  body: z.object({ name: viewName, shared: z.boolean(), filter: savedFilter, look: savedLayout }),
  response: savedView,
  success: [201],
})

/**
 * Changes what is given of a view that stands at `version`; 409 where somebody has changed it since, and nothing is lost
 * of either. A private one of somebody else is a 404; a shared one is its owner's and an administrator's to change.
 */
export const changeView = endpoint({
  name: 'change_view',
  method: 'PATCH',
  path: '/views/{environment}/{list}/{view_id}',
  permission: 'users:read',
  params: ofView,
  body: saveView.body.partial().extend({ version: savedView.shape.version }),
  response: savedView,
})

export const deleteView = endpoint({
  name: 'delete_view',
  method: 'DELETE',
  path: '/views/{environment}/{list}/{view_id}',
  permission: 'users:read',
  params: ofView,
  query: z.object({ version: savedView.shape.version }),
  response: z.null(),
  success: [204],
})

/** For a day; 404 after that, 409 where another view has its name by then. */
export const restoreView = endpoint({
  name: 'restore_view',
  method: 'POST',
  path: '/views/{environment}/{list}/{view_id}/restore',
  permission: 'users:read',
  params: ofView,
  response: savedView,
})

/** Sets the view that the list opens with for the caller; null for their role's. */
export const setOwnView = endpoint({
  name: 'set_own_view',
  method: 'POST',
  path: '/views/{environment}/{list}/own-default',
  permission: 'users:read',
  params: inList,
  body: z.object({ view_id: anyView.nullable() }),
  response: viewDefaults,
})

/** Sets the view that the list opens with for a role, unless a person chose another: a shared or a built-in one. */
export const setRoleView = endpoint({
  name: 'set_role_view',
  method: 'POST',
  path: '/views/{environment}/{list}/role-default',
  permission: 'staff:manage',
  params: inList,
  body: z.object({ role: z.enum(ROLES), view_id: anyView.nullable() }),
  response: viewDefaults,
})
