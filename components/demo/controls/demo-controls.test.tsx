import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createTestDemo, DEMO_NOW } from '#components/demo/demo.testing.ts'
import { DemoChip } from '#components/demo/demo-chip.tsx'
import { offeredShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { chip, drawer, openControls, Page, resetControlsAroundTests, said, stubScreen } from './controls.testing.tsx'

resetControlsAroundTests()

test('the chip has the clock in the viewer’s zone, and moves with each minute while it runs', () => {
  vi.useFakeTimers({ now: DEMO_NOW })
  const demo = createTestDemo()
  renderPage(<DemoChip />)
  expect(chip().textContent).toContain('Demo clock paused · 22 Nov, 15:42')
  act(() => demo.change({ clock: { now: DEMO_NOW, read_at: Date.now(), running: true } }))
  expect(chip().textContent).toContain('Demo clock running · 22 Nov, 15:42')
  act(() => vi.advanceTimersByTime(40_000))
  expect(chip().textContent).toContain('15:43')
  act(() => vi.advanceTimersByTime(60_000))
  expect(chip().textContent).toContain('15:44')
})

test('nothing stands in the bar until the demo has answered', () => {
  render(<DemoChip />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('D opens the controls and puts the focus there; Esc closes them and gives the focus back', async () => {
  createTestDemo()
  renderPage(<Page />)
  const user = userEvent.setup()
  const row = screen.getByRole('button', { name: 'A row' })
  row.focus()
  expect(offeredShortcuts().map(({ label }) => label)).toContain('Open demo controls')
  await user.keyboard('d')
  const panel = await drawer()
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(chip().getAttribute('aria-expanded')).toBe('true')
  // Not modal: the page stays within reach.
  expect(row).toBeTruthy()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close demo controls' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(row)
  await user.keyboard('d')
  await drawer()
  await user.keyboard('d')
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('Esc elsewhere on the page is none of the drawer’s business', async () => {
  createTestDemo()
  const { user } = await openControls()
  screen.getByRole('button', { name: 'A row' }).focus()
  await user.keyboard('{Escape}')
  expect(await drawer()).toBeTruthy()
})

test('what the page puts into the drawer is there', async () => {
  createTestDemo()
  const { panel } = await openControls()
  expect(await panel.findByRole('region', { name: 'Guided tours' })).toBeTruthy()
  expect(panel.getByText('This order goes here')).toBeTruthy()
})

test('a reset is undone, and the focus stays in the drawer', async () => {
  createTestDemo()
  const { user, panel } = await openControls()
  expect(panel.getByText('12 changes since the start')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Reset demo' }))
  await said('Demo reset.')
  expect(panel.getByText('No changes yet')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Undo reset' }))
  await said('Reset undone.')
  expect(panel.queryByRole('button', { name: 'Undo reset' })).toBeNull()
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Reset demo' }))
})

test('on a phone the controls are a window over the whole page', async () => {
  stubScreen({ isPhone: true })
  createTestDemo()
  renderPage(<Page />)
  const user = userEvent.setup()
  await user.click(chip())
  const sheet = await screen.findByRole('dialog', { name: 'Demo controls' })
  expect(within(sheet).getAllByRole('switch')).toHaveLength(5)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(chip()))
})
