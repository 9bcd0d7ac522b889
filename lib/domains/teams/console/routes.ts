/** Teams and keys over HTTP, for administrators of the embedded service. */
import type { PatientDataAccess } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import type { AdminNews } from '#lib/domains/staff/notices.ts'
import type { TeamAdmin } from '#lib/domains/teams/management.ts'
import * as teams from '#lib/domains/teams/teams.ts'
import { ApiError } from '#lib/kernel/api-error.ts'

/** Null where the environment is a remote service: it manages its teams itself. */
export type TeamsOf = (environment: string) => TeamAdmin | null

interface TeamRoutesOptions {
  teamsOf: TeamsOf
  patientData: PatientDataAccess
  /** Whether the caller gave password and code again within the last minutes; always, unless set. */
  isConfirmed?: ((request: Request) => Promise<boolean>) | undefined
  /** Tells all administrators of a new key; nobody unless set. */
  tell?: ((news: AdminNews) => Promise<void>) | undefined
}

const REMOTE = new ApiError('not_found', 'Teams and keys of this environment are managed in the service itself.')
const MASKED = new ApiError('conflict', 'Patient data is hidden. Show it first: whoever has a key can read it.')
const UNCONFIRMED = new ApiError(
  'confirmation_required',
  'Confirm with your password that it’s you. Keys open patient data.',
)
const DONE = { body: { success: true } } as const

export function teamRoutes({ teamsOf, patientData, isConfirmed, tell }: TeamRoutesOptions): ConsoleRoute[] {
  function adminOf(environment: string): TeamAdmin {
    const admin = teamsOf(environment)
    if (!admin) throw REMOTE
    return admin
  }

  /** An open screen alone changes nothing. @throws ApiError 403 unless it's known to be the owner */
  async function changing({ environment }: { environment: string }, { request, about }: RouteContext, ids: string[]) {
    const admin = adminOf(environment)
    if (isConfirmed && !(await isConfirmed(request))) throw UNCONFIRMED
    about(ids, 'asked', 'others')
    return admin
  }

  /** A new key, which is one more way to see patient data. @throws ApiError 409 while it is masked */
  async function adding({ environment }: { environment: string }, context: RouteContext) {
    if (patientData.isMasked(context.request, environment, context.viewer)) throw MASKED
    const id = context.newId()
    const admin = await changing({ environment }, context, [id])
    const warn = (name: string) => tell?.({ action: 'key_created', about: { id, name }, by: context.viewer })
    return { id, admin, warn }
  }

  return [
    route(
      teams.listTeams,
      async ({ params }) => {
        const admin = adminOf(params.environment)
        const withKeys = (await admin.teams()).map(async (team) => ({
          ...team,
          api_keys: await admin.apiKeys(team.team_id),
        }))
        return { body: { teams: await Promise.all(withKeys), management_keys: await admin.managementKeys() } }
      },
      { audited: false },
    ),
    route(teams.createTeam, async ({ params, body }, context) => {
      const id = context.newId()
      const admin = await changing(params, context, [id])
      return { body: await admin.createTeam(id, body) }
    }),
    route(teams.updateTeam, async ({ params, body }, context) => {
      const admin = await changing(params, context, [params.team_id])
      return { body: await admin.renameTeam(params.team_id, body.name) }
    }),
    route(teams.deleteTeam, async ({ params, query }, context) => {
      const admin = await changing(params, context, [params.team_id])
      await admin.deleteTeam(params.team_id, query.force)
      return DONE
    }),
    route(teams.createTeamApiKey, async ({ params, body }, context) => {
      const { id, admin, warn } = await adding(params, context)
      const { name } = await admin.team(params.team_id)
      context.about([params.team_id], 'asked', 'others')
      const made = await admin.createApiKey(id, params.team_id, body)
      await warn(`API key “${made.label}” of the team “${name}”`)
      return { body: made }
    }),
    route(teams.deleteTeamApiKey, async ({ params }, context) => {
      const admin = await changing(params, context, [params.team_id, params.key_id])
      await admin.deleteApiKey(params.team_id, params.key_id)
      return DONE
    }),
    route(teams.createManagementKey, async ({ params, body }, context) => {
      const { id, admin, warn } = await adding(params, context)
      const made = await admin.createManagementKey(id, body)
      await warn(`management key “${made.label}”`)
      return { body: made }
    }),
    route(teams.deleteManagementKey, async ({ params }, context) => {
      const admin = await changing(params, context, [params.key_id])
      await admin.deleteManagementKey(params.key_id)
      return DONE
    }),
  ]
}
