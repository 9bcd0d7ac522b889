/** Users and their connections, in memory. */
import type { User } from '#lib/domains/users/user.ts'
import { isBeyond } from '#lib/kernel/fields.ts'
import { emitInMemory } from '#lib/service/memory-outbox.ts'
import { connectionKey, type MemoryState, setDeleted, userOf } from '#lib/service/memory-state.ts'
import { connectionMessage } from '#lib/service/outbox.ts'
import type { ConnectionRecord, UserRecord } from '#lib/service/records.ts'
import { ClientUserIdTaken, type UserStore } from '#lib/service/store.ts'
import { sortedSlice } from '#lib/utils/data/page-window.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { publicUser, updatedUser } from './user-record.ts'

/** Returns users and connections over records in memory, the model that the database must agree with. */
export function memoryUsers(state: MemoryState): UserStore {
  const { users, connections } = state
  const connectionsOf = (user_id: string) => [...(connections.get(user_id)?.values() ?? [])].sort(byAge)
  const referredTo = (team_id: string, client_user_id: string | null) =>
    [...users.values()].find(
      (user) => user.team_id === team_id && client_user_id !== null && user.client_user_id === client_user_id,
    ) ?? null
  function setUnlessTaken(user: UserRecord) {
    const holder = referredTo(user.team_id, user.client_user_id)
    if (holder && holder.user_id !== user.user_id)
      throw new ClientUserIdTaken({ user_id: holder.user_id, created_on: holder.created_on })
    users.set(user.user_id, user)
  }
  const asUser = (user: UserRecord): User => publicUser(user, connectionsOf(user.user_id))

  return {
    async listUsers(team_id, { offset, limit }) {
      const ofTeam = [...users.values()].filter((user) => user.team_id === team_id)
      const all = ofTeam.map((user) => ({ user, created: Date.parse(user.created_on) }))
      const page = sortedSlice(all, newestFirst, offset, offset + limit)
      return { users: page.map(({ user }) => asUser(user)), total: all.length }
    },

    async getUser(team_id, user_id) {
      return userOf(state, team_id, user_id)
    },

    async updateUser(team_id, user_id, update, now) {
      const user = userOf(state, team_id, user_id)
      if (!user) return null
      const next = updatedUser(user, update, now)
      setUnlessTaken(next)
      return asUser(next)
    },

    async createUser(user) {
      setUnlessTaken(user)
      return asUser(user)
    },

    async findUser(team_id, client_user_id) {
      return referredTo(team_id, client_user_id)
    },

    async deleteUser(team_id, user_id, at) {
      const user = userOf(state, team_id, user_id)
      if (user) setDeleted(state, user, at)
      return user !== null
    },

    async undoDeletion(team_id, { user_id, client_user_id }, since) {
      const found = [...state.deleted.values()].findLast(
        ({ user, at }) =>
          user.team_id === team_id &&
          at > since &&
          (user_id === undefined ? user.client_user_id === client_user_id : user.user_id === user_id),
      )
      if (!found) return null
      setUnlessTaken(found.user)
      for (const each of found.orders) state.orders.set(each.order.id, each)
      state.deleted.delete(found.user.user_id)
      return found.user.user_id
    },

    async deletedUsers(team_id, { since, after, limit }) {
      return [...state.deleted.values()]
        .filter(({ user, at }) => user.team_id === team_id && at > since && isBeyond(after, at.getTime(), user.user_id))
        .sort((a, b) => b.at.getTime() - a.at.getTime() || byCodePoint(a.user.user_id, b.user.user_id))
        .slice(0, limit)
        .map(({ user: { user_id, client_user_id }, at }) => ({ user_id, client_user_id, deleted_on: at.toISOString() }))
    },

    async purgeDeleted(until) {
      const due = [...state.deleted.values()].filter(({ at }) => at <= until)
      for (const { user } of due) {
        state.deleted.delete(user.user_id)
        connections.delete(user.user_id)
      }
      return due.length
    },

    async saveInfo(team_id, user_id, info) {
      const user = userOf(state, team_id, user_id)
      if (user) users.set(user_id, { ...user, info })
      return user !== null
    },

    async listConnections(team_id, user_id) {
      return userOf(state, team_id, user_id) && connectionsOf(user_id)
    },

    async saveConnection(connection) {
      saveConnection(state, connection)
    },

    async removeConnection(team_id, user_id, slug) {
      if (!userOf(state, team_id, user_id)) return false
      state.withoutHistory.delete(connectionKey({ user_id, slug }))
      return connections.get(user_id)?.delete(slug) === true
    },
  }
}

/** Stores a connection; an existing one of the same source keeps the date on which it was made. */
export function saveConnection(state: MemoryState, connection: ConnectionRecord) {
  const { connections } = state
  const ofUser = connections.get(connection.user_id) ?? new Map<string, ConnectionRecord>()
  const known = ofUser.get(connection.slug)
  if (!known) state.withoutHistory.add(connectionKey(connection))
  const created_on = known?.created_on ?? connection.created_on
  connections.set(connection.user_id, ofUser.set(connection.slug, { ...connection, created_on }))
  emitInMemory(state, [connectionMessage(connection)])
}

interface DatedUser {
  user: UserRecord
  created: number
}

function newestFirst(a: DatedUser, b: DatedUser) {
  return b.created - a.created || byCodePoint(a.user.user_id, b.user.user_id)
}

function byAge(a: ConnectionRecord, b: ConnectionRecord) {
  return Date.parse(a.created_on) - Date.parse(b.created_on) || byCodePoint(a.slug, b.slug)
}
