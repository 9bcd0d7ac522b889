/** Administration of teams and keys: by management keys and by the console; the embedded service implements it. */
import type { EndpointCall } from '#lib/kernel/endpoint.ts'
import type { ManagementKey, management, Organization, Team, TeamApiKey } from './management.ts'

type Body<N extends keyof typeof management> = EndpointCall<(typeof management)[N]>['body']

/** The key itself is never shown again. */
type Once<T> = T & { key: string }

/** Methods throw ApiError 404 for a team that isn't there, and 409 where the records say so. */
export interface TeamAdmin {
  organization: Organization
  teams(): Promise<Team[]>
  team(id: string): Promise<Team>
  createTeam(id: string, given: Body<'create_team'>): Promise<Team>
  renameTeam(id: string, name: string): Promise<Team>
  /** Does nothing where there is no such team. */
  deleteTeam(id: string, force: boolean): Promise<void>
  apiKeys(team_id: string): Promise<TeamApiKey[]>
  createApiKey(id: string, team_id: string, given: Body<'create_team_api_key'>): Promise<Once<TeamApiKey>>
  /** Does nothing where the team has no such key. */
  deleteApiKey(team_id: string, id: string): Promise<void>
  managementKeys(): Promise<ManagementKey[]>
  createManagementKey(id: string, given: Body<'create_management_key'>): Promise<Once<ManagementKey>>
  /** Does nothing where there is no such key. */
  deleteManagementKey(id: string): Promise<void>
}
