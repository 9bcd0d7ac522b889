/** The simulation of a sandbox: administrators choose its pace, others read it, and a lost race shows what is set. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { changeSandboxPace, getSandboxPace, type SandboxPaceSetting } from '#lib/domains/environments/sandbox-pace.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { EnvironmentsView } from './environments-view.tsx'

const SANDBOX = { id: 'sandbox', label: 'Sandbox', kind: 'sandbox', operations: ['manage_teams'] } as const
let kept: SandboxPaceSetting
let sent: unknown[]

beforeEach(() => {
  kept = { pace: 'off', version: 0, changed_at: null, changed_by: null }
  sent = []
  server.use(
    http.get('*/readyz', () => HttpResponse.json({ status: 'ready', checks: { database: 'ok' } })),
    mock(getSandboxPace, () => HttpResponse.json(kept)),
    mock(changeSandboxPace, async ({ request }) => {
      const body = changeSandboxPace.body.parse(await request.json())
      sent.push(body)
      if (body.version !== kept.version)
        return HttpResponse.json({ detail: 'Someone else changed it.' }, { status: 409 })
      kept = { ...kept, ...body, version: body.version + 1 }
      return HttpResponse.json(kept)
    }),
  )
})

function open(role: Role) {
  renderPage(
    <RoleProvider role={role}>
      <EnvironmentsView environments={[{ ...SANDBOX, operations: [...SANDBOX.operations] }]} current="sandbox" />
    </RoleProvider>,
  )
}

test('an administrator chooses a pace; who was slower sees what is set', async () => {
  open('administrator')
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Simulation of sandbox' })
  await userEvent.selectOptions(choice, '10 times faster')
  await waitFor(() => expect(kept.pace).toBe('tenfold'))
  kept = { ...kept, pace: 'real', version: 7 }
  await waitFor(() => expect(choice.value).toBe('tenfold'))
  await userEvent.selectOptions(choice, 'Off')
  expect(await screen.findByText('Someone else changed it.')).toBeTruthy()
  await waitFor(() => expect(choice.value).toBe('real'))
  expect(sent).toEqual([
    { pace: 'tenfold', version: 0 },
    { pace: 'off', version: 1 },
  ])
})

test('others read it', async () => {
  open('support')
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})
