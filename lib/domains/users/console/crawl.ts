/** Reads the whole list of an environment's users, page by page, and goes on where it was after whatever ended it. */

import { type ServicePage, SourceFailure, USERS_PAGE, type UserSource } from '#lib/console/sources.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { retryAt } from './rules.ts'
import type { Crawl, DirectoryProgress, DirectoryStore } from './store/store.ts'

/** Milliseconds one turn works at most, so that no job is ever long. */
const TURN = 20 * SECOND
/** Milliseconds between two pages: as long as the last one took, within these. */
const SHORTEST_PAUSE = 20
const LONGEST_PAUSE = SECOND
/** Milliseconds without a page after which whoever was at a crawl is taken to be gone. */
const STALLED = MINUTE

/** Share of `mostUsers` that may be kept until users that the list no longer has are removed. */
const SLACK = 2

export interface CrawlerOptions {
  store: DirectoryStore
  source: UserSource
  now: () => Date
  /** Milliseconds from the end of a whole crawl to the beginning of the next. */
  interval: number
  /** Users that are kept of one environment at most, any number unless set: a list may never end. */
  mostUsers?: number
  /** Whether there is room for more than what people do; always unless set. */
  hasRoom?: () => boolean
  /** Resolves after the milliseconds, or when the signal ends it. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface Crawler {
  /** Whether an environment waits for somebody to begin a crawl, or to take over one that nobody is at. */
  isWaiting(environment: string): Promise<boolean>
  /** Begins a crawl where one is due, and works at it for a while. True where there is more to do at once. */
  work(environment: string, signal: AbortSignal): Promise<boolean>
}

/** Returns the crawler of the user directory: each turn reads one page of an environment's users and stores it. */
export function createCrawler(options: CrawlerOptions): Crawler {
  const { store, now } = options
  const atWork = new Set<string>()
  const left = new Map<string, Unreadable[]>()

  async function turn(environment: string, signal: AbortSignal): Promise<boolean> {
    if (!isDue(await store.directoryProgress(environment), options)) return false
    await store.beginCrawl(environment, now().toISOString())
    const { crawl } = await store.directoryProgress(environment)
    if (!crawl) return false
    if (crawl.position === 0) left.set(environment, [])
    const named = left.get(environment) ?? []
    return readPages(environment, crawl, { ...options, signal, until: now().getTime() + TURN, named })
  }

  return {
    async isWaiting(environment) {
      const progress = await store.directoryProgress(environment)
      const progressed_at = progress.crawl?.progressed_at
      const isStalled = progressed_at === undefined || Date.parse(progressed_at) + STALLED <= now().getTime()
      return isDue(progress, options) && (isStalled || progress.retry_at !== null)
    },

    async work(environment, signal) {
      if (atWork.has(environment)) return false
      atWork.add(environment)
      return turn(environment, signal).finally(() => atWork.delete(environment))
    },
  }
}

function isDue({ crawl, complete_at, retry_at }: DirectoryProgress, { now, interval }: CrawlerOptions): boolean {
  const at = now().getTime()
  if (retry_at !== null && Date.parse(retry_at) > at) return false
  return crawl !== null || complete_at === null || Date.parse(complete_at) + interval <= at
}

/** Users that can't be read and are named; the others are counted. */
const MOST_NAMED = 5

interface Turn extends CrawlerOptions {
  signal: AbortSignal
  until: number
  /** The first users of this crawl that can't be read, as far as this process has met them. */
  named: Unreadable[]
}

/** Page by page until the end of the list, of the turn, or of the patience of the service. */
async function readPages(environment: string, { number: crawl, ...from }: Crawl, turn: Turn): Promise<boolean> {
  const { store, now, pause, signal, until, mostUsers = Number.POSITIVE_INFINITY, hasRoom = () => true } = turn
  let { position } = from
  while (!signal.aborted) {
    const begun = now().getTime()
    if (position >= mostUsers || (await store.directoryProgress(environment)).users >= SLACK * mostUsers) {
      await finish(environment, crawl, turn, tooMany(mostUsers))
      return false
    }
    const page = hasRoom() ? await nextPage(environment, position, turn) : NO_ROOM
    if (page === null) return false
    if (page instanceof SourceFailure) {
      await interrupt(environment, crawl, page, turn)
      return false
    }
    // A refusal means that someone else runs the same crawl: the first one continues.
    const at = new Date(begun).toISOString()
    const unreadable = page.unreadable.length
    if (!(await store.savePage(environment, { crawl, position, at, ...page, unreadable }))) return false
    turn.named.push(...page.unreadable.slice(0, MOST_NAMED - turn.named.length))
    position += page.entries
    if (page.entries === 0 || position >= page.total) {
      await finish(environment, crawl, turn)
      return false
    }
    const end = now().getTime()
    if (end >= until) return true
    await pause(Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, end - begun)), signal)
  }
  return false
}

/** Null where the process is about to end. */
async function nextPage(
  environment: string,
  offset: number,
  { source, signal }: Turn,
): Promise<ServicePage | SourceFailure | null> {
  try {
    return await source.listUsers(environment, { offset, limit: USERS_PAGE }, signal)
  } catch (error) {
    if (signal.aborted) return null
    if (error instanceof SourceFailure) return error
    throw error
  }
}

async function interrupt(environment: string, crawl: number, { message, wait }: SourceFailure, turn: Turn) {
  const { failures } = await turn.store.directoryProgress(environment)
  await turn.store.interruptCrawl(environment, crawl, {
    problem: message,
    retry_at: retryAt(turn.now(), failures, wait),
  })
}

const NO_ROOM = new SourceFailure(
  'The disk of this console is almost full, so the user list isn’t read. Tell your administrator.',
)

function tooMany(most: number): string {
  return `The service lists more than ${formatCount(most)} users, which is as many as this list has. Tell your administrator.`
}

async function finish(
  environment: string,
  crawl: number,
  { store, now, signal, named }: Turn,
  limit: string | null = null,
) {
  let after: string | null = null
  do {
    if (signal.aborted) return
    after = await store.removeUnseen(environment, crawl, after)
  } while (after !== null)
  const progress = await store.directoryProgress(environment)
  const unreadable = progress.crawl?.unreadable ?? 0
  const problem = limit ?? (unreadable > 0 ? leftOut(unreadable, named) : null)
  await store.completeCrawl(environment, crawl, { at: now().toISOString(), problem })
}

function leftOut(unreadable: number, named: readonly Unreadable[]): string {
  const shown = named.map(({ id, field }) => `${id ?? 'no ID'}${field && ` (${field})`}`)
  if (unreadable > shown.length) shown.push(`${formatCount(unreadable - shown.length)} more`)
  return `${countOf(unreadable, 'user')} can’t be read, so this list doesn’t show them: ${shown.join(', ')}. Tell your administrator.`
}
