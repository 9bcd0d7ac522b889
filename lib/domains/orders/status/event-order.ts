/** The events of an order in the order in which they happened. */

import type { OrderEvent } from '#lib/domains/orders/order.ts'
import { compareInstants, utcInstant } from '#lib/utils/time/instants.ts'

/** Returns them with their time in milliseconds since 1970, oldest first; of two at one instant, the lower ID first. */
export function sortEvents(events: readonly OrderEvent[]): { event: OrderEvent; at: number }[] {
  const timed = events.map((event) => ({ event, at: utcInstant(event.created_at).getTime() }))
  return timed.sort(({ event: a }, { event: b }) => compareInstants(a.created_at, b.created_at) || a.id - b.id)
}
