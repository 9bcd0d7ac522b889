/** A sandbox that lives: its orders move on and its sources send data by themselves, at a pace that staff choose. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { readSandboxPace } from '#lib/domains/environments/console/sandbox-pace.ts'
import type { SandboxPace } from '#lib/domains/environments/sandbox-pace.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import type { AdvanceInput } from '#lib/domains/orders/service/simulation/advance-order.ts'
import { type PlannedEvent, plannedEvent } from '#lib/domains/orders/service/simulation/planned-event.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY, MINUTE, SECOND } from '#lib/utils/time/durations.ts'

/** Milliseconds between two turns. */
export const TURN = 10 * SECOND
interface Pace {
  /** As many times faster than orders really move. */
  speed: number
  /** Wearable events in a turn. */
  events: number
  /** Turns in which at least one order moves: who watches doesn't wait for a night to end. */
  within: number
}
const PACES: Readonly<Record<Exclude<SandboxPace, 'off'>, Pace>> = {
  real: { speed: 1, events: 1, within: Number.POSITIVE_INFINITY },
  tenfold: { speed: 10, events: 4, within: 6 },
  sixtyfold: { speed: 60, events: 12, within: 2 },
}
/** Users whose sources send. */
const USERS = 100
/** Orders that move in a turn: a screen that jumps can't be followed. */
const MOST_MOVES = 10
/** Orders without a change for so long stand still; of very many that changed, those made last move. */
const REACH = 45 * DAY
const MOST_PAGES = 20
const PAGE = 100

interface LivingOptions {
  team_id: string
  environment: string
  /** The service's. */
  orders: Pick<ServiceStore, 'searchOrders' | 'getOrder'>
  /** The console's, which holds the pace and whose turn it is. */
  records: RecordStore
  advance: (input: Omit<AdvanceInput, 'team_id'>) => Promise<unknown>
  send: (asked: { users: number; events: number }) => Promise<unknown>
  now: () => Date
}

interface Move extends PlannedEvent {
  order_id: string
  after_event_id: number | undefined
  /** Milliseconds since 1970, at this pace. */
  due: number
}

/** Returns one turn; does nothing while the pace is off. Of several instances, one has each turn. */
export function createLivingSandbox({ team_id, environment, orders, records, advance, send, now }: LivingOptions) {
  const turns = recordsOf(records, 'sandbox_turn', z.object({}))
  const moves = new Map<string, Move>()
  /** The version of the pace that moves are planned by, and until when changes of orders have been read. */
  let planned: { version: number; until: number } | null = null
  /** Turns since an order moved. */
  let quiet = 0

  async function isOurs(at: Date): Promise<boolean> {
    const [last] = await turns.find(environment)
    if (last && at.getTime() - Date.parse(last.at) < TURN / 2) return false
    const next = { key: 'turn', version: (last?.version ?? 0) + 1, body: {}, at: at.toISOString() }
    return (await turns.save(environment, next)) === 'saved'
  }

  /** Orders whose next event was due before the simulation began stand still, as stuck ones do. */
  function plan({ order, activation_type }: OrderRecord, since: number, speed: number) {
    moves.delete(order.id)
    const next = activation_type === 'scheduled' ? null : plannedEvent(order, since)
    if (!next) return
    const newest = newestEvent(order)
    const from = Math.max(since, Date.parse(newest?.created_at ?? order.created_at))
    const due = from + (next.at - from) / speed
    moves.set(order.id, { ...next, order_id: order.id, after_event_id: newest?.id, due })
  }

  async function readChanges(from: number, since: number, speed: number) {
    const search = { updated_start_date: new Date(from).toISOString(), size: PAGE }
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const found = await orders.searchOrders(team_id, orderSearch.parse({ ...search, page }))
      for (const record of found.orders) plan(record, since, speed)
      if (found.orders.length < PAGE) return
    }
  }

  async function move({ order_id, after_event_id, low, interpretation }: Move) {
    moves.delete(order_id)
    const choice = { status: low, interpretation: interpretation ?? undefined }
    await advance({ order_id, choice, after_event_id }).catch((error: unknown) => {
      // Somebody moved or deleted it: it is planned again with what has changed, or never.
      if (!(error instanceof ApiError)) throw error
    })
  }

  return async function turn(): Promise<void> {
    const { pace, version, changed_at } = await readSandboxPace(records, environment)
    if (pace === 'off' || changed_at === null) {
      moves.clear()
      planned = null
      return
    }
    const at = now()
    if (!(await isOurs(at))) return
    const { speed, events, within } = PACES[pace]
    const since = Date.parse(changed_at)
    if (planned?.version !== version) moves.clear()
    const from = planned?.version === version ? planned.until - MINUTE : since - REACH
    await readChanges(from, since, speed)
    planned = { version, until: at.getTime() }
    const coming = [...moves.values()].sort((one, other) => one.due - other.due)
    const due = coming.filter((each) => each.due <= at.getTime())
    quiet = due.length > 0 ? 0 : quiet + 1
    const next = quiet >= within ? coming.slice(0, 1) : due.slice(0, MOST_MOVES)
    if (next.length > 0) quiet = 0
    for (const each of next) await move(each)
    await send({ users: USERS, events })
  }
}
