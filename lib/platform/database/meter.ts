/** Whose work the embedded database does: it runs in the one thread of this process, so its time is everybody's. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'

type Spent = (milliseconds: number) => void

const asking = new AsyncLocalStorage<Spent>()

/** Does work, and is told of the milliseconds that the embedded database was busy with it, query by query. */
export function metered<T>(spent: Spent, work: () => Promise<T>): Promise<T> {
  return asking.run(spent, work)
}

/** Has the time of every query told to whoever asked for it. A database of its own process takes nobody's time. */
export function meter(client: PGlite): void {
  const exec = client.execProtocolRawSync.bind(client)
  client.execProtocolRawSync = (message) => {
    const begun = performance.now()
    try {
      return exec(message)
    } finally {
      asking.getStore()?.(performance.now() - begun)
    }
  }
}
