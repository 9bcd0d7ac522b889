/** Histories of connections, in memory: the model that the database must agree with. */
import { emitInMemory } from '#lib/service/memory-outbox.ts'
import { connectionKey, type MemoryState } from '#lib/service/memory-state.ts'
import type { HistoryStore } from '#lib/service/store.ts'

/** Returns what is still to be sent of new connections. */
export function memoryHistory(state: MemoryState): HistoryStore {
  const { users, connections, withoutHistory } = state

  return {
    async connectionsWithoutHistory(limit) {
      const awaited = [...withoutHistory].flatMap((key) => {
        const [user_id = '', slug = ''] = key.split(' ')
        const connection = connections.get(user_id)?.get(slug)
        const zone = users.get(user_id)?.fallback_time_zone?.id ?? null
        return connection?.status === 'connected' ? [{ connection, zone }] : []
      })
      return awaited
        .sort((a, b) => Date.parse(a.connection.created_on) - Date.parse(b.connection.created_on))
        .slice(0, limit)
    },

    async sendHistory(of, _, messages) {
      if (!withoutHistory.delete(connectionKey(of))) return false
      emitInMemory(state, messages)
      return true
    },
  }
}
