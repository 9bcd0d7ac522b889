/** Which view the list opens with: one's own choice, else the role's, else every row. Pure. */

import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { BUILT_IN_VIEWS } from '#lib/domains/views/filters.ts'
import { ALL, type ViewList } from '#lib/domains/views/list.ts'
import type { ViewDefaults } from '#lib/domains/views/views.ts'
import type { StoredView, ViewDefault } from './store.ts'

export const ownHolder = ({ id }: Pick<Viewer, 'id'>) => `staff:${id}`
export const roleHolder = (role: Role) => `role:${role}`

const isBuiltIn = (list: ViewList, id: string) => BUILT_IN_VIEWS[list].some((view) => view.id === id)

/** `views` are those that the person sees. A choice whose view is gone, or is for a role and not shared, counts no more. */
export function defaultsFor(
  { viewer, list }: { viewer: Pick<Viewer, 'id' | 'role'>; list: ViewList },
  views: readonly StoredView[],
  chosen: readonly ViewDefault[],
): ViewDefaults {
  const of = (holder: string, fits: (view: StoredView) => boolean): string | null => {
    const id = chosen.find((one) => one.holder === holder)?.view_id
    if (id === undefined) return null
    return isBuiltIn(list, id) || views.some((view) => view.id === id && fits(view)) ? id : null
  }
  const own = of(ownHolder(viewer), () => true)
  const roles: Partial<Record<Role, string>> = {}
  for (const role of ROLES) {
    const view_id = of(roleHolder(role), ({ shared }) => shared)
    if (view_id !== null) roles[role] = view_id
  }
  return { own, roles, first: own ?? roles[viewer.role] ?? ALL }
}
