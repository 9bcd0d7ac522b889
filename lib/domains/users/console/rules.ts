/** How users are searched, stated once for both stores. */

import { mayBeSilent } from '#lib/domains/connections/rhythm.ts'
import type { KeptState } from '#lib/domains/connections/states.ts'
import { type DirectorySearch, MIN_SUBSTRING_LENGTH } from '#lib/domains/users/directory.ts'
import type { ConnectionSearch, SourceCount } from '#lib/domains/users/directory-connections.ts'
import type { User } from '#lib/domains/users/user.ts'
import { type IdPart, readIdQuery, unwrapped } from '#lib/utils/ids/id-part.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { compactKey, plainSigns } from '#lib/utils/text/typed-text.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { instantOf, storableInstant } from '#lib/utils/time/instants.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

/** Characters: what lies behind is not searched. Indexes of PostgreSQL take no more than 2,700 bytes. */
const LONGEST_KEY = 512
/** Users a list may have shifted by before their remembered place is no help any more: half a page. */
const DRIFT = 250

/** Slugs and zones differ by every sign but case; PostgreSQL texts hold neither a NUL nor half a surrogate pair. */
function nameKey(text: string): string {
  return text.toLowerCase().replaceAll('\0', '\uFFFD').slice(0, LONGEST_KEY).toWellFormed()
}

/** References are searched as people read them out: `Member 10-218` is `member10218`. */
function referenceKey(text: string): string {
  return compactKey(text).slice(0, LONGEST_KEY).toWellFormed() || nameKey(text)
}

/** Returns the key by which a user's reference is searched; null without a reference. */
export function keyOf({ client_user_id }: User): string | null {
  return client_user_id ? referenceKey(client_user_id) : null
}

/** Returns the key by which a user's fallback time zone is sorted; null without one. */
export function zoneKeyOf({ fallback_time_zone }: User): string | null {
  return fallback_time_zone ? nameKey(fallback_time_zone.id) : null
}

/** Returns the order that a search asks for; null for the usual one. Times begin with the newest, names with A. */
export function orderOf({ order_key, order_direction }: Pick<DirectorySearch, 'order_key' | 'order_direction'>) {
  if (order_key === undefined) return null
  const isTime = order_key === 'created_on' || order_key === 'changed_on'
  return { key: order_key, direction: order_direction ?? (isTime ? 'desc' : 'asc') }
}
export type UserOrder = NonNullable<ReturnType<typeof orderOf>>

/** Returns what is said of connections by the slug under which the directory keeps them. */
export function keptStates<T>(states: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...states].map(([slug, state]) => [nameKey(slug), state]))
}

/** Returns the key of a source; sources are compared by it. */
export function slugKey(slug: string): string {
  return nameKey(slug)
}

/** In place of when users were last checked: `NEXT` of the new and the changed, `QUEUED` of those an event is about. */
export const NEXT = new Date(0)
export const QUEUED = new Date(-1)

/** Newest changes of a user’s connections that are shown. */
export const SHOWN_CHANGES = 100

/** Milliseconds: data that is not this much newer is not worth a write. */
export const DATA_STEP = 60_000

/** One connection a source, the newest where a source is listed twice. */
export function connectionsOf({ connected_sources }: User): Map<string, Date> {
  const found = new Map<string, Date>()
  for (const { source, created_on } of connected_sources) {
    const slug = nameKey(source.slug)
    const at = instantOf(created_on)
    const known = found.get(slug)
    if (!known || at > known) found.set(slug, at)
  }
  return found
}

/** Returns the service's name of a source; for one listed under another spelling, only its slug. */
export function sourceOf({ connected_sources }: User, slug: string): User['connected_sources'][number]['source'] {
  const listed = connected_sources.find(({ source }) => nameKey(source.slug) === slug)
  return listed?.source ?? { name: slug, slug }
}

export interface TextQuery {
  /** As `keyOf` makes it. */
  key: string
  user_id: string | null
  part: IdPart | null
  /** Whether inner parts count. */
  inner: boolean
}

/** Null where nothing is asked for. */
export function textQuery({ text }: Pick<DirectorySearch, 'text'>): TextQuery | null {
  if (!text || plainSigns(text) === '') return null
  // A reference may be `#` or `User 5`: little left of a text means that its signs and words count.
  const bare = referenceKey(unwrapped(text))
  const key = bare.length < MIN_SUBSTRING_LENGTH ? referenceKey(plainSigns(text)) : bare
  const inner = key.length >= MIN_SUBSTRING_LENGTH
  const id = readIdQuery(text)
  return id?.kind === 'whole' ? { key, user_id: id.id, part: null, inner } : { key, user_id: null, part: id, inner }
}

export interface Cursor {
  created: Date
  user_id: string
}

/** Null at the beginning of a walk. */
export function parseCursor(after: string): Cursor | null {
  const [created, user_id] = after.split('_')
  return created && user_id ? { created: instantOf(created), user_id } : null
}

/** The `next` of a page, whose last user this is; a page that is not full is the last. */
export function nextCursor(last: Cursor | undefined, found: number, limit: number): string | null {
  return last && found === limit ? `${last.created.toISOString()}_${last.user_id}` : null
}

export interface ConnectionCursor extends Cursor {
  slug: string
}

/** Null at the beginning of a walk. */
export function walkedToConnection(after: string): ConnectionCursor | null {
  const user = parseCursor(after)
  return user && { ...user, slug: nameKey(after.split('_').slice(2).join('_')) }
}

/** Returns the cursor after the last connection of a page; null at the end of the list. */
export function nextOfConnections(last: ConnectionCursor | undefined, found: number, limit: number): string | null {
  const user = nextCursor(last, found, limit)
  return user && last ? `${user}_${last.slug}` : null
}

export interface CreatedRange {
  from: Date | null
  /** The first instant behind it. */
  before: Date | null
}

/** Whole days of a zone. */
export function createdRange(
  search: Pick<ConnectionSearch, 'created_from' | 'created_to' | 'time_zone'>,
): CreatedRange {
  const { created_from, created_to, time_zone = 'UTC' } = search
  return {
    from: created_from === undefined ? null : storableInstant(zonedInstant(created_from, 0, time_zone)),
    before: created_to === undefined ? null : storableInstant(zonedInstant(created_to, 24, time_zone)),
  }
}

/** Returns the sources that a search asks for, as search keys; null for all. */
export function wantedSlugs({ sources }: Pick<ConnectionSearch, 'sources'>): string[] | null {
  return sources?.length ? sources.map(nameKey) : null
}

interface StateCount {
  slug: string
  state: KeptState
  connections: number
  timed: number
  silent: number
}

/** Returns the counts of each source: most first, ties by slug. */
export function bySource(counts: readonly StateCount[]) {
  const sources = [...Map.groupBy(counts, ({ slug }) => slug)].map(([slug, ofSource]) => {
    const states: SourceCount['states'] = {}
    for (const { state, connections } of ofSource) states[state] = (states[state] ?? 0) + connections
    const sum = (of: (count: StateCount) => number) => ofSource.reduce((all, count) => all + of(count), 0)
    return {
      slug,
      connections: sum(({ connections }) => connections),
      states,
      timed: sum(({ state, timed }) => (mayBeSilent(state) ? timed : 0)),
      silent: sum(({ state, silent }) => (mayBeSilent(state) ? silent : 0)),
    }
  })
  return sources.sort((a, b) => b.connections - a.connections || byCodePoint(a.slug, b.slug))
}

interface Place {
  position: number
  of_total: number
}

/** Returns a user's likely positions, depending on whether newer users are at the head or at the end. */
export function guessedPlaces({ position, of_total }: Place, total: number): [number, number] {
  return [position + total - of_total, position]
}

/** Whether the place that is remembered no longer leads to the user. */
export function hasDrifted(known: Place, now: Place): boolean {
  return guessedPlaces(known, now.of_total).every((guess) => Math.abs(guess - now.position) > DRIFT)
}

/** When the first of such data arrived; null for none. */
export function firstOf(notes: readonly { at: string }[]): Date | null {
  const [first] = notes.map(({ at }) => at).sort()
  return first === undefined ? null : new Date(first)
}

/** From when on data of a connection would have arrived; null while none of any source has. */
export function awaitedSince(created_on: Date, data_since: Date | null): string | null {
  if (data_since === null) return null
  return (created_on > data_since ? created_on : data_since).toISOString()
}

/** Users that remain after a full crawl were seen in it. */
export function seenAt(
  { seen_at, is_missed }: { seen_at: Date; is_missed: boolean },
  complete_from: Date | null,
): string {
  const seen = is_missed || complete_from === null || seen_at > complete_from ? seen_at : complete_from
  return seen.toISOString()
}

/** Milliseconds; the first doubles with every failure. */
const FIRST_RETRY = 5 * SECOND
const LONGEST_RETRY = 10 * MINUTE

/** `failures` in a row came before this one; `wait` is what the service asked for, in milliseconds. */
export function retryAt(now: Date, failures: number, wait: number | null): string {
  const backoff = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(failures, 10))
  return new Date(now.getTime() + Math.max(backoff, Math.min(wait ?? 0, HOUR))).toISOString()
}
