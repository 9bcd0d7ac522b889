/** Management of the embedded service: its organization, teams and keys (spec, "Authentication" 2; gaps "management", "kinds of keys" and "teams"). */
import { z } from 'zod'
import {
  createWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  webhookEndpoint,
} from '#lib/domains/webhooks/endpoints.ts'
import { type Endpoint, type EndpointCall, endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, typedName, uuid } from '#lib/kernel/fields.ts'

/** An installation has one organization. */
export const ORG_ID = '5b1e0c7a-77f4-4d0e-9a54-1f0a3c2d6e03'
export const MAX_TEAMS = 100
/** API keys of one team, and management keys of the organization. */
export const MAX_KEYS = 50
const MAX_NAME = 60

/** `team`: an API key. `organization`: a management key of everything. `teams`: one of the teams that it names. */
export type KeyKind = 'team' | 'organization' | 'teams'

const named = (what: string) =>
  typedName.pipe(z.string().min(1, `Enter a ${what}.`).max(MAX_NAME, `Keep the ${what} within ${MAX_NAME} characters.`))

const organization = z.object({ org_id: uuid, name: z.string() })
export type Organization = z.infer<typeof organization>

const team = z.object({
  team_id: uuid,
  org_id: uuid,
  name: z.string(),
  created_at: isoDateTime,
  /** The team of the configured API key and of the console, which can't be deleted. */
  configured: z.boolean(),
})
type Team = z.infer<typeof team>

const teamApiKey = z.object({
  id: uuid,
  label: z.string(),
  /** Its first characters; null for a configured one. */
  prefix: z.string().nullable(),
  /** Null for a configured one, as is `last_used_at`. */
  created_at: isoDateTime.nullable(),
  /** To the minute; null before it's used. */
  last_used_at: isoDateTime.nullable(),
  /** Set by the configuration of the server: it can't be deleted here. */
  configured: z.boolean(),
})
type TeamApiKey = z.infer<typeof teamApiKey>

const managementKey = teamApiKey.extend({
  kind: z.enum(['organization', 'teams']),
  /** Teams that it manages; null for the organization and all teams. */
  team_ids: z.array(uuid).nullable(),
})
type ManagementKey = z.infer<typeof managementKey>

/** The key itself, which is never shown again. */
const once = { key: z.string() }
const done = z.object({ success: z.literal(true) })

const ofOrg = z.object({ org_id: uuid })
const ofTeam = ofOrg.extend({ team_id: uuid })
const ofWebhook = ofTeam.extend({ webhook_id: uuid })

const ORG = '/v1/org/{org_id}'
const TEAM = `${ORG}/team/{team_id}` as const
const WEBHOOK = `${TEAM}/webhook/{webhook_id}` as const
/** Only the console's administrators may do the same there. */
const SHARED = { permission: 'staff:manage', errors: ['key_denied'] } as const

/** Team IDs stand in a key of teams and in no other. */
const managementKeyCreate = z
  .object({
    label: named('label'),
    kind: z.enum(['organization', 'teams']),
    team_ids: z.array(uuid).min(1, 'Name at least one team.').max(MAX_TEAMS).optional(),
  })
  .refine(({ kind, team_ids }) => (kind === 'teams') === (team_ids !== undefined), {
    error: 'A key of kind “teams” needs team_ids; one of kind “organization” has none.',
    path: ['team_ids'],
  })

export const management = {
  get_organization: endpoint({
    ...SHARED,
    name: 'get_organization',
    section: 'Named but not described: read organization',
    path: ORG,
    params: ofOrg,
    response: organization,
  }),

  /** A team management key lists its own. */
  list_teams: endpoint({
    ...SHARED,
    name: 'list_teams',
    section: 'Named but not described: list teams',
    path: `${ORG}/team`,
    params: ofOrg,
    response: z.object({ teams: z.array(team) }),
  }),

  /** Two teams may have one name: their IDs tell them apart. */
  create_team: endpoint({
    ...SHARED,
    name: 'create_team',
    section: 'Named but not described: create team',
    method: 'POST',
    path: `${ORG}/team`,
    params: ofOrg,
    body: z.object({ name: named('name') }),
    response: team,
    errors: ['key_denied', 'limit_reached'],
  }),

  get_team: endpoint({
    ...SHARED,
    name: 'get_team',
    section: 'Named but not described: read team',
    path: TEAM,
    params: ofTeam,
    response: team,
  }),

  update_team: endpoint({
    ...SHARED,
    name: 'update_team',
    section: 'Named but not described: rename team',
    method: 'PATCH',
    path: TEAM,
    params: ofTeam,
    body: z.object({ name: named('name') }),
    response: team,
  }),

  /** 409 for the configured team, and for one with users unless `force` says that they go with it. */
  delete_team: endpoint({
    ...SHARED,
    name: 'delete_team',
    section: 'Named but not described: delete team',
    method: 'DELETE',
    path: TEAM,
    params: ofTeam,
    query: z.object({ force: z.boolean().default(false) }),
    response: done,
    errors: ['key_denied', 'conflict'],
  }),

  list_team_api_keys: endpoint({
    ...SHARED,
    name: 'list_team_api_keys',
    section: 'Named but not described: list team API keys',
    path: `${TEAM}/api_key`,
    params: ofTeam,
    response: z.object({ api_keys: z.array(teamApiKey) }),
  }),

  create_team_api_key: endpoint({
    ...SHARED,
    name: 'create_team_api_key',
    section: 'Named but not described: create team API key',
    method: 'POST',
    path: `${TEAM}/api_key`,
    params: ofTeam,
    body: z.object({ label: named('label') }),
    response: teamApiKey.extend(once),
    errors: ['key_denied', 'limit_reached'],
  }),

  /** Works once and again; the key stops at once, for all instances. 409 for the configured one. */
  delete_team_api_key: endpoint({
    ...SHARED,
    name: 'delete_team_api_key',
    section: 'Named but not described: delete team API key',
    method: 'DELETE',
    path: `${TEAM}/api_key/{key_id}`,
    params: ofTeam.extend({ key_id: uuid }),
    response: done,
    errors: ['key_denied', 'conflict'],
  }),

  list_management_keys: endpoint({
    ...SHARED,
    name: 'list_management_keys',
    section: 'Named but not described: list management keys',
    path: `${ORG}/management_key`,
    params: ofOrg,
    response: z.object({ management_keys: z.array(managementKey) }),
  }),

  create_management_key: endpoint({
    ...SHARED,
    name: 'create_management_key',
    section: 'Named but not described: create management key',
    method: 'POST',
    path: `${ORG}/management_key`,
    params: ofOrg,
    body: managementKeyCreate,
    response: managementKey.extend(once),
    errors: ['key_denied', 'limit_reached'],
  }),

  /** As for a team API key. */
  delete_management_key: endpoint({
    ...SHARED,
    name: 'delete_management_key',
    section: 'Named but not described: delete management key',
    method: 'DELETE',
    path: `${ORG}/management_key/{key_id}`,
    params: ofOrg.extend({ key_id: uuid }),
    response: done,
    errors: ['key_denied', 'conflict'],
  }),

  list_team_webhooks: endpoint({
    ...SHARED,
    name: 'list_team_webhooks',
    section: 'Named but not described: list webhook endpoints',
    path: `${TEAM}/webhook`,
    params: ofTeam,
    response: z.object({ endpoints: z.array(webhookEndpoint) }),
  }),

  create_team_webhook: endpoint({
    ...SHARED,
    name: 'create_team_webhook',
    section: 'Named but not described: create webhook endpoint',
    method: 'POST',
    path: `${TEAM}/webhook`,
    params: ofTeam,
    body: createWebhookEndpoint.body,
    response: createWebhookEndpoint.response,
    errors: ['key_denied', 'limit_reached'],
  }),

  /** Fields left out stay as they are. 409 for the console’s own inbox. */
  update_team_webhook: endpoint({
    ...SHARED,
    name: 'update_team_webhook',
    section: 'Named but not described: change webhook endpoint',
    method: 'PATCH',
    path: WEBHOOK,
    params: ofWebhook,
    body: updateWebhookEndpoint.body,
    response: updateWebhookEndpoint.response,
    errors: ['key_denied', 'conflict'],
  }),

  delete_team_webhook: endpoint({
    ...SHARED,
    name: 'delete_team_webhook',
    section: 'Named but not described: delete webhook endpoint',
    method: 'DELETE',
    path: WEBHOOK,
    params: ofWebhook,
    response: done,
    errors: ['key_denied', 'conflict'],
  }),

  get_team_webhook_secret: endpoint({
    ...SHARED,
    name: 'get_team_webhook_secret',
    section: 'Named but not described: read webhook secret',
    path: `${WEBHOOK}/secret`,
    params: ofWebhook,
    response: z.object({ secret: z.string() }),
    errors: ['key_denied', 'conflict'],
  }),

  /** The secret before signs too for 24 hours. 409 where another rotation came first. */
  rotate_team_webhook_secret: endpoint({
    ...SHARED,
    name: 'rotate_team_webhook_secret',
    section: 'Named but not described: rotate webhook secret',
    method: 'POST',
    path: `${WEBHOOK}/secret`,
    params: ofWebhook,
    response: rotateWebhookSecret.response,
    errors: ['key_denied', 'conflict', 'stale'],
  }),
} as const satisfies Record<string, Endpoint>

export type ManagementName = keyof typeof management

export const managementList: readonly Endpoint[] = Object.values(management)

type Body<N extends keyof typeof management> = EndpointCall<(typeof management)[N]>['body']

/** The key itself is never shown again. */
type Once<T> = T & { key: string }

/**
 * Administration of teams and keys, by management keys and by the console; the embedded service implements it. Methods throw
 * ApiError 404 for a team that isn't there, and 409 as the records say.
 */
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
