import { expect, test } from 'vitest'
import { eventForm, webhookEvent } from '#lib/domains/events/event.ts'
import { connectionNews } from '#lib/domains/events/news.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import { wearableEvent } from './wearables.ts'

const AT = new Date('2026-11-21T08:00:00Z')
const source = { name: 'Korrin Ring', slug: 'korrin_ring', logo: null }
const events = Array.from({ length: 200 }, (_, seed) => wearableEvent(makeUser(), source, AT, seed))

test('every event has one of the forms of the specification, and names its source', () => {
  for (const event of events) {
    expect(webhookEvent.parse(event)).toEqual(event)
    expect(['summary', 'timeseries']).toContain(eventForm(event))
    expect(connectionNews(event)).toMatchObject({ kind: 'data', slug: 'korrin_ring' })
  }
  expect(new Set(events.map(({ event_type }) => event_type)).size).toBe(6)
})

test('the same seed gives the same event', () => {
  expect(wearableEvent(makeUser(), source, AT, 7)).toEqual(events[7])
})
