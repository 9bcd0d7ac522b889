/** Keeps how long finished orders took, learned from the orders that the background reads see anyway: no call is made for it. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import type { OrderSource } from '#lib/console/sources.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { finishedOrder, getTurnaround, turnaroundOf } from '#lib/domains/orders/turnaround.ts'
import { createFacts } from './figures.ts'

/** Finished orders that are kept of a test, the newest: labs become quicker and slower. */
const MOST_KEPT = 200

const took = z.int().min(0).nullable()
const kept = z.object({
  orders: z.array(
    z.object({ id: z.string(), at: z.int(), took: z.object({ placed: took, collecting: took, with_lab: took }) }),
  ),
})
type Kept = z.infer<typeof kept>['orders'][number]

interface TurnaroundOptions {
  store: RecordStore
  now: () => Date
  onError: (error: unknown) => void
}

const keyOf = (lab_test_name: string, method: string) => `${method} ${lab_test_name}`

export function createTurnaround({ store, now, onError }: TurnaroundOptions) {
  const records = recordsOf(store, 'turnaround', kept)
  const learnFacts = createFacts(store, now)

  async function learn(environment: string, orders: readonly Order[]): Promise<void> {
    const byTest = new Map<string, Kept[]>()
    for (const order of orders) {
      const finished = finishedOrder(order)
      if (!finished) continue
      const key = keyOf(order.lab_test.name, order.lab_test.method)
      byTest.set(key, [...(byTest.get(key) ?? []), { id: order.id, ...finished }])
    }
    const known = await records.find(environment, [...byTest.keys()])
    for (const [key, news] of byTest) {
      const before = known.find((record) => record.key === key)
      const all = new Map([...(before?.body.orders ?? []), ...news].map((one) => [one.id, one]))
      const newest = [...all.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)).slice(0, MOST_KEPT)
      if (JSON.stringify(newest) === JSON.stringify(before?.body.orders)) continue
      // One of two processes that learn at once is saved; the other's orders are read again within the week.
      const version = (before?.version ?? 0) + 1
      await records.save(environment, { key, version, body: { orders: newest }, at: now().toISOString() })
    }
  }

  return {
    /** Returns the same source; what it answers is also learned from. */
    learningFrom: (source: OrderSource): OrderSource => ({
      async searchOrders(environment, ...asked) {
        const found = await source.searchOrders(environment, ...asked)
        await Promise.all([learn(environment, found.orders), learnFacts(environment, found.orders)]).catch(onError)
        return found
      },
    }),
  }
}

/** Lengths of time by test: they show no personal data, and every page of an open order requests them. */
export function turnaroundRoutes(store: RecordStore): ConsoleRoute[] {
  const records = recordsOf(store, 'turnaround', kept)
  return [
    route(
      getTurnaround,
      async ({ params: { environment }, query: { lab_test_name, method } }) => {
        const [found] = await records.find(environment, [keyOf(lab_test_name, method)])
        return { body: { stages: turnaroundOf(found?.body.orders ?? []) } }
      },
      { audited: false },
    ),
  ]
}
