import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offeredShortcuts, useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { provideDemo } from '#lib/demo/use-demo.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { createTestDemo, DEMO_NOW, ORDER_ID } from './demo.testing.ts'
import { DemoChip } from './demo-chip.tsx'
import { DemoPanel } from './demo-panel.tsx'
import { closeDrawer, loadControls } from './drawer.ts'

beforeEach(async () => {
  // jsdom knows no widths: this one is a desk's.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await loadControls()
})
afterEach(() => {
  act(() => {
    closeDrawer()
    provideDemo(null)
  })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Page() {
  useShortcutKeys()
  return (
    <>
      <DemoChip />
      <main>
        <button type="button">A row</button>
      </main>
      <DemoPanel environment="demo" order={<p>This order goes here</p>} />
    </>
  )
}

const chip = () => screen.getByRole('button', { name: /Demo controls$/ })
const drawer = () => screen.findByRole('complementary', { name: 'Demo controls' })
const said = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toContain(text))

const isChecked = (box: HTMLElement) => box instanceof HTMLInputElement && box.checked

async function open() {
  const user = userEvent.setup()
  renderPage(<Page />, { search: '/demo/orders' })
  await user.click(chip())
  return { user, panel: within(await drawer()) }
}

test('the chip has the clock in the viewer’s zone, and moves with each minute while it runs', () => {
  vi.useFakeTimers({ now: DEMO_NOW })
  const demo = createTestDemo()
  renderPage(<DemoChip />)
  expect(chip().textContent).toContain('Demo clock paused · Nov 22, 3:42 PM')
  act(() => demo.change({ clock: { now: DEMO_NOW, read_at: Date.now(), running: true } }))
  expect(chip().textContent).toContain('Demo clock running · Nov 22, 3:42 PM')
  act(() => vi.advanceTimersByTime(40_000))
  expect(chip().textContent).toContain('3:43 PM')
  act(() => vi.advanceTimersByTime(60_000))
  expect(chip().textContent).toContain('3:44 PM')
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
  expect(document.activeElement).toBe(panel)
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
  const { user } = await open()
  screen.getByRole('button', { name: 'A row' }).focus()
  await user.keyboard('{Escape}')
  expect(await drawer()).toBeTruthy()
})

test('what the page puts into the drawer is there', async () => {
  createTestDemo()
  const { panel } = await open()
  expect(await panel.findByRole('region', { name: 'Guided tours' })).toBeTruthy()
  expect(panel.getByText('This order goes here')).toBeTruthy()
})

test('a scenario is chosen with the arrow keys, shows at once, and is announced when it has taken effect', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  const { user, panel } = await open()
  const normal = panel.getByRole('radio', {
    name: 'Normal day',
    description: '2,600 orders · 260 users Routine work and a few problems',
  })
  const busy = panel.getByRole('radio', { name: 'Busy lab' })
  expect(isChecked(normal)).toBe(true)
  normal.focus()
  await user.keyboard('{ArrowDown}')
  expect(isChecked(busy)).toBe(true)
  expect(screen.getByRole('status').textContent).not.toContain('Busy lab')
  release()
  await said('Scenario: Busy lab.')
  expect(demo.calls).toEqual(['scenario {"base":"busy","modifiers":[],"booking":null}'])
})

test('of choices made while another takes effect, only the last one is asked for', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  const { user, panel } = await open()
  await user.click(panel.getByRole('radio', { name: 'Busy lab' }))
  await user.click(panel.getByRole('switch', { name: 'Slow network' }))
  await user.click(panel.getByRole('switch', { name: 'Unknown values' }))
  release()
  await said('Unknown values on.')
  expect(demo.calls).toEqual([
    'scenario {"base":"busy","modifiers":[],"booking":null}',
    'scenario {"base":"busy","modifiers":["slow","unknown"],"booking":null}',
  ])
})

test('modifiers are switches, and their number is beside the title', async () => {
  const demo = createTestDemo({ scenario: { base: 'busy', modifiers: ['flaky'], booking: null } })
  const { user, panel } = await open()
  const group = within(panel.getByRole('group', { name: /^Modifiers/ }))
  expect(group.getAllByRole('switch')).toHaveLength(4)
  expect(group.getByText('1 on')).toBeTruthy()
  expect(isChecked(group.getByRole('switch', { name: 'Flaky service' }))).toBe(true)
  await user.click(group.getByRole('switch', { name: 'Slow network' }))
  expect(await group.findByText('2 on')).toBeTruthy()
  expect(demo.calls).toEqual(['scenario {"base":"busy","modifiers":["slow","flaky"],"booking":null}'])
  await user.click(group.getByRole('switch', { name: 'Flaky service' }))
  await said('Flaky service off.')
})

test('how bookings end is chosen from a list that begins with the key', async () => {
  const demo = createTestDemo()
  const { user, panel } = await open()
  const select = panel.getByRole('combobox', { name: 'Booking outcome' })
  expect(within(select).getAllByRole('option')[0]?.textContent).toContain('By booking key')
  await user.selectOptions(select, 'Conflict')
  await said('Booking outcome: Conflict.')
  expect(panel.getByText('Refused: the order already has an appointment (409)')).toBeTruthy()
  await user.selectOptions(select, 'By booking key')
  await said('Booking outcome: by booking key.')
  expect(demo.calls.at(-1)).toBe('scenario {"base":"normal","modifiers":[],"booking":null}')
})

test('a choice that fails is taken back, and says so in its place', async () => {
  const demo = createTestDemo()
  demo.fail(new RequestError({ kind: 'shape', call: 'demo', detail: 'This role can’t be played.' }))
  const { user, panel } = await open()
  const roles = within(panel.getByRole('group', { name: 'Role' }))
  expect(roles.getAllByRole('radio')).toHaveLength(4)
  await user.click(roles.getByRole('radio', { name: 'Support' }))
  expect((await roles.findByRole('alert')).textContent).toContain('This role can’t be played.')
  expect(isChecked(roles.getByRole('radio', { name: 'Lab coordinator' }))).toBe(true)
  await user.click(roles.getByRole('radio', { name: 'Support' }))
  await said('Role: Support.')
  expect(roles.queryByRole('alert')).toBeNull()
})

test('a large scenario shows how much of it is there', async () => {
  const demo = createTestDemo({ loaded: 0.428 })
  const { panel } = await open()
  expect(panel.getByRole('progressbar', { name: 'Loading sample data' }).getAttribute('aria-valuenow')).toBe('42')
  act(() => demo.change({ loaded: 1 }))
  expect(panel.queryByRole('progressbar')).toBeNull()
  await said('Sample data loaded.')
})

test('the clock is stopped, started and moved on', async () => {
  const demo = createTestDemo()
  const { user, panel } = await open()
  const card = within(panel.getByRole('group', { name: 'Clock Paused' }))
  expect(card.getByText('Nov 22, 3:42 PM UTC')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: /^\+1 h/ }))
  await said('Demo clock at Nov 22, 4:42 PM.')
  await user.click(panel.getByRole('button', { name: /^\+1 day/ }))
  await said('Demo clock at Nov 23, 4:42 PM.')
  await user.click(panel.getByRole('button', { name: 'Resume' }))
  await said('Demo clock running.')
  await user.click(panel.getByRole('button', { name: 'Pause' }))
  await said('Demo clock paused.')
  expect(demo.calls).toEqual(['advance 3600000', 'advance 86400000', 'resume', 'pause'])
})

test('the next event is named, leads to its order, and happens at once on demand', async () => {
  const demo = createTestDemo()
  const { user, panel } = await open()
  const link = panel.getByRole('link', { name: 'draw completed in 38 min' })
  expect(link.getAttribute('href')).toBe(`/demo/orders/${ORDER_ID}`)
  await user.click(panel.getByRole('button', { name: 'Skip to next event' }))
  await said('Draw completed. Demo clock at Nov 22, 4:20 PM.')
  const button = panel.getByRole('button', {
    name: 'Skip to next event',
    description: 'No upcoming events. Book a draw or advance an order.',
  })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(demo.calls).toEqual(['next'])
})

test('a command under way cannot be given twice', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  const { user, panel } = await open()
  await user.click(panel.getByRole('button', { name: /^\+1 h/ }))
  await user.click(panel.getByRole('button', { name: /^\+1 day/ }))
  expect(panel.getByRole('button', { name: /\+1 h.*is under way/ }).getAttribute('aria-disabled')).toBe('true')
  release()
  await said('Demo clock at Nov 22, 4:42 PM.')
  expect(demo.calls).toEqual(['advance 3600000'])
})

test('a reset is undone, and the focus stays in the drawer', async () => {
  createTestDemo()
  const { user, panel } = await open()
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
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  createTestDemo()
  renderPage(<Page />)
  const user = userEvent.setup()
  await user.click(chip())
  const sheet = await screen.findByRole('dialog', { name: 'Demo controls' })
  expect(within(sheet).getAllByRole('switch')).toHaveLength(4)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(chip()))
})
