import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { CopyableId } from './copyable-id.tsx'

const ID = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'

test('shows the short form, keeps the whole id in its title, copies it and says so', async () => {
  const user = userEvent.setup()
  renderPage(<CopyableId id={ID} noun="User ID" />)
  expect(screen.getByTitle(ID).textContent).toBe('8a5fc03d…d25b')
  await user.click(screen.getByRole('button', { name: `Copy user ID ${ID}` }))
  expect(await navigator.clipboard.readText()).toBe(ID)
  expect(screen.getByText('Copied')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('User ID copied.')
})

test('a browser that refuses is said, and how to go on', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  document.execCommand = () => false
  renderPage(
    <>
      <CopyableId id={ID} noun="User ID" />
      <ToastHost />
    </>,
  )
  await user.click(screen.getByRole('button', { name: /^Copy user ID/ }))
  expect(await screen.findByText('User ID wasn’t copied.')).toBeTruthy()
  expect(screen.queryByText('Copied')).toBeNull()
})

test('on paper the whole ID stands where the screen has a short one', () => {
  renderPage(<CopyableId id={ID} noun="User ID" href="/sandbox/users/x" />)
  expect(screen.getByRole('link').textContent).toBe('8a5fc03d…d25b')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByRole('link').textContent).toBe(ID)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByRole('link').textContent).toBe('8a5fc03d…d25b')
})
