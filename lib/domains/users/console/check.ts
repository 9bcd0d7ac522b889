/** Reads the connections of one user after the other, so that the directory knows which of them are broken. */
import { type ConnectionSource, SourceFailure } from '#lib/console/sources.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { retryAt } from './rules.ts'
import type { Offer, StateStore } from './store/store.ts'

/** Milliseconds one turn works at most. */
const TURN = 20 * SECOND
/** Milliseconds for which users are one process’s own: if it dies, they are somebody else’s after this. */
const CLAIM = 2 * MINUTE
const CLAIMED_USERS = 20
/** Milliseconds before a user whose connections can’t be read is tried again. */
const UNREADABLE = HOUR
/** Milliseconds before a user at whom the service failed is tried again: it may be them alone. */
const FAILED = 10 * MINUTE
/** So many failures in a row are the service’s, whoever was read. */
const UNREADABLE_IN_A_ROW = 3
/** Characters of the name of a data type, and types of a connection that are kept. */
const MAX_TYPE = 100
const MOST_TYPES = 200

export interface CheckerOptions {
  store: StateStore
  source: ConnectionSource
  now: () => Date
  /** Milliseconds after which a user is due again. */
  interval: number
  /** Milliseconds between the starts of two calls at least: the budget. */
  spacing: () => number
  /** Resolves after the milliseconds, or when the signal ends it. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface ConnectionChecker {
  /** Whether anybody is due, and the service isn’t being given a rest. */
  isWaiting(environment: string): Promise<boolean>
  /** Checks users for a while, the oldest check first. True where more are due at once. */
  work(environment: string, signal: AbortSignal): Promise<boolean>
}

/** Returns the states of a user's connections by slug; of two with the same slug the last counts. */
export function statesOf(connections: readonly Connection[]) {
  return new Map(connections.map((connection) => [connection.slug, connectionState(connection)]))
}

/** Returns which data types each connection can send, by slug, and which the patient has denied. */
export function offersOf(connections: readonly Connection[]): Map<string, Offer> {
  return new Map(
    connections.map(({ slug, resource_availability }) => {
      const types = Object.entries(resource_availability)
      const available = types.filter(([, { status }]) => status === 'available')
      const denied = types.filter(([, { status, scope_requirements }]) => {
        return status !== 'available' && (scope_requirements?.user_denied.required.length ?? 0) > 0
      })
      const namesOf = (some: typeof types) => some.slice(0, MOST_TYPES).map(([name]) => name.slice(0, MAX_TYPE))
      return [slug, { available: namesOf(available), denied: namesOf(denied) }]
    }),
  )
}

/** Returns the checker of connections: each turn reads users one by one, within the budget of calls. */
export function createConnectionChecker(options: CheckerOptions): ConnectionChecker {
  const { store, now } = options
  const atWork = new Set<string>()

  async function turn(environment: string, signal: AbortSignal): Promise<boolean> {
    const until = now().getTime() + TURN
    while (!signal.aborted) {
      const due = await dueNow(environment, options)
      if (due === null) return false
      const claim = { until: new Date(now().getTime() + CLAIM).toISOString(), limit: claimable(options) }
      const users = await store.claimChecks(environment, { ...due, ...claim })
      if (users.length === 0) return false
      if (!(await checkAll(environment, users, { ...options, signal, until, failures: due.failures }))) return false
      if (now().getTime() >= until) return true
    }
    return false
  }

  return {
    async isWaiting(environment) {
      if (atWork.has(environment)) return false
      const due = await dueNow(environment, options)
      return due !== null && store.hasDueChecks(environment, due)
    },

    async work(environment, signal) {
      if (atWork.has(environment)) return false
      atWork.add(environment)
      return turn(environment, signal).finally(() => atWork.delete(environment))
    },
  }
}

/** Null while the service is given a rest. */
async function dueNow(environment: string, { store, now, interval }: CheckerOptions) {
  const { retry_at, asked_at, failures } = await store.checkProgress(environment)
  const time = now().getTime()
  if (retry_at !== null && Date.parse(retry_at) > time) return null
  const before = Math.max(time - interval, asked_at === null ? 0 : Date.parse(asked_at))
  return { now: now().toISOString(), checked_before: new Date(before).toISOString(), failures }
}

interface Checks extends CheckerOptions {
  signal: AbortSignal
  /** When the turn is over. */
  until: number
  /** Consecutive failures of the service. */
  failures: number
}

/** As many users as are surely read before the claim ends, whatever the budget. */
function claimable({ spacing }: CheckerOptions): number {
  return Math.max(1, Math.min(CLAIMED_USERS, Math.floor(CLAIM / 4 / Math.max(1, spacing()))))
}

/** False where the service failed, or the process is about to end. What isn’t reached is released. */
async function checkAll(environment: string, users: readonly string[], checks: Checks): Promise<boolean> {
  const { store, now, spacing, pause, signal, until } = checks
  let { failures } = checks
  let unreadable = 0
  for (const [place, user_id] of users.entries()) {
    const begun = now().getTime()
    if (signal.aborted || begun >= until) {
      await store.releaseChecks(environment, users.slice(place))
      return !signal.aborted
    }
    const failure = await check(environment, user_id, checks)
    if (signal.aborted) return false
    unreadable = failure ? unreadable + 1 : 0
    if (failure && (isOfService(failure) || unreadable >= UNREADABLE_IN_A_ROW)) {
      const { message: problem, wait } = failure
      const retry_at = retryAt(now(), failures, wait)
      await store.saveCheckProgress(environment, { problem, retry_at, failures: failures + 1 })
      // A user refused for the service’s own reasons is next again.
      await store.releaseChecks(environment, users.slice(isOfService(failure) ? place : place + 1))
      return false
    }
    if (!failure && failures > 0) {
      await store.saveCheckProgress(environment, { problem: null, retry_at: null, failures: 0 })
      failures = 0
    }
    const took = now().getTime() - begun
    // A service that answers slowly gets a rest as long as its answer took.
    await pause(Math.max(spacing() - took, took), signal)
  }
  return true
}

/** Statuses that say nothing of the one user who was read: the key, the time, the number of calls. */
const OF_SERVICE: ReadonlySet<number | null> = new Set([401, 403, 408, 429, 503])

function isOfService({ status }: SourceFailure): boolean {
  return OF_SERVICE.has(status)
}

/** Why this user could not be read; null where they were, or the process is about to end. */
async function check(environment: string, user_id: string, { store, source, now, signal }: Checks) {
  const at = now()
  const postpone = (milliseconds: number) =>
    store.postponeCheck(environment, user_id, new Date(at.getTime() + milliseconds).toISOString())
  try {
    const connections = await source.listConnections(environment, user_id, signal)
    if (connections)
      await store.saveStates(environment, {
        user_id,
        at: at.toISOString(),
        states: statesOf(connections),
        offers: offersOf(connections),
      })
    else await postpone(UNREADABLE)
    return null
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof SourceFailure)) throw error
    if (!isOfService(error)) await postpone(FAILED)
    return error
  }
}
