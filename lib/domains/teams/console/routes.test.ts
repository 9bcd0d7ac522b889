/** Teams and keys over HTTP: who may, where, what is on record, and that no key is. */
import { beforeEach, expect, test } from 'vitest'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { ORG_ID } from '#lib/domains/teams/management.ts'
import { createTeams } from '#lib/domains/teams/service/admin.ts'
import {
  createManagementKey,
  createTeam,
  createTeamApiKey,
  deleteManagementKey,
  deleteTeam,
  deleteTeamApiKey,
  listTeams,
  updateTeam,
} from '#lib/domains/teams/teams.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'

const params = { environment: 'sandbox' }
const NONE = '00000000-0000-4000-8000-000000000000'

let backend: ReturnType<typeof testConsole>
let teams: ReturnType<typeof createTeams>
let isConfirmed: boolean
let embedded: string
const told: string[] = []

beforeEach(async () => {
  isConfirmed = true
  embedded = 'sandbox'
  told.length = 0
  teams = createTeams({
    store: createMemoryStore(),
    installation: { organization: { org_id: ORG_ID, name: 'Clinic' }, team_id: TEAM, isManagementKey: () => false },
    now: () => NOW,
    onError: () => undefined,
  })
  await teams.ensureTeam('Sandbox')
  backend = testConsole({
    teamsOf: (environment) => (environment === embedded ? teams.admin : null),
    isConfirmed: async () => isConfirmed,
    tellAdministrators: async ({ action, about, by }) => void told.push(`${by.email} ${action} ${about.name}`),
  })
})

const last = () => backend.rows.at(-1)
const list = async () => listTeams.response.parse(await (await backend.send(listTeams, { params })).json())
const add = async (name: string) =>
  createTeam.response.parse(await (await backend.send(createTeam, { params, json: { name } })).json())

test('a key is in the answer alone, opens its team, and ends when it is revoked', async () => {
  const { team_id } = await add(' Research ')
  const at = { params: { ...params, team_id } }
  const answer = await backend.send(createTeamApiKey, { ...at, json: { label: 'Patient app' } })
  const { id, key, prefix } = createTeamApiKey.response.parse(await answer.json())
  expect(await teams.teamOf(key)).toBe(team_id)
  expect(last()).toMatchObject({ action: 'create_team_api_key', outcome: 'done', details: { fields: ['label'] } })
  expect(last()?.subjects.toSorted()).toEqual([team_id, id].toSorted())
  const shown = await list()
  expect(shown.teams.find((team) => team.team_id === team_id)).toMatchObject({
    name: 'Research',
    api_keys: [{ id, label: 'Patient app', prefix, last_used_at: expect.any(String) }],
  })
  for (const text of [JSON.stringify(shown), JSON.stringify(backend.rows), JSON.stringify(told)])
    expect(text).not.toContain(key.slice(9))
  expect(told).toEqual(['administrator@clinic.test key_created API key “Patient app” of the team “Research”'])
  await backend.send(deleteTeamApiKey, { params: { ...at.params, key_id: id } })
  expect([last()?.action, await teams.teamOf(key)]).toEqual(['delete_team_api_key', null])
})

test('a key is shown also where the notice of it fails, which is reported', async () => {
  const tellAdministrators = () => Promise.reject(new Error('down'))
  const untold = testConsole({ teamsOf: () => teams.admin, tellAdministrators })
  const at = { params: { ...params, team_id: TEAM }, json: { label: 'Patient app' } }
  const answer = await untold.send(createTeamApiKey, at)
  const { key } = createTeamApiKey.response.parse(await answer.json())
  expect([await teams.teamOf(key), untold.untold]).toEqual([TEAM, [new Error('down')]])
})

test('a management key is of the organization or of teams, and is told of', async () => {
  const json = { label: 'Provisioning', kind: 'teams', team_ids: [TEAM] }
  const made = createManagementKey.response.parse(
    await (await backend.send(createManagementKey, { params, json })).json(),
  )
  expect(await teams.managerOf(made.key)).toEqual({ team_ids: [TEAM] })
  expect(told).toEqual(['administrator@clinic.test key_created management key “Provisioning”'])
  expect((await list()).management_keys).toMatchObject([{ configured: true }, { id: made.id, team_ids: [TEAM] }])
  await backend.send(deleteManagementKey, { params: { ...params, key_id: made.id } })
  expect(await teams.managerOf(made.key)).toBeNull()
  const wrong = await backend.send(createManagementKey, { params, json: { ...json, team_ids: [] } })
  expect([wrong.status, told.length]).toEqual([422, 1])
})

test('a team is renamed and deleted; the console’s own stays, as does its configured key', async () => {
  const { team_id } = await add('Research')
  const at = { params: { ...params, team_id } }
  expect(await (await backend.send(updateTeam, { ...at, json: { name: 'Trials' } })).json()).toMatchObject({
    name: 'Trials',
  })
  expect((await backend.send(deleteTeam, at)).status).toBe(200)
  expect((await list()).teams.map(({ name }) => name)).toEqual(['Sandbox'])
  expect((await backend.send(deleteTeam, { params: { ...params, team_id: TEAM } })).status).toBe(409)
  expect((await backend.send(createTeamApiKey, { ...at, json: { label: 'x' } })).status).toBe(404)
  expect(told).toEqual([])
})

test('every change asks who it is, and a new key waits until patient data is shown', async () => {
  const at = { params: { ...params, team_id: TEAM } }
  const key = { params: { ...at.params, key_id: NONE } }
  const label = { label: 'x' }
  const calls = () => [
    backend.send(createTeam, { params, json: { name: 'x' } }),
    backend.send(updateTeam, { ...at, json: { name: 'x' } }),
    backend.send(deleteTeam, { params: { ...params, team_id: NONE } }),
    backend.send(createTeamApiKey, { ...at, json: label }),
    backend.send(deleteTeamApiKey, key),
    backend.send(createManagementKey, { params, json: { ...label, kind: 'organization' } }),
    backend.send(deleteManagementKey, { params: { ...params, key_id: NONE } }),
  ]
  isConfirmed = false
  for (const response of await Promise.all(calls()))
    expect([response.status, (await response.json()).code]).toEqual([403, 'confirmation_required'])
  expect((await list()).teams).toMatchObject([{ name: 'Sandbox', api_keys: [{ configured: true }] }])
  isConfirmed = true
  embedded = 'production'
  const masked = { params: { environment: 'production', team_id: TEAM }, json: label }
  const refused = await backend.send(createTeamApiKey, masked)
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    expect.stringContaining('Patient data is hidden'),
  ])
})

test('a remote service manages its own, and only administrators may', async () => {
  const remote = await backend.send(listTeams, { params: { environment: 'production' } })
  expect([remote.status, (await remote.json()).detail]).toEqual([404, expect.stringContaining('in the service itself')])
  for (const as of ROLES.filter((role) => role !== 'administrator'))
    expect((await backend.send(listTeams, { params, as })).status).toBe(403)
})
