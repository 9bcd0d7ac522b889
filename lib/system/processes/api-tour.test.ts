/** The script of docs/operations.md against a real server, and another team in its console. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { management, ORG_ID } from '#lib/domains/teams/management.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { createUser } from '#lib/domains/users/user.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { replyTo, startProcess } from './spawn.testing.ts'

const home = mkdtempSync(join(tmpdir(), 'vialdesk-tour-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const KEY = 'test-key-with-at-least-32-characters'

test('the tour of the API works as it is printed, and its keys are in no log', async () => {
  const DATA_DIR = join(home, 'data')
  const server = await startProcess({ DATA_DIR, SERVICE_API_KEY: KEY })
  try {
    const tour = await promisify(execFile)('env', [
      `SERVICE_API_KEY=${KEY}`,
      'sh',
      'docs/api-tour.sh',
      server.origin,
      DATA_DIR,
    ])
    expect(tour.stderr).toBe('')
    expect(tour.stdout.replace(/[0-9a-f-]{36}/g, '<id>')).toBe(
      'organization: Organization\nteam: <id>\nuser: <id>\nsource: marrowfit\ndraw: confirmed\ndeleted: user, key and team\n',
    )
    const key = readFileSync(join(DATA_DIR, 'management-key'), 'utf8').trim()
    const params = { org_id: ORG_ID }
    const teams = await replyTo(
      server.origin,
      callOf(management.list_teams, { params, headers: { 'x-management-key': key } }),
    )
    expect(teams.json()).toMatchObject({ teams: [{ name: 'Sandbox', configured: true }] })
    expect(server.output()).toContain('create_team_api_key')
    for (const secret of [key, KEY, 'sk_', 'mk_']) expect(server.output()).not.toContain(secret)
  } finally {
    await server.kill()
  }
}, 120_000)

test('another team is an environment of the console, and none of its users is seen in the first', async () => {
  const DATA_DIR = join(home, 'teams')
  const first = await startProcess({ ...STAFFED, DATA_DIR })
  const { origin } = first
  const headers = { 'x-management-key': readFileSync(join(DATA_DIR, 'management-key'), 'utf8').trim() }
  const params = { org_id: ORG_ID }
  const team = await replyTo(origin, callOf(management.create_team, { params, headers, json: { name: 'Research' } }))
  const { team_id } = management.create_team.response.parse(team.json())
  const ofTeam = { params: { ...params, team_id }, headers, json: { label: 'Console' } }
  const made = await replyTo(origin, callOf(management.create_team_api_key, ofTeam))
  const { key } = management.create_team_api_key.response.parse(made.json())
  await first.stop()
  const again = await startProcess({
    ...STAFFED,
    DATA_DIR,
    PORT: new URL(origin).port,
    RESEARCH_KEY: key,
    SERVICE_ENVIRONMENTS: JSON.stringify([
      { id: 'sandbox', label: 'Sandbox', kind: 'sandbox', api_key_env: 'SERVICE_API_KEY' },
      { id: 'research', label: 'Research', kind: 'staging', base_url: origin, api_key_env: 'RESEARCH_KEY' },
    ]),
  })
  try {
    const added = callOf(createUser, { headers: { 'x-service-api-key': key }, json: { client_user_id: 'patient-1' } })
    const { user_id } = createUser.response.parse((await replyTo(origin, added)).json())
    const ask = await signedIn(again)
    const read = (environment: string) =>
      ask(getDirectoryUser, { params: { environment, user_id }, query: { fresh: true } })
    expect((await read('research')).json()).toMatchObject({ user: { client_user_id: 'patient-1', team_id } })
    expect((await read('sandbox')).status).toBe(404)
  } finally {
    await again.kill()
  }
}, 120_000)
