/** The readable model of the store: plain maps, instant, and able to run in a browser. */

import { settledAt } from '#lib/domains/bookings/booking-plan.ts'
import { memoryHistory } from '#lib/domains/connections/service/history-memory.ts'
import { resultOf } from '#lib/domains/connections/service/imports.ts'
import { memoryOrders } from '#lib/domains/orders/service/store-memory.ts'
import { memoryTeams } from '#lib/domains/teams/service/store-memory.ts'
import { memoryUsers, saveConnection } from '#lib/domains/users/service/store-memory.ts'
import { memoryWebhooks } from '#lib/domains/webhooks/service/store-memory.ts'
import { isBeyond } from '#lib/kernel/fields.ts'
import { emitInMemory } from '#lib/service/memory-outbox.ts'
import {
  addEvent,
  emptyState,
  type MemoryState,
  type StoredImport,
  storedOrder,
  userOf,
} from '#lib/service/memory-state.ts'
import { appointmentMessage } from '#lib/service/outbox.ts'
import { UNSETTLED, type UserBundle } from '#lib/service/records.ts'
import { COUNT_LIMITS, type CountLimits } from '#lib/service/search-keys.ts'
import type { AppointmentStore, CredentialStore, ImportStore, ServiceStore } from '#lib/service/store.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'

/** Creates the memory store of links, codes and tokens, by hash. Expired ones are never removed. */
function memoryCredentials({ credentials }: MemoryState): CredentialStore {
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
function memoryImports(state: MemoryState): ImportStore {
  const batchesOf = (operation_id: string) => state.imports.get(operation_id)?.batches ?? []
  const isOpen = ({ failed }: { failed: string[] | null }) => failed === null

  function end(stored: StoredImport): false {
    stored.finished_at ??= new Date(Math.max(Date.now(), Date.parse(stored.operation.created_at) + 1)).toISOString()
    return false
  }

  return {
    async startImport(operation, batches) {
      const open = batches.map((batch) => ({ ...batch, failed: null }))
      state.imports.set(operation.id, { operation, finished_at: null, busy: false, batches: open })
    },

    async importNext(operation_id, connect) {
      const stored = state.imports.get(operation_id)
      const batch = stored?.batches.find(isOpen)
      if (!stored || stored.busy) return false
      if (!batch) return end(stored)
      const isUser = (user_id: string) => userOf(state, stored.operation.team_id, user_id) !== null
      stored.busy = true
      try {
        for (const { connection } of await connect(batch, isUser, stored.operation)) saveConnection(state, connection)
        batch.failed = batch.user_ids.filter((user_id) => !isUser(user_id))
      } finally {
        stored.busy = false
      }
      return stored.batches.some(isOpen) || end(stored)
    },

    async isImported(operation_id) {
      return Boolean(state.imports.get(operation_id)?.finished_at)
    },

    async importResult(operation_id) {
      return resultOf(batchesOf(operation_id))
    },

    async unfinishedImports() {
      return [...state.imports.keys()].filter((id) => batchesOf(id).some(isOpen))
    },

    async listImports(team_id, { after, limit }) {
      const all = [...state.imports.values()]
        .map((stored) => ({ ...stored, at: Date.parse(stored.operation.created_at), id: stored.operation.id }))
        .filter(({ operation }) => operation.team_id === team_id)
        .sort((a, b) => b.at - a.at || byCodePoint(a.id, b.id))
      const sum = (lists: readonly { length: number }[]) => lists.reduce((total, { length }) => total + length, 0)
      return all
        .filter(({ at, id }) => isBeyond(after, at, id))
        .slice(0, limit)
        .map(({ operation, finished_at, batches }) => ({
          ...operation,
          finished_at,
          pending: sum(batches.filter(isOpen).map(({ user_ids }) => user_ids)),
          processed: sum(batches.filter((batch) => !isOpen(batch)).map(({ user_ids }) => user_ids)),
          failed: sum(batches.map(({ failed }) => failed ?? [])),
        }))
    },
  }
}

const ENDED = ['completed', 'cancelled']

/** Creates the memory store of at-home appointments (spec § 11). An order has at most one open appointment. */
function memoryAppointments(state: MemoryState): AppointmentStore {
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

export interface MemoryStore extends ServiceStore {
  /** `insert` without the copy, many times faster: for bundles that no other code holds or changes. */
  adopt(bundles: Iterable<UserBundle>): void
}

/** For the demo, tests and what is played in advance; `limits` bound how many filtered orders are counted. */
export function createMemoryStore(limits: CountLimits = COUNT_LIMITS, state: MemoryState = emptyState()): MemoryStore {
  const { users, connections, orders } = state

  function adopt({ user, connections: sources, orders: records }: UserBundle) {
    users.set(user.user_id, user)
    connections.set(user.user_id, new Map(sources.map((each) => [each.slug, each])))
    for (const record of records) orders.set(record.order.id, storedOrder(record))
  }

  return {
    ...memoryUsers(state),
    ...memoryOrders(state, limits),
    ...memoryCredentials(state),
    ...memoryImports(state),
    ...memoryAppointments(state),
    ...memoryHistory(state),
    ...memoryTeams(state),
    ...memoryWebhooks(state),

    async insert(bundles) {
      for (const bundle of bundles) if (!users.has(bundle.user.user_id)) adopt(structuredClone(bundle))
    },

    adopt(bundles) {
      for (const bundle of bundles) if (!users.has(bundle.user.user_id)) adopt(bundle)
    },

    // Nothing in memory outlives a process that is killed.
    beginDataSet: async ({ today }) => today,
    finishDataSet: async () => undefined,
    unfinishedDataSets: async () => [],

    async isEmpty(team_id) {
      const deleted = [...state.deleted.values()].map(({ user }) => user)
      return ![...users.values(), ...deleted].some((user) => user.team_id === team_id)
    },
  }
}
