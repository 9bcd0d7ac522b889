/** A message that comes when the connection is gone: its own code may not load. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ToastHost, toast } from './toast.tsx'

vi.mock('./toast-region.tsx', () => {
  throw new Error('Loading the chunk failed.')
})

test('a toast whose code can’t be loaded is shown all the same, and can be closed', async () => {
  render(<ToastHost />)
  act(() => toast({ kind: 'failed', title: 'Not saved.', text: 'We couldn’t reach the console.' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved. We couldn’t reach the console.')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
