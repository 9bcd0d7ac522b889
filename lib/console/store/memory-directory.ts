/** The user directory as a readable model: plain maps, searched one by one. */
import { DIRECTORY_COUNT_LIMIT, type DirectorySearch } from '#lib/contract/console/directory.ts'
import type { User } from '#lib/contract/user.ts'
import { byCodePoint } from '#lib/utils/code-points.ts'
import type { DirectoryProgress, DirectoryStore, ListedUser } from './directory-port.ts'
import {
  connectionsOf,
  createdRange,
  hasDrifted,
  instantOf,
  keyOf,
  seenAt,
  sourceOf,
  type TextQuery,
  textQuery,
  wantedSlugs,
} from './directory-rules.ts'

interface Row extends ListedUser {
  seen_at: Date
  is_missed: boolean
  key: string | null
  created: Date
  connections: Map<string, Date>
}

interface Directory extends Omit<DirectoryProgress, 'users'> {
  crawls: number
  rows: Map<string, Row>
  is_steady: boolean
  seen: Set<string>
}

/** Rank of those who are found by an inner part. */
const INNER = 2

type Range = ReturnType<typeof createdRange>

export function memoryDirectory(): DirectoryStore {
  const directories = new Map<string, Directory>()

  function of(environment: string): Directory {
    const known = directories.get(environment)
    if (known) return known
    const made = emptyDirectory()
    directories.set(environment, made)
    return made
  }
  const crawling = (environment: string, number: number) => {
    const directory = of(environment)
    return directory.crawl?.number === number ? { directory, crawl: directory.crawl } : null
  }
  const asSeen = ({ complete_from }: Directory, row: Row) =>
    seenAt(row, complete_from === null ? null : new Date(complete_from))

  return {
    async directoryProgress(environment) {
      const { rows, crawls: _, is_steady: __, seen: ___, ...progress } = of(environment)
      return structuredClone({ ...progress, users: rows.size })
    },

    async searchDirectory(environment, search) {
      const directory = of(environment)
      const asked = textQuery(search)
      const found = [...directory.rows.values()]
        .filter(matcher(search))
        .map((row) => ({ row, rank: asked ? rankOf(row, asked) : 0 }))
        .filter((hit): hit is { row: Row; rank: number } => hit.rank !== null)
        .sort((a, b) => a.rank - b.rank || inRank(a.rank, asked)(a.row, b.row))
      const users = paged(found, search).map(({ row }) => ({ user: row.user, seen_at: asSeen(directory, row) }))
      return { users: structuredClone(users), total: isEverybody(search) ? found.length : counted(found.length) }
    },

    async searchDirectoryConnections(environment, search) {
      const directory = of(environment)
      const found = connectionRows(directory, search).sort(
        (a, b) => b.at.getTime() - a.at.getTime() || newestTies(a, b),
      )
      const connections = paged(found, search).map(({ row, slug, at }) => ({
        user_id: row.user.user_id,
        client_user_id: row.user.client_user_id ?? null,
        source: sourceOf(row.user, slug),
        created_on: at.toISOString(),
        seen_at: asSeen(directory, row),
      }))
      return { connections: structuredClone(connections), total: counted(found.length) }
    },

    async countDirectorySources(environment, search) {
      const bySlug = Map.groupBy(connectionRows(of(environment), search), ({ slug }) => slug)
      const counts = [...bySlug].map(([slug, rows]) => {
        const newest = rows.reduce((a, b) => (newestTies(a, b) < 0 ? a : b))
        return { slug, source: sourceOf(newest.row.user, slug), connections: rows.length }
      })
      counts.sort((a, b) => b.connections - a.connections || byCodePoint(a.slug, b.slug))
      return structuredClone(counts.map(({ source, connections }) => ({ source, connections })))
    },

    async getDirectoryUser(environment, user_id) {
      const directory = of(environment)
      const row = directory.rows.get(user_id)
      if (!row) return null
      const { user, position, of_total } = row
      return structuredClone({ user, position, of_total, seen_at: asSeen(directory, row) })
    },

    async saveDirectoryUser(environment, listed, at) {
      of(environment).rows.set(listed.user.user_id, rowOf(listed, at))
    },

    async removeDirectoryUser(environment, user_id) {
      of(environment).rows.delete(user_id)
    },

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
        if (!known || known.is_missed || isChanged(known, listed)) directory.rows.set(user_id, rowOf(listed, at))
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
        if (isWhole || row.is_missed) rows.delete(user_id)
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

function emptyDirectory(): Directory {
  const state = { complete_at: null, complete_from: null, crawl: null, problem: null, retry_at: null, failures: 0 }
  return { ...state, crawls: 0, rows: new Map(), is_steady: true, seen: new Set() }
}

function rowOf(listed: ListedUser, at: string): Row {
  const { user, position, of_total } = structuredClone(listed)
  const facts = { key: keyOf(user), created: instantOf(user.created_on), connections: connectionsOf(user) }
  return { user, position, of_total, seen_at: new Date(at), is_missed: false, ...facts }
}

function isChanged(known: Row, listed: ListedUser): boolean {
  return JSON.stringify(known.user) !== JSON.stringify(listed.user) || hasDrifted(known, listed)
}

function rankOf({ user, key }: Row, asked: TextQuery): number | null {
  if (user.user_id === asked.user_id || key === asked.key) return 0
  if (key?.startsWith(asked.key)) return 1
  return asked.inner && key?.includes(asked.key) ? INNER : null
}

function matcher(search: DirectorySearch): (row: Row) => boolean {
  const slugs = wantedSlugs(search)
  const range = createdRange(search)
  const { has_connections } = search
  return ({ created, connections }) =>
    isWithin(created, range) &&
    (slugs === null || slugs.some((slug) => connections.has(slug))) &&
    (has_connections === undefined || has_connections === connections.size > 0)
}

function connectionRows(
  { rows }: Directory,
  search: Parameters<typeof createdRange>[0] & { sources?: string[] | undefined },
) {
  const slugs = wantedSlugs(search)
  const range = createdRange(search)
  return [...rows.values()]
    .flatMap((row) => [...row.connections].map(([slug, at]) => ({ row, slug, at })))
    .filter(({ slug, at }) => isWithin(at, range) && (slugs === null || slugs.includes(slug)))
}

function isWithin(at: Date, { from, before }: Range): boolean {
  return (from === null || at >= from) && (before === null || at < before)
}

function isEverybody({ text, sources, has_connections, created_from, created_to }: DirectorySearch): boolean {
  return !text && !sources?.length && has_connections === undefined && !created_from && !created_to
}

function counted(found: number): number | null {
  return found > DIRECTORY_COUNT_LIMIT ? null : found
}

function paged<T>(found: readonly T[], { offset, limit }: { offset: number; limit: number }): T[] {
  return found.slice(offset, offset + limit)
}

function byId({ user: a }: { user: User }, { user: b }: { user: User }): number {
  return byCodePoint(a.user_id, b.user_id)
}

function newestFirst(a: Row, b: Row): number {
  return b.created.getTime() - a.created.getTime() || byId(a, b)
}

/** Inner parts, like everybody, newest first: in the order of references they would stand in clusters. */
function inRank(rank: number, asked: TextQuery | null) {
  return asked && rank < INNER ? byReference : newestFirst
}

/** Whoever has no reference was found by their id. */
function byReference(a: Row, b: Row): number {
  if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || byId(a, b)
  return byCodePoint(a.key, b.key) || byId(a, b)
}

interface ConnectionRow {
  row: Row
  slug: string
  at: Date
}

function newestTies(a: ConnectionRow, b: ConnectionRow): number {
  return b.at.getTime() - a.at.getTime() || byId(a.row, b.row) || byCodePoint(a.slug, b.slug)
}
