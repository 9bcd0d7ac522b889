/** Pulls of a connection over its first month and more. */
import { expect, test } from 'vitest'
import { PULL_ERRORS, PULL_STATUSES, RETRIABLE_ERRORS } from '#lib/domains/connections/historical-pull.ts'
import { userIdOf } from '#lib/domains/users/user.testing.ts'
import { RESOURCES } from '#lib/sandbox/data/resources.ts'
import { DAY, HOUR, SECOND } from '#lib/utils/time/durations.ts'
import { pullsOf } from './historical-pulls.ts'
import { historyOf } from './stream.ts'

const MADE = '2026-11-21T20:07:00.000Z'
const connectionOf = (number: number, created_on = MADE) => ({
  user_id: userIdOf(number),
  name: 'Korrin Ring',
  slug: 'korrin_ring',
  status: 'connected',
  created_on,
  resource_availability: {
    ...Object.fromEntries(Object.keys(RESOURCES).map((resource) => [resource, { status: 'available' }])),
    steps: { status: 'unavailable' },
  },
})
const NUMBERS = Array.from({ length: 60 }, (_, number) => number)
const pullsAt = (after: number, created_on = MADE) =>
  NUMBERS.flatMap((number) =>
    Object.entries(pullsOf(connectionOf(number, created_on), Date.parse(created_on) + after).pulled),
  )
const statusesAt = (after: number) => [...new Set(pullsAt(after).map(([, { status }]) => status))].sort()

test('it is scheduled, pulled, and ends well, badly or in another try, which ends after 30 days', () => {
  expect(statusesAt(0)).toEqual(['scheduled'])
  expect(statusesAt(21 * SECOND)).toContain('in_progress')
  expect(statusesAt(HOUR)).toEqual(['failure', 'retrying', 'success'])
  expect(statusesAt(31 * DAY)).toEqual(['failure', 'success'])
  const seen = [0, 21 * SECOND, HOUR, 31 * DAY].flatMap((after) => pullsAt(after).map(([, pull]) => pull))
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(PULL_STATUSES))
  expect(new Set(seen.flatMap(({ error_details }) => error_details?.error_type ?? []))).toEqual(new Set(PULL_ERRORS))
})

test('a retry follows within six hours, for an error that can pass', () => {
  const now = Date.parse(MADE) + 5 * DAY
  const retrying = pullsAt(5 * DAY).filter(([, { status }]) => status === 'retrying')
  expect(retrying.length).toBeGreaterThan(0)
  for (const [, { timeline, error_details }] of retrying) {
    const wait = Date.parse(timeline.retry_at ?? '') - now
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(6 * HOUR)
    expect(RETRIABLE_ERRORS).toContain(error_details?.error_type)
  }
})

test('a connection from before 9 May 2025 has no retries and no details', () => {
  const early = pullsAt(HOUR, '2025-05-08T23:00:00.000Z').map(([, pull]) => pull)
  expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['success', 'failure']))
  expect(early.every(({ error_details }) => error_details === null)).toBe(true)
})

test('what succeeds is what is sent as history; what is denied isn’t pulled', () => {
  const connection = connectionOf(1)
  const { pulled, not_pulled } = pullsOf(connection, Date.parse(MADE) + DAY)
  const good = Object.entries(pulled).flatMap(([resource, { status }]) => (status === 'success' ? [resource] : []))
  const resources = Object.keys(RESOURCES)
  const source = { ...connection, zone: 'America/Denver', source: connection, resources }
  const sent = historyOf(source, Date.parse(MADE)).map(({ event_type }) => event_type.split('.')[2])
  expect(new Set(good)).toEqual(new Set(sent))
  expect(not_pulled).toContain('steps')
})
