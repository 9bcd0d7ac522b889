/** The lines of the palette and their order. Pure: what was found goes in, groups of lines come out. */
import type { LucideIcon } from 'lucide-react'
import type { Order } from '#lib/domains/orders/order.ts'
import type { DirectoryUser } from '#lib/domains/users/directory.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import type { ParsedQuery } from './parse-query.ts'
import type { Recent } from './recents.ts'

/** A page or an action of the console. */
export interface Place {
  kind: 'page' | 'action'
  key: string
  label: string
  /** The page it is a part of. */
  within: string | null
  /** Other words people look for it by. */
  words: string
  strokes: readonly string[]
  icon: LucideIcon
  /** Why this person cannot use it; the page itself says whom to ask. */
  denied: boolean
  /** Of a page. */
  href: string | null
  /** Of an action. */
  run: (() => void) | null
}

export type Entry =
  | { kind: 'user'; key: string; href: string; user_id: string; client_user_id: string | null; sources: number }
  /** A user of whom only their orders are known here: the name on them. */
  | { kind: 'person'; key: string; href: string; user_id: string; name: string }
  | { kind: 'order'; key: string; href: string; order: Order }
  | { kind: 'recent'; key: string; href: string; recent: Recent }
  | Place

export interface Group {
  title: string
  /** How many there are in all, where it is more than is shown. */
  of: string | null
  entries: readonly Entry[]
}

export interface Matches<T> {
  rows: readonly T[]
  /** Null where it was not counted. */
  total: number | null
}

/** What the searches have brought so far; of a text `users` and `orders` only. */
export interface Found {
  users: Matches<DirectoryUser>
  orders: Matches<Order>
  /** Orders of the user, or of the transaction, with the id that was asked for. */
  ofUser: Matches<Order>
  ofTransaction: Matches<Order>
}

const NO_MATCHES = { rows: [], total: 0 }
export const NOTHING_FOUND: Found = {
  users: NO_MATCHES,
  orders: NO_MATCHES,
  ofUser: NO_MATCHES,
  ofTransaction: NO_MATCHES,
}

const MAX_PLACES = 6
const MAX_PEOPLE = 3

interface Known {
  environment: string
  recents: readonly Recent[]
  places: readonly Place[]
}

/**
 * Users stand before orders, also those whom a name on an order leads to, and all of them before the console's own pages and actions, unless one of these begins with the
 * text: whoever types "ord" and Enter wants the page, whatever the searches still bring.
 */
export function groupsFor(asked: ParsedQuery, found: Found, { environment, recents, places }: Known): Group[] {
  if (asked.kind === 'nothing') return groupsBefore(environment, recents, places)
  if (asked.kind === 'id') return groupsOfId(asked.id, found, environment)
  const ranked = rankPlaces(places, asked.text)
  const own = [{ title: 'Pages and actions', of: null, entries: ranked.places.slice(0, MAX_PLACES) }]
  const foreign = [
    groupOf('Users', found.users, (row) => userEntry(row, environment)),
    {
      title: 'Users, by the name on their orders',
      of: null,
      entries: peopleIn(found.orders.rows, asked.text, environment),
    },
    groupOf('Orders', found.orders, (row) => orderEntry(row, environment)),
  ]
  return withLines(ranked.atStart ? [...own, ...foreign] : [...foreign, ...own])
}

function groupsBefore(environment: string, recents: readonly Recent[], places: readonly Place[]) {
  const opened = recents.map((recent): Entry => {
    const { kind, id } = recent
    return { kind: 'recent', key: `recent-${id}`, href: hrefOf(environment, kind, id), recent }
  })
  const of = (kind: Place['kind']) => places.filter((place) => place.kind === kind && !place.denied)
  return withLines([
    { title: 'Recently opened', of: null, entries: opened },
    { title: 'Pages', of: null, entries: of('page') },
    { title: 'Actions', of: null, entries: of('action') },
  ])
}

function groupsOfId(id: string, { users, orders, ofUser, ofTransaction }: Found, environment: string) {
  const line = (row: Order) => orderEntry(row, environment)
  return withLines([
    groupOf('User with this ID', users, (row) => userEntry(row, environment)),
    groupOf('Order with this ID', orders, line),
    groupOf(`Orders of transaction ${shortId(id)}`, ofTransaction, line),
    groupOf('Orders of this user', ofUser, line),
  ])
}

/** A line stands once: an order may be found by its own id and as one of a transaction. */
function withLines(groups: readonly Group[]): Group[] {
  const seen = new Set<string>()
  const isNew = ({ key }: Entry) => !seen.has(key) && seen.add(key) !== undefined
  const once = groups.map((group) => ({ ...group, entries: group.entries.filter(isNew) }))
  return once.filter(({ entries }) => entries.length > 0)
}

function groupOf<T>(title: string, { rows, total }: Matches<T>, entry: (row: T) => Entry): Group {
  const of = total !== null && total > rows.length ? `${rows.length} of ${formatCount(total)}` : null
  return { title, of, entries: rows.map(entry) }
}

function hrefOf(environment: string, kind: Recent['kind'], id: string): string {
  return `/${environment}/${kind === 'user' ? 'users' : 'orders'}/${id}`
}

function userEntry({ user }: DirectoryUser, environment: string): Entry {
  const { user_id, client_user_id, connected_sources } = user
  const href = hrefOf(environment, 'user', user_id)
  return {
    kind: 'user',
    key: user_id,
    href,
    user_id,
    client_user_id: client_user_id ?? null,
    sources: connected_sources.length,
  }
}

function orderEntry(order: Order, environment: string): Entry {
  return { kind: 'order', key: order.id, href: hrefOf(environment, 'order', order.id), order }
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * Whose orders carry the name that was typed: the directory knows no names. An order found otherwise leads nowhere. What is
 * masked can't be compared; the service found it by a text that is no id.
 */
function peopleIn(orders: readonly Order[], text: string, environment: string): Entry[] {
  const words = plain(text).split(' ')
  const people = new Map<string, Entry>()
  for (const { user_id, patient_address } of orders) {
    const name = patient_address?.receiver_name ?? ''
    const isNamed = isMasked(name) ? !/\d/.test(text) : words.every((word) => plain(name).includes(word))
    if (people.has(user_id) || !isNamed) continue
    const href = hrefOf(environment, 'user', user_id)
    people.set(user_id, { kind: 'person', key: user_id, href, user_id, name })
  }
  return [...people.values()].slice(0, MAX_PEOPLE)
}

/** Every word of the text begins a word of the label, or of its other names. Best first, otherwise as they were. */
export function rankPlaces(places: readonly Place[], text: string): { places: Place[]; atStart: boolean } {
  const wanted = text.toLowerCase().split(' ')
  const start = text.toLowerCase()
  const ranked = places.flatMap((place) => {
    const label = place.label.toLowerCase()
    if (label.startsWith(start)) return [{ place, rank: 0 }]
    const begins = (words: string) => wanted.every((word) => words.split(/[\s/]+/).some((one) => one.startsWith(word)))
    if (begins(label)) return [{ place, rank: 1 }]
    return begins(`${label} ${place.words.toLowerCase()}`) ? [{ place, rank: 2 }] : []
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { places: ranked.map(({ place }) => place), atStart: ranked[0]?.rank === 0 }
}
