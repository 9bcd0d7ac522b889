import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Heading } from 'react-aria-components'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { provideDemo } from '#lib/demo/use-demo.ts'
import { createTestDemo } from './demo.testing.ts'
import { DemoAccount, DemoAccountLines } from './demo-account.tsx'
import { DemoPanel } from './demo-panel.tsx'
import { closeDrawer, loadControls } from './drawer.ts'

const PERSON = { id: 'demo', name: 'Dana Reyes', role: 'administrator' } as const

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await loadControls()
})
afterEach(() => {
  act(() => {
    closeDrawer()
    provideDemo(null)
  })
  vi.unstubAllGlobals()
})

test('the account block has the role that was chosen, and a menu without an account', async () => {
  const demo = createTestDemo()
  renderPage(
    <>
      <DemoAccount person={PERSON} canLeave />
      <DemoPanel environment="demo" />
    </>,
  )
  const user = userEvent.setup()
  const block = screen.getByRole('button', { name: /Dana Reyes/ })
  expect(block.textContent).toContain('Lab coordinator')
  act(() => demo.change({ role: 'support' }))
  expect(block.textContent).toContain('Support')
  await user.click(block)
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Demo controls', 'Leave the demo'])
  expect(menu.getByRole('menuitem', { name: 'Leave the demo' }).getAttribute('href')).toBe('/sign-in')
  await user.click(menu.getByRole('menuitem', { name: 'Demo controls' }))
  expect(await screen.findByRole('complementary', { name: 'Demo controls' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(block))
})

test('before the demo has answered, the role is the one the page was made for', () => {
  renderPage(<DemoAccount person={PERSON} canLeave />)
  expect(screen.getByRole('button').textContent).toContain('Administrator')
})

test('in the sheet of a phone the controls take the sheet’s place', async () => {
  createTestDemo()
  const onClose = vi.fn()
  renderPage(
    <>
      <Dialog isOpen onClose={onClose} sheet>
        <Heading slot="title">More</Heading>
        <DemoAccountLines person={PERSON} canLeave />
      </Dialog>
      <DemoPanel environment="demo" />
    </>,
  )
  const user = userEvent.setup()
  expect(screen.getByRole('link', { name: 'Leave the demo' }).getAttribute('href')).toBe('/sign-in')
  await user.click(screen.getByRole('button', { name: 'Demo controls' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(document.querySelector('[data-demo-controls]')).toBeTruthy())
})

test('where there is nothing but the demo, nothing leads out of it', async () => {
  createTestDemo()
  const { unmount } = renderPage(<DemoAccount person={PERSON} canLeave={false} />)
  await userEvent.setup().click(screen.getByRole('button', { name: /Dana Reyes/ }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Demo controls'])
  unmount()
  renderPage(
    <Dialog isOpen onClose={vi.fn()} sheet>
      <Heading slot="title">More</Heading>
      <DemoAccountLines person={PERSON} canLeave={false} />
    </Dialog>,
  )
  expect(screen.getByRole('button', { name: 'Demo controls' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
