/** How an event changes an order: one rule for both stores. */

import type { Order, OrderEvent, Shipment } from '#lib/domains/orders/order.ts'
import { siblingsOf } from '#lib/domains/orders/siblings.ts'
import { formatEventStatus, highLevelOf } from '#lib/domains/orders/status/status.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { readEvents, standingOf } from '#lib/domains/orders/status/timeline.ts'
import type { OrderRecord } from './records.ts'

/** Other changes that come with an event; fields left out stay unchanged. */
export interface OrderFacts {
  interpretation?: string
  sample_id?: string
  /** Test kits only. */
  shipment?: Shipment
  /** The appointment that the event is about. */
  appointment_id?: string
}

export interface OrderEventChange extends OrderFacts {
  order_id: string
  low: LowLevelStatus
  at: Date
}

/** Null for an order without events. */
export function newestEvent({ events }: Pick<Order, 'events'>): OrderEvent | null {
  return readEvents(events).at(-1)?.event ?? null
}

/** All orders of one transaction after one of them got an event: each shows its siblings' state. */
export function withEvent(transaction: readonly OrderRecord[], change: OrderEventChange): OrderRecord[] {
  return transaction.map((record) =>
    withSibling(record.order.id === change.order_id ? advanced(record, change) : record, change),
  )
}

function advanced(record: OrderRecord, change: OrderEventChange): OrderRecord {
  const { low, at, interpretation, sample_id, shipment, appointment_id } = change
  const { order } = record
  const created_at = at.toISOString()
  const high = highLevelOf(low)
  const id = order.events.reduce((highest, event) => Math.max(highest, event.id), 0) + 1
  const status = formatEventStatus({ high, method: order.details.type, low })
  const data = {
    ...order.details.data,
    updated_at: created_at,
    ...(shipment && { shipment }),
    ...(appointment_id !== undefined && { appointment_id }),
  }
  return {
    ...record,
    order: {
      ...order,
      status: high,
      updated_at: created_at,
      events: [...order.events, { id, created_at, status }],
      details: { ...order.details, data },
      ...(interpretation !== undefined && { interpretation }),
      ...(sample_id !== undefined && { sample_id }),
    },
  }
}

function withSibling(record: OrderRecord, { order_id, low, at }: OrderEventChange): OrderRecord {
  const transaction = record.order.order_transaction
  if (!transaction) return record
  const updated_at = at.toISOString()
  const changed = { updated_at, low_level_status: low, low_level_status_created_at: updated_at }
  const orders = transaction.orders.map((sibling) => (sibling.id === order_id ? { ...sibling, ...changed } : sibling))
  // The newest order determines the transaction's status.
  const isNewest = siblingsOf(record.order).at(-1)?.id === order_id
  const status = isNewest ? transactionStatus(low) : transaction.status
  return { ...record, order: { ...record.order, order_transaction: { ...transaction, status, orders } } }
}

function transactionStatus(low: LowLevelStatus): 'active' | 'completed' | 'cancelled' {
  const high = highLevelOf(low)
  if (high === 'completed') return 'completed'
  return standingOf(formatEventStatus({ high, method: '-', low }), null).is_final ? 'cancelled' : 'active'
}
