/** The state of the memory store, and the lookups its parts share. */

import { emitInMemory, emptyWebhooks, type MemoryWebhooks } from './memory-outbox.ts'
import { type OrderEventChange, withEvent } from './order-change.ts'
import { orderMessages } from './outbox.ts'
import type {
  AppointmentRecord,
  ConnectionRecord,
  CredentialRecord,
  ImportBatch,
  ImportOperation,
  OrderRecord,
  UserRecord,
} from './records.ts'
import { type SearchKeys, searchKeys } from './search-keys.ts'
import type { KeyRecord, TeamRecord } from './store.ts'

export interface StoredOrder extends OrderRecord {
  keys: SearchKeys
  created: number
  updated: number
}

export interface StoredImport {
  operation: ImportOperation
  finished_at: string | null
  /** Whether a worker is at it. */
  busy: boolean
  batches: (ImportBatch & { failed: string[] | null })[]
}

/** A deleted user and their orders, out of reach until they are restored. */
interface DeletedUserState {
  user: UserRecord
  at: Date
  orders: StoredOrder[]
}

export interface MemoryState {
  users: Map<string, UserRecord>
  /** By ID, the one deleted last at the end. */
  deleted: Map<string, DeletedUserState>
  /** By user, then by slug. */
  connections: Map<string, Map<string, ConnectionRecord>>
  /** Those made here whose history wasn't sent yet, the first made first. */
  withoutHistory: Set<string>
  orders: Map<string, StoredOrder>
  credentials: Map<string, CredentialRecord>
  imports: Map<string, StoredImport>
  appointments: Map<string, AppointmentRecord>
  webhooks: MemoryWebhooks
  teams: Map<string, TeamRecord & { deleted_at: Date | null }>
  /** By hash. */
  keys: Map<string, KeyRecord>
}

/** Returns the maps of the embedded service's memory store, without any records. */
export function emptyState(): MemoryState {
  return {
    users: new Map(),
    deleted: new Map(),
    connections: new Map(),
    withoutHistory: new Set(),
    orders: new Map(),
    credentials: new Map(),
    imports: new Map(),
    appointments: new Map(),
    webhooks: emptyWebhooks(),
    teams: new Map(),
    keys: new Map(),
  }
}

/** Returns a user by ID; null where there is none or it belongs to another team. */
export function userOf(state: MemoryState, team_id: string, user_id: string): UserRecord | null {
  const user = state.users.get(user_id)
  return user?.team_id === team_id ? user : null
}

/** Puts a user and their orders out of reach. */
export function setDeleted(state: MemoryState, user: UserRecord, at: Date): void {
  const own = [...state.orders.values()].filter(({ order }) => order.user_id === user.user_id)
  for (const { order } of own) state.orders.delete(order.id)
  state.users.delete(user.user_id)
  state.deleted.set(user.user_id, { user, at, orders: own })
}

/** Adds to an order what searches compare: normalized keys, and instants in milliseconds since 1970. */
export function storedOrder(record: OrderRecord): StoredOrder {
  const created = Date.parse(record.order.created_at)
  const updated = Date.parse(record.order.updated_at)
  return { ...record, keys: searchKeys(record), created, updated }
}

/** Removes the search fields that `storedOrder` added. */
export function plainOrder({ order, patient_name, activation_type }: StoredOrder): OrderRecord {
  return { order, patient_name, activation_type }
}

/** The order after the event, which its siblings show too; null where there is no such order. */
export function addEvent(state: MemoryState, change: OrderEventChange): OrderRecord | null {
  const { orders } = state
  const order = orders.get(change.order_id)
  if (!order) return null
  const transaction_id = order.order.order_transaction?.id
  const siblings = [...orders.values()].filter(
    (other) => other === order || (transaction_id && other.order.order_transaction?.id === transaction_id),
  )
  const changed = withEvent(siblings.map(plainOrder), change)
  for (const record of changed) orders.set(record.order.id, storedOrder(record))
  const own = changed.find((record) => record.order.id === change.order_id) ?? null
  if (own) emitInMemory(state, orderMessages(own, change))
  return own
}

/** Names a connection in `withoutHistory`. */
export const connectionKey = ({ user_id, slug }: Pick<ConnectionRecord, 'user_id' | 'slug'>) => `${user_id} ${slug}`
