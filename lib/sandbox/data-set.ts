/** Fills an empty embedded service with sample data, in batches so that memory use stays flat at any size. */
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import type { UserBundle } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'

export const EMBEDDED_TEAM_ID = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'

/** Orders or users a batch: large enough to be quick, small enough to stay a few megabytes. */
const BATCH_ROWS = 1000

const noop = () => undefined

export interface Size {
  users: number
  orders: number
}

interface Progress {
  onProgress?: (written: Size) => void
  /** Gets each batch, also one that was there already. */
  onBatch?: (bundles: readonly UserBundle[]) => void
  /** Ends the work after the batch under way. */
  signal?: AbortSignal
  /** Adds what belongs to the set before it counts as complete. */
  complete?: () => Promise<void>
}

/** Changes no existing user; a set that was cut short goes on for the day it was begun. */
export async function writeDataSet(
  store: ServiceStore,
  { seed, ...size }: Size & { seed: number },
  now: Date,
  { onProgress = noop, onBatch = noop, signal, complete = async () => undefined }: Progress = {},
): Promise<void> {
  const today = await store.beginDataSet({ ...size, seed, today: now })
  const written = { users: 0, orders: 0 }
  let batch: UserBundle[] = []
  let rows = 0
  const flush = async () => {
    await store.insert(batch)
    onBatch(batch)
    written.users += batch.length
    written.orders += batch.reduce((sum, { orders }) => sum + orders.length, 0)
    onProgress({ ...written })
    batch = []
    rows = 0
    // The embedded database works in this very thread: between two batches signals and requests get their turn.
    await new Promise(setImmediate)
  }
  for (const bundle of generateBundles({ ...size, seed, today, team_id: EMBEDDED_TEAM_ID })) {
    batch.push(bundle)
    rows += 1 + bundle.orders.length
    if (rows >= BATCH_ROWS) await flush()
    if (signal?.aborted) return
  }
  if (batch.length > 0) await flush()
  await complete()
  await store.finishDataSet(seed)
}

/** The first seed whose set is not there yet: sets of different seeds share nothing, so one can be added to another. */
export async function unusedSeed(store: ServiceStore, today: Date): Promise<number> {
  for (let seed = 0; ; seed += 1) {
    const { value: first } = generateBundles({ users: 1, orders: 0, seed, today, team_id: EMBEDDED_TEAM_ID }).next()
    if (!first || (await store.listConnections(EMBEDDED_TEAM_ID, first.user.user_id)) === null) return seed
  }
}
