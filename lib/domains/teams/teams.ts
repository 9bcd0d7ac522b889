/** Teams and keys of the embedded service for the console's administrators: what management keys may do, by a person. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { management } from './management.ts'

const BASE = '/teams/{environment}'
const TEAM = `${BASE}/team/{team_id}` as const
const ofTeam = inEnvironment.extend({ team_id: uuid })
const ofKey = { key_id: uuid }

const team = management.get_team.response.extend(management.list_team_api_keys.response.shape)
export type TeamWithKeys = z.infer<typeof team>
export type ShownKey = TeamWithKeys['api_keys'][number]
const { management_keys } = management.list_management_keys.response.shape
export type ShownManagementKey = z.infer<typeof management_keys>[number]

/** Lists teams with their API keys, and management keys. Calls are a 404 where the environment is a remote service. */
export const listTeams = endpoint({
  ...management.list_teams,
  section: 'console',
  path: BASE,
  params: inEnvironment,
  response: z.object({ teams: z.array(team), management_keys }),
})

export const createTeam = endpoint({
  ...management.create_team,
  section: 'console',
  path: `${BASE}/team`,
  params: inEnvironment,
})

export const updateTeam = endpoint({
  ...management.update_team,
  section: 'console',
  path: TEAM,
  params: ofTeam,
})

/** As for a management key: 409 for the console's own team, and for one with users unless `force`. */
export const deleteTeam = endpoint({
  ...management.delete_team,
  section: 'console',
  path: TEAM,
  params: ofTeam,
})

export const createTeamApiKey = endpoint({
  ...management.create_team_api_key,
  section: 'console',
  path: `${TEAM}/api_key`,
  params: ofTeam,
})

export const deleteTeamApiKey = endpoint({
  ...management.delete_team_api_key,
  section: 'console',
  path: `${TEAM}/api_key/{key_id}`,
  params: ofTeam.extend(ofKey),
})

export const createManagementKey = endpoint({
  ...management.create_management_key,
  section: 'console',
  path: `${BASE}/management_key`,
  params: inEnvironment,
})

export const deleteManagementKey = endpoint({
  ...management.delete_management_key,
  section: 'console',
  path: `${BASE}/management_key/{key_id}`,
  params: inEnvironment.extend(ofKey),
})
