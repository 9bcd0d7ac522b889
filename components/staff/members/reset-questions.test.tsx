import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import {
  changeStaffEmail,
  declineStaffReset,
  getSignInRules,
  listStaff,
  removeStaff,
  resetStaffAccess,
  type StaffMember,
} from '#lib/domains/staff/staff.ts'
import { StaffView } from './staff-view.tsx'

const LINK = 'https://console.clinic.test/setup#MFONy-7SQjNo43aOmUdPpbDnpk6AHGXMkSv4frDT9Bs'
const sent: unknown[] = []

const person = (id: string, changes: Partial<StaffMember> = {}): StaffMember => ({
  id,
  email: `${id}@clinic.test`,
  name: id,
  role: 'administrator',
  environments: null,
  status: 'active',
  second_factor: true,
  created_at: '2026-10-01T09:00:00Z',
  last_seen_at: '2026-11-19T20:00:00Z',
  reset_request: null,
  link_expires_at: null,
  ...changes,
})

function show(viewer_id: string, reset_request: StaffMember['reset_request'] = null) {
  server.use(
    mock(listStaff, () =>
      HttpResponse.json({ staff: [person('rosa'), person('ben'), person('cy', { reset_request })] }),
    ),
  )
  renderPage(<StaffView viewer_id={viewer_id} environments={[]} failure={null} />)
}

beforeEach(() => {
  sent.length = 0
  server.use(
    mock(getSignInRules, () => HttpResponse.json({ second_factor: [] })),
    mock(removeStaff, ({ request }) => {
      sent.push(new URL(request.url).search)
      return HttpResponse.json({ member: null })
    }),
    mock(changeStaffEmail, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(person('cy'))
    }),
    mock(declineStaffReset, () => {
      sent.push('declined')
      return HttpResponse.json(person('cy'))
    }),
  )
})

function answer(link: string | null) {
  server.use(
    mock(resetStaffAccess, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ member: person('cy'), link, expires_at: link && '2026-12-01T09:00:00Z' })
    }),
  )
}

const asked = () => ({
  by: 'rosa',
  at: new Date(Date.now() - 3_600_000).toISOString(),
  second_factor: 'keep' as const,
  purpose: 'reset' as const,
  email: null,
})

test('resetting an administrator keeps the second factor, and may wait for consent', async () => {
  const user = userEvent.setup()
  answer(null)
  show('rosa')
  await user.click(await screen.findByRole('button', { name: 'More actions: cy' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reset access' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Reset cy’s access?' })
  expect(dialog.textContent).toContain('They’re an administrator, so another administrator has to approve within a day')
  expect(
    within(dialog).getByRole<HTMLInputElement>('switch', { name: /Remove two-factor authentication too/ }).checked,
  ).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: 'Request approval' }))
  await waitFor(() => expect(sent).toEqual([{ second_factor: 'keep' }]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('another administrator consents to the request they have seen, and gets the link', async () => {
  const user = userEvent.setup()
  answer(LINK)
  show('ben', asked())
  expect(await screen.findByText('rosa requested a reset')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve resetting cy’s access' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Approve resetting cy’s access?' })
  expect(dialog.textContent).toContain('Two-factor authentication stays on')
  await user.click(within(dialog).getByRole('button', { name: 'Approve and reset' }))
  await screen.findByRole('dialog', { name: 'Link for cy' })
  expect(sent).toEqual([{ second_factor: 'keep', consents_to: 'rosa' }])
})

test('whoever asked can withdraw, not consent; whom it is about can do neither', async () => {
  const user = userEvent.setup()
  show('rosa', asked())
  await screen.findByText(/You requested a reset/)
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Withdraw resetting cy’s access' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent).toEqual(['declined']))
})

test('whom it is about is not asked', async () => {
  show('cy', asked())
  await screen.findByText('rosa requested a reset')
  expect(screen.queryByRole('button', { name: /Approve|Decline|Withdraw/ })).toBeNull()
})

test('another administrator approves a removal, or the email address that was asked for', async () => {
  const user = userEvent.setup()
  show('ben', { ...asked(), purpose: 'removal' })
  await user.click(await screen.findByRole('button', { name: 'Approve removing cy' }))
  await user.click(await screen.findByRole('button', { name: 'Approve and remove' }))
  await waitFor(() => expect(sent).toEqual(['?consents_to=rosa']))
  cleanup()
  show('ben', { ...asked(), purpose: 'email', email: 'new@clinic.test' })
  expect(await screen.findByText(/rosa requested a new email address/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve changing cy’s email' }))
  await user.click(await screen.findByRole('button', { name: 'Approve and change' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ email: 'new@clinic.test', consents_to: 'rosa' }))
})
