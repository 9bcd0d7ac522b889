/** Events of orders, in the database: the order and its siblings are locked in one sequence, so that none is lost. */
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { newestEvent, type OrderEventChange, withEvent } from './order-change.ts'
import { appointmentMessage, orderMessages } from './outbox.ts'
import type { OrderRecord } from './records.ts'
import { orderRow } from './sql-insert.ts'
import { asAppointment, asOrderRecord, emitMessages } from './sql-rows.ts'
import type { OrderStore } from './store.ts'
import { appointments, orders } from './tables.ts'

type Transaction = Pick<Database, 'select' | 'update' | 'execute'>

/** The columns an `OrderRecord` is made of. */
export const ORDER_COLUMNS = {
  body: orders.body,
  patient_name: orders.patient_name,
  activation_type: orders.activation_type,
}

/** `changeOrder` returns null when `after_event_id` is no longer the newest event. */
export function postgresOrderEvents(db: Database): Pick<OrderStore, 'changeOrder'> {
  return {
    changeOrder: (team_id, order_id, after_event_id, { appointment, ...change }) =>
      db.transaction(async (tx) => {
        // Locks the appointment before the orders, in the same order as settling one does, to avoid a deadlock.
        const open = appointment && (await lockAppointment(tx, appointment))
        if (appointment && !open) return null
        const records = await lockTransaction(tx, order_id)
        const own = records.find(({ order }) => order.id === order_id)?.order
        if (own?.team_id !== team_id || (newestEvent(own)?.id ?? null) !== after_event_id) return null
        if (appointment && open) {
          const body = { ...open.appointment, ...appointment.change }
          await tx.update(appointments).set({ status: body.status, body }).where(eq(appointments.id, appointment.id))
          await emitMessages(tx, [appointmentMessage(body, 'updated', change.at)])
        }
        return save(tx, records, { ...change, order_id, ...(appointment && { appointment_id: appointment.id }) })
      }),
  }
}

/** Gives an order its next event, which its siblings show too. */
export async function addEvent(tx: Transaction, change: OrderEventChange): Promise<void> {
  await save(tx, await lockTransaction(tx, change.order_id), change)
}

async function lockAppointment(tx: Transaction, { id, from }: { id: string; from: string }) {
  const asked = and(eq(appointments.id, id), eq(appointments.status, from))
  const [row] = await tx.select().from(appointments).where(asked).for('update')
  return row ? asAppointment(row) : null
}

/** The order and its siblings, locked by id, so that two transactions never wait for each other. */
async function lockTransaction(tx: Transaction, order_id: string): Promise<OrderRecord[]> {
  const [own] = await tx
    .select({ transaction_id: orders.order_transaction_id })
    .from(orders)
    .where(eq(orders.id, order_id))
  const siblings = own?.transaction_id ? eq(orders.order_transaction_id, own.transaction_id) : eq(orders.id, order_id)
  const rows = await tx.select(ORDER_COLUMNS).from(orders).where(siblings).orderBy(asc(orders.id)).for('update')
  return rows.map(asOrderRecord)
}

async function save(
  tx: Transaction,
  records: readonly OrderRecord[],
  change: OrderEventChange,
): Promise<OrderRecord | null> {
  const changed = withEvent(records, change)
  await saveOrders(tx, changed)
  const own = changed.find(({ order }) => order.id === change.order_id) ?? null
  if (own) await emitMessages(tx, orderMessages(own, change))
  return own
}

/** Writes orders that are there already, as they are now. */
export async function saveOrders(tx: Pick<Database, 'update'>, records: readonly OrderRecord[]): Promise<void> {
  for (const record of records) {
    const { id, created_at, updated_at, ...derived } = orderRow(record)
    await tx
      .update(orders)
      .set({ ...derived, updated_at: new Date(updated_at) })
      .where(eq(orders.id, id))
  }
}
