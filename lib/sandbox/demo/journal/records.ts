/** The service's store of a demo: filled a slice at a time, and its orders move by themselves. */
import { BASES, type Base } from '#lib/demo/scenario.ts'
import { order } from '#lib/domains/orders/order.ts'
import { type PlannedEvent, plannedEvent } from '#lib/domains/orders/service/simulation/planned-event.ts'
import { WAITING_CASES } from '#lib/sandbox/backlog.ts'
import { BUSY_MIX, type Mix, NORMAL_MIX } from '#lib/sandbox/data/deck.ts'
import { caseOrders, generateBundles } from '#lib/sandbox/data/generate.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import type { OrderRecord, UserBundle } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** The team of the sandbox, so that both have the same users and orders. */
export const DEMO_TEAM_ID = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'

/** Milliseconds of work between two moments in which the worker listens and tells how far it is. */
const SLICE_MS = 40

interface Options {
  base: Base
  /** When the run began, in milliseconds since 1970: all dates of the sample data are relative to its UTC day. */
  started_at: number
  /** Whether it begins with what people did before. */
  past: boolean
  /** Called with the share of sample data that is loaded, 0 to 1. */
  onLoaded: (share: number) => void
}

export interface Records {
  store: ServiceStore
  plans: OrderPlans
}

/** Builds sample data in slices, so that the worker stays responsive; `onLoaded` gets the share done, 0 to 1. */
export async function loadRecords({ base, started_at, past, onLoaded }: Options): Promise<Records> {
  const store = createMemoryStore()
  const plans = createOrderPlans(started_at)
  const { users } = BASES[base]
  let loaded = 0
  let until = performance.now() + SLICE_MS
  const unreached = past ? unreachedCases() : NONE
  for (const bundle of dataOf(base, { today: new Date(started_at), team_id: DEMO_TEAM_ID, seed: 0 })) {
    bundle.orders = bundle.orders.map((record) =>
      unreached.has(record.order.id) ? lastNight(record, started_at) : record,
    )
    store.adopt([bundle])
    for (const record of bundle.orders) plans.renew(record)
    loaded += 1
    if (performance.now() < until) continue
    onLoaded(loaded / users)
    await delay(0)
    until = performance.now() + SLICE_MS
  }
  return { store: planning(store, plans), plans }
}

const NONE: ReadonlySet<string> = new Set()

/** One is acknowledged, and nobody was reached. */
const UNREACHED_CASES = [...WAITING_CASES, 'acknowledged'] as const

function unreachedCases(): ReadonlySet<string> {
  const cases = caseOrders(DEMO_TEAM_ID, new Date(0))
  return new Set(UNREACHED_CASES.flatMap((name) => cases.get(name)?.order.id ?? []))
}

const INSTANT = /^\d{4}-\d\d-\d\dT/

/** Nobody leaves a critical result for days: what waits came in whole days later. */
function lastNight(record: OrderRecord, started_at: number): OrderRecord {
  const { created_at, updated_at } = record.order
  const days = Math.floor((started_at - Date.parse(updated_at)) / DAY) * DAY
  const later = (_: string, value: unknown) =>
    typeof value === 'string' && INSTANT.test(value) && value >= created_at
      ? new Date(Date.parse(value) + days).toISOString()
      : value
  return { ...record, order: order.parse(JSON.parse(JSON.stringify(record.order), later)) }
}

/** The store, with every order that changes planned anew. */
function planning(store: ServiceStore, plans: OrderPlans): ServiceStore {
  return {
    ...store,

    async changeOrder(...change) {
      const record = await store.changeOrder(...change)
      if (record) plans.renew(record)
      return record
    },

    async changeAppointment(...change) {
      const changed = await store.changeAppointment(...change)
      const order = changed && (await store.getOrder(changed.team_id, changed.appointment.order_id))
      if (order) plans.renew(order)
      return changed
    },
  }
}

/** High-level statuses after which nothing comes by itself. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

interface OrderPlan extends PlannedEvent {
  order_id: string
}

interface OrderPlans {
  /** The earliest of all; null when no order moves any more. */
  next(): OrderPlan | null
  /** Plans an order anew: it is new, or has changed. */
  renew(record: OrderRecord): void
  /** It could not have the event that was planned, so it stands still. */
  drop(order_id: string): void
}

/** Orders whose next event was due by `since`, in milliseconds since 1970, stand still until somebody moves them. */
function createOrderPlans(since: number): OrderPlans {
  const plans = new Map<string, OrderPlan>()
  /** Not planned yet: nobody has asked since they came or changed. */
  const waiting = new Map<string, OrderRecord>()
  let earliest: OrderPlan | null = null
  let isSorted = true

  function find(): OrderPlan | null {
    let found: OrderPlan | null = null
    for (const plan of plans.values()) if (!found || plan.at < found.at) found = plan
    return found
  }

  function plan({ order, activation_type }: OrderRecord) {
    // One that is scheduled has not begun.
    const planned = activation_type === 'scheduled' ? null : plannedEvent(order, since)
    if (!planned && !plans.delete(order.id)) return
    if (planned) plans.set(order.id, { ...planned, order_id: order.id })
    isSorted = false
  }

  return {
    next() {
      for (const record of waiting.values()) plan(record)
      waiting.clear()
      if (!isSorted) earliest = find()
      isSorted = true
      return earliest
    },

    renew(record) {
      if (ENDED.has(record.order.status ?? '') && !plans.has(record.order.id)) return
      waiting.set(record.order.id, record)
    },

    drop(order_id) {
      waiting.delete(order_id)
      plans.delete(order_id)
      isSorted = false
    },
  }
}

interface DataOptions {
  /** All dates are relative to the UTC day of this instant. */
  today: Date
  team_id: string
  /** An integer from 0 to 1,048,575. */
  seed: number
}

const MIX_OF: Readonly<Record<Base, Mix>> = { normal: NORMAL_MIX, busy: BUSY_MIX, new: NORMAL_MIX, large: NORMAL_MIX }

/** One user at a time, so that the first page can be shown before the rest is there. */
export function dataOf(base: Base, options: DataOptions): Generator<UserBundle> {
  const { users, orders } = BASES[base]
  return generateBundles({ ...options, users, orders, mix: MIX_OF[base] })
}
