/** Appointments, in the database: the unique index decides who books, the status decides who settles. */
import { and, eq, inArray, lte, notInArray, or } from 'drizzle-orm'
import { type Database, isUniqueViolation } from '#lib/platform/database/database.ts'
import { appointmentMessage } from '#lib/service/outbox.ts'
import { UNSETTLED } from '#lib/service/records.ts'
import { addEvent } from '#lib/service/sql-order-events.ts'
import { appointmentRow, asAppointment, emitMessages } from '#lib/service/sql-rows.ts'
import type { AppointmentStore } from '#lib/service/store.ts'
import { appointments } from '#lib/service/tables.ts'

export function postgresAppointments(db: Database): AppointmentStore {
  return {
    async reserveAppointment(record, at) {
      try {
        await db.transaction(async (tx) => {
          await tx.insert(appointments).values(appointmentRow(record))
          await emitMessages(tx, [appointmentMessage(record.appointment, 'created', at)])
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

    async findOpenAppointment(order_id) {
      const isOpen = notInArray(appointments.status, ['completed', 'cancelled'])
      const [row] = await db
        .select()
        .from(appointments)
        .where(and(eq(appointments.order_id, order_id), isOpen))
      return row ? asAppointment(row) : null
    },

    changeAppointment: (appointment_id, from, change) =>
      db.transaction(async (tx) => {
        const asked = and(eq(appointments.id, appointment_id), eq(appointments.status, from))
        const [row] = await tx.select().from(appointments).where(asked).for('update')
        if (!row) return null
        const body = { ...asAppointment(row).appointment, ...change.appointment }
        await tx.update(appointments).set({ status: body.status, body }).where(eq(appointments.id, appointment_id))
        const { order_status: low, at } = change
        await emitMessages(tx, [appointmentMessage(body, 'updated', at)])
        if (low !== null) await addEvent(tx, { order_id: row.order_id, low, at, appointment_id })
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
