/** Opening a demo's connections has them checked, by the console's own rules, in the browser. */

import { expect, test, vi } from 'vitest'
import {
  countCoverage,
  countDirectorySources,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { testBrowser } from './engine.testing.ts'

test('every connection gets its state, and the time of its last data', async () => {
  const { read, errors } = await testBrowser().openTab()
  const coverage = async () => (await read(countDirectorySources)).coverage
  await vi.waitFor(async () => {
    const { users, checked } = await coverage()
    expect([users > 50, checked]).toEqual([true, users])
  }, 20_000)
  const { connections } = await read(searchDirectoryConnections, { query: { limit: 500 } })
  const states = new Set(connections.map(({ state }) => state))
  for (const state of ['connected', 'needs_sign_in', 'on_device']) expect(states).toContain(state)
  expect(connections.filter(({ last_data_at, checked_at }) => !(last_data_at && checked_at))).toEqual([])
  const broken = connections.filter(({ state }) => state === 'needs_sign_in')
  const working = connections.filter(({ state }) => state === 'connected')
  const newest = (list: typeof connections) => Math.max(...list.map((each) => Date.parse(each.last_data_at ?? '')))
  expect(newest(working)).toBeGreaterThan(newest(broken))
  expect(errors).toEqual([])
})

test('whoever counts data types first, for a minute of everybody, counts those of checked connections', async () => {
  const { read } = await testBrowser().openTab()
  expect((await read(countCoverage)).types).not.toEqual([])
})
