import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { offeredShortcuts, useShortcutKeys, useShortcuts, useSingleKeys } from './shortcuts.tsx'

const users = vi.fn()
const next = vi.fn()
const sandbox = vi.fn()
const search = vi.fn()

function Keys() {
  useShortcutKeys()
  const [, setSingleKeys] = useSingleKeys()
  useShortcuts([
    { strokes: ['g', 'u'], label: 'Users', group: 'Go to', run: users },
    { strokes: ['j'], label: 'Next row', group: 'List', run: next },
    { strokes: ['ctrl+k'], label: 'Search', group: 'Console', inFields: true, run: search },
    { strokes: ['ctrl+shift+s'], label: 'Sandbox', group: 'Console', run: sandbox },
  ])
  return (
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => setSingleKeys(false)}>
        Off
      </button>
    </>
  )
}

function ListKeys() {
  useShortcuts([{ strokes: ['/'], label: 'Search users', group: 'List', run: next }])
  return null
}

function ConsoleKeys() {
  useShortcuts([
    { strokes: ['/'], label: 'Search', group: 'Console', run: search },
    { strokes: [], label: 'Sign out', group: 'Console', run: search },
  ])
  return null
}

beforeEach(() => {
  vi.resetAllMocks()
  window.localStorage.clear()
})

test('one stroke, two strokes, and two that do not belong together', async () => {
  const user = userEvent.setup()
  render(<Keys />)
  await user.keyboard('j')
  expect(next).toHaveBeenCalledTimes(1)
  await user.keyboard('gu')
  expect(users).toHaveBeenCalledTimes(1)
  await user.keyboard('gj')
  expect(next).toHaveBeenCalledTimes(1)
  await user.keyboard('u')
  expect(users).toHaveBeenCalledTimes(1)
})

test('typing is never a shortcut', async () => {
  const user = userEvent.setup()
  render(<Keys />)
  await user.type(screen.getByLabelText('Name'), 'judge gus')
  expect([next, users].some((run) => run.mock.calls.length > 0)).toBe(false)
})

test('single keys can be turned off; those with Ctrl stay', async () => {
  const user = userEvent.setup()
  render(<Keys />)
  await user.click(screen.getByRole('button', { name: 'Off' }))
  await user.keyboard('j')
  await user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}')
  expect(next).not.toHaveBeenCalled()
  expect(sandbox).toHaveBeenCalledTimes(1)
})

test('Cmd is Ctrl; what works in fields works there, and nothing else does', async () => {
  const user = userEvent.setup()
  render(<Keys />)
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('{Meta>}k{/Meta}')
  await user.keyboard('{Meta>}{Shift>}s{/Shift}{/Meta}')
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('{Control>}k{/Control}{Control>}{Shift>}s{/Shift}{/Control}')
  expect(search).toHaveBeenCalledTimes(3)
  expect(sandbox).not.toHaveBeenCalled()
})

test('of two with the same keys a list’s own comes before the console’s', async () => {
  const user = userEvent.setup()
  render(
    <>
      <ConsoleKeys />
      <Keys />
      <ListKeys />
    </>,
  )
  await user.keyboard('/')
  expect([next, search].map((run) => run.mock.calls.length)).toEqual([1, 0])
  expect(offeredShortcuts().map(({ label }) => label)).toContain('Sign out')
})

test('what has left the page is no longer offered', () => {
  const { unmount } = render(<Keys />)
  expect(offeredShortcuts().map(({ label }) => label)).toEqual(['Users', 'Next row', 'Search', 'Sandbox'])
  unmount()
  expect(offeredShortcuts()).toEqual([])
})
