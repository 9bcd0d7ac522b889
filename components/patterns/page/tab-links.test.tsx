/** Tabs by keys: each press counts from where the last one leads, also while that page is on its way. */
import { render } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { router } from '#components/testing/page.ts'
import { runShortcut } from './shortcuts.tsx'
import { TabLinks } from './tab-links.tsx'

const TABS = ['', '/profile', '/orders'].map((path) => ({ href: `/users/1${path}`, label: path }))
const tabs = (onGo = (go: () => void) => go()) => <TabLinks label="User" tabs={TABS} onGo={onGo} />
const pushed = () => router.push.mock.calls.map(([href]) => href)

const goTo = (path: string) => window.history.replaceState(null, '', path)

beforeEach(() => goTo('/users/1'))

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
  goTo('/users/1/orders')
  rerender(tabs())
  runShortcut('[')
  expect(pushed()).toEqual(['/users/1/profile', '/users/1/profile'])
})
