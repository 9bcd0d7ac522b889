/** Credentials, imports and appointments, in memory. */

import { settledAt } from '#lib/domains/bookings/booking-plan.ts'
import { resultOf } from '#lib/domains/connections/service/import-result.ts'
import { saveConnection } from '#lib/domains/users/service/store-memory.ts'
import { emitInMemory } from '#lib/service/memory-outbox.ts'
import { addEvent, type MemoryState, userOf } from '#lib/service/memory-state.ts'
import { appointmentMessage } from '#lib/service/outbox.ts'
import { UNSETTLED } from '#lib/service/records.ts'
import type { AppointmentStore, CredentialStore, ImportStore } from '#lib/service/store.ts'

/** Creates the memory store of links, codes and tokens, by hash. Expired ones are never removed. */
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

/** Creates the memory store of bulk imports (spec § 4). One batch of an import runs at a time. */
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

/** Creates the memory store of at-home appointments (spec § 11). An order has at most one open appointment. */
export function memoryAppointments(state: MemoryState): AppointmentStore {
  const { appointments } = state
  const openOf = (order_id: string) =>
    [...appointments.values()].find(
      ({ appointment }) => appointment.order_id === order_id && !ENDED.includes(appointment.status),
    )
  return {
    async reserveAppointment(record, at) {
      if (openOf(record.appointment.order_id)) return false
      appointments.set(record.appointment.id, record)
      emitInMemory(state, [appointmentMessage(record.appointment, 'created', at)])
      return true
    },

    async findOpenAppointment(order_id) {
      return openOf(order_id) ?? null
    },

    async getAppointment(appointment_id) {
      return appointments.get(appointment_id) ?? null
    },

    async changeAppointment(appointment_id, from, { appointment: change, order_status, at }) {
      const record = appointments.get(appointment_id)
      if (record?.appointment.status !== from) return null
      const next = { ...record, appointment: { ...record.appointment, ...change } }
      appointments.set(appointment_id, next)
      emitInMemory(state, [appointmentMessage(next.appointment, 'updated', at)])
      const { order_id } = record.appointment
      if (order_status !== null) addEvent(state, { order_id, low: order_status, at, appointment_id })
      return next
    },

    async overdueAppointments(at) {
      return [...appointments.values()]
        .filter((record) => UNSETTLED.includes(record.appointment.status) && settledAt(record) <= at)
        .map(({ appointment }) => appointment.id)
    },
  }
}
