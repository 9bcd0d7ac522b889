import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { usePageKeys } from './nav-links.tsx'

function Page() {
  usePageKeys()
  return (
    <>
      <a href="/elsewhere">Rail</a>
      <main id="main" tabIndex={-1}>
        <div data-testid="list" style={{ overflowY: 'auto' }}>
          <input aria-label="Search" />
        </div>
      </main>
    </>
  )
}

// jsdom has no layout.
function withHeights(element: HTMLElement) {
  const scrollTo = vi.fn()
  Object.defineProperties(element, {
    scrollHeight: { value: 1_000 },
    clientHeight: { value: 200 },
    scrollTop: { value: 300 },
    scrollTo: { value: scrollTo },
  })
  return scrollTo
}

test('keys scroll the list while the focus is elsewhere, and leave a box alone', async () => {
  render(<Page />)
  const scrollTo = withHeights(screen.getByTestId('list'))
  const user = userEvent.setup()
  await user.keyboard('{PageDown}{End}')
  screen.getByRole('link', { name: 'Rail' }).focus()
  await user.keyboard('{PageUp}{Home}')
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(4))
  expect(scrollTo.mock.calls).toEqual([[{ top: 480 }], [{ top: 1_000 }], [{ top: 120 }], [{ top: 0 }]])
  await user.click(screen.getByRole('textbox', { name: 'Search' }))
  await user.keyboard('{End}{PageDown}')
  expect(scrollTo).toHaveBeenCalledTimes(4)
})
