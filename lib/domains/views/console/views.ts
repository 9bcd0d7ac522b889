/** Saved views: who sees and who changes which, over what the store keeps. */

import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { can, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { BUILT_IN_VIEWS } from '#lib/domains/views/built-in.ts'
import { MAX_VIEWS } from '#lib/domains/views/view-changes.ts'
import { ALL, type SavedView, type ViewDefaults, type ViewList, type ViewPlace } from '#lib/domains/views/views.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import type { StoredView, ViewChange, ViewRefusal, ViewStore } from './store.ts'

/** Which view the list opens with: one's own choice, else the role's, else every row. Pure. */
const ownHolder = ({ id }: Pick<Viewer, 'id'>) => `staff:${id}`
const roleHolder = (role: Role) => `role:${role}`

/** Null once the choice was taken back. */
const chosenView = z.object({ view_id: z.string().nullable() })

const isBuiltIn = (list: ViewList, id: string) => BUILT_IN_VIEWS[list].some((view) => view.id === id)

/** `views` are those that the person sees. A choice whose view is gone, or is for a role and not shared, counts no more. */
function defaultsFor(
  { viewer, list }: { viewer: Pick<Viewer, 'id' | 'role'>; list: ViewList },
  views: readonly StoredView[],
  chosen: ReadonlyMap<string, string | null>,
): ViewDefaults {
  const of = (holder: string, fits: (view: StoredView) => boolean): string | null => {
    const id = chosen.get(holder) ?? null
    if (id === null) return null
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

export interface Asker {
  place: ViewPlace
  viewer: Pick<Viewer, 'id' | 'name' | 'role'>
}

export interface ViewsOptions {
  store: ViewStore & RecordStore
  now: () => Date
}

type Person = Asker['viewer']
type Content = Pick<StoredView, 'name' | 'shared' | 'filter' | 'look'>

const GONE = 'This view was deleted or isn’t shared with you. Choose another.'
const NOT_YOURS = 'Only its owner or an administrator can do that with a shared view. Save it as your own.'
const STALE =
  'Someone else changed this view, so your changes weren’t saved. They’re still on screen. Review the current view, save over it, or save yours as a new one.'
const TOO_MANY = `You can save up to ${MAX_VIEWS} views here. Delete one you no longer need.`
const NO_SHARING = 'Your role doesn’t include sharing views. Save it as your own.'
const NOT_SHARED = 'Only a shared view can open first for a role. Share it first.'

/** Milliseconds for which a deleted view can be restored. */
const RESTORABLE = DAY

/** @throws ApiError 403 */
function requireSharing({ role }: Person): void {
  if (!can(role, 'views:share')) throw new ApiError('role_denied', NO_SHARING)
}

/** A private view is its owner's alone; a shared one its owner's and of those who manage staff. */
function mayChange(view: Pick<StoredView, 'owner_id' | 'shared'>, person: Person): boolean {
  return view.owner_id === person.id || (view.shared && can(person.role, 'staff:manage'))
}

const maySee = (view: Pick<StoredView, 'owner_id' | 'shared'>, person: Person) =>
  view.shared || view.owner_id === person.id

function viewFor(person: Person) {
  return ({ owner_id, ...view }: StoredView): SavedView => ({
    ...view,
    is_own: owner_id === person.id,
    may_change: mayChange({ owner_id, shared: view.shared }, person),
  })
}

/** @throws ApiError 403, 404 or 409 in every function. */
export function createViews({ store, now }: ViewsOptions) {
  async function changeable({ place, viewer }: Asker, id: string): Promise<StoredView> {
    return checked(await store.findView(place, id), viewer)
  }

  const choices = recordsOf(store, 'view_default', chosenView)

  async function defaults(
    { place: { environment, list }, viewer }: Asker,
    views: readonly StoredView[],
  ): Promise<ViewDefaults> {
    const holders = [ownHolder(viewer), ...ROLES.map(roleHolder)]
    const keys = new Map(holders.map((holder) => [`${list} ${holder}`, holder]))
    const found = await choices.find(environment, [...keys.keys()])
    const chosen = found.map(({ key, body }) => [keys.get(key) ?? '', body.view_id] as const)
    return defaultsFor({ viewer, list }, views, new Map(chosen))
  }

  async function choose(asker: Asker, holder: string, view_id: string | null): Promise<ViewDefaults> {
    const { environment, list } = asker.place
    const key = `${list} ${holder}`
    const [known] = await choices.find(environment, [key])
    const next = { key, version: (known?.version ?? 0) + 1, body: { view_id }, at: now().toISOString() }
    if ((await choices.save(environment, next)) === 'stale') return choose(asker, holder, view_id)
    return defaults(asker, await store.viewsFor(asker.place, asker.viewer.id))
  }

  /** That it can be seen, and for a role that it is shared. */
  async function known({ place, viewer }: Asker, view_id: string, forRole: boolean): Promise<void> {
    if (!view_id.includes('-')) {
      if (BUILT_IN_VIEWS[place.list].some(({ id }) => id === view_id)) return
      throw new ApiError('not_found', GONE)
    }
    const found = await store.findView(place, view_id)
    if (!found || !maySee(found, viewer)) throw new ApiError('not_found', GONE)
    if (forRole && !found.shared) throw new ApiError('conflict', NOT_SHARED)
  }

  return {
    async list(asker: Asker) {
      const { place, viewer } = asker
      const views = await store.viewsFor(place, viewer.id)
      return {
        views: views.map(viewFor(viewer)),
        defaults: await defaults(asker, views),
        may_share: can(viewer.role, 'views:share'),
        may_set_roles: can(viewer.role, 'staff:manage'),
      }
    },

    async save({ place, viewer }: Asker, id: string, content: Content): Promise<SavedView> {
      if (content.shared) requireSharing(viewer)
      const owner = { owner_id: viewer.id, owner_name: viewer.name }
      const view = { ...content, ...owner, id, changed_at: now().toISOString() }
      return viewFor(viewer)(accepted(await store.addView(place, view, MAX_VIEWS)))
    },

    async change(asker: Asker, id: string, version: number, change: ViewChange): Promise<SavedView> {
      const view = await changeable(asker, id)
      if (change.shared ?? view.shared) requireSharing(asker.viewer)
      const changed = await store.changeView(asker.place, { id, version }, change, now().toISOString())
      return viewFor(asker.viewer)(accepted(changed))
    },

    async remove(asker: Asker, id: string, version: number): Promise<void> {
      await changeable(asker, id)
      const at = now()
      const forget_before = new Date(at.getTime() - RESTORABLE).toISOString()
      const done = await store.deleteView(asker.place, { id, version }, at.toISOString(), forget_before)
      if (done !== 'deleted') throw refusal(done)
    },

    async restore({ place, viewer }: Asker, id: string): Promise<SavedView> {
      const view = checked(await store.findDeletedView(place, id), viewer)
      if (view.shared) requireSharing(viewer)
      return viewFor(viewer)(accepted(await store.restoreView(place, id, MAX_VIEWS)))
    },

    async setOwn(asker: Asker, view_id: string | null): Promise<ViewDefaults> {
      if (view_id !== null) await known(asker, view_id, false)
      return choose(asker, ownHolder(asker.viewer), view_id)
    },

    async setRole(asker: Asker, role: Role, view_id: string | null): Promise<ViewDefaults> {
      if (view_id !== null) await known(asker, view_id, true)
      return choose(asker, roleHolder(role), view_id)
    },
  }
}

export type Views = ReturnType<typeof createViews>

/** Nobody learns that somebody else keeps a private one. */
function checked(view: StoredView | null, viewer: Person): StoredView {
  if (!view || !maySee(view, viewer)) throw new ApiError('not_found', GONE)
  if (!mayChange(view, viewer)) throw new ApiError('not_owner', NOT_YOURS)
  return view
}

function accepted(answer: StoredView | ViewRefusal): StoredView {
  if (typeof answer === 'string') throw refusal(answer)
  return answer
}

function refusal(why: ViewRefusal): ApiError {
  if (why === 'gone') return new ApiError('not_found', GONE)
  if (why === 'stale') return new ApiError('stale', STALE)
  if (why === 'too_many') return new ApiError('limit_reached', TOO_MANY)
  const msg = 'A view with this name already exists. Choose another name.'
  return new ApiError('taken', [{ loc: ['body', 'name'], msg, type: 'taken' }])
}
