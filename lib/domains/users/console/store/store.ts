import type { ConnectionState } from '#lib/domains/connections/states.ts'
import type { DirectorySearch, DirectoryUser } from '#lib/domains/users/directory.ts'
import type {
  ConnectionChange,
  ConnectionSearch,
  DirectoryConnection,
  SourceCount,
  StateCoverage,
  TypeCoverage,
} from '#lib/domains/users/directory-connections.ts'
import type { User } from '#lib/domains/users/user.ts'

/** A user as the service lists them: where in its list, which was `of_total` long. */
export interface ListedUser {
  user: User
  position: number
  of_total: number
}

export interface KnownUser extends ListedUser {
  seen_at: string
}

export interface Crawl {
  /** Counts the crawls of an environment. */
  number: number
  started_at: string
  /** Offset of the next page. */
  position: number
  /** Null before the first page. */
  total: number | null
  /** When it began or the last page was saved. */
  progressed_at: string
  /** Users so far that could not be read. */
  unreadable: number
}

export interface DirectoryProgress {
  users: number
  /** End and beginning of the last whole crawl. */
  complete_at: string | null
  complete_from: string | null
  crawl: Crawl | null
  problem: string | null
  /** Not before this. */
  retry_at: string | null
  /** In a row. */
  failures: number
}

interface CrawledPage {
  crawl: number
  /** Offset that was asked for. */
  position: number
  /** Entries of the page, those that could not be read among them. */
  entries: number
  unreadable: number
  total: number
  users: readonly User[]
  /** When it was asked for. */
  at: string
}

export type ConnectionFilters = Omit<ConnectionSearch, 'offset' | 'limit' | 'after'>

/** The states of a user's connections by slug, as the service said them when it was asked. */
interface CheckedUser {
  user_id: string
  at: string
  states: ReadonlyMap<string, ConnectionState>
  /** Which data types each can send, as it was said at the same time; what was known stays unless set. */
  offers?: ReadonlyMap<string, Offer>
}

/** Data types that a connection can send, and those that the patient has denied. */
export interface Offer {
  available: readonly string[]
  denied: readonly string[]
}

/** Data of a source arrived at an instant; null for data whose type isn't said. */
export interface DataNote {
  user_id: string
  slug: string
  at: string
  resource?: string | null
}

export interface CheckProgress {
  problem: string | null
  /** Not before this. */
  retry_at: string | null
  /** In a row. */
  failures: number
  /** Users last requested before this are due. */
  asked_at: string | null
}

interface DueChecks {
  now: string
  /** Users last checked before this are due. */
  checked_before: string
}

/** The last known states of connections, which users are checked next, and how that goes. */
export interface StateStore {
  /** `since`: of whom to count the checks; see `StateCoverage`. */
  connectionCoverage(
    environment: string,
    since: string | null,
  ): Promise<Omit<StateCoverage, 'problem' | 'retry_at' | 'asked_at'>>
  /** Nulls and zero for an environment that was never crawled. */
  checkProgress(environment: string): Promise<CheckProgress>
  saveCheckProgress(environment: string, progress: Partial<CheckProgress>): Promise<void>
  hasDueChecks(environment: string, due: DueChecks): Promise<boolean>
  /** Returns users to check, the oldest check first; nobody else gets them before `until`, or before they are saved. */
  claimChecks(environment: string, due: DueChecks & { until: string; limit: number }): Promise<string[]>
  /** Unmentioned connections are `not_listed`, newer ones stay; nothing is done after a newer check. */
  saveStates(environment: string, checked: CheckedUser): Promise<void>
  /** Keeps the newest data to the minute, with its type; nothing for a connection the directory doesn't know. */
  noteData(environment: string, notes: readonly DataNote[]): Promise<void>
  /** Removes what is kept of connections that the directory doesn't know and whose newest data is from before then. */
  purgeEarlyData(before: Date): Promise<void>
  /** How the states of a user’s connections have changed, the newest first; of what works from the beginning nothing. */
  connectionChanges(environment: string, user_id: string): Promise<ConnectionChange[]>
  /** The user is checked next, also where somebody is reading them just now: what that read finds may be older. */
  queueCheck(environment: string, user_id: string): Promise<void>
  /** Releases claimed or postponed users for a check: these, or all if none are named. */
  releaseChecks(environment: string, user_ids?: readonly string[]): Promise<void>
  /** A user who could not be read is not tried again before this. */
  postponeCheck(environment: string, user_id: string, until: string): Promise<void>
}

export interface PeopleRow {
  id: string
  user_id: string
  order_id: string | null
  /** Signed integers of 64 bits in decimals. */
  hashes: readonly string[]
}

/** The blind index of people. Removing a user from the directory removes their rows. */
export interface PeopleStore {
  savePeople(environment: string, rows: readonly PeopleRow[]): Promise<void>
  /** Returns the first rows that hold a hash of each group. */
  searchPeople(
    environment: string,
    groups: readonly (readonly string[])[],
    limit: number,
  ): Promise<Pick<PeopleRow, 'user_id' | 'order_id'>[]>
  /** Returns null for an order that the index doesn’t have. */
  userOfOrder(environment: string, order_id: string): Promise<string | null>
  clearPeople(environment: string): Promise<void>
}

export interface DirectoryStore extends StateStore, PeopleStore {
  /** Zeros and nulls for an environment that was never crawled. */
  directoryProgress(environment: string): Promise<DirectoryProgress>

  searchDirectory(
    environment: string,
    search: DirectorySearch,
  ): Promise<{ users: DirectoryUser[]; total: number | null; next: string | null }>
  searchDirectoryConnections(
    environment: string,
    search: ConnectionSearch,
  ): Promise<{ connections: DirectoryConnection[]; total: number | null; next: string | null }>
  /** `now`: at which silence is counted. */
  countDirectorySources(environment: string, search: ConnectionFilters, now: Date): Promise<SourceCount[]>
  /** By slug, then by data type; what never came counts of connections made before an instant. */
  countCoverage(environment: string, connected_before: Date): Promise<TypeCoverage[]>

  getDirectoryUser(environment: string, user_id: string): Promise<KnownUser | null>
  /** References (`client_user_id`) by id, of those among these users who have one. */
  directoryReferences(environment: string, user_ids: readonly string[]): Promise<Map<string, string>>
  /** Saves a look-up in the live list; `at` is its time. Newer data stays. */
  saveDirectoryUser(environment: string, listed: ListedUser, at: string): Promise<void>
  /** Removes a user that a look-up didn't find anywhere in the live list. */
  removeDirectoryUser(environment: string, user_id: string): Promise<void>

  /** False where a crawl is under way already; one that waits after a failure may then go on at once. */
  beginCrawl(environment: string, at: string): Promise<boolean>
  /**
   * Users and position at once, durable when it returns; a user who was looked up since is left as they are. False, and nothing done, where the crawl is over or its
   * position is another: then somebody else is at it.
   */
  savePage(environment: string, page: CrawledPage): Promise<boolean>
  /** Pauses a crawl where it is; it may resume at `retry_at`. */
  interruptCrawl(environment: string, crawl: number, why: { problem: string; retry_at: string }): Promise<void>
  /**
   * Removes some of the users that a crawl of the whole list did not see: at once where the list did not change during the
   * crawl, otherwise when two crawls in a row missed them, since a changing list can hide a user between two pages.
   * `after` is null at first, then what the call before returned; null is the end, or a crawl that is over.
   */
  removeUnseen(environment: string, crawl: number, after: string | null): Promise<string | null>
  /** Nothing is done where the crawl is over. `problem` is what it left out, in words; see `DirectoryState`. */
  completeCrawl(environment: string, crawl: number, end: { at: string; problem: string | null }): Promise<void>
}
