/** The demo's controls over a page, as a person opens them. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { DemoChip } from '#components/demo/demo-chip.tsx'
import { DemoPanel } from '#components/demo/demo-panel.tsx'
import { closeDrawer, loadControls } from '#components/demo/drawer.ts'
import { useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { provideDemo } from '#lib/demo/use-demo.ts'

/** On a screen that is wide unless `isPhone`; jsdom knows no widths. */
export const stubScreen = ({ isPhone }: { isPhone: boolean }) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener: vi.fn(), removeEventListener: vi.fn() }))

/** Before and after each test of a file: a wide screen, closed controls, no demo. */
export function resetControlsAroundTests() {
  beforeEach(async () => {
    stubScreen({ isPhone: false })
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
}

export function Page() {
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

export const chip = () => screen.getByRole('button', { name: /Demo controls$/ })
export const drawer = () => screen.findByRole('complementary', { name: 'Demo controls' })
/** Waits until this is announced. */
export const said = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toContain(text))

export const isChecked = (box: HTMLElement) => box instanceof HTMLInputElement && box.checked

export async function openControls() {
  const user = userEvent.setup()
  renderPage(<Page />, { search: '/demo/orders' })
  await user.click(chip())
  return { user, panel: within(await drawer()) }
}
