/** The service's store of a demo: filled a slice at a time, and its orders move by themselves. */
import { BASES, type Base } from '#lib/demo/scenario.ts'
import { dataOf } from '#lib/sandbox/demo/data/data.ts'
import { createOrderPlans, type OrderPlans } from '#lib/sandbox/demo/data/order-plans.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** The team of the sandbox, so that both have the same users and orders. */
export const DEMO_TEAM_ID = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'

/** Milliseconds of work between two moments in which the worker listens and tells how far it is. */
const SLICE_MS = 40

interface Options {
  base: Base
  /** When the run began, in milliseconds since 1970: all dates of the sample data are relative to its UTC day. */
  started_at: number
  /** Called with the share of sample data that is loaded, 0 to 1. */
  onLoaded: (share: number) => void
}

export interface Records {
  store: ServiceStore
  plans: OrderPlans
}

/**
 * Builds the service's sample data in slices, so that the worker stays responsive; `onLoaded` gets the share done, 0
 * to 1.
 */
export async function loadRecords({ base, started_at, onLoaded }: Options): Promise<Records> {
  const store = createMemoryStore()
  const plans = createOrderPlans(started_at)
  const { users } = BASES[base]
  let loaded = 0
  let until = performance.now() + SLICE_MS
  for (const bundle of dataOf(base, { today: new Date(started_at), team_id: DEMO_TEAM_ID, seed: 0 })) {
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
