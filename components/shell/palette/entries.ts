/** The lines of the palette and their order. Pure: what was found goes in, groups of lines come out. */
import { FINDER_TEXT } from '#lib/domains/catalog/marker.ts'
import { ordersByText } from '#lib/domains/orders/list-address.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { OrderPatient } from '#lib/domains/orders/patient.ts'
import { type DirectoryUser, FOUND_BY_LABELS, type FoundPerson } from '#lib/domains/users/directory.ts'
import { usersByText } from '#lib/domains/users/queries.ts'
import type { User } from '#lib/domains/users/user.ts'
import { type IdPart, readIdQuery, unwrapped } from '#lib/utils/ids/id-part.ts'
import { idQueryText, idReason } from '#lib/utils/ids/id-place.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { compactKey, findKey, holds, isNamedLike, searchTerms } from '#lib/utils/text/typed-text.ts'
import type { Recent } from './recents.ts'
import { type ActionUser, nameOfUser, type Place, rankPlaces } from './user-actions.ts'

export type Entry =
  | {
      kind: 'user'
      key: string
      href: string
      user_id: string
      client_user_id: string | null
      sources: number
      why: string | null
    }
  | { kind: 'person'; key: string; href: string; person: FoundPerson }
  /** `asked`: the text that found it; null for an ID, and for a code, which `why` names. */
  | { kind: 'order'; key: string; href: string; order: Order; asked: TextQuery | null; why: string | null }
  /** `order` is the one that was opened, or one of the user; null where none is known. */
  | { kind: 'recent'; key: string; href: string; recent: Recent; order: Order | null }
  /** All that was found; `held` is what may be personal, beside the address. */
  | { kind: 'more'; key: string; href: string; held: Readonly<Record<string, string>> | null; label: string }
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

/** Search results so far; a text finds `users` and `orders` only. */
export interface Matched {
  people: Matches<FoundPerson>
  users: Matches<DirectoryUser>
  /** Orders that a tracking number, a sample ID or a visit is of. */
  ofCode: Matches<Order>
  orders: Matches<Order>
  ofUser: Matches<Order>
  ofTransaction: Matches<Order>
}

const NO_MATCHES = { rows: [], total: 0 }
export const NOTHING_FOUND: Matched = {
  people: NO_MATCHES,
  ofCode: NO_MATCHES,
  users: NO_MATCHES,
  orders: NO_MATCHES,
  ofUser: NO_MATCHES,
  ofTransaction: NO_MATCHES,
}

const MAX_PLACES = 6
/** Saved views shown before anything is typed. */
const MAX_VIEWS = 5

export interface PaletteData {
  environment: string
  recents: readonly Recent[]
  /** By its own ID and its user's: what says whose it is, as far as that is known. */
  orders: ReadonlyMap<string, Order>
  places: readonly Place[]
  views: readonly Place[]
  /** Lab tests, markers and service centers that the text means. */
  catalog: readonly Place[]
  /** Those of the views that somebody saved. */
  savedViews: readonly Place[]
  /** The user whose page, or whose order's page, is shown. */
  here: ActionUser | null
  opened: readonly ActionUser[]
  actionsFor: (user: ActionUser) => readonly Place[]
}

/** Users come first, then orders, unless a page begins with the text: whoever types "ord" and Enter wants it. */
export function groupsFor(asked: ParsedQuery, found: Matched, known: PaletteData): Group[] {
  if (asked.kind === 'nothing') return groupsBefore(known)
  if (asked.kind === 'id') return groupsOfId(asked.id, found, known)
  const { environment, places, views, catalog, here, opened, actionsFor } = known
  const actedOn = [...(here ? [here] : []), ...opened]
  const ranked = rankPlaces([...places, ...actedOn.flatMap(actionsFor), ...views], asked.text)
  const own = [{ title: 'Pages and actions', of: null, entries: ranked.places.slice(0, MAX_PLACES) }]
  const [only] = found.users.rows.length === 1 ? found.users.rows : []
  const { rows: people, total } = found.people
  const sounds = ({ how }: FoundPerson) => how === 'sounds'
  const personOf = (person: FoundPerson) => personEntry(person, environment)
  const alike = people.filter(sounds)
  const whole = { ...usersByText(environment, asked.text), noun: 'people' }
  const [code] = people.flatMap(({ by, order_ids }) => (order_ids.length > 0 ? by : []))
  const exact = people.filter((person) => !sounds(person))
  const foreign = [
    groupOf('People', { rows: exact, total: alike.length > 0 ? exact.length : total }, personOf, whole),
    groupOf('Users', found.users, (row) => userEntry(row, environment, userReason(row.user, asked)), {
      ...usersByText(environment, asked.text),
      noun: 'users',
    }),
    ...(only ? [actionsOf(only, known)] : []),
    groupOf('Orders with this code', found.ofCode, (row) =>
      orderEntry(
        row,
        environment,
        null,
        code ? FOUND_BY_LABELS[code].replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) : null,
      ),
    ),
    groupOf('Orders', found.orders, (row) => orderEntry(row, environment, asked), {
      ...ordersByText(environment, asked.text),
      noun: 'orders',
    }),
    { title: 'Catalog', of: null, entries: [...catalog.slice(0, MAX_PLACES), ...finderOf(known, asked.text)] },
    // Never first, so that Enter opens nobody whose name is another.
    groupOf(
      'Sounds like',
      { rows: alike, total: alike.length > 0 ? total && total - exact.length : 0 },
      personOf,
      whole,
    ),
  ]
  return withLines(ranked.atStart ? [...own, ...foreign] : [...foreign, ...own])
}

/** Leads on to all lab tests, of which the palette reads the first. */
function finderOf({ environment, catalog }: PaletteData, text: string): Entry[] {
  if (catalog.length === 0) return []
  const label = `Find “${text}” in the markers of all lab tests`
  return [{ kind: 'more', key: 'find-marker', href: `/${environment}/markers`, held: { [FINDER_TEXT]: text }, label }]
}

function groupsBefore({ environment, recents, orders, places, savedViews, here, actionsFor }: PaletteData) {
  const opened = recents.map((recent): Entry => {
    const { kind, id } = recent
    const href = hrefOf(environment, kind, id)
    return { kind: 'recent', key: `recent-${id}`, href, recent, order: orders.get(id) ?? null }
  })
  const of = (kind: Place['kind']) => places.filter((place) => place.kind === kind)
  return withLines([
    { title: here ? `For ${nameOfUser(here)}` : '', of: null, entries: here ? actionsFor(here) : [] },
    { title: 'Recently opened', of: null, entries: opened },
    { title: 'Saved views', of: null, entries: savedViews.slice(0, MAX_VIEWS) },
    { title: 'Pages', of: null, entries: of('page') },
    { title: 'Actions', of: null, entries: of('action') },
  ])
}

function groupsOfId(id: string, { users, people, orders, ofUser, ofTransaction }: Matched, known: PaletteData) {
  const { environment } = known
  const line = (row: Order) => orderEntry(row, environment, null)
  const [user] = users.rows
  return withLines([
    groupOf('User with this ID', users, (row) => userEntry(row, environment, null)),
    groupOf('People', people, (row) => personEntry(row, environment)),
    ...(user ? [actionsOf(user, known)] : []),
    groupOf('Order with this ID', orders, line),
    groupOf(`Orders of transaction ${shortId(id)}`, ofTransaction, line, {
      address: `/${environment}/orders?view=all&order_transaction_id=${id}`,
      held: null,
      noun: 'orders of this transaction',
    }),
    groupOf('Orders of this user', ofUser, line, {
      address: `${hrefOf(environment, 'user', id)}/orders`,
      held: null,
      noun: 'orders of this user',
    }),
  ])
}

function actionsOf({ user }: DirectoryUser, { actionsFor }: PaletteData): Group {
  const one = { user_id: user.user_id, client_user_id: user.client_user_id ?? null }
  return { title: `For ${nameOfUser(one)}`, of: null, entries: actionsFor(one) }
}

/** A line stands once: an order may be found by its own id and as one of a transaction. */
function withLines(groups: readonly Group[]): Group[] {
  const seen = new Set<string>()
  const isNew = ({ key }: Entry) => !seen.has(key) && seen.add(key) !== undefined
  const once = groups.map((group) => ({ ...group, entries: group.entries.filter(isNew) }))
  return once.filter(({ entries }) => entries.length > 0)
}

interface Whole {
  address: string
  held: Readonly<Record<string, string>> | null
  noun: string
}

function groupOf<T>(title: string, { rows, total }: Matches<T>, entry: (row: T) => Entry, whole?: Whole): Group {
  const isCut = total === null || total > rows.length
  const of = total !== null && isCut ? `${rows.length} of ${formatCount(total)}` : null
  const entries = rows.map(entry)
  if (!(whole && isCut && rows.length > 0)) return { title, of, entries }
  const { address: href, held, noun } = whole
  const label = total === null ? `Show all ${noun} found` : `Show all ${formatCount(total)} ${noun}`
  return { title, of, entries: [...entries, { kind: 'more', key: `more-${title}`, href, held, label }] }
}

function hrefOf(environment: string, kind: Recent['kind'], id: string): string {
  return `/${environment}/${kind === 'user' ? 'users' : 'orders'}/${id}`
}

function userEntry({ user }: DirectoryUser, environment: string, why: string | null): Entry {
  const { user_id, client_user_id, connected_sources } = user
  const href = hrefOf(environment, 'user', user_id)
  return {
    kind: 'user',
    key: user_id,
    href,
    user_id,
    client_user_id: client_user_id ?? null,
    sources: connected_sources.length,
    why,
  }
}

function orderEntry(order: Order, environment: string, asked: TextQuery | null, why: string | null = null): Entry {
  return { kind: 'order', key: order.id, href: hrefOf(environment, 'order', order.id), order, asked, why }
}

function personEntry(person: FoundPerson, environment: string): Entry {
  const { user_id } = person
  return { kind: 'person', key: user_id, href: hrefOf(environment, 'user', user_id), person }
}

/** Why a user or an order was found, in a few words. What is hidden on screen is in none of them. */
export type TextQuery = Extract<ParsedQuery, { kind: 'text' }>

/** Returns whether every word of the text is in the name; what is masked can't be compared. */
function isNamedBy(name: string, text: string): boolean {
  // The service found it by a text that is no ID and no date.
  if (isMasked(name)) return !/\d/.test(text)
  return holds(findKey(name), searchTerms(text))
}

/** Returns why the directory found a user by a text. */
function userReason({ user_id, client_user_id }: User, { text, part }: TextQuery): string | null {
  if (client_user_id && compactKey(client_user_id).includes(compactKey(text))) return 'reference'
  return part && idReason(user_id, part)
}

/** Returns why the service found an order by a text (§ 13, `search_input`), as far as it is known whose order it is. */
export function orderReason(order: Order, { text, part }: TextQuery, { name, recipient }: OrderPatient): string {
  const { id, user_id, patient_address, patient_details } = order
  const ofId = part && idReason(id, part)
  if (ofId) return `order ${ofId}`
  const ofUser = part && idReason(user_id, part)
  if (ofUser) return `user ${ofUser}`
  const receiver = patient_address?.receiver_name
  // Which of the two names it is, is hidden with them.
  if (isMasked(receiver) || isMasked(name)) return 'name or birth date'
  if (receiver && isNamedBy(receiver, text)) {
    const isPatient = name !== null && (recipient === null || isNamedBy(name, text))
    if (!isPatient) return 'recipient'
    return recipient === null ? 'patient' : 'patient and recipient'
  }
  return patient_details?.dob && isNamedLike([patient_details.dob], text) ? 'birth date' : 'patient'
}

/** Typed or pasted text: a whole ID, wherever it was copied from, or words, possibly a part of an ID. */
export type ParsedQuery =
  | { kind: 'nothing' }
  | { kind: 'id'; id: string }
  | {
      kind: 'text'
      text: string
      /** The part of an ID that the text may be; users and orders are looked for by both. */
      part: IdPart | null
    }

/** As the directory takes it at most. */
const MAX_TEXT_CHARS = 255

/** A shortened ID stands alone, whatever it was copied with. */
export function parseQuery(raw: string): ParsedQuery {
  const query = readIdQuery(raw)
  if (query?.kind === 'whole') return { kind: 'id', id: query.id }
  if (query?.kind === 'ends') return { kind: 'text', text: idQueryText(query), part: query }
  const text = unwrapped(raw).slice(0, MAX_TEXT_CHARS).trim()
  return text === '' ? { kind: 'nothing' } : { kind: 'text', text, part: query }
}
