import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { demoServer } from '#components/testing/demo-server.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import {
  changeSignInRule,
  changeStaffEmail,
  getSignInRules,
  inviteStaff,
  listStaff,
  removeStaff,
  resetStaffAccess,
  type StaffMember,
  updateStaff,
} from '#lib/domains/staff/staff.ts'
import { StaffView } from './staff-view.tsx'

const ENVIRONMENTS: readonly Environment[] = [
  { id: 'production', label: 'Production', kind: 'production' },
  { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' },
]
const LINK = 'https://console.clinic.test/setup#MFONy-7SQjNo43aOmUdPpbDnpk6AHGXMkSv4frDT9Bs'

function person(id: string, more: Partial<StaffMember> = {}): StaffMember {
  return {
    id,
    email: `${id}@clinic.test`,
    name: id,
    role: 'support',
    environments: null,
    status: 'active',
    second_factor: true,
    created_at: '2026-11-01T00:00:00Z',
    last_seen_at: '2026-11-19T20:00:00Z',
    reset_request: null,
    link_expires_at: null,
    ...more,
  }
}

const sent: { path: string; body: unknown }[] = []
let staff: StaffMember[] = []

beforeEach(() => {
  sent.length = 0
  staff = [person('rosa', { role: 'administrator' }), person('wren', { environments: ['sandbox'] })]
  server.use(
    mock(listStaff, () => HttpResponse.json({ staff })),
    mock(inviteStaff, async ({ request }) => {
      sent.push({ path: '/staff', body: await request.json() })
      const member = person('maren', { status: 'invited', last_seen_at: null })
      staff = [...staff, member]
      return HttpResponse.json({ member, link: LINK, expires_at: '2026-11-26T20:32:00Z' }, { status: 201 })
    }),
    mock(updateStaff, async ({ request, params }) => {
      sent.push({ path: `/staff/${String(params.staff_id)}`, body: await request.json() })
      return HttpResponse.json(person(String(params.staff_id)))
    }),
    mock(getSignInRules, () =>
      HttpResponse.json({
        second_factor: ROLES.map((role) => ({ role, required: false, fixed: role === 'read_only' })),
      }),
    ),
    mock(changeSignInRule, async ({ request, params }) => {
      sent.push({ path: `/sign-in-rules/${String(params.role)}`, body: await request.json() })
      const second_factor = ROLES.map((role) => ({ role, required: role === params.role, fixed: false }))
      return HttpResponse.json({ second_factor })
    }),
    mock(changeStaffEmail, async ({ request, params }) => {
      sent.push({ path: `/staff/${String(params.staff_id)}/email`, body: await request.json() })
      return HttpResponse.json(person(String(params.staff_id)))
    }),
    mock(removeStaff, ({ params }) => {
      sent.push({ path: `/staff/${String(params.staff_id)}`, body: 'removed' })
      return HttpResponse.json({ member: null })
    }),
    mock(resetStaffAccess, ({ params }) => {
      sent.push({ path: `/staff/${String(params.staff_id)}/reset`, body: null })
      return HttpResponse.json({ member: person('wren'), link: LINK, expires_at: '2026-11-26T20:32:00Z' })
    }),
  )
})

async function act(user: UserEvent, verb: string, who: string) {
  await user.click(await screen.findByRole('button', { name: `More actions: ${who}` }))
  await user.click(await screen.findByRole('menuitem', { name: verb }))
}

const show = () => renderPage(<StaffView viewer_id="rosa" environments={ENVIRONMENTS} failure={null} />)

test('an invitation begins with the least, and its link is hidden, shown on request, and gone with the window', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Maren Okafor')
  await user.type(screen.getByRole('textbox', { name: 'Work email' }), 'maren@clinic.test')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Lab coordinator')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const link = await screen.findByRole('dialog', { name: 'Link for Maren Okafor' })
  expect(sent).toEqual([
    {
      path: '/staff',
      body: { name: 'Maren Okafor', email: 'maren@clinic.test', role: 'lab_coordinator', environments: ['sandbox'] },
    },
  ])
  expect(link.textContent).not.toContain(LINK)
  expect(link.textContent).toContain(LINK.slice(-4))
  await user.click(within(link).getByRole('button', { name: 'Show' }))
  expect(within(link).getByText(LINK)).toBeTruthy()
  await user.click(within(link).getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await user.click(within(link).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.body.innerHTML).not.toContain(LINK.slice(-20)))
  expect(await screen.findByText('maren@clinic.test')).toBeTruthy()
})

test('a pasted list invites all of them, and says who wasn’t and why', async () => {
  const user = userEvent.setup()
  server.use(
    mock(inviteStaff, async ({ request }) => {
      const body = await request.json()
      sent.push({ path: '/staff', body })
      const { email, name } = z.object({ email: z.string(), name: z.string() }).parse(body)
      if (email.startsWith('lee')) return HttpResponse.json({ detail: 'Already on the list.' }, { status: 409 })
      return HttpResponse.json(
        { member: person(name), link: `${LINK}${name.charAt(0)}`, expires_at: '2026-11-26T20:32:00Z' },
        { status: 201 },
      )
    }),
  )
  show()
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.paste('Mara Moss <mara@clinic.test>\nLee, Ann, lee@clinic.test\nbo.quill@clinic.test')
  const dialog = await screen.findByRole('dialog', { name: 'Invite several people' })
  await user.click(within(dialog).getByRole('button', { name: 'Create 3 links' }))
  const made = await screen.findByRole('dialog', { name: 'Links for 2 people' })
  const rights = { role: 'read_only', environments: ['sandbox'] }
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Mara Moss', email: 'mara@clinic.test', ...rights },
    { name: 'Ann Lee', email: 'lee@clinic.test', ...rights },
    { name: 'Bo Quill', email: 'bo.quill@clinic.test', ...rights },
  ])
  expect(made.textContent).toContain('1 person wasn’t invited:lee@clinic.test: Already on the list.')
  await user.click(within(made).getByRole('button', { name: 'Copy all' }))
  expect(await navigator.clipboard.readText()).toBe(`Mara Moss\t${LINK}M\nBo Quill\t${LINK}B`)
})

test('a list with a wrong address invites no one, quotes its line and keeps the list', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
  await user.click(await screen.findByRole('button', { name: 'Paste a list of people' }))
  await user.click(await screen.findByRole('textbox', { name: 'People' }))
  const pasted = 'mara@clinic.test\n\nAnn Lee, ann at clinic\nBo; @clinic.test'
  await user.paste(pasted)
  await user.click(screen.getByRole('button', { name: 'Create 4 links' }))
  const { textContent: shown } = await screen.findByRole('dialog')
  for (const quoted of ['Line 3, “Ann Lee, ann at clinic”: ', 'Line 4, “Bo”: ', 'Line 4, “@clinic.test”: '])
    expect(shown).toContain(quoted)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'People' }).value).toBe(pasted)
  expect(sent).toEqual([])
})

test('nobody is invited to no environment at all', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Maren')
  await user.type(screen.getByRole('textbox', { name: 'Work email' }), 'maren@clinic.test')
  await user.click(screen.getByRole('checkbox', { name: 'Sandbox' }))
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one environment.')
  expect(sent).toEqual([])
})

describe('over the list itself', () => {
  demoServer({ base: 'new' })
  const DEMO: readonly Environment[] = [{ id: 'demo', label: 'Demo', kind: 'demo' }]

  test('what the server refuses is said beside the field it names, or above the buttons', async () => {
    const user = userEvent.setup()
    renderPage(<StaffView viewer_id="demo-administrator" environments={DEMO} failure={null} />)
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Marcus')
    await user.type(screen.getByRole('textbox', { name: 'Work email' }), 'marcus.abara@demo.example')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Someone with this email address is already on the list.',
    )
  })
})

test('name and rights are changed in one window', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Edit: wren' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'Read-only')
  await user.click(screen.getByRole('checkbox', { name: 'Production' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { path: '/staff/wren', body: { name: 'wren', role: 'read_only', environments: ['sandbox', 'production'] } },
    ]),
  )
})

test('disabling and resetting ask first, from the safe button', async () => {
  const user = userEvent.setup()
  show()
  await act(user, 'Disable', 'wren')
  await screen.findByRole('alertdialog', { name: 'Disable wren?' })
  expect(document.activeElement?.textContent).toContain('Cancel')
  await user.keyboard('{Escape}')
  expect(sent).toEqual([])
  await act(user, 'Disable', 'wren')
  await user.click(await screen.findByRole('button', { name: 'Disable' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/staff/wren', body: { disabled: true } }]))
  await act(user, 'Reset access', 'wren')
  await user.click(await screen.findByRole('button', { name: 'Reset access' }))
  expect(await screen.findByRole('dialog', { name: 'Link for wren' })).toBeTruthy()
  expect(sent.at(-1)?.path).toBe('/staff/wren/reset')
})

test('nobody disables, resets or removes themselves', async () => {
  show()
  expect(await screen.findByRole('button', { name: 'Edit: rosa' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More actions: rosa' })).toBeNull()
})

test('without the right it says why and whom to ask, and does not ask the server again', async () => {
  const detail = 'Your role (support) does not include this. Ask your administrator if you need it.'
  const failure = { call: 'GET /staff', detail, status: 403, request_id: null, at: 0 }
  const { client } = renderPage(<StaffView viewer_id="x" environments={ENVIRONMENTS} failure={failure} />)
  expect(screen.getByText(detail)).toBeTruthy()
  expect(client.isFetching()).toBe(0)
})

test('a new email address is sent for itself, and says what it does', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Edit: wren' }))
  const email = await screen.findByRole('textbox', { name: 'Work email' })
  await user.clear(email)
  await user.type(email, 'Wren.Hale@clinic.test')
  expect(screen.getByText('They’re signed out and sign in with this address from then on.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { path: '/staff/wren/email', body: { email: 'Wren.Hale@clinic.test' } },
      { path: '/staff/wren', body: { name: 'wren', role: 'support', environments: ['sandbox'] } },
    ]),
  )
})

test('removing asks first', async () => {
  const user = userEvent.setup()
  show()
  await act(user, 'Remove', 'wren')
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove wren?' })
  expect(dialog.textContent).toContain('Their audit log entries and bookings keep their name.')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/staff/wren', body: 'removed' }]))
})

test('an invitation says when its link expires, and can be made anew', async () => {
  const user = userEvent.setup()
  const late = { status: 'invited', last_seen_at: null } as const
  staff = [
    person('soon', { ...late, link_expires_at: '2026-11-22T20:32:00Z' }),
    person('late', { ...late, link_expires_at: '2026-11-18T20:32:00Z' }),
  ]
  show()
  await screen.findByText('soon@clinic.test')
  const rows = screen.getAllByRole('row')
  expect(rows.map(({ textContent }) => /Link expire[sd]/.exec(textContent)?.[0])).toEqual([
    undefined,
    'Link expires',
    'Link expired',
  ])
  await act(user, 'New link', 'late')
  const dialog = await screen.findByRole('alertdialog', { name: 'Create a new link for late?' })
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test('a role’s two-factor requirement is switched at once; what the configuration requires is not', async () => {
  const user = userEvent.setup()
  show()
  const of = (role: string) => screen.findByRole<HTMLInputElement>('switch', { name: role })
  expect((await of('Read-only')).disabled).toBe(true)
  await user.click(await of('Support'))
  await waitFor(() => expect(sent).toEqual([{ path: '/sign-in-rules/support', body: { required: true } }]))
  expect((await of('Support')).checked).toBe(true)
})
