import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { authEndpoints, type OwnFactor } from '#lib/domains/staff/sign-in.ts'
import { SecondFactorSection } from './second-factor-section.tsx'

function show(factor: OwnFactor) {
  server.use(mock(authEndpoints.get_own_second_factor, () => HttpResponse.json(factor)))
  renderPage(<SecondFactorSection isOn onChanged={vi.fn()} />)
}

test.each([
  [9, '9 recovery codes left.'],
  [2, 'Only 2 recovery codes left. Without a code'],
  [1, 'Only 1 recovery code left. Without a code'],
  [0, 'No recovery codes left. Without a code'],
])('says how many recovery codes are left: %i', async (left, words) => {
  show({ recovery_codes_left: left, required: false })
  expect(await screen.findByText((text) => text.startsWith(words))).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Turn off' })).toBeTruthy()
})

test('what the role requires has no button to turn it off', async () => {
  show({ recovery_codes_left: 9, required: true })
  expect(await screen.findByText('Your role requires two-factor authentication.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
})
