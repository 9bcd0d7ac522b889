import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import {
  createManagementKey,
  createTeamApiKey,
  deleteTeam,
  deleteTeamApiKey,
  listTeams,
  type ShownKey,
  type TeamWithKeys,
} from '#lib/domains/teams/teams.ts'
import { TeamsView } from './teams-view.tsx'

const ENVIRONMENT = { environment: 'sandbox' }
const OWN = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const KEY = '33333333-3333-4333-8333-333333333333'
const ORG = '44444444-4444-4444-8444-444444444444'
const SECRET = 'sk_AbCdEfaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaZZ99'

const made: ShownKey = {
  id: KEY,
  label: 'Patient app',
  prefix: 'sk_AbCdEf',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: null,
  configured: false,
}
const configured: ShownKey = {
  ...made,
  id: ORG,
  label: 'Configured on the server',
  prefix: null,
  created_at: null,
  configured: true,
}
const teamOf = (team_id: string, name: string, api_keys: ShownKey[]): TeamWithKeys => ({
  team_id,
  org_id: ORG,
  name,
  created_at: '2026-11-20T08:00:00.000Z',
  configured: team_id === OWN,
  api_keys,
})
const TEAMS = [teamOf(OWN, 'Sandbox', [configured, made]), teamOf(OTHER, 'Research', [])]

beforeEach(() => {
  window.history.replaceState(null, '', '/sandbox/settings/teams')
  server.use(
    mock(at(listTeams, ENVIRONMENT), () =>
      HttpResponse.json({
        teams: TEAMS,
        management_keys: [{ ...made, label: 'Provisioning', kind: 'teams', team_ids: [OTHER] }],
      }),
    ),
  )
  renderPage(<TeamsView environment="sandbox" failure={null} />)
})

const card = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) })
const press = async (name: string, within_: HTMLElement) =>
  userEvent.click(within(within_).getByRole('button', { name }))

test('each team shows its keys; what the configuration holds can’t be revoked or deleted', async () => {
  const own = await card('Sandbox')
  const keys = within(own).getAllByRole('listitem')
  expect(keys.map(({ textContent }) => textContent)).toEqual([
    'Configured on the server',
    expect.stringMatching(/^Patient appsk_AbCdEf….*Never usedRevoke$/),
  ])
  expect(within(own).queryByRole('button', { name: 'Delete Sandbox' })).toBeNull()
  expect((await card('Research')).textContent).toContain('No API keys yet.')
  expect((await card('Management keys')).textContent).toMatch(/Provisioning.*Research · Created/)
})

test('a new key is shown once, hidden until it is asked for, and kept nowhere', async () => {
  const sent: unknown[] = []
  server.use(
    mock(at(createTeamApiKey, { ...ENVIRONMENT, team_id: OTHER }), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...made, label: 'Lab feed', key: SECRET })
    }),
  )
  await press('Create API key for Research', await card('Research'))
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Label' }), 'Lab feed')
  await press('Create API key', dialog)
  const shown = await screen.findByRole('dialog', { name: 'Key “Lab feed”' })
  expect([sent, document.body.textContent?.includes(SECRET)]).toEqual([[{ label: 'Lab feed' }], false])
  await press('Show', shown)
  expect(shown.textContent).toContain(SECRET)
  await userEvent.keyboard('{Escape}')
  await press('Done', shown)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a management key of teams names them', async () => {
  const sent: unknown[] = []
  server.use(
    mock(at(createManagementKey, ENVIRONMENT), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...made, label: 'Ops', kind: 'teams', team_ids: [OTHER], key: SECRET })
    }),
  )
  await press('Create management key', await card('Management keys'))
  const dialog = await screen.findByRole('dialog', { name: 'Create management key' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Label' }), 'Ops')
  await press('Create management key', dialog)
  expect((await within(dialog).findAllByText(/Name at least one team/)).length).toBeGreaterThan(0)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Research' }))
  await press('Create management key', dialog)
  await screen.findByRole('dialog', { name: 'Key “Ops”' })
  expect(sent).toEqual([{ label: 'Ops', kind: 'teams', team_ids: [OTHER] }])
})

test('revoking asks first', async () => {
  const revoked: string[] = []
  server.use(
    mock(at(deleteTeamApiKey, { ...ENVIRONMENT, team_id: OWN, key_id: KEY }), () => {
      revoked.push(KEY)
      return HttpResponse.json({ success: true })
    }),
  )
  await press('Revoke Patient app', await card('Sandbox'))
  const question = await screen.findByRole('alertdialog', { name: 'Revoke “Patient app”?' })
  expect(revoked).toEqual([])
  await press('Revoke key', question)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(revoked).toEqual([KEY])
})

test('a team with users is deleted with them only after its name is typed', async () => {
  const forced: (string | null)[] = []
  server.use(
    mock(at(deleteTeam, { ...ENVIRONMENT, team_id: OTHER }), ({ request }) => {
      const force = new URL(request.url).searchParams.get('force')
      forced.push(force)
      return force === 'true'
        ? HttpResponse.json({ success: true })
        : HttpResponse.json({ code: 'conflict', detail: 'This team has users.' }, { status: 409 })
    }),
  )
  await press('Delete Research', await card('Research'))
  await press('Delete team', await screen.findByRole('alertdialog', { name: 'Delete team “Research”?' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete team “Research” with its users?' })
  const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Delete team and users' })
  expect(confirm.disabled).toBe(true)
  await userEvent.type(within(question).getByRole('textbox'), 'research')
  await userEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(forced.at(-1)).toBe('true')
  expect(forced).toHaveLength(2)
})
