import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EnvironmentsView } from '#components/shell/settings/environments-view.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { DemoAccountView } from './demo-account-view.tsx'

test('a demo has a name and a role, and no account to manage', () => {
  renderPage(<DemoAccountView viewer={{ name: 'Dana Reyes', role: 'lab_coordinator' }} />)
  expect(screen.getByText('Dana Reyes')).toBeTruthy()
  expect(screen.getByText('Lab coordinator')).toBeTruthy()
  expect(screen.getByText('The demo has no account, so there are no passwords or sessions to manage.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the demo asks no server how it is', async () => {
  // A request without a handler would fail the test.
  renderPage(<EnvironmentsView environments={[{ id: 'demo', label: 'Demo', kind: 'demo' }]} current="demo" />)
  await act(async () => {})
  expect(screen.getByText('The demo runs in this browser. It has no API key, and nothing is sent.')).toBeTruthy()
  expect(screen.queryByText(/Database|Answers|Asking/)).toBeNull()
})
