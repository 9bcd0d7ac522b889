/** Actions for one user, available anywhere, as far as the viewer's role goes. */
import { Cable, Link2, TestTubes } from 'lucide-react'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import type { Place } from './place.ts'

/** A user as actions name them: never by their name. */
export interface ActionUser {
  user_id: string
  client_user_id: string | null
}

const ACTIONS = [
  {
    tab: 'access',
    label: 'Create portal link',
    words: 'portal link access send sign-in token code',
    icon: Link2,
    permission: 'access:create',
  },
  {
    tab: 'connections',
    label: 'Show connections',
    words: 'sources devices watch reconnect disconnect',
    icon: Cable,
    permission: 'connections:read',
  },
  {
    tab: 'orders',
    label: 'Show orders',
    words: 'kits tests results',
    icon: TestTubes,
    permission: 'orders:read',
  },
] as const

/** Returns how a user is called where no name may stand. */
export function nameOfUser({ user_id, client_user_id }: ActionUser): string {
  return client_user_id ?? shortId(user_id)
}

/** Returns the actions for a user, in the order of their use. */
export function userActions(user: ActionUser, { environment, role }: { environment: string; role: Role }): Place[] {
  const allowed = ACTIONS.filter(({ permission }) => can(role, permission))
  return allowed.map(({ tab, label, words, icon }) => ({
    kind: 'action',
    key: `${tab}-${user.user_id}`,
    label,
    note: `for ${nameOfUser(user)}`,
    words,
    strokes: [],
    icon,
    href: `/${environment}/users/${user.user_id}/${tab}`,
    onArrival: null,
    run: null,
  }))
}
