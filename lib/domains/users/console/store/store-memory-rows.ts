/** A user of the memory model's directory, and which of them a search finds. */
import { afterData, isSilent, NO_RHYTHM, type Rhythm, silentAt } from '#lib/domains/connections/rhythm.ts'
import { isBroken, type KeptState } from '#lib/domains/connections/states.ts'
import {
  type ConnectionCursor,
  type Cursor,
  connectionsOf,
  createdRange,
  hasDrifted,
  keyOf,
  NEXT,
  type TextQuery,
  type UserOrder,
  wantedSlugs,
  zoneKeyOf,
} from '#lib/domains/users/console/rules.ts'
import { DIRECTORY_COUNT_LIMIT, type DirectorySearch } from '#lib/domains/users/directory.ts'
import type { ConnectionChange } from '#lib/domains/users/directory-connections.ts'
import { changedOn, type User } from '#lib/domains/users/user.ts'
import { placeInId } from '#lib/utils/ids/id-place.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { boundOf, instantOf } from '#lib/utils/time/instants.ts'
import type { ConnectionFilters, ListedUser, Offer } from './store.ts'

/** The first rank whose users stand newest first. */
const NEWEST_RANK = 2

export interface Row extends ListedUser {
  seen_at: Date
  is_missed: boolean
  key: string | null
  created: Date
  changed: Date
  zone: string | null
  connections: Map<string, Date>
  states: Map<string, KeptState>
  /** When data last arrived, by source. */
  data: Map<string, Date>
  /** By source too: its rhythm, the data types that came, and those it can send. */
  rhythms: Map<string, Rhythm>
  received: Map<string, readonly string[]>
  offers: Map<string, Offer>
  /** Oldest first. */
  changes: ConnectionChange[]
  checked_at: Date | null
  /** As the columns of `directory_checks`. */
  order_at: Date
  not_before: Date | null
}

type Range = ReturnType<typeof createdRange>

/** Connections that were there before keep their states; whoever has changed is checked next. */
export function rowOf(listed: ListedUser, at: string, known: Row | undefined, early: EarlyData): Row {
  const { user, position, of_total } = structuredClone(listed)
  const facts = { key: keyOf(user), created: instantOf(user.created_on), connections: connectionsOf(user) }
  const sorted = { changed: instantOf(changedOn(user)), zone: zoneKeyOf(user) }
  const row = { user, position, of_total, seen_at: new Date(at), is_missed: false, ...facts, ...sorted }
  const isSame = known !== undefined && JSON.stringify(known.user) === JSON.stringify(user)
  const isKept = ([slug]: readonly [string, unknown]) =>
    facts.connections.get(slug)?.getTime() === known?.connections.get(slug)?.getTime()
  return withEarly(early, {
    ...row,
    states: new Map([...(known?.states ?? [])].filter(isKept)),
    data: new Map([...(known?.data ?? [])].filter(isKept)),
    rhythms: new Map([...(known?.rhythms ?? [])].filter(isKept)),
    received: new Map([...(known?.received ?? [])].filter(isKept)),
    changes: known?.changes ?? [],
    offers: new Map([...(known?.offers ?? [])].filter(isKept)),
    checked_at: facts.connections.size > 0 ? (known?.checked_at ?? null) : null,
    order_at: isSame ? known.order_at : NEXT,
    not_before: isSame ? known.not_before : null,
  })
}

/** By user ID and slug: when data last came, and of which types. */
export type EarlyData = Map<string, { at: Date; received: readonly string[] }>

export const earlyKey = (user_id: string, slug: string) => `${user_id} ${slug}`

/** Data from before a connection was made is that of an earlier one. */
function withEarly(early: EarlyData, row: Row): Row {
  for (const [slug, created] of row.connections) {
    const key = earlyKey(row.user.user_id, slug)
    const data = early.get(key)
    early.delete(key)
    if (!data || row.data.has(slug) || data.at < created) continue
    row.data.set(slug, data.at)
    row.rhythms.set(slug, afterData(NO_RHYTHM, data.at))
    row.received.set(slug, data.received)
  }
  return row
}

export function stateOf({ states }: Row, slug: string): KeptState {
  return states.get(slug) ?? 'not_checked'
}

/** Returns from when on a source is silent; null while its rhythm isn’t known. */
export function silentOf({ rhythms, data }: Row, slug: string): string | null {
  const last = data.get(slug)
  return (last && silentAt(rhythms.get(slug) ?? NO_RHYTHM, last)?.toISOString()) ?? null
}

/** Returns whether what was listed at an instant is at least as new as the row. */
export function isNewer({ seen_at }: Row, at: string): boolean {
  return seen_at <= new Date(at)
}

export function isChanged(known: Row, listed: ListedUser): boolean {
  return JSON.stringify(known.user) !== JSON.stringify(listed.user) || hasDrifted(known, listed)
}

/** Returns how well a row matches a text, 0 for best; null where it doesn't match. */
export function rankOf({ user, key }: Row, asked: TextQuery): number | null {
  if (user.user_id === asked.user_id || key === asked.key) return 0
  if (key?.startsWith(asked.key)) return 1
  const place = asked.part && placeInId(user.user_id, asked.part)
  if (place !== null && place !== 'inner') return 2
  if (asked.inner && key?.includes(asked.key)) return 3
  return place && 4
}

export function matcher(search: DirectorySearch): (row: Row) => boolean {
  const slugs = wantedSlugs(search)
  const range = createdRange(search)
  const { has_connections } = search
  const ids = search.user_ids && new Set(search.user_ids)
  return ({ user, created, connections }) =>
    isWithin(created, range) &&
    (slugs === null || slugs.some((slug) => connections.has(slug))) &&
    (ids === undefined || ids.has(user.user_id)) &&
    (has_connections === undefined || has_connections === connections.size > 0)
}

export function connectionRows(
  rows: Iterable<Row>,
  search: Omit<ConnectionFilters, 'time_zone'> & Parameters<typeof createdRange>[0],
) {
  const slugs = wantedSlugs(search)
  const range = createdRange(search)
  return [...rows]
    .flatMap((row) => [...row.connections].map(([slug, at]) => ({ row, slug, at })))
    .filter(({ slug, at }) => isWithin(at, range) && (slugs === null || slugs.includes(slug)))
    .filter(({ row, slug }) => !search.states?.length || search.states.includes(stateOf(row, slug)))
    .filter(({ row, slug, at }) => hasSuchData(row.data.get(slug), at, search))
    .filter(({ row, slug }) => isSilentOn(row, slug, search.silent_on))
    .filter(({ row, slug }) => isBroken(stateOf(row, slug)) || isSilentOn(row, slug, search.action_on))
    .filter(({ row }) => search.user_id === undefined || row.user.user_id === search.user_id)
}

function isSilentOn(row: Row, slug: string, instant: string | undefined): boolean {
  if (instant === undefined) return true
  return isSilent({ state: stateOf(row, slug), silent_at: silentOf(row, slug) }, instantOf(instant).getTime())
}

function hasSuchData(at: Date | undefined, connected: Date, search: ConnectionFilters): boolean {
  const { has_data, data_from, no_data_since } = search
  if (has_data !== undefined && has_data !== (at !== undefined)) return false
  const isRecent = data_from === undefined || (at !== undefined && at >= boundOf(data_from))
  return isRecent && (no_data_since === undefined || (at ?? connected) < instantOf(no_data_since))
}

function isWithin(at: Date, { from, before }: Range): boolean {
  return (from === null || at >= from) && (before === null || at < before)
}

export function isEverybody({ text, user_ids, ...search }: DirectorySearch): boolean {
  const { sources, has_connections, created_from, created_to } = search
  return !text && !user_ids && !sources?.length && has_connections === undefined && !created_from && !created_to
}

/** Returns a count, or null beyond the number up to which the directory counts. */
export function counted(found: number): number | null {
  return found > DIRECTORY_COUNT_LIMIT ? null : found
}

export function paged<T>(found: readonly T[], { offset, limit }: { offset: number; limit: number }): T[] {
  return found.slice(offset, offset + limit)
}

function byId({ user: a }: { user: User }, { user: b }: { user: User }): number {
  return byCodePoint(a.user_id, b.user_id)
}

export function newestFirst(a: Row, b: Row): number {
  return b.created.getTime() - a.created.getTime() || byId(a, b)
}

/** Compares users by a chosen order; descending is the reverse, except that no value always comes last. */
export function inOrder({ key, direction }: UserOrder) {
  const sign = direction === 'asc' ? 1 : -1
  const keyOfRow = { client_user_id: (row: Row) => row.key, time_zone: (row: Row) => row.zone }
  if (key === 'created_on') return (a: Row, b: Row) => -sign * newestFirst(a, b)
  if (key === 'changed_on') return (a: Row, b: Row) => -sign * (b.changed.getTime() - a.changed.getTime() || byId(a, b))
  const value = keyOfRow[key]
  return (a: Row, b: Row) => {
    const [one, other] = [value(a), value(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byId(a, b)
    return sign * (byCodePoint(one, other) || byId(a, b))
  }
}

/** Whether a walk that got so far has yet to come to the row. */
export function isBehind({ created, user }: Row, got: Cursor): boolean {
  return (got.created.getTime() - created.getTime() || byCodePoint(user.user_id, got.user_id)) > 0
}

/** Parts of IDs and inner parts, like everybody, newest first: in the order of references they would stand in clusters. */
export function inRank(rank: number, asked: TextQuery | null) {
  return asked && rank < NEWEST_RANK ? byReference : newestFirst
}

/** Sorts users without a reference by ID. */
function byReference(a: Row, b: Row): number {
  if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || byId(a, b)
  return byCodePoint(a.key, b.key) || byId(a, b)
}

interface ConnectionRow {
  row: Row
  slug: string
  at: Date
}

export function newestTies(a: ConnectionRow, b: ConnectionRow): number {
  return b.at.getTime() - a.at.getTime() || byId(a.row, b.row) || byCodePoint(a.slug, b.slug)
}

export function isConnectionBehind(one: ConnectionRow, got: ConnectionCursor): boolean {
  const { created, user_id, slug } = got
  const places = [created.getTime() - one.at.getTime(), byCodePoint(one.row.user.user_id, user_id)]
  return ([...places, byCodePoint(one.slug, slug)].find((place) => place !== 0) ?? 0) > 0
}
