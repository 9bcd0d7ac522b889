import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DisclosureCard } from './disclosure-card.tsx'
import { useSingleKeys } from './shortcuts.tsx'

Element.prototype.scrollIntoView = () => undefined

const show = () =>
  render(
    <DisclosureCard id="record" title="Record">
      <p id="team-id">Team ID</p>
    </DisclosureCard>,
  )
const card = () => screen.getByRole<HTMLDetailsElement>('group')

beforeEach(() => {
  window.localStorage.clear()
  window.location.hash = ''
})

test('is closed until it is opened, and this browser remembers it', async () => {
  const user = userEvent.setup()
  const first = show()
  expect(card().open).toBe(false)
  await user.click(screen.getByText('Record'))
  first.unmount()
  const second = show()
  expect(card().open).toBe(true)
  await user.click(screen.getByText('Record'))
  second.unmount()
  show()
  expect(card().open).toBe(false)
})

test.each(['#record', '#team-id'])('a link to %s opens it, which is not remembered', (hash) => {
  window.location.hash = hash
  const first = show()
  expect(card().open).toBe(true)
  first.unmount()
  window.location.hash = ''
  show()
  expect(card().open).toBe(false)
  window.location.hash = hash
  fireEvent(window, new HashChangeEvent('hashchange'))
  expect(card().open).toBe(true)
})

test('is open on paper, and afterwards as it was', () => {
  show()
  fireEvent(window, new Event('beforeprint'))
  expect(card().open).toBe(true)
  fireEvent(window, new Event('afterprint'))
  expect(card().open).toBe(false)
})

function Keys() {
  const [on, set] = useSingleKeys()
  return (
    <button type="button" onClick={() => set(!on)}>
      {on ? 'On' : 'Off'}
    </button>
  )
}

test('a browser that keeps nothing shows the page, its cards and its choices all the same', async () => {
  const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  onTestFinished(() => blocked.mockRestore())
  const user = userEvent.setup()
  render(<Keys />)
  await user.click(screen.getByRole('button', { name: 'On' }))
  show()
  await user.click(screen.getByText('Record'))
  expect(card().open).toBe(true)
})
