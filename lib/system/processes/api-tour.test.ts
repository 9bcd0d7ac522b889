/** The script of docs/operations.md against a real server. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { management, ORG_ID } from '#lib/domains/teams/management.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
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
