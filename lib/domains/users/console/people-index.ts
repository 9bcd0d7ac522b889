/** The blind index of people: filled by background reads, answers and events; searched by what a caller says. */
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { z } from 'zod'
import { type PassedAnswer, SourceFailure } from '#lib/console/sources.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import {
  type FoundPerson,
  MOST_PEOPLE,
  type NamedPerson,
  type namePeople,
  shownInfo,
} from '#lib/domains/users/directory.ts'
import { deleteUser, undoDeleteUser } from '#lib/domains/users/user.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { ttlStore } from '#lib/utils/data/cache.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { createPeopleReads, type PeopleReadsOptions } from './people-reads.ts'
import { type IndexedRecord, infoTerms, isSharedFact, type Plan, plansOf, recordOf } from './people-terms.ts'
import type { PeopleRow } from './store/store.ts'

/** Rows of one plan: a person has several, and more of them would take over 50 ms of processor time. */
export const MOST_ROWS = 2 * MOST_PEOPLE
/** Records remembered as kept, so that reading the same page again costs no write. */
const REMEMBERED = 20_000
/** Answers that wait to be read at most. */
const WAITING = 16
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Milliseconds for which a name that rows show isn't read again, for reading those of one page, and reads of a minute. */
const NAMES_FOR = 5 * MINUTE
const NAMES_TIME = 8 * SECOND
const READS_A_MINUTE = 600
/** Lists of orders that are learned from in a minute. */
const LISTS_A_MINUTE = 240
/** Searches of one person in a minute: more than somebody types. */
const SEARCHES_A_MINUTE = 90
/** The received events, by the ID of their message. */
interface MessageStore {
  searchEvents(
    environment: string,
    search: { message_id: string; offset: number; limit: number },
  ): Promise<{ events: readonly { user_id: string; order_id: string | null }[] }>
}

export interface PeopleOptions extends PeopleReadsOptions {
  store: PeopleReadsOptions['store'] & MessageStore
  onError: (error: unknown) => void
}

interface Asked {
  text: string
  limit: number
  /** Only so many of their searches are answered. */
  viewer: string
  isMasked: boolean
}

export interface People extends ReturnType<typeof createPeopleReads> {
  /** @throws ApiError 429 */
  find(environment: string, asked: Asked): Promise<FoundPeople>
  names(environment: string, user_ids: readonly string[]): Promise<z.output<typeof namePeople.response>>
  /** Keeps what an answer to somebody says. Never throws, and returns at once. */
  notice(answer: PassedAnswer): void
  /** Keeps an order or a visit that an event is about. */
  note(environment: string, data: unknown): Promise<void>
  settled(): Promise<unknown>
}

type Match = Omit<FoundPerson, 'client_user_id'>

interface FoundPeople {
  people: Match[]
  total: number
  is_cut: boolean
  is_withheld: boolean
}

export function createPeopleIndex(options: PeopleOptions): People {
  const { store, infos, hash, now, onError } = options
  const kept = new LRUCache<string, string>({ max: REMEMBERED })
  const named = ttlStore<Promise<NamedPerson>>(NAMES_FOR, now)
  const inTurn = pLimit(4)
  const allowNames = perMinute(READS_A_MINUTE, now)
  const allowLists = perMinute(LISTS_A_MINUTE, now)
  const allowSearch = perMinute(SEARCHES_A_MINUTE, now)
  let waiting = 0
  let writing: Promise<unknown> = Promise.resolve()

  async function save(environment: string, records: readonly (IndexedRecord | null)[]): Promise<void> {
    const keyOf = ({ id }: IndexedRecord) => `${environment} ${id}`
    const known = records.filter((record) => record !== null)
    const news = known.filter((record) => record.version === '' || kept.get(keyOf(record)) !== record.version)
    const rows = news.map(({ id, user_id, order_id, terms }): PeopleRow => {
      return { id, user_id, order_id, hashes: terms().map((term) => hash(environment, term)) }
    })
    await store.savePeople(environment, rows)
    for (const record of news) kept.set(keyOf(record), record.version)
  }

  /** Reading an order whole costs many times more than this. */
  function isKept(environment: string, one: unknown): boolean {
    const known = VERSIONED.safeParse(one).data
    return known !== undefined && kept.get(`${environment} ${known.id}`) === known.updated_at
  }

  const saveInfo = (environment: string, user_id: string, info: UserInfo) =>
    save(environment, [{ id: user_id, user_id, order_id: null, version: '', terms: () => infoTerms(info) }])

  async function learn({ environment, endpoint, params: { user_id }, body }: PassedAnswer): Promise<void> {
    const data = parseJson(body)
    if (endpoint === listOrders.name) {
      const { orders = [] } = z.object({ orders: z.array(z.unknown()) }).safeParse(data).data ?? {}
      return save(environment, orders.filter((one) => !isKept(environment, one)).map(recordOf))
    }
    if (endpoint === bookPhlebotomyAppointment.name) return note(environment, data)
    if (endpoint === getLatestUserInfo.name) {
      const info = getLatestUserInfo.response.safeParse(data).data
      return user_id && info ? saveInfo(environment, user_id, info) : undefined
    }
    const changed = user_id ?? z.object({ user_id: z.string() }).safeParse(data).data?.user_id
    if (changed) await readAgain(environment, changed, endpoint === undoDeleteUser.name)
  }

  /** Reads a user again whom staff changed; of one who was restored, the orders too. */
  async function readAgain(environment: string, user_id: string, withOrders: boolean): Promise<void> {
    named.delete(`${environment} ${user_id}`)
    const signal = AbortSignal.timeout(10 * SECOND)
    const info = await infos.readInfo(environment, user_id, signal)
    if (info) await saveInfo(environment, user_id, info)
    if (!withOrders) return
    const { orders } = await options.orders.searchOrders(environment, { user_id, size: 100 }, signal)
    for (const { id } of orders) kept.delete(`${environment} ${id}`)
    await save(environment, orders.map(recordOf))
  }

  async function note(environment: string, data: unknown): Promise<void> {
    const record = recordOf(data)
    if (record) await save(environment, [record])
  }

  async function nameOf(environment: string, user_id: string, signal: AbortSignal): Promise<NamedPerson> {
    const info = await infos.readInfo(environment, user_id, signal)
    if (info) await saveInfo(environment, user_id, info)
    return { user_id, info: info && shownInfo.parse(info) }
  }

  const reads = createPeopleReads({ ...options, save, saveInfo, onCleared: () => kept.clear() })

  /** Returns the rows that a plan finds; none where a part of the text can be nothing that is kept. */
  async function rowsOf(environment: string, { groups }: Plan) {
    const hashed = groups.map((group) => group.map((term) => hash(environment, term)))
    return hashed.some((group) => group.length === 0) ? [] : store.searchPeople(environment, hashed, MOST_ROWS)
  }

  async function ofMessage(environment: string, message_id: string): Promise<Match[]> {
    if (!MESSAGE_ID.test(message_id)) return []
    const { events } = await store.searchEvents(environment, { message_id, offset: 0, limit: 1 })
    return events.map(({ user_id, order_id }) => {
      return { user_id, how: 'exact', by: ['message'], order_ids: order_id ? [order_id] : [] }
    })
  }

  /** Returns people whom the plans find, each by the first that does. */
  async function matches(environment: string, text: string, plans: readonly Plan[]) {
    const found = new Map((await ofMessage(environment, text)).map((match) => [match.user_id, match]))
    let is_cut = false
    for (const plan of plans) {
      // Looser ways add nothing once there are more than anyone is shown.
      if (is_cut || found.size >= MOST_PEOPLE) break
      const rows = await rowsOf(environment, plan)
      is_cut = rows.length === MOST_ROWS
      for (const row of rows) found.set(row.user_id, matchOf(row, plan, found.get(row.user_id)))
    }
    return { found: [...found.values()].slice(0, MOST_PEOPLE), is_cut: is_cut || found.size > MOST_PEOPLE }
  }

  return {
    state: reads.state,
    hasAllOrders: reads.hasAllOrders,
    isWaiting: reads.isWaiting,
    work: reads.work,
    isBuilding: reads.isBuilding,

    async find(environment, { text, limit, viewer, isMasked }) {
      const retry_after_ms = allowSearch(viewer)
      if (retry_after_ms > 0) throw new ApiError('too_many_requests', TOO_MANY, { retry_after_ms })
      const plans = plansOf(text)
      const open = isMasked ? plans.filter((plan) => !isSharedFact(plan)) : plans
      const { found, is_cut } = await matches(environment, text, open)
      return { people: found.slice(0, limit), total: found.length, is_cut, is_withheld: open.length < plans.length }
    },

    async names(environment, user_ids) {
      const signal = AbortSignal.timeout(NAMES_TIME)
      const read = await Promise.all(
        user_ids.map((user_id) => {
          const key = `${environment} ${user_id}`
          const known = named.get(key)
          if (known) return known.catch(toFailure)
          if (allowNames(environment) > 0) return new SourceFailure(SLOWLY)
          const made = inTurn(() => nameOf(environment, user_id, signal))
          named.set(key, made)
          made.catch(() => named.delete(key))
          return made.catch(toFailure)
        }),
      )
      const failure = read.find((one) => one instanceof SourceFailure)
      const people = read.flatMap((one) => (one instanceof SourceFailure ? [] : [one]))
      return { people, problem: failure?.message ?? null, is_refused: failure?.status === 403 }
    },

    notice(answer) {
      if (!TELLING.has(answer.endpoint) || answer.body.length > MAX_ANSWER_BYTES || waiting >= WAITING) return
      // Background reads find what is left out here.
      if (answer.endpoint === listOrders.name && allowLists(answer.environment) > 0) return
      waiting += 1
      writing = writing
        .then(() => learn(answer))
        .catch((error: unknown) => (error instanceof SourceFailure ? undefined : onError(error)))
        .finally(() => {
          waiting -= 1
        })
    },

    note: (environment, data) => note(environment, data).catch(onError),

    settled: () => writing,
  }
}

const VERSIONED = z.object({ id: z.string(), updated_at: z.string() })
const TOO_MANY = 'You’ve searched many times in a minute. Try again in a moment.'
const SLOWLY = 'Many names were read within a minute. The rest are shown when you reload the page in a minute.'
/** Whatever a sender makes up, as one word with a digit in it. */
const MESSAGE_ID = /^(?=\S*\d)[\w.:-]{6,}$/
const CODES: ReadonlySet<string> = new Set(['tracking', 'sample', 'visit'])
/** Returns a match with what one more row says: somebody’s own record says more than an order, which may go to another. */
function matchOf({ user_id, order_id }: Pick<PeopleRow, 'user_id' | 'order_id'>, plan: Plan, known?: Match): Match {
  const { how, by } = plan
  const before = known ?? { user_id, how, by: byOf(plan, order_id), order_ids: [] }
  const named = isCode(plan) && order_id ? [order_id] : []
  const own = order_id === null && before.how === how ? { by } : {}
  return { ...before, ...own, order_ids: [...new Set([...before.order_ids, ...named])] }
}

const byOf = ({ by }: Plan, order_id: string | null) =>
  order_id === null ? by : by.map((kind) => (kind === 'name' ? 'recipient' : kind))
const isCode = ({ by }: Pick<Plan, 'by'>) => by.some((kind) => CODES.has(kind))
const TELLING: ReadonlySet<string> = new Set(
  [listOrders, getLatestUserInfo, bookPhlebotomyAppointment, updateUserInfo, deleteUser, undoDeleteUser].map(
    ({ name }) => name,
  ),
)

function toFailure(error: unknown): SourceFailure {
  return error instanceof SourceFailure
    ? error
    : new SourceFailure('Some names didn’t load in time. Reload the page to try again.')
}

/** Returns what counts calls by who made them: milliseconds until the next is allowed; 0 at once. */
function perMinute(most: number, now: () => Date) {
  const spent = new LRUCache<string, { at: number; count: number }>({ max: 10_000 })
  return (who: string): number => {
    const time = now().getTime()
    const known = spent.get(who)
    if (!known || time - known.at >= MINUTE) return Number(!spent.set(who, { at: time, count: 1 }))
    known.count += 1
    return known.count > most ? MINUTE - (time - known.at) : 0
  }
}
