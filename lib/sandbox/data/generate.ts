/** The synthetic data set, one user at a time: each bundle follows from the options and its index alone. */

import { makeOrders, ordersBefore } from '#lib/sandbox/data/orders/orders.ts'
import type { ConnectionRecord, OrderRecord, UserBundle, UserRecord } from '#lib/service/records.ts'
import { CASE_NAMES, CASE_PLACES, type CaseName, changeCases } from './cases.ts'
import { makeConnections } from './connections.ts'
import { type Mix, NORMAL_MIX } from './deck.ts'
import { makeInfo, makePerson, type Person } from './people.ts'
import { bundleRandom, type Random } from './prng.ts'
import { DAY, HOUR, isoDay, isoInstant, SECOND, startOfDay } from './time.ts'

/** Users join up to this long before their first order. */
const LEAD = 200 * DAY
/** Users without an order joined within this time. */
const REACH = 720 * DAY

/** `firstOrder` is null for a user without orders. */
function joinedAt(firstOrder: number | null, today: number, random: Random): number {
  const before = random.unit()
  if (firstOrder === null) return today - 6 * HOUR - before ** 1.5 * REACH
  return firstOrder - 600 * SECOND - before ** 2 * LEAD
}

interface UserDraft {
  user_id: string
  team_id: string
  client_user_id: string
  number: number
  joined: number
  today: number
  hasOrders: boolean
  person: Person
}

/** Orders need demographics, so only users without orders may lack them. */
function makeUser(draft: UserDraft, connections: readonly ConnectionRecord[], random: Random): UserRecord {
  const { user_id, team_id, person, joined, today } = draft
  const source_slug = connections[0]?.slug ?? 'manual'
  const fallback = () => ({ source_slug, updated_at: isoInstant(random.between(joined, today)) })
  const ingests = random.chance(0.1)
  return {
    user_id,
    team_id,
    client_user_id: random.chance(0.1) ? null : draft.client_user_id,
    created_on: isoInstant(joined),
    fallback_birth_date: random.chance(0.35) ? { value: person.dob, ...fallback() } : null,
    fallback_time_zone: random.chance(0.6) ? { id: person.place.zone, ...fallback() } : null,
    ingestion_start: ingests ? isoDay(joined - random.int(0, 365) * DAY) : null,
    ingestion_end: ingests && random.chance(0.3) ? isoDay(today + random.int(30, 365) * DAY) : null,
    info: draft.hasOrders || random.chance(0.5) ? makeInfo(person, draft.number, random) : null,
  }
}

export interface DatasetOptions {
  /** Exactly as many users and orders are made. */
  users: number
  orders: number
  /** All dates are relative to the UTC day of this instant; nothing happens after its midnight. */
  today: Date
  team_id: string
  /** Sets of different seeds share no id, so one can be added to another. An integer from 0 to 1,048,575. */
  seed?: number
  /** How often things happen; as on a normal day unless set. */
  mix?: Mix
}

/** Size of the embedded service's and the demo's data. */
export const DEFAULT_SIZE = { users: 260, orders: 2600 } as const

const SEEDS = 2 ** 20
/** Event ids that one seed has for itself: more than 100 million orders need. */
const EVENT_IDS_OF_SEED = 2 ** 32
const FIRST_NUMBER = 10_000

function check({ users, orders, seed = 0 }: DatasetOptions) {
  for (const count of [users, orders, seed]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('users, orders and seed are integers from 0')
  }
  if (seed >= SEEDS) throw new RangeError(`seed is at most ${SEEDS - 1}`)
  if (orders > 0 && users === 0) throw new RangeError('orders need at least one user')
}

/** Yields users in no order of time. The same options within one day give the same bundles. */
export function* generateBundles(options: DatasetOptions): Generator<UserBundle> {
  check(options)
  for (let index = 0; index < options.users; index += 1) yield makeBundle(options, index)
}

function makeBundle(options: DatasetOptions, index: number): UserBundle {
  const { team_id, seed = 0, mix = NORMAL_MIX } = options
  const random = bundleRandom(team_id, seed, index)
  const today = startOfDay(options.today)
  const user_id = random.uuid()
  const number = FIRST_NUMBER + index
  const person = makePerson(index, today, random)
  const [from, to] = [ordersBefore(index, options), ordersBefore(index + 1, options)]
  const places = { from, to, eventBase: seed * EVENT_IDS_OF_SEED, today, mix }
  const orders = makeOrders({ team_id, user_id, number, person }, places, random)
  const joined = joinedAt(firstOrder(orders), today, random)
  const connections = makeConnections(user_id, index, { from: joined, to: today }, random)
  const client_user_id = seed === 0 ? `member-${number}` : `member-${seed}-${number}`
  const user = makeUser(
    { user_id, team_id, client_user_id, number, joined, today, hasOrders: orders.length > 0, person },
    connections,
    random,
  )
  const bundle = { user, connections, orders }
  if (hasCases(options)) changeCases(bundle, index, today)
  return bundle
}

const hasCases = ({ users, orders, seed = 0, mix = NORMAL_MIX }: DatasetOptions) =>
  users === DEFAULT_SIZE.users && orders === DEFAULT_SIZE.orders && seed === 0 && mix === NORMAL_MIX

/** Returns the orders of the default set's cases, as they are made on a day. */
export function caseOrders(team_id: string, today: Date): ReadonlyMap<CaseName, OrderRecord> {
  const options = { ...DEFAULT_SIZE, team_id, today }
  const bundles = new Map<number, UserBundle>()
  return new Map(
    CASE_NAMES.flatMap((name) => {
      const [user, place] = CASE_PLACES[name]
      const bundle = bundles.get(user) ?? makeBundle(options, user)
      bundles.set(user, bundle)
      const record = bundle.orders[place]
      return record ? [[name, record] as const] : []
    }),
  )
}

function firstOrder(orders: UserBundle['orders']): number | null {
  let first: string | null = null
  for (const { order } of orders) if (first === null || order.created_at < first) first = order.created_at
  return first === null ? null : Date.parse(first)
}
