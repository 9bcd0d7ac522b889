import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { provideDemo } from '#lib/demo/use-demo.ts'
import { historyState, navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { createTestDemo } from './demo.testing.ts'
import { DemoAddress } from './demo-panel.tsx'

const BUSY_SLOW = { base: 'busy', modifiers: ['slow'], booking: null } as const

afterEach(() => act(() => provideDemo(null)))

const seen: string[] = []

/** A list, which must never see the page's own parameter. */
function List() {
  const search = useAddressSearch().toString()
  useEffect(() => {
    seen.push(search)
  }, [search])
  return <p>Filters: {search}</p>
}

function show(search: string) {
  seen.length = 0
  return renderPage(
    <>
      <DemoAddress />
      <List />
      <ToastHost />
    </>,
    { search, held: { users: 'lin' } },
  )
}

const query = () => window.location.search

test('the address names the scenario, the usual one by nothing', async () => {
  const demo = createTestDemo()
  show('/demo/orders?page=2')
  expect(query()).toBe('?page=2')
  act(() => demo.change({ scenario: BUSY_SLOW }))
  await waitFor(() => expect(query()).toBe('?page=2&scenario=busy,slow'))
  act(() => demo.change({ scenario: DEFAULT_SCENARIO }))
  await waitFor(() => expect(query()).toBe('?page=2'))
})

test('no entry of the history is added, what it holds stays, and the list notices nothing', async () => {
  const demo = createTestDemo()
  show('/demo/orders?page=2')
  const entries = window.history.length
  const replace = vi.spyOn(window.history, 'replaceState')
  act(() => demo.change({ scenario: BUSY_SLOW }))
  await waitFor(() => expect(query()).toContain('busy,slow'))
  expect(window.history).toHaveLength(entries)
  expect(replace).toHaveBeenCalledTimes(1)
  expect(historyState()).toEqual({ users: 'lin' })
  expect(seen).toEqual(['page=2'])
})

test('a list that writes its filters keeps the scenario, and nothing is written twice', async () => {
  createTestDemo({ scenario: BUSY_SLOW })
  show('/demo/orders')
  await waitFor(() => expect(query()).toBe('?scenario=busy,slow'))
  const replace = vi.spyOn(window.history, 'replaceState')
  act(() => navigate(new URLSearchParams({ status: 'completed,lost' }), {}))
  expect(query()).toBe('?status=completed%2Clost&scenario=busy,slow')
  expect(screen.getByText('Filters: status=completed%2Clost')).toBeTruthy()
  expect(replace).not.toHaveBeenCalled()
})

test('the scenario of a link is applied before the address follows', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  show('/demo/users?scenario=slow,busy,gibberish')
  await waitFor(() => expect(demo.calls).toEqual([`scenario ${JSON.stringify(BUSY_SLOW)}`]))
  expect(query()).toBe('?scenario=slow,busy,gibberish')
  release()
  await waitFor(() => expect(query()).toBe('?scenario=busy,slow'))
  expect(demo.calls).toHaveLength(1)
})

test('a link may ask for the usual scenario by its name, and words nobody knows ask for nothing', async () => {
  const demo = createTestDemo({ scenario: BUSY_SLOW })
  show('/demo/users?scenario=normal')
  await waitFor(() => expect(query()).toBe(''))
  expect(demo.calls).toEqual([`scenario ${JSON.stringify(DEFAULT_SCENARIO)}`])
})

test('words nobody knows are replaced by what is shown', async () => {
  const demo = createTestDemo({ scenario: BUSY_SLOW })
  show('/demo/users?scenario=gibberish')
  await waitFor(() => expect(query()).toBe('?scenario=busy,slow'))
  expect(demo.calls).toEqual([])
})

test('Back to an entry with an older scenario goes back to its page and not to its scenario', async () => {
  const demo = createTestDemo({ scenario: BUSY_SLOW })
  show('/demo/orders')
  await waitFor(() => expect(query()).toBe('?scenario=busy,slow'))
  act(() => navigate(new URLSearchParams({ page: '2' }), {}))
  act(() => demo.change({ scenario: { ...DEFAULT_SCENARIO, base: 'new' } }))
  await waitFor(() => expect(query()).toBe('?page=2&scenario=new'))
  act(() => window.history.back())
  await waitFor(() => expect(query()).toBe('?scenario=new'))
  expect(screen.getByText('Filters:')).toBeTruthy()
  expect(demo.calls).toEqual([])
})

test('a link’s scenario that fails says so, and the address names what is shown', async () => {
  const demo = createTestDemo()
  demo.fail(new Error('no worker'))
  show('/demo/orders?scenario=busy')
  await waitFor(() => expect(query()).toBe(''))
  expect(await screen.findByText('The scenario in this link didn’t load.')).toBeTruthy()
})

test('a page that Next leads to names the scenario too, though no list has written its address', async () => {
  createTestDemo({ scenario: BUSY_SLOW })
  const { rerender } = show('/demo/orders?page=2')
  await waitFor(() => expect(query()).toBe('?page=2&scenario=busy,slow'))
  // As Next does it: without an event, and the parts of the page are rendered again.
  History.prototype.pushState.call(window.history, null, '', '/demo/users')
  const entries = window.history.length
  rerender(<DemoAddress />)
  await waitFor(() => expect(query()).toBe('?scenario=busy,slow'))
  expect(window.location.pathname).toBe('/demo/users')
  expect(window.history).toHaveLength(entries)
})
