/** A page of orders of the sample data set, of about the requested size. */
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'

const SET = { users: 100, orders: 1000, today: new Date('2026-01-01'), team_id: EMBEDDED_TEAM_ID }

export function fakeOrders(bytes: number) {
  const orders: unknown[] = []
  let written = 0
  for (const bundle of generateBundles(SET)) {
    for (const { order } of bundle.orders) {
      if (written >= bytes) return { orders, total: SET.orders, page: 1, size: orders.length }
      written += JSON.stringify(order).length
      orders.push(order)
    }
  }
  throw new RangeError(`The data set of the bench is smaller than ${bytes} bytes.`)
}
