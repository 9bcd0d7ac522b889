/** Pages and actions of the console, which of them a text means, and those for one user. Pure. */
import { Cable, Link2, type LucideIcon, TestTubes } from 'lucide-react'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

/** A page or an action of the console. */
export interface Place {
  kind: 'page' | 'action'
  key: string
  label: string
  /** Note that separates equal names: "in Settings", "for member-7". */
  note: string | null
  words: string
  strokes: readonly string[]
  icon: LucideIcon
  href: string | null
  /** The action of the page at `href` that begins once it is there, by its label. */
  onArrival: string | null
  /** Action that needs no page. */
  run: (() => void) | null
}

/** Every word of the text begins a word of the label, or of its other names. Best first, otherwise as they were. */
export function rankPlaces(places: readonly Place[], text: string): { places: Place[]; atStart: boolean } {
  const start = plainSigns(text).toLowerCase()
  const wanted = start.split(' ')
  const ranked = places.flatMap((place) => {
    const label = place.label.toLowerCase()
    if (label.startsWith(start)) return [{ place, rank: 0 }]
    const begins = (words: string) => wanted.every((word) => words.split(/[\s/]+/).some((one) => one.startsWith(word)))
    if (begins(label)) return [{ place, rank: 1 }]
    return begins(`${label} ${place.note ?? ''} ${place.words}`.toLowerCase()) ? [{ place, rank: 2 }] : []
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { places: ranked.map(({ place }) => place), atStart: ranked[0]?.rank === 0 }
}

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
