/** Credentials, imports and appointments, in memory. */
import { settledAt } from '#lib/service/booking-plan.ts'
import { resultOf } from './import-result.ts'
import { type MemoryState, storedOrder, userOf } from './memory-state.ts'
import { saveConnection } from './memory-users.ts'
import { withEvent } from './order-change.ts'
import type { AppointmentStore, CredentialStore, ImportStore } from './port.ts'
import { UNSETTLED } from './records.ts'

export function memoryCredentials({ credentials }: MemoryState): CredentialStore {
  return {
    async saveCredential(credential) {
      credentials.set(credential.hash, credential)
    },

    async findCredential(hash) {
      return credentials.get(hash) ?? null
    },
  }
}

export function memoryImports(state: MemoryState): ImportStore {
  const batchesOf = (operation_id: string) => state.imports.get(operation_id)?.batches ?? []
  const isOpen = ({ failed }: { failed: string[] | null }) => failed === null

  return {
    async startImport(operation, batches) {
      const open = batches.map((batch) => ({ ...batch, failed: null }))
      state.imports.set(operation.id, { operation, busy: false, batches: open })
    },

    async importNext(operation_id, connect) {
      const stored = state.imports.get(operation_id)
      const batch = stored?.batches.find(isOpen)
      if (!stored || !batch || stored.busy) return false
      const isUser = (user_id: string) => userOf(state, stored.operation.team_id, user_id) !== null
      stored.busy = true
      try {
        for (const { connection } of await connect(batch, isUser, stored.operation)) saveConnection(state, connection)
        batch.failed = batch.user_ids.filter((user_id) => !isUser(user_id))
      } finally {
        stored.busy = false
      }
      return stored.batches.some(isOpen)
    },

    async isImported(operation_id) {
      return state.imports.has(operation_id) && !batchesOf(operation_id).some(isOpen)
    },

    async importResult(operation_id) {
      return resultOf(batchesOf(operation_id))
    },

    async unfinishedImports() {
      return [...state.imports.keys()].filter((id) => batchesOf(id).some(isOpen))
    },
  }
}

const ENDED = ['completed', 'cancelled']

export function memoryAppointments({ appointments, orders }: MemoryState): AppointmentStore {
  return {
    async reserveAppointment(record) {
      const { order_id } = record.appointment
      for (const { appointment } of appointments.values()) {
        if (appointment.order_id === order_id && !ENDED.includes(appointment.status)) return false
      }
      appointments.set(record.appointment.id, record)
      return true
    },

    async getAppointment(appointment_id) {
      return appointments.get(appointment_id) ?? null
    },

    async changeAppointment(appointment_id, from, { appointment: change, order_status, at }) {
      const record = appointments.get(appointment_id)
      if (record?.appointment.status !== from) return null
      const next = { ...record, appointment: { ...record.appointment, ...change } }
      appointments.set(appointment_id, next)
      const { order_id } = record.appointment
      const order = orders.get(order_id)
      if (!order || order_status === null) return next
      const transaction_id = order.order.order_transaction?.id
      const siblings = [...orders.values()].filter(
        (other) => other === order || (transaction_id && other.order.order_transaction?.id === transaction_id),
      )
      for (const changed of withEvent(siblings, { order_id, low: order_status, at, appointment_id })) {
        orders.set(changed.order.id, storedOrder(changed))
      }
      return next
    },

    async overdueAppointments(at) {
      return [...appointments.values()]
        .filter((record) => UNSETTLED.includes(record.appointment.status) && settledAt(record) <= at)
        .map(({ appointment }) => appointment.id)
    },
  }
}
