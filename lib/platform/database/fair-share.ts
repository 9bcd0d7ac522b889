/** Shares the embedded database, which runs in this process's one thread, query by query. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { DiskState } from '#lib/platform/disk-space.ts'

/** One person's part of the database's time. */
export interface Share {
  /** Does a query, or a whole transaction, when it is its turn among those of this person. */
  take<T>(query: () => Promise<T>): Promise<T>
  /** Told of the milliseconds that everybody has waited for it. */
  spend(milliseconds: number): void
}

const asking = new AsyncLocalStorage<Share>()

/** Runs work whose queries count toward one person's share. */
export function inShare<T>(share: Share, work: () => Promise<T>): Promise<T> {
  return asking.run(share, work)
}

/** Runs shared work outside the caller's share, because other people wait for it too. */
export function outOfShare<T>(work: () => Promise<T>): Promise<T> {
  return asking.exit(work)
}

/** Does work on what a query answered that takes a while: it is time of everybody's too, and counts. */
export function countedWork<T>(work: () => T): T {
  const begun = performance.now()
  try {
    return work()
  } finally {
    asking.getStore()?.spend(performance.now() - begun)
  }
}

/** Queries of one person wait for each other only, a query of nobody's for none; the network has turns between. */
export function shareFairly(client: PGlite, space: () => DiskState = () => 'enough'): void {
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  const exec = client.execProtocolRawSync.bind(client)
  const taken = <T>(work: () => Promise<T>) => {
    // A query ends in the turn of the event loop in which it began: without this, one that follows would shut out all
    // that waits for the network.
    const inOwnTurn = () => nextTurn().then(work)
    return asking.getStore()?.take(inOwnTurn) ?? inOwnTurn()
  }
  Object.assign(client, {
    query: (...given: Parameters<typeof query>) => taken(() => query(...given)),
    transaction: (...given: Parameters<typeof transaction>) => taken(() => transaction(...given)),
    execProtocolRawSync(message: Uint8Array) {
      if (isRefused(message, space())) throw new Error('The disk is full.')
      return countedWork(() => exec(message))
    },
  })
}

const decoder = new TextDecoder()
const PARSES = new Set(['P', 'Q'])
const WRITES =
  /\b(?:insert\s+into|update\s+(?!of\b|skip\b|nowait\b)|delete\s+from|merge\s+into|truncate|alter|create|drop|copy|vacuum|pg_notify|nextval|for\s+(?:no\s+key\s+)?update)\b/i

/**
 * Writes of reading, of signing in, and of the end of a booking that was begun: refused only when nothing is written. An
 * insert that becomes an update is one of its table.
 */
const NEEDED =
  /\b(?:insert\s+into|update|delete\s+from)\s+(?:"console"\."(?:audit|bookings|booking_changes)"|"auth"\."\w+")|\bdo\s+update\s+set\b/gi

/** Whether a message of the protocol has SQL that may write what there is no space for: before it is sent, nothing is lost by refusing it. */
function isRefused(message: Uint8Array, space: DiskState): boolean {
  if (space === 'enough' || !PARSES.has(String.fromCharCode(message[0] ?? 0))) return false
  const text = decoder.decode(message)
  return WRITES.test(space === 'full' ? text : text.replace(NEEDED, ''))
}
