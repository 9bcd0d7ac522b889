/** Appointments, in the database: the unique index decides who books, the status decides who settles. */
import { and, asc, eq, inArray, lte, or } from 'drizzle-orm'
import { type Database, isUniqueViolation } from '#lib/db/database.ts'
import { appointments, orders } from '#lib/db/schema.ts'
import { withEvent } from './order-change.ts'
import type { AppointmentChange, AppointmentStore } from './port.ts'
import { orderRow } from './postgres-insert.ts'
import { ORDER_COLUMNS } from './postgres-orders.ts'
import { asAppointment, asOrderRecord } from './postgres-rows.ts'
import { UNSETTLED } from './records.ts'

type Transaction = Pick<Database, 'select' | 'update'>

export function postgresAppointments(db: Database): AppointmentStore {
  return {
    async reserveAppointment({ team_id, appointment, confirm_at, give_up_at }) {
      try {
        await db.insert(appointments).values({
          id: appointment.id,
          team_id,
          order_id: appointment.order_id,
          status: appointment.status,
          confirm_at: confirm_at === null ? null : new Date(confirm_at),
          give_up_at: new Date(give_up_at),
          body: appointment,
        })
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },

    async getAppointment(appointment_id) {
      const [row] = await db.select().from(appointments).where(eq(appointments.id, appointment_id))
      return row ? asAppointment(row) : null
    },

    changeAppointment: (appointment_id, from, change) =>
      db.transaction(async (tx) => {
        const asked = and(eq(appointments.id, appointment_id), eq(appointments.status, from))
        const [row] = await tx.select().from(appointments).where(asked).for('update')
        if (!row) return null
        const body = { ...asAppointment(row).appointment, ...change.appointment }
        await tx.update(appointments).set({ status: body.status, body }).where(eq(appointments.id, appointment_id))
        await addOrderEvent(tx, row.order_id, appointment_id, change)
        return asAppointment({ ...row, body })
      }),

    async overdueAppointments(at) {
      const isOverdue = or(lte(appointments.confirm_at, at), lte(appointments.give_up_at, at))
      const rows = await db
        .select({ id: appointments.id })
        .from(appointments)
        .where(and(inArray(appointments.status, [...UNSETTLED]), isOverdue))
      return rows.map(({ id }) => id)
    },
  }
}

async function addOrderEvent(
  tx: Transaction,
  order_id: string,
  appointment_id: string,
  { order_status, at }: AppointmentChange,
) {
  if (order_status === null) return
  const [own] = await tx
    .select({ transaction_id: orders.order_transaction_id })
    .from(orders)
    .where(eq(orders.id, order_id))
  const siblings = own?.transaction_id ? eq(orders.order_transaction_id, own.transaction_id) : eq(orders.id, order_id)
  const rows = await tx.select(ORDER_COLUMNS).from(orders).where(siblings).orderBy(asc(orders.id)).for('update')
  for (const record of withEvent(rows.map(asOrderRecord), { order_id, low: order_status, at, appointment_id })) {
    const { last_status, body, updated_at } = orderRow(record)
    await tx
      .update(orders)
      .set({ last_status, body, updated_at: new Date(updated_at) })
      .where(eq(orders.id, record.order.id))
  }
}
