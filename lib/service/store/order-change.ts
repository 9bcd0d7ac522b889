/** How an event changes an order: one rule for both stores. */
import { formatEventStatus, HIGH_LEVEL_OF, type LowLevelStatus } from '#lib/contract/order-status.ts'
import type { OrderRecord } from './records.ts'

export interface OrderEventChange {
  order_id: string
  low: LowLevelStatus
  at: Date
  appointment_id: string
}

/** All orders of one transaction after one of them got an event: each shows its siblings' state. */
export function withEvent(transaction: readonly OrderRecord[], change: OrderEventChange): OrderRecord[] {
  return transaction.map((record) =>
    withSibling(record.order.id === change.order_id ? advanced(record, change) : record, change),
  )
}

function advanced(record: OrderRecord, { low, at, appointment_id }: OrderEventChange): OrderRecord {
  const { order } = record
  const created_at = at.toISOString()
  const high = HIGH_LEVEL_OF[low]
  const id = order.events.reduce((highest, event) => Math.max(highest, event.id), 0) + 1
  const status = formatEventStatus({ high, method: order.details.type, low })
  return {
    ...record,
    order: {
      ...order,
      status: high,
      updated_at: created_at,
      events: [...order.events, { id, created_at, status }],
      details: { ...order.details, data: { ...order.details.data, updated_at: created_at, appointment_id } },
    },
  }
}

function withSibling(record: OrderRecord, { order_id, low, at }: OrderEventChange): OrderRecord {
  const transaction = record.order.order_transaction
  if (!transaction) return record
  const updated_at = at.toISOString()
  const changed = { updated_at, low_level_status: low, low_level_status_created_at: updated_at }
  const orders = transaction.orders.map((sibling) => (sibling.id === order_id ? { ...sibling, ...changed } : sibling))
  return { ...record, order: { ...record.order, order_transaction: { ...transaction, orders } } }
}
