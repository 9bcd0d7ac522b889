/** Plans the next event of every demo order and its time, and replans when orders change. */

import { type PlannedEvent, plannedEvent } from '#lib/domains/orders/service/simulation/planned-event.ts'
import type { OrderRecord } from '#lib/service/records.ts'

/** High-level statuses after which nothing comes by itself. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

interface OrderPlan extends PlannedEvent {
  order_id: string
}

export interface OrderPlans {
  /** The earliest of all; null when no order moves any more. */
  next(): OrderPlan | null
  /** Plans an order anew: it is new, or has changed. */
  renew(record: OrderRecord): void
  /** It could not have the event that was planned, so it stands still. */
  drop(order_id: string): void
}

/** Orders whose next event was due by `since`, in milliseconds since 1970, stand still until somebody moves them. */
export function createOrderPlans(since: number): OrderPlans {
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
