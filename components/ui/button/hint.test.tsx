import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'

function Removable() {
  const [isThere, setThere] = useState(true)
  return (
    <>
      {isThere && <IconButton icon={Trash2} label="Remove filter" />}
      <button type="button" onClick={() => setThere(false)}>
        Apply
      </button>
    </>
  )
}

test('a button without words shows its name on keyboard focus; Escape hides it', async () => {
  renderPage(<Removable />)
  await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Remove filter')
  // The name is not said twice.
  expect(screen.getByRole('button', { name: 'Remove filter' }).getAttribute('aria-describedby')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a tooltip goes when its button is hidden, as a list is while it loads anew', async () => {
  renderPage(<Removable />)
  const button = screen.getByRole('button', { name: 'Remove filter' })
  await userEvent.hover(button)
  await screen.findByRole('tooltip')
  Object.assign(button, { checkVisibility: () => false })
  button.style.display = 'none'
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a tooltip goes with the button it belongs to', async () => {
  renderPage(<Removable />)
  await userEvent.hover(screen.getByRole('button', { name: 'Remove filter' }))
  await screen.findByRole('tooltip')
  act(() => void fireEvent.click(screen.getByText('Apply')))
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})
