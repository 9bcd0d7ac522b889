/** Events of the demo: a run has the same ones, however often and whenever somebody looks. */
import { expect, test } from 'vitest'
import { eventSearch } from '#lib/domains/events/received.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { createDemoEvents } from './events.ts'

const STARTED = Date.parse('2026-11-21T08:00:00Z')
const HOUR = 3_600_000
const created_on = '2026-01-01T00:00:00Z'
const connected_sources = [{ created_on, source: { name: 'Korrin Ring', slug: 'korrin_ring', logo: null } }]
const users = [1, 2, 3].map((number) => makeUser({ user_id: userIdOf(number), connected_sources }))

async function looked(...at: number[]) {
  const store = createMemoryConsoleStore()
  let time = 0
  const arrive = createDemoEvents({
    store,
    users: { listUsers: async () => ({ users, entries: 3, unreadable: 0, total: 3 }) },
    started_at: STARTED,
    now: () => new Date(time),
  })
  for (time of at) await Promise.all([arrive(), arrive()])
  return (await store.searchEvents('demo', eventSearch.parse({ limit: 250 }))).events
}

test('days before the run, and an event a minute since; the same whoever looks when', async () => {
  const events = await looked(STARTED, STARTED + HOUR)
  expect(events).toEqual(await looked(STARTED + HOUR / 3, STARTED + HOUR))
  expect(events.filter(({ received_at }) => Date.parse(received_at) > STARTED)).toHaveLength(60)
  const outcomes = new Set(events.map(({ outcome }) => outcome))
  expect([...outcomes].sort()).toEqual(['applied', 'duplicate', 'superseded'])
})
