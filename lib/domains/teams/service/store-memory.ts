/** Teams and keys, in memory. */
import { type MemoryState, setDeleted } from '#lib/service/memory-state.ts'
import type { KeyRecord, TeamRecord, TeamStore } from '#lib/service/store.ts'

const byAge = (a: { created_at: Date; id: string }, b: { created_at: Date; id: string }) =>
  Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1)

/** Returns teams and keys over records in memory, the model that the database must agree with. */
export function memoryTeams(state: MemoryState): TeamStore {
  const { teams, keys } = state
  const shown = ({ id, name, created_at }: TeamRecord) => ({ id, name, created_at })
  const live = () => [...teams.values()].filter(({ deleted_at }) => !deleted_at)
  const find = (id: string) => live().find((team) => team.id === id) ?? null
  const usersOf = (team_id: string) => [...state.users.values()].filter((user) => user.team_id === team_id)
  const isOf = (key: KeyRecord, team_id: string | null) =>
    team_id === null ? key.kind !== 'team' : key.kind === 'team' && key.team_ids?.[0] === team_id
  const keysOf = (team_id: string | null) => [...keys.values()].filter((key) => isOf(key, team_id))
  const removeKeys = (gone: readonly KeyRecord[]) => {
    for (const { hash } of gone) keys.delete(hash)
  }
  const deleteUsers = (team_id: string, at: Date) => {
    for (const user of usersOf(team_id)) setDeleted(state, user, at)
  }

  return {
    async ensureTeam(team) {
      if (!teams.has(team.id)) teams.set(team.id, { ...team, deleted_at: null })
    },

    async addTeam(team, limit) {
      if (live().length >= limit) return false
      teams.set(team.id, { ...team, deleted_at: null })
      return true
    },

    listTeams: async () => live().sort(byAge).map(shown),

    async findTeam(id) {
      const found = find(id)
      return found && shown(found)
    },

    async renameTeam(id, name) {
      const found = find(id)
      if (found) teams.set(id, { ...found, name })
      return found && shown({ ...found, name })
    },

    async deleteTeam(id, at, force) {
      const found = find(id)
      if (!found) return 'missing'
      if (!force && usersOf(id).length > 0) return 'has_users'
      teams.set(id, { ...found, deleted_at: at })
      removeKeys(keysOf(id))
      deleteUsers(id, at)
      return 'deleted'
    },

    deletedTeams: async (since) =>
      [...teams.values()].filter(({ deleted_at }) => deleted_at && deleted_at > since).map(({ id }) => id),

    deleteTeamUsers: async (id, at) => deleteUsers(id, at),

    async addKey(key, limit) {
      if (key.team_ids?.some((id) => !find(id))) return 'no_team'
      if (keysOf(key.kind === 'team' ? (key.team_ids?.[0] ?? null) : null).length >= limit) return 'limit'
      keys.set(key.hash, { ...key, last_used_at: null })
      return 'added'
    },

    listKeys: async (team_id) => keysOf(team_id).sort(byAge),

    findKey: async (hash) => keys.get(hash) ?? null,

    removeKey: async (team_id, id) => removeKeys(keysOf(team_id).filter((key) => key.id === id)),

    async noteKeyUse(hash, at, since) {
      const key = keys.get(hash)
      if (key && !(key.last_used_at && key.last_used_at > since)) keys.set(hash, { ...key, last_used_at: at })
    },
  }
}
