/** The user directory as a readable model: plain maps, searched one by one. */

import {
  awaitedSince,
  bySource,
  firstOf,
  nextCursor,
  nextOfConnections,
  orderOf,
  parseCursor,
  seenAt,
  slugKey,
  sourceOf,
  textQuery,
  walkedToConnection,
} from '#lib/domains/users/console/rules.ts'
import type { DirectorySearch } from '#lib/domains/users/directory.ts'
import type { TypeCoverage } from '#lib/domains/users/directory-connections.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import type { DirectoryProgress, DirectoryStore, PeopleRow, PeopleStore } from './store.ts'
import {
  connectionRows,
  counted,
  type EarlyData,
  earlyKey,
  inOrder,
  inRank,
  isBehind,
  isChanged,
  isConnectionBehind,
  isEverybody,
  isNewer,
  matcher,
  newestFirst,
  newestTies,
  paged,
  type Row,
  rankOf,
  rowOf,
  silentOf,
  stateOf,
} from './store-memory-rows.ts'
import { memoryStates } from './store-memory-states.ts'

export function memoryDirectory(): DirectoryStore {
  const directories = new Map<string, Directory>()

  function of(environment: string): Directory {
    const known = directories.get(environment)
    if (known) return known
    const made = emptyDirectory()
    directories.set(environment, made)
    return made
  }

  function walk(directory: Directory, search: DirectorySearch, after: string) {
    const asked = textQuery(search)
    const from = parseCursor(after)
    const rows = [...directory.rows.values()]
      .filter(matcher(search))
      .filter((row) => asked === null || rankOf(row, asked) !== null)
      .sort(newestFirst)
      .filter((row) => from === null || isBehind(row, from))
      .slice(0, search.limit)
    const last = rows.at(-1)
    const users = rows.map((row) => ({ user: row.user, seen_at: asSeen(directory, row) }))
    const next = nextCursor(last && { created: last.created, user_id: last.user.user_id }, rows.length, search.limit)
    return { users: structuredClone(users), total: null, next }
  }

  const states = memoryStates((environment) => of(environment).rows)

  return {
    ...states,
    ...memoryCrawls(of),
    ...memoryPeople(of),

    async noteData(environment, notes) {
      of(environment).data_since ??= firstOf(notes)
      const { rows, early } = of(environment)
      for (const { user_id, slug: sent, at, resource = null } of notes) {
        const slug = slugKey(sent)
        if (rows.get(user_id)?.connections.has(slug)) continue
        const before = early.get(earlyKey(user_id, slug))
        const types = new Set([...(before?.received ?? []), ...(resource === null ? [] : [resource])])
        const newest = Math.max(before?.at.getTime() ?? 0, Date.parse(at))
        early.set(earlyKey(user_id, slug), { at: new Date(newest), received: [...types] })
      }
      await states.noteData(environment, notes)
    },

    async purgeEarlyData(before) {
      for (const { early } of directories.values())
        for (const [key, { at }] of early) if (at < before) early.delete(key)
    },

    async directoryProgress(environment) {
      const { rows, complete_at, complete_from, crawl, problem, retry_at, failures } = of(environment)
      const progress = { complete_at, complete_from, crawl, problem, retry_at, failures }
      return structuredClone({ ...progress, users: rows.size })
    },

    async searchDirectory(environment, search) {
      const directory = of(environment)
      const asked = textQuery(search)
      const order = orderOf(search)
      if (search.after !== undefined) return walk(directory, search, search.after)
      const found = [...directory.rows.values()]
        .filter(matcher(search))
        .map((row) => ({ row, rank: asked ? rankOf(row, asked) : 0 }))
        .filter((hit): hit is { row: Row; rank: number } => hit.rank !== null)
        .sort((a, b) => (order ? inOrder(order)(a.row, b.row) : a.rank - b.rank || inRank(a.rank, asked)(a.row, b.row)))
      const users = paged(found, search).map(({ row }) => ({ user: row.user, seen_at: asSeen(directory, row) }))
      const total = isEverybody(search) ? found.length : counted(found.length)
      return { users: structuredClone(users), total, next: null }
    },

    async searchDirectoryConnections(environment, search) {
      const directory = of(environment)
      const found = connectionRows(directory.rows.values(), search).sort(newestTies)
      const from = walkedToConnection(search.after ?? '')
      const isWalk = search.after !== undefined
      const left = from ? found.filter((one) => isConnectionBehind(one, from)) : found
      const page = paged(left, isWalk ? { ...search, offset: 0 } : search)
      const connections = page.map(({ row, slug, at }) => ({
        user_id: row.user.user_id,
        client_user_id: row.user.client_user_id ?? null,
        source: sourceOf(row.user, slug),
        created_on: at.toISOString(),
        seen_at: asSeen(directory, row),
        state: stateOf(row, slug),
        last_data_at: row.data.get(slug)?.toISOString() ?? null,
        awaited_since: awaitedSince(at, directory.data_since),
        silent_at: silentOf(row, slug),
        checked_at: row.states.has(slug) ? (row.checked_at?.toISOString() ?? null) : null,
      }))
      const last = page.at(-1)
      const got = last && { created: last.at, user_id: last.row.user.user_id, slug: last.slug }
      return {
        connections: structuredClone(connections),
        total: isWalk ? null : counted(found.length),
        next: isWalk ? nextOfConnections(got, page.length, search.limit) : null,
      }
    },

    async countDirectorySources(environment, search, now) {
      const rows = connectionRows(of(environment).rows.values(), search)
      const counts = bySource(
        rows.map(({ row, slug }) => {
          const silent_at = silentOf(row, slug)
          const silent = Number(silent_at !== null && new Date(silent_at) <= now)
          return { slug, state: stateOf(row, slug), connections: 1, timed: Number(silent_at !== null), silent }
        }),
      )
      return structuredClone(
        counts.map(({ slug, ...counted }) => {
          const newest = rows.filter((one) => one.slug === slug).reduce((a, b) => (newestTies(a, b) < 0 ? a : b))
          return { source: sourceOf(newest.row.user, slug), ...counted }
        }),
      )
    },

    async countCoverage(environment, connected_before) {
      const counts = new Map<string, TypeCoverage>()
      for (const { row, slug, at } of connectionRows(of(environment).rows.values(), {})) {
        const { available = [], denied = [] } = row.offers.get(slug) ?? {}
        const came = row.received.get(slug) ?? []
        const count = (resource: string, more: Partial<Pick<TypeCoverage, 'available' | 'denied' | 'never'>>) => {
          const key = JSON.stringify([slug, resource])
          const known = counts.get(key) ?? { slug, resource, available: 0, denied: 0, never: 0 }
          for (const name of ['available', 'denied', 'never'] as const) known[name] += more[name] ?? 0
          counts.set(key, known)
        }
        for (const each of available)
          count(each, { available: 1, never: Number(at < connected_before && !came.includes(each)) })
        for (const each of denied) count(each, { denied: 1 })
      }
      return [...counts.values()].sort((a, b) => byCodePoint(a.slug, b.slug) || byCodePoint(a.resource, b.resource))
    },

    async directoryReferences(environment, user_ids) {
      const { rows } = of(environment)
      const found = user_ids.map((id) => [id, rows.get(id)?.user.client_user_id ?? ''] as const)
      return new Map(found.filter(([, reference]) => reference !== ''))
    },

    async getDirectoryUser(environment, user_id) {
      const directory = of(environment)
      const row = directory.rows.get(user_id)
      if (!row) return null
      const { user, position, of_total } = row
      return structuredClone({ user, position, of_total, seen_at: asSeen(directory, row) })
    },

    async saveDirectoryUser(environment, listed, at) {
      const { rows, early } = of(environment)
      const known = rows.get(listed.user.user_id)
      if (!known || isNewer(known, at)) rows.set(listed.user.user_id, rowOf(listed, at, known, early))
    },

    async removeDirectoryUser(environment, user_id) {
      remove(of(environment), user_id)
    },
  }
}

function remove({ rows, people }: Directory, user_id: string): void {
  rows.delete(user_id)
  for (const [id, row] of people) if (row.user_id === user_id) people.delete(id)
}

function memoryPeople(of: (environment: string) => Directory): PeopleStore {
  return {
    async savePeople(environment, rows) {
      const { people } = of(environment)
      for (const row of rows) people.set(row.id, { ...row, kept: new Set(row.hashes) })
    },

    async searchPeople(environment, groups, limit) {
      const found: Pick<PeopleRow, 'user_id' | 'order_id'>[] = []
      for (const { user_id, order_id, kept } of of(environment).people.values()) {
        if (found.length < limit && groups.every((group) => group.some((hash) => kept.has(hash))))
          found.push({ user_id, order_id })
      }
      return found
    },

    userOfOrder: async (environment, order_id) => of(environment).people.get(order_id)?.user_id ?? null,

    clearPeople: async (environment) => of(environment).people.clear(),
  }
}

/** The crawl of the user directory in memory: whom it has seen, and who is gone since. */
interface Directory extends Omit<DirectoryProgress, 'users'> {
  crawls: number
  rows: Map<string, Row>
  is_steady: boolean
  seen: Set<string>
  data_since: Date | null
  /** Data of connections that aren't known yet, by user and source. */
  early: EarlyData
  people: Map<string, PeopleRow & { kept: ReadonlySet<string> }>
}

function emptyDirectory(): Directory {
  const state = { complete_at: null, complete_from: null, crawl: null, problem: null, retry_at: null, failures: 0 }
  const known = { crawls: 0, rows: new Map(), is_steady: true, seen: new Set<string>(), data_since: null }
  return { ...state, ...known, early: new Map(), people: new Map() }
}

/** Returns when a user was last seen: by a look-up, or by a whole crawl that met them unchanged. */
function asSeen({ complete_from }: Directory, row: Row): string {
  return seenAt(row, complete_from === null ? null : new Date(complete_from))
}

type Crawls = Pick<DirectoryStore, 'beginCrawl' | 'savePage' | 'interruptCrawl' | 'removeUnseen' | 'completeCrawl'>

function memoryCrawls(of: (environment: string) => Directory): Crawls {
  const crawling = (environment: string, number: number) => {
    const directory = of(environment)
    return directory.crawl?.number === number ? { directory, crawl: directory.crawl } : null
  }

  return {
    async beginCrawl(environment, at) {
      const directory = of(environment)
      directory.retry_at = null
      if (directory.crawl) return false
      directory.crawls += 1
      const number = directory.crawls
      directory.crawl = { number, started_at: at, progressed_at: at, position: 0, total: null, unreadable: 0 }
      directory.is_steady = true
      directory.seen.clear()
      return true
    },

    async savePage(environment, { crawl: number, position, entries, unreadable, total, users, at }) {
      const { directory, crawl } = crawling(environment, number) ?? {}
      if (!directory || crawl?.position !== position) return false
      for (const [index, user] of users.entries()) {
        const { user_id } = user
        const known = directory.rows.get(user_id)
        const listed = { user, position: position + index, of_total: total }
        const isDue = !known || (isNewer(known, at) && (known.is_missed || isChanged(known, listed)))
        if (isDue) directory.rows.set(user_id, rowOf(listed, at, known, directory.early))
        directory.seen.add(user_id)
      }
      directory.is_steady &&= crawl.total === null || crawl.total === total
      const read = { position: position + entries, total, unreadable: crawl.unreadable + unreadable }
      Object.assign(crawl, { ...read, progressed_at: at })
      Object.assign(directory, { problem: null, retry_at: null, failures: 0 })
      return true
    },

    async interruptCrawl(environment, number, why) {
      const { directory } = crawling(environment, number) ?? {}
      if (directory) Object.assign(directory, { ...why, failures: directory.failures + 1 })
    },

    async removeUnseen(environment, number) {
      const { directory, crawl } = crawling(environment, number) ?? {}
      if (!directory || !crawl) return null
      const { seen, rows, is_steady } = directory
      const isWhole = is_steady && seen.size > 0 && seen.size === crawl.total
      for (const [user_id, row] of rows) {
        if (seen.has(user_id) || row.seen_at >= new Date(crawl.started_at)) continue
        if (isWhole || row.is_missed) remove(directory, user_id)
        else Object.assign(row, { seen_at: new Date(asSeen(directory, row)), is_missed: true })
      }
      return null
    },

    async completeCrawl(environment, number, { at, problem }) {
      const { directory, crawl } = crawling(environment, number) ?? {}
      if (!directory || !crawl) return
      Object.assign(directory, { complete_at: at, complete_from: crawl.started_at, crawl: null, problem })
      directory.seen.clear()
    },
  }
}
