/** How much of an order's results is in. One rule for every screen, file and print: partial results never look complete. */

import type { Order } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus, parseEventStatus } from '#lib/domains/orders/status/status.ts'
import type { Results } from '#lib/domains/orders/status/status-record.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { sortEvents } from '#lib/domains/orders/status/timeline.ts'

/** By the record; a completed order whose low-level status isn't known has all of its results. */
function resultsWith(status: string): Results | null {
  const { high, low } = parseEventStatus(status) ?? { high: status, low: status }
  return statusRecord(low)?.results ?? (high === 'completed' ? 'complete' : null)
}

/** Returns what the newest event with results brought, whatever has happened since; null before the first. */
export function resultsOf({ events, status }: Pick<Order, 'events' | 'status'>): Results | null {
  if (events.length === 0) return resultsWith(status)
  const brought = sortEvents(events).map(({ event }) => resultsWith(event.status))
  return brought.findLast((results) => results !== null) ?? null
}

/** Returns whether an order's results are partial while its latest status says something else. */
export function hidesPartialResults(order: Pick<Order, 'events' | 'status'>): boolean {
  const low = lastLowLevelStatus(order.events) ?? order.status
  return resultsOf(order) === 'partial' && statusRecord(low)?.results !== 'partial'
}
