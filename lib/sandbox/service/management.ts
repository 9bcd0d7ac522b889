/** The management operations of the embedded service: a door of their own, which no team API key opens. */
import { MANAGEMENT_KEY_ACTOR } from '#lib/domains/audit/audit.ts'
import type { TeamAdmin } from '#lib/domains/teams/management.ts'
import { type ManagementName, management } from '#lib/domains/teams/management.ts'
import { isOfManagement, type Manager } from '#lib/domains/teams/service/admin.ts'
import type { WebhookAdmin } from '#lib/domains/webhooks/admin.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import { jsonResponse } from '#lib/kernel/body/sent-body.ts'
import type { Endpoint, EndpointCall, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { typedCall } from '#lib/kernel/read-input.ts'
import { createPipeline } from '#lib/kernel/route.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { type AccessOptions, broken, MANAGEMENT_HEADERS, onRecord, served } from './app.ts'

interface Context {
  manager: Manager
  admin: TeamAdmin
  webhooks: (team_id: string) => WebhookAdmin
  /** A new ID, which goes on record. */
  newId: () => string
}

type Handlers = {
  readonly [N in ManagementName]: (
    call: EndpointCall<(typeof management)[N]>,
    context: Context,
  ) => Promise<EndpointOutput<(typeof management)[N]>>
}

const success = async (work: Promise<unknown>) => {
  await work
  return { success: true } as const
}

/** Treats what is gone as deleted. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}

const handlers: Handlers = {
  get_organization: async (_, { admin }) => admin.organization,
  list_teams: async (_, { admin, manager: { team_ids } }) => ({
    teams: (await admin.teams()).filter(({ team_id }) => team_ids === null || team_ids.includes(team_id)),
  }),
  create_team: ({ body }, { admin, newId }) => admin.createTeam(newId(), body),
  get_team: ({ params }, { admin }) => admin.team(params.team_id),
  update_team: ({ params, body }, { admin }) => admin.renameTeam(params.team_id, body.name),
  delete_team: ({ params, query }, { admin }) => success(admin.deleteTeam(params.team_id, query.force)),
  list_team_api_keys: async ({ params }, { admin }) => ({ api_keys: await admin.apiKeys(params.team_id) }),
  create_team_api_key: ({ params, body }, { admin, newId }) => admin.createApiKey(newId(), params.team_id, body),
  delete_team_api_key: ({ params }, { admin }) => success(admin.deleteApiKey(params.team_id, params.key_id)),
  list_management_keys: async (_, { admin }) => ({ management_keys: await admin.managementKeys() }),
  create_management_key: ({ body }, { admin, newId }) => admin.createManagementKey(newId(), body),
  delete_management_key: ({ params }, { admin }) => success(admin.deleteManagementKey(params.key_id)),
  list_team_webhooks: async ({ params }, { webhooks }) => ({ endpoints: await webhooks(params.team_id).endpoints() }),
  create_team_webhook: ({ params, body }, { webhooks, newId }) => webhooks(params.team_id).create(newId(), body),
  update_team_webhook: async ({ params, body }, { webhooks }) => ({
    endpoint: await webhooks(params.team_id).update(params.webhook_id, body),
  }),
  delete_team_webhook: ({ params }, { webhooks }) =>
    success(webhooks(params.team_id).remove(params.webhook_id).catch(unlessGone)),
  get_team_webhook_secret: async ({ params }, { webhooks }) => ({
    secret: await webhooks(params.team_id).secret(params.webhook_id),
  }),
  rotate_team_webhook_secret: ({ params }, { webhooks }) => webhooks(params.team_id).rotate(params.webhook_id),
}

type AnyHandler = (call: EndpointCall<Endpoint>, context: Context) => Promise<unknown>

/** Guarantee: the pipeline hands a handler only what was read by the schemas of the endpoint it is listed under. */
// biome-ignore lint/nursery/noUnsafeTypeAssertion: the guarantee above
const handlerOf = (name: ManagementName) => handlers[name] as AnyHandler

const ROUTES = Object.values(management).map((endpoint: Endpoint & { name: ManagementName }) => ({
  endpoint,
  handler: handlerOf(endpoint.name),
}))

/** Operations on the organization itself, which a key of teams doesn't include. */
const OF_ORGANIZATION: ReadonlySet<string> = new Set<ManagementName>([
  'get_organization',
  'create_team',
  'delete_team',
  'list_management_keys',
  'create_management_key',
  'delete_management_key',
])
const DENIED = new ApiError('key_denied', 'This key manages teams. The call needs an organization management key.')

interface Options extends Pick<AccessOptions, 'key_header' | 'keyCalls' | 'onError'> {
  admin: TeamAdmin
  managerOf: (key: string) => Promise<Manager | null>
  webhooks: (team_id: string) => WebhookAdmin
}

/** Answers everything below `/v1/org`. @throws ApiError 401 (as a response) for anything but a management key */
export function createManagementApi({ admin, managerOf, webhooks, key_header, keyCalls, onError }: Options) {
  const answer = createPipeline<(typeof ROUTES)[number], Manager>({
    routes: ROUTES,
    unknown: new ApiError('unknown_address', 'Not found.'),
    methodDetail: 'Method not allowed.',
    async authenticate({ request: { headers }, address, request_id }) {
      if (address !== undefined) await keyCalls?.admit(address)
      const key = headers.get(MANAGEMENT_HEADERS[0]) ?? headers.get(MANAGEMENT_HEADERS[1])
      const manager = key === null ? null : await managerOf(key)
      if (manager) return manager
      if (address !== undefined) await keyCalls?.refuse(address, request_id)
      throw new ApiError('invalid_api_key', refusalOf(key, headers.has(key_header)))
    },
    publicUrl: null,
    authorize: ({ endpoint: { name } }, { team_ids }) => (team_ids && OF_ORGANIZATION.has(name) ? DENIED : null),
    audit: onRecord(keyCalls, MANAGEMENT_KEY_ACTOR),
    async handle({ route: { endpoint, handler } }, manager, input, about) {
      const { org_id, team_id, ...ids } = input.params
      const note = (...found: unknown[]) =>
        about(
          found.filter((id) => typeof id === 'string'),
          'asked',
          'others',
        )
      note(team_id, ...Object.values(ids))
      if (org_id !== admin.organization.org_id) throw notFound('Organization')
      if (typeof team_id === 'string' && !(manager.team_ids?.includes(team_id) ?? true)) throw notFound('Team')
      // The admin says the same of its own; webhooks know no teams.
      if (typeof team_id === 'string' && endpoint.name !== 'delete_team') await admin.team(team_id)
      const made = () => {
        const id = newId()
        note(id)
        return id
      }
      const body = await handler(typedCall(endpoint, input), { manager, admin, webhooks, newId: made })
      return jsonResponse(body, { status: 200 })
    },
    onError: broken(onError),
  })
  return served(answer)
}

/** Says which kind of key is expected, by the form of the one that was sent: whether it is valid isn't said. */
function refusalOf(key: string | null, hasTeamKey: boolean): string {
  if (key === null && hasTeamKey)
    return `A team API key can’t manage teams. Send a management key (header ${MANAGEMENT_HEADERS[0]}).`
  if (key !== null && !isOfManagement(key) && key.startsWith('sk_'))
    return 'This is a team API key. Management needs a management key, which begins with mk_.'
  return `Missing or invalid management key (header ${MANAGEMENT_HEADERS[0]}).`
}
