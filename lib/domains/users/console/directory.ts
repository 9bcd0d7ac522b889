/** The user directory as its routes ask it: one user, how fresh it all is, and to be read again. */

import { SourceFailure, USERS_PAGE, type UserSource } from '#lib/console/sources.ts'
import type { DirectoryState, DirectoryUser } from '#lib/domains/users/directory.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { formatDuration, MINUTE } from '#lib/utils/time/durations.ts'
import { guessedPlaces } from './rules.ts'
import type { DirectoryProgress, DirectoryStore, KnownUser, ListedUser } from './store/store.ts'

export interface DirectoryOptions {
  store: DirectoryStore
  source: UserSource
  now: () => Date
  /** Has somebody work at the crawl of an environment, soon. */
  wake: (environment: string) => Promise<void>
  /** Milliseconds between two crawls that people ask for, five minutes unless set: each reads the service's whole list. */
  requestEvery?: number
}

export interface UserDirectory {
  state(environment: string): Promise<DirectoryState>
  /** @throws ApiError 429 where it was asked for a short time ago, and is not under way. */
  refresh(environment: string): Promise<DirectoryState>
  /** Has the list read again after a change of many users, unless it is being read. */
  catchUp(environment: string): Promise<void>
  /** @throws ApiError 404, or 503 where the service had to be asked and did not answer. */
  getUser(query: UserQuery): Promise<DirectoryUser & { problem: string | null }>
}

interface UserQuery {
  environment: string
  user_id: string
  fresh: boolean
  signal: AbortSignal
}

/** Pages of the live list that are read for one user at most. */
const MOST_PAGES = 8

const NOT_LISTED = 'The service has no user with this ID. Check the ID and the environment.'
const NOT_NEAR =
  'This user wasn’t found in the live list where they last were. The data shown is as old as stated; it’s checked at the next full refresh.'

/** Returns the user directory as routes use it: its state, fresh reads of one user, and requests for a crawl. */
export function createDirectory(options: DirectoryOptions): UserDirectory {
  const { store, now, wake, requestEvery = 5 * MINUTE } = options
  const state = async (environment: string) => stateOf(await store.directoryProgress(environment))

  /** When somebody last had a crawl begin, or go on; kept by this process. */
  const requested = new Map<string, number>()

  function checkPause(environment: string) {
    const time = now().getTime()
    const retry_after_ms = (requested.get(environment) ?? Number.NEGATIVE_INFINITY) + requestEvery - time
    if (retry_after_ms > 0) throw new ApiError('too_many_requests', justAsked(retry_after_ms), { retry_after_ms })
    requested.set(environment, time)
  }

  return {
    state,

    async refresh(environment) {
      const { crawl, retry_at } = await store.directoryProgress(environment)
      if (crawl === null || retry_at !== null) checkPause(environment)
      await store.beginCrawl(environment, now().toISOString())
      await wake(environment)
      return state(environment)
    },

    async catchUp(environment) {
      if ((await store.directoryProgress(environment)).crawl !== null) return
      await store.beginCrawl(environment, now().toISOString())
      await wake(environment)
    },

    async getUser(query) {
      const { environment, user_id, fresh } = query
      const known = await store.getDirectoryUser(environment, user_id)
      if (known && !fresh) return answer(known, null)
      const progress = await store.directoryProgress(environment)
      const seen_at = now().toISOString()
      const found = await inLiveList(query, known, progress, options)
      if (found instanceof SourceFailure || found.unreadable) {
        const problem = unread(found, known ? '' : `${notFound(progress, now())} `)
        if (known) return answer(known, problem)
        throw new ApiError('unavailable', problem)
      }
      if (found.listed) {
        await store.saveDirectoryUser(environment, found.listed, seen_at)
        return { user: found.listed.user, seen_at, problem: null }
      }
      if (found.isGone) {
        await store.removeDirectoryUser(environment, user_id)
        throw new ApiError('not_found', NOT_LISTED)
      }
      if (known) return answer(known, NOT_NEAR)
      throw new ApiError('not_found', notFound(progress, now()))
    },
  }
}

function justAsked(wait: number): string {
  const minutes = Math.ceil(wait / MINUTE)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `The user directory was refreshed a short time ago. You can refresh it again in ${when}.`
}

function stateOf({ users, complete_at, crawl, problem, retry_at }: DirectoryProgress): DirectoryState {
  return {
    users,
    complete_at,
    crawl: crawl && { started_at: crawl.started_at, read: crawl.position, total: crawl.total },
    problem,
    retry_at,
  }
}

function answer({ user, seen_at }: KnownUser, problem: string | null) {
  return { user, seen_at, problem }
}

async function inLiveList(
  { environment, user_id, signal }: UserQuery,
  known: KnownUser | null,
  progress: DirectoryProgress,
  { source }: DirectoryOptions,
): Promise<Found | SourceFailure> {
  const plan = known ? nearKnown(known) : absence(progress)
  try {
    return await lookUp((page) => source.listUsers(environment, page, signal), { user_id, ...plan })
  } catch (error) {
    if (error instanceof SourceFailure) return error
    throw error
  }
}

function nearKnown(known: KnownUser): Omit<LookUp, 'user_id'> {
  return { first: known.position, guesses: (total) => guessedPlaces(known, total), pages: () => MOST_PAGES }
}

/** Returns the head or the end of the list; during a first crawl, also its position. */
function absence({ users, complete_at, crawl }: DirectoryProgress): Omit<LookUp, 'user_id'> {
  if (complete_at === null) {
    const reading = crawl ? [crawl.position] : []
    return { first: 0, guesses: (total) => [0, total, ...reading], pages: () => MOST_PAGES }
  }
  const added = (total: number) => Math.ceil(Math.max(0, total - users) / USERS_PAGE)
  return { first: 0, guesses: (total) => [0, total], pages: (total) => Math.min(MOST_PAGES, 2 + added(total)) }
}

function notFound({ complete_at, crawl }: DirectoryProgress, now: Date): string {
  const begin = 'No user with this ID was found.'
  if (complete_at !== null) {
    const age = formatDuration(now.getTime() - Date.parse(complete_at))
    return `${begin} The user directory was last refreshed ${age} ago. Check the ID and the environment, or refresh the directory.`
  }
  if (!crawl) return `${begin} The user directory hasn’t loaded yet. Try again in a moment.`
  const of = crawl.total === null ? '' : ` of ${formatCount(crawl.total)}`
  return `${begin} The user directory is still loading: ${formatCount(crawl.position)}${of} so far. Try again later.`
}

/** Why a user couldn't be read; `begin` stands before a failure of the service, which says nothing of this user. */
function unread(found: Found | SourceFailure, begin: string): string {
  if (found instanceof SourceFailure) return begin + found.message
  return `The service lists this user with an unexpected value in ${found.unreadable?.field}, so their entry can’t be read. Tell your administrator.`
}

/** Returns a reader of users as the service has them now: null where it can't be asked, or doesn't list them. */
export function freshUsers(directory: Pick<UserDirectory, 'getUser'>) {
  return async (query: Omit<UserQuery, 'fresh'>) => {
    const { user, problem } = await directory.getUser({ ...query, fresh: true })
    return problem === null ? user : null
  }
}

/** Finds one user in the live list, which can only be read by pages: first where they should be, then around it. */
interface LookUp {
  user_id: string
  /** Page to begin with, as an offset into the list. */
  first: number
  /** Likely positions, once the length of the list is known. */
  guesses: (total: number) => readonly number[]
  /** Pages to read at most. */
  pages: (total: number) => number
}

interface Found {
  listed: ListedUser | null
  /** The user as they are listed, where that can't be read. */
  unreadable?: Unreadable
  /** The whole list was read without changing, and the user is not in it. */
  isGone: boolean
}

/** @throws SourceFailure */
export async function lookUp(
  listPage: (page: { offset: number; limit: number }) => ReturnType<UserSource['listUsers']>,
  { user_id, first, guesses, pages }: LookUp,
): Promise<Found> {
  const visited = new Set<number>()
  let total: number | null = null
  let isSteady = true
  let page: number | null = Math.floor(first / USERS_PAGE)
  while (page !== null && (total === null || visited.size < pages(total))) {
    const offset = page * USERS_PAGE
    const { users, entries, ...list } = await listPage({ offset, limit: USERS_PAGE })
    const index = users.findIndex((user) => user.user_id === user_id)
    const user = users[index]
    if (user) return { listed: { user, position: offset + index, of_total: list.total }, isGone: false }
    const unreadable = list.unreadable.find(({ id }) => id === user_id)
    if (unreadable) return { listed: null, unreadable, isGone: false }
    isSteady &&= total === null || total === list.total
    isSteady &&= entries >= Math.min(USERS_PAGE, list.total - offset) && list.unreadable.length === 0
    total = list.total
    visited.add(page)
    page = nearest(guesses(total), total, visited)
  }
  return { listed: null, isGone: page === null && isSteady }
}

/** The page not yet read whose middle is nearest to a guess; null when all have been. */
function nearest(guesses: readonly number[], total: number, visited: ReadonlySet<number>): number | null {
  const last = Math.ceil(total / USERS_PAGE) - 1
  // So many pages around a guess hold one that isn't read, however long a service says that its list is.
  const reach = visited.size + 1
  const distance = (page: number) => Math.min(...guesses.map((guess) => Math.abs((page + 0.5) * USERS_PAGE - guess)))
  const around = guesses.flatMap((guess) => {
    const middle = Math.min(last, Math.max(0, Math.floor(guess / USERS_PAGE)))
    return Array.from({ length: 2 * reach + 1 }, (_, step) => middle - reach + step)
  })
  const open = around.filter((page) => page >= 0 && page <= last && !visited.has(page))
  return open.sort((a, b) => distance(a) - distance(b) || a - b)[0] ?? null
}
