import type { KeyKind } from '#lib/domains/teams/management.ts'

export interface TeamRecord {
  id: string
  name: string
  created_at: Date
}

export interface KeyRecord {
  hash: string
  id: string
  kind: KeyKind
  label: string
  prefix: string
  team_ids: string[] | null
  created_at: Date
  last_used_at: Date | null
}

/** Why a team stays: there is none, or it has users. */
type Deletion = 'deleted' | 'missing' | 'has_users'

/** A deleted team is found by nothing here. */
export interface TeamStore {
  /** Adds a team unless its ID is there already. */
  ensureTeam(team: TeamRecord): Promise<void>
  /** False where there are `limit`; many at the same time don't go past it together. */
  addTeam(team: TeamRecord, limit: number): Promise<boolean>
  /** Oldest first, then by ID. */
  listTeams(): Promise<TeamRecord[]>
  findTeam(id: string): Promise<TeamRecord | null>
  /** Null where there is no such team. */
  renameTeam(id: string, name: string): Promise<TeamRecord | null>
  /** Deletes a team with its API keys and, with `force`, its users, whole or not at all. */
  deleteTeam(id: string, at: Date, force: boolean): Promise<Deletion>
  /** Teams deleted after `since`. */
  deletedTeams(since: Date): Promise<string[]>
  /** Deletes all users of a team as `deleteUser` does one. */
  deleteTeamUsers(id: string, at: Date): Promise<void>

  /** The teams of a key are there, and have fewer keys than `limit`; of an organization’s key, all management keys count. */
  addKey(key: Omit<KeyRecord, 'last_used_at'>, limit: number): Promise<'added' | 'no_team' | 'limit'>
  /** API keys of one team, or without one all management keys; oldest first, then by ID. */
  listKeys(team_id: string | null): Promise<KeyRecord[]>
  /** By its hash. */
  findKey(hash: string): Promise<KeyRecord | null>
  /** A key of one team, or without one a management key. Nothing is left of it. */
  removeKey(team_id: string | null, id: string): Promise<void>
  /** Notes that a key was used, unless that was noted after `since`. */
  noteKeyUse(hash: string, at: Date, since: Date): Promise<void>
}
