import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { IdentitySection } from './account-view.tsx'

const identity = (label: string | null, linked: boolean) =>
  server.use(mock(authEndpoints.get_own_identity, () => HttpResponse.json({ label, linked, has_password: true })))

test('a person links their identity with their password', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  identity('Clinic ID', false)
  server.use(
    mock(authEndpoints.link_own_identity, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ url: 'https://id.clinic.test/authorize' })
    }),
  )
  renderPage(<IdentitySection hasSecondFactor={false} />)
  await user.click(await screen.findByRole('button', { name: 'Link Clinic ID' }))
  await user.type(await screen.findByLabelText('Your password'), 'a quiet river bends')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://id.clinic.test/authorize'))
  expect(sent).toEqual([{ password: 'a quiet river bends', code: '', next: expect.any(String) }])
})

test('one that is linked is not offered again', async () => {
  identity('Clinic ID', true)
  renderPage(<IdentitySection hasSecondFactor={false} />)
  expect(await screen.findByText('Linked')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
