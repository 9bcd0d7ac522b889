/** Events of the demo: a run has the same ones, however often and whenever somebody looks. */
import { expect, test } from 'vitest'
import { bundles } from '#lib/domains/access/service/store.conformance.ts'
import { eventSearch, type ReceivedEvent } from '#lib/domains/events/received.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { createDemoEvents } from './events.ts'
import { sendingOf, timesOf } from './sending.ts'

const STARTED = Date.parse('2026-11-21T08:00:00Z')
const people = bundles.slice(0, 30)

async function looked(...at: number[]): Promise<ReceivedEvent[]> {
  const store = createMemoryConsoleStore()
  const records = createMemoryStore()
  await records.insert(people)
  let time = 0
  const arrive = createDemoEvents({ store, records, team_id: TEAM, started_at: STARTED, now: () => new Date(time) })
  for (time of at) await Promise.all([arrive(), arrive()])
  const all: ReceivedEvent[] = []
  for (let offset = 0; ; offset += 250) {
    const page = await store.searchEvents('demo', eventSearch.parse({ offset, limit: 250 }))
    all.push(...page.events)
    if (page.events.length < 250) return all
  }
}

test('two weeks before the run, and an event a minute since; the same whoever looks when', async () => {
  const events = await looked(STARTED, STARTED + HOUR)
  expect(events).toEqual(await looked(STARTED - 3 * DAY, STARTED, STARTED + HOUR / 3, STARTED + HOUR))
  const times = events.map(({ received_at }) => Date.parse(received_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(times.filter((at) => at > STARTED).length).toBeGreaterThan(55)
  const days = new Set(times.map((at) => Math.floor((STARTED - at) / DAY)))
  expect([...days].filter((day) => day >= 0)).toHaveLength(14)
  const outcomes = new Set(events.map(({ outcome }) => outcome))
  expect([...outcomes].sort()).toEqual(['applied', 'duplicate', 'superseded'])
})

test('every connection has sent before the run, at its times and of its types, and no broken one since its error', async () => {
  const events = await looked(STARTED)
  for (const { connections } of people) {
    for (const connection of connections) {
      const sending = sendingOf(connection.user_id, connection, STARTED)
      const own = events.filter((each) => each.user_id === connection.user_id && each.source?.slug === connection.slug)
      const times = timesOf(sending, STARTED - 14 * DAY, STARTED)
      // Now and then the message of another comes a second time instead.
      const at = (one: ReceivedEvent) => Date.parse(one.received_at)
      const seen = [...own, ...events.filter(({ outcome }) => outcome === 'duplicate')]
      for (const time of times) expect(seen.map(at)).toContain(time)
      for (const { event_type } of own) expect(sending.resources).toContain(event_type.split('.')[2])
      const errored = connection.error_details?.errored_at
      if (errored) expect(own.every(({ received_at }) => received_at < errored)).toBe(true)
    }
  }
})
