import { expect, test } from 'vitest'
import { APPOINTMENT_PROVIDERS } from '#lib/domains/bookings/service/appointment-providers.ts'
import { PLACES } from '#lib/sandbox/data/centers/places.ts'
import { sandboxCatalog } from './catalog.ts'

test('everything a sandbox refers to is there', () => {
  const { providers, labs, lab_tests, lab_accounts, appointment_providers } = sandboxCatalog
  expect(providers).toHaveLength(39)
  expect(labs.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
  expect(lab_tests).toHaveLength(12)
  expect(lab_accounts.length).toBeGreaterThan(1)
  expect(appointment_providers).toEqual(APPOINTMENT_PROVIDERS.map(({ slug }) => slug))
})

test('tests have markers, labs have centers, and both agree with the lists', () => {
  const { labs, lab_tests, lab_accounts, markersOf, centersOf, centroidOf } = sandboxCatalog
  const ids = labs.map(({ id }) => id)
  for (const { id, lab_id } of lab_tests) {
    expect(ids).toContain(lab_id)
    expect(markersOf(id)?.every((marker) => marker.lab_id === lab_id)).toBe(true)
  }
  for (const id of ids) expect(centersOf(id).length).toBeGreaterThan(50)
  for (const { lab_ids } of lab_accounts) expect(lab_ids.every((id) => ids.includes(id))).toBe(true)
  expect(markersOf('00000000-0000-4000-a000-000000000999')).toBeNull()
  expect(centersOf(99)).toEqual([])
  expect(centroidOf('85004')).toEqual({ lat: expect.any(Number), lng: expect.any(Number) })
  expect(centroidOf('00000')).toBeNull()
})

test('every state and DC has a zone that the runtime knows, one of its own places', () => {
  const states = new Set(PLACES.map(({ state }) => state))
  expect(states.size).toBe(51)
  for (const state of states) {
    const zone = sandboxCatalog.zoneOf(state)
    expect(PLACES.filter((place) => place.state === state).map((place) => place.zone)).toContain(zone)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  }
})

test.each([
  ['AZ', 'America/Phoenix'],
  ['DC', 'America/New_York'],
  ['HI', 'Pacific/Honolulu'],
  ['ID', 'America/Boise'],
  ['IN', 'America/Indiana/Indianapolis'],
  ['TN', 'America/Chicago'],
  ['TX', 'America/Chicago'],
  ['PR', 'UTC'],
  ['', 'UTC'],
  ['constructor', 'UTC'],
])('most of "%s" keeps %s', (state, zone) => {
  expect(sandboxCatalog.zoneOf(state)).toBe(zone)
})
