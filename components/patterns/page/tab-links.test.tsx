/** Tabs by keys: each press counts from where the last one leads, also while that page is on its way. */
import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { runShortcut } from './shortcuts.tsx'
import { TabLinks } from './tab-links.tsx'

const page = vi.hoisted(() => ({ pathname: '/users/1', push: vi.fn() }))
vi.mock('next/navigation', () => ({ usePathname: () => page.pathname, useRouter: () => ({ push: page.push }) }))

const TABS = ['', '/profile', '/orders'].map((path) => ({ href: `/users/1${path}`, label: path }))
const tabs = (onGo = (go: () => void) => go()) => <TabLinks label="User" tabs={TABS} onGo={onGo} />
const pushed = () => page.push.mock.calls.map(([href]) => href)

beforeEach(() => {
  page.pathname = '/users/1'
  page.push.mockReset()
})

test('two quick presses go two tabs, and no further than the last', () => {
  render(tabs())
  for (const key of [']', ']', ']', '[']) runShortcut(key)
  expect(pushed()).toEqual(['/users/1/profile', '/users/1/orders', '/users/1/profile'])
})

test('a press that is held back does not count', () => {
  render(tabs(() => undefined))
  runShortcut(']')
  expect(pushed()).toEqual([])
})

test('a page that came another way is where the next press begins', () => {
  const { rerender } = render(tabs())
  runShortcut(']')
  page.pathname = '/users/1/orders'
  rerender(tabs())
  runShortcut('[')
  expect(pushed()).toEqual(['/users/1/profile', '/users/1/profile'])
})
