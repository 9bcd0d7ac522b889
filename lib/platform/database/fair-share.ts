/** Whose work the embedded database does: it runs in the one thread of this process, query by query, first come first served. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'

/** One person's part of the database's time. */
export interface Share {
  /** Does a query, or a whole transaction, when it is its turn among those of this person. */
  take<T>(query: () => Promise<T>): Promise<T>
  /** Told of the milliseconds that everybody has waited for it. */
  spend(milliseconds: number): void
}

const asking = new AsyncLocalStorage<Share>()

/** Does work whose queries are a person's. */
export function inShare<T>(share: Share, work: () => Promise<T>): Promise<T> {
  return asking.run(share, work)
}

/** Has the queries of each person wait for each other, and not those of others; a query of nobody's waits for none. */
export function shareFairly(client: PGlite): void {
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  const exec = client.execProtocolRawSync.bind(client)
  const taken = <T>(work: () => Promise<T>) => asking.getStore()?.take(work) ?? work()
  Object.assign(client, {
    query: (...given: Parameters<typeof query>) => taken(() => query(...given)),
    transaction: (...given: Parameters<typeof transaction>) => taken(() => transaction(...given)),
    execProtocolRawSync(message: Uint8Array) {
      const begun = performance.now()
      try {
        return exec(message)
      } finally {
        asking.getStore()?.spend(performance.now() - begun)
      }
    },
  })
}
