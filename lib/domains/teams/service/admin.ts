/** Teams and keys of the embedded service, and which team or teams a key is of. */
import type { TeamAdmin } from '#lib/domains/teams/management.ts'
import { MAX_KEYS, MAX_TEAMS, type Organization } from '#lib/domains/teams/management.ts'
import { ApiError, notFound, wrongField } from '#lib/kernel/api-error.ts'
import { hashOf, randomToken } from '#lib/service/secrets.ts'
import type { KeyRecord, ServiceStore, TeamRecord } from '#lib/service/store.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'

/** Fixed by the server's configuration, and unknown to the database. */
export interface Installation {
  organization: Organization
  /** The team of the configured API key, which the console shows. */
  team_id: string
  /** Null where no management key is configured. */
  isManagementKey: ((key: string) => boolean) | null
}

interface Deps {
  store: ServiceStore
  installation: Installation
  now: () => Date
  onError: (error: unknown) => void
}

/** Teams that a management key is of; null for the organization and all teams. */
export interface Manager {
  team_ids: readonly string[] | null
}

/** The configured keys have this ID in every list that they stand in. */
export const CONFIGURED_KEY_ID = '5b1e0c7a-77f4-4d0e-9a54-1f0a3c2d6e02'
const CONFIGURED = {
  id: CONFIGURED_KEY_ID,
  label: 'Configured on the server',
  prefix: null,
  created_at: null,
  last_used_at: null,
  configured: true,
} as const

const TEAM_KEY = 'sk_'
const MANAGEMENT_KEY = 'mk_'
/** 258 bits of chance. */
const RANDOM_CHARACTERS = 43
const MADE_KEY = /^[sm]k_[\w-]{43}$/
const SHOWN_CHARACTERS = 9

export const isOfManagement = (key: string) => key.startsWith(MANAGEMENT_KEY)

const TOO_MANY_TEAMS = new ApiError('limit_reached', `There can be ${MAX_TEAMS} teams. Delete one first.`)
const TOO_MANY_KEYS = new ApiError('limit_reached', `There can be ${MAX_KEYS} of these keys. Delete one first.`)
const STAYS = new ApiError('conflict', 'The console and the configured API key use this team, so it can’t be deleted.')
const HAS_USERS = new ApiError('conflict', 'This team has users. To delete them with it, send force=true.')
const KEY_STAYS = new ApiError(
  'conflict',
  'This key is set in the server’s configuration. To end it, change it there and restart the server.',
)

/** Returns the administration, who a key is of, and what goes on after a deletion. */
export function createTeams({ store, installation, now, onError }: Deps) {
  const { organization, isManagementKey } = installation
  const { org_id } = organization
  const isConfigured = (team_id: string) => team_id === installation.team_id

  const shownTeam = ({ id, name, created_at }: TeamRecord) => ({
    team_id: id,
    org_id,
    name,
    created_at: created_at.toISOString(),
    configured: isConfigured(id),
  })

  const shownKey = ({
    id,
    label,
    prefix,
    created_at,
    last_used_at,
  }: Omit<KeyRecord, 'hash' | 'kind' | 'team_ids'>) => ({
    id,
    label,
    prefix,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    configured: false,
  })

  async function team(id: string) {
    const found = await store.findTeam(id)
    if (!found) throw notFound('Team')
    return shownTeam(found)
  }

  async function addKey({ id, kind, label, team_ids }: Pick<KeyRecord, 'id' | 'kind' | 'label' | 'team_ids'>) {
    const key = `${kind === 'team' ? TEAM_KEY : MANAGEMENT_KEY}${randomToken(RANDOM_CHARACTERS)}`
    const made = { id, label, prefix: key.slice(0, SHOWN_CHARACTERS), created_at: now() }
    const added = await store.addKey({ ...made, hash: await hashOf(key), kind, team_ids }, MAX_KEYS)
    if (added === 'limit') throw TOO_MANY_KEYS
    if (added === 'no_team') throw kind === 'team' ? notFound('Team') : wrongField('team_ids', 'No such team.')
    return { ...shownKey({ ...made, last_used_at: null }), key }
  }

  /** `sweep` goes on with it after a crash. */
  async function removeWebhooks(team_id: string): Promise<void> {
    for (const { id } of await store.listWebhookEndpoints(team_id))
      await store.removeWebhookEndpoint(team_id, id, now())
  }

  const admin: TeamAdmin = {
    organization,
    teams: async () => (await store.listTeams()).map(shownTeam),
    team,

    async createTeam(id, { name }) {
      const made = { id, name, created_at: now() }
      if (!(await store.addTeam(made, MAX_TEAMS))) throw TOO_MANY_TEAMS
      return shownTeam(made)
    },

    async renameTeam(id, name) {
      const renamed = await store.renameTeam(id, name)
      if (!renamed) throw notFound('Team')
      return shownTeam(renamed)
    },

    async deleteTeam(id, force) {
      if (isConfigured(id)) throw STAYS
      const deletion = await store.deleteTeam(id, now(), force)
      if (deletion === 'has_users') throw HAS_USERS
      if (deletion === 'deleted') await removeWebhooks(id)
    },

    async apiKeys(team_id) {
      await team(team_id)
      const made = (await store.listKeys(team_id)).map(shownKey)
      return isConfigured(team_id) ? [CONFIGURED, ...made] : made
    },

    createApiKey: (id, team_id, { label }) => addKey({ id, kind: 'team', label, team_ids: [team_id] }),

    async deleteApiKey(team_id, id) {
      await team(team_id)
      if (id === CONFIGURED_KEY_ID && isConfigured(team_id)) throw KEY_STAYS
      await store.removeKey(team_id, id)
    },

    async managementKeys() {
      const live = new Set((await store.listTeams()).map(({ id }) => id))
      const made = (await store.listKeys(null)).map((key) =>
        key.team_ids === null
          ? { ...shownKey(key), kind: 'organization' as const, team_ids: null }
          : { ...shownKey(key), kind: 'teams' as const, team_ids: key.team_ids.filter((id) => live.has(id)) },
      )
      return isManagementKey ? [{ ...CONFIGURED, kind: 'organization', team_ids: null }, ...made] : made
    },

    async createManagementKey(id, { label, kind, team_ids: named }) {
      const team_ids = named === undefined ? null : [...new Set(named)]
      return { ...(await addKey({ id, kind, label, team_ids })), kind, team_ids }
    },

    async deleteManagementKey(id) {
      if (id === CONFIGURED_KEY_ID && isManagementKey) throw KEY_STAYS
      await store.removeKey(null, id)
    },
  }

  /** Looks a key up each time, so that a deleted one ends at once, for every instance. */
  async function findKey(key: string): Promise<KeyRecord | null> {
    const found = MADE_KEY.test(key) ? await store.findKey(await hashOf(key)) : null
    const since = new Date(now().getTime() - MINUTE)
    // A call doesn't fail because its time can't be noted.
    if (found && !(found.last_used_at && found.last_used_at > since))
      await store.noteKeyUse(found.hash, now(), since).catch(onError)
    return found
  }

  return {
    admin,

    /** Returns the team of an API key that was made by a call; null for any other. */
    async teamOf(key: string): Promise<string | null> {
      const found = await findKey(key)
      return found?.kind === 'team' ? (found.team_ids?.[0] ?? null) : null
    },

    async managerOf(key: string): Promise<Manager | null> {
      if (isManagementKey?.(key)) return { team_ids: null }
      const found = await findKey(key)
      return found && found.kind !== 'team' ? { team_ids: found.team_ids } : null
    },

    /** Makes the team of the configured key, once. */
    ensureTeam: (name: string) => store.ensureTeam({ id: installation.team_id, name, created_at: now() }),

    /** Goes on with deletions that were cut short, and removes users who were made at the same moment. */
    async sweep(): Promise<void> {
      for (const id of await store.deletedTeams(new Date(now().getTime() - DAY))) {
        await store.deleteTeamUsers(id, now())
        await removeWebhooks(id)
      }
    },
  }
}
