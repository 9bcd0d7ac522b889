/** When an order's newest result came in. */
import type { Order } from '#lib/domains/orders/order.ts'
import { parseEventStatus } from '#lib/domains/orders/status/status.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'

/** Returns the time of the newest event that brings a result, or else of the newest event. */
export function resultAt({ events, updated_at }: Pick<Order, 'events' | 'updated_at'>): string {
  const newest = events.toSorted((a, b) => compareInstants(b.created_at, a.created_at) || b.id - a.id)
  const result = newest.find(({ status }) => statusRecord(parseEventStatus(status)?.low ?? status)?.results)
  return (result ?? newest[0])?.created_at ?? updated_at
}
