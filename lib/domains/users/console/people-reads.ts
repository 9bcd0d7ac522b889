/** The background reads that fill the index of people: orders that have changed, and demographics, within a budget. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { entriesOf, type InfoSource, type OrderSource, SourceFailure } from '#lib/console/sources.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { directorySearch, type PeopleIndexState } from '#lib/domains/users/directory.ts'
import { keyRule } from '#lib/utils/text/typed-text.ts'
import { DAY, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { type IndexedRecord, recordOf } from './people-terms.ts'
import { retryAt } from './rules.ts'
import type { DirectoryStore } from './store/store.ts'

/** Milliseconds one turn works at most, and between two looks for orders that have changed. */
const TURN = 20 * SECOND
const ORDERS_EVERY = 5 * MINUTE
/** Milliseconds between two readings of everybody’s demographics, and of all orders: what no event told is found by them. */
const INFOS_EVERY = DAY
const ALL_ORDERS_EVERY = 7 * DAY
/** Milliseconds that the clocks of the service and of this console may differ. */
const OVERLAP = 10 * MINUTE
const ORDERS_PAGE = 100
const USERS_BATCH = 50
/** Raised with every change of what is kept. */
const RULE = 1

/** How far the background reads of an environment have come, kept as a record. */
const peopleReads = z.object({
  /** Hash of the rules that the rows were made by, and so of their key. */
  mark: z.string(),
  /** The reading of orders under way: those updated since, created from the last one on. */
  orders: z
    .object({ begun_at: z.string(), since: z.string().nullable(), from: z.string().nullable(), page: z.int() })
    .nullable()
    .default(null),
  /** When the last reading of orders that ended was begun, and the last one of all of them. */
  orders_at: z.string().nullable().default(null),
  all_orders_at: z.string().nullable().default(null),
  orders_read: z.int().default(0),
  orders_total: z.int().default(0),
  /** Cursor of the reading of demographics under way, and when the last one ended. */
  infos: z.object({ after: z.string(), read: z.int() }).nullable().default(null),
  infos_at: z.string().nullable().default(null),
  /** Why demographics can't be read in this environment. */
  infos_refused: z.string().nullable().default(null),
  problem: z.string().nullable().default(null),
  retry_at: z.string().nullable().default(null),
  failures: z.int().default(0),
})
type PeopleReads = z.output<typeof peopleReads>

function shareOf(
  { all_orders_at, orders_read, orders_total, infos, infos_at, infos_refused }: PeopleReads,
  users: number,
) {
  const ofUsers = infos_at || infos_refused ? users : Math.min(users, infos?.read ?? 0)
  const ofOrders = all_orders_at ? orders_total : Math.min(orders_total, orders_read)
  if (all_orders_at && (infos_at || infos_refused)) return 1
  const all = users + orders_total
  return all === 0 ? 0 : Math.min(0.99, (ofUsers + ofOrders) / all)
}

const isPast = (at: string | null, by: number, time: number) => at === null || Date.parse(at) + by <= time

/** Returns what is read next; null where nothing is due. Demographics wait for the list of users. */
function nextRead(
  { retry_at, orders, orders_at, infos, infos_at }: PeopleReads,
  { time, isListed }: { time: number; isListed: boolean },
): 'orders' | 'infos' | null {
  if (retry_at !== null && Date.parse(retry_at) > time) return null
  if (orders !== null || isPast(orders_at, ORDERS_EVERY, time)) return 'orders'
  if (!isListed) return null
  return infos !== null || isPast(infos_at, INFOS_EVERY, time) ? 'infos' : null
}

export interface PeopleReadsOptions {
  store: DirectoryStore & RecordStore
  orders: OrderSource
  infos: InfoSource
  /** Keyed for each environment; the same term of two environments has two hashes. */
  hash: (environment: string, term: string) => string
  now: () => Date
  /** Milliseconds between two calls at least: the budget. */
  spacing: number
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

interface Reader extends PeopleReadsOptions {
  save: (environment: string, records: readonly (IndexedRecord | null)[]) => Promise<void>
  saveInfo: (environment: string, user_id: string, info: UserInfo) => Promise<void>
  /** Told that nothing is kept any more. */
  onCleared: () => void
}

/** Returns what reads for a while what isn't in the index, and says how much of it is. */
export function createPeopleReads(reader: Reader) {
  const { store, hash, now, onCleared } = reader
  const records = recordsOf<PeopleReads>(store, 'people_reads', peopleReads)
  const atWork = new Set<string>()
  const building = new Set<string>()

  /** The index of another key or rule finds nothing: it's built anew. */
  async function readsOf(environment: string): Promise<{ reads: PeopleReads; version: number }> {
    const mark = hash(environment, `${RULE} ${keyRule()}`)
    const [known] = await records.find(environment, [''])
    if (known?.body.mark === mark) return { reads: known.body, version: known.version }
    onCleared()
    await store.clearPeople(environment)
    const [reads, version] = [peopleReads.parse({ mark }), (known?.version ?? 0) + 1]
    await records.save(environment, { key: '', version, body: reads, at: now().toISOString() })
    return { reads, version }
  }

  async function nextOf(environment: string) {
    const [{ reads, version }, { complete_at }] = await Promise.all([
      readsOf(environment),
      store.directoryProgress(environment),
    ])
    const next = nextRead(reads, { time: now().getTime(), isListed: complete_at !== null })
    if (next === null || (reads.all_orders_at && reads.infos_at)) building.delete(environment)
    else building.add(environment)
    return { reads, version, next }
  }

  async function turn(environment: string, signal: AbortSignal): Promise<boolean> {
    const until = now().getTime() + TURN
    while (!signal.aborted) {
      const { reads, version, next } = await nextOf(environment)
      if (next === null) return false
      const read = await (next === 'orders' ? readOrders : readInfos)({ environment, reads, reader, signal }).catch(
        (error: unknown) => failed(error, reads, now()),
      )
      if (signal.aborted) return false
      const record = { key: '', version: version + 1, body: read, at: now().toISOString() }
      // Another process that reads the same goes on alone.
      if ((await records.save(environment, record)) === 'stale' || read.retry_at !== null) return false
      if (now().getTime() >= until) return true
    }
    return false
  }

  return {
    async state(environment: string): Promise<PeopleIndexState> {
      const [{ reads }, { users }] = await Promise.all([readsOf(environment), store.directoryProgress(environment)])
      const { infos_refused, problem } = reads
      return {
        share: shareOf(reads, users),
        problem: infos_refused ?? problem,
        lacks_demographics: infos_refused !== null,
      }
    },

    /** Whether every order was read once. */
    hasAllOrders: async (environment: string) => (await readsOf(environment)).reads.all_orders_at !== null,

    /** Whether somebody is to read what isn't in the index. */
    isWaiting: async (environment: string) => !atWork.has(environment) && (await nextOf(environment)).next !== null,

    /** True where more is to be read at once. */
    async work(environment: string, signal: AbortSignal) {
      if (atWork.has(environment)) return false
      atWork.add(environment)
      return turn(environment, signal).finally(() => atWork.delete(environment))
    },

    /** Whether the index is being read for the first time, which shares the budget of the other background reads. */
    isBuilding: () => building.size > 0,
  }
}

function failed(error: unknown, reads: PeopleReads, now: Date): PeopleReads {
  if (!(error instanceof SourceFailure)) throw error
  const { message: problem, wait } = error
  return { ...reads, problem, retry_at: retryAt(now, reads.failures, wait), failures: reads.failures + 1 }
}

interface Step {
  environment: string
  reads: PeopleReads
  reader: Reader
  signal: AbortSignal
}

/** Reads one page of orders, oldest first: those updated since the last reading was begun, once a week all. */
async function readOrders({ environment, reads, reader, signal }: Step): Promise<PeopleReads> {
  const { now, orders: source } = reader
  const all = isPast(reads.all_orders_at, ALL_ORDERS_EVERY, now().getTime())
  const since = all || !reads.orders_at ? null : new Date(Date.parse(reads.orders_at) - OVERLAP).toISOString()
  const at = reads.orders ?? { begun_at: now().toISOString(), since, from: null, page: 1 }
  const found = await paced(reader, signal, () =>
    source.searchOrders(
      environment,
      {
        order_key: 'created_at',
        order_direction: 'asc',
        size: ORDERS_PAGE,
        page: at.page,
        ...(at.since !== null && { updated_start_date: at.since }),
        ...(at.from !== null && { start_date: at.from }),
      },
      signal,
    ),
  )
  await reader.save(environment, found.orders.map(recordOf))
  const isFirst = reads.all_orders_at === null
  const counted = {
    orders_read: reads.orders_read + (isFirst ? found.orders.length : 0),
    orders_total: isFirst && reads.orders === null ? (found.total ?? 0) : reads.orders_total,
  }
  if (entriesOf(found) < ORDERS_PAGE) {
    const ended = { orders: null, orders_at: at.begun_at, ...(at.since === null && { all_orders_at: at.begun_at }) }
    return { ...went(reads), ...counted, ...ended }
  }
  const last = found.orders.at(-1)?.created_at ?? null
  const next = last !== null && last !== at.from ? { from: last, page: 1 } : { from: at.from, page: at.page + 1 }
  return { ...went(reads), ...counted, orders: { ...at, ...next } }
}

/** Reads the demographics of some users, the newest first. */
async function readInfos({ environment, reads, reader, signal }: Step): Promise<PeopleReads> {
  const { store, infos, saveInfo, now } = reader
  const at = reads.infos ?? { after: '', read: 0 }
  const search = directorySearch.parse({ after: at.after, limit: USERS_BATCH })
  const { users, next } = await store.searchDirectory(environment, search)
  try {
    for (const {
      user: { user_id },
    } of users) {
      const info = await paced(reader, signal, () => infos.readInfo(environment, user_id, signal))
      if (info) await saveInfo(environment, user_id, info)
    }
  } catch (error) {
    if (!(error instanceof SourceFailure && error.status === 403)) throw error
    return { ...went(reads), infos: null, infos_at: now().toISOString(), infos_refused: REFUSED }
  }
  const read = { ...went(reads), infos_refused: null }
  if (next === null) return { ...read, infos: null, infos_at: now().toISOString() }
  return { ...read, infos: { after: next, read: at.read + users.length } }
}

const went = (reads: PeopleReads): PeopleReads => ({ ...reads, problem: null, retry_at: null, failures: 0 })

const REFUSED = 'The service doesn’t let this console read demographics, so people are found by their orders alone.'

/** A service that answers slowly gets a rest as long as its answer took. */
async function paced<T>({ now, spacing, pause }: Reader, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  const begun = now().getTime()
  const answer = await call()
  const took = now().getTime() - begun
  await pause(Math.max(spacing - took, took), signal)
  return answer
}
