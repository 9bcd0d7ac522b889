import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connection } from '#lib/domains/connections/connection.ts'
import { userInfo } from '#lib/domains/demographics/user-info.ts'
import { userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import { order } from '#lib/domains/orders/order.ts'
import { clientUserId, fallbackBirthDate, fallbackTimeZone, user, userUpdate } from '#lib/domains/users/user.ts'
import type { UserBundle } from '#lib/service/records.ts'
import { DEFAULT_SIZE, generateBundles } from './generate.ts'

const TEAM = 'c3b1f3a0-5d52-4c58-9a53-3f1b7d1e0a42'
const TODAY = new Date('2026-03-14T15:09:26Z')
const options = { ...DEFAULT_SIZE, today: TODAY, team_id: TEAM }
const bundles = [...generateBundles(options)]

function idsOf({ user, connections, orders }: UserBundle): string[] {
  expect(connections.every(({ user_id }) => user_id === user.user_id)).toBe(true)
  const own = orders.flatMap(({ order }) => {
    const { details } = order
    return [order.id, details.data?.id, details.data?.shipment?.id, details.data?.appointment_id]
  })
  return [user.user_id, ...own].filter((id) => typeof id === 'string')
}

function counted(all: Iterable<UserBundle>) {
  let [users, orders] = [0, 0]
  for (const bundle of all) {
    users += 1
    orders += bundle.orders.length
  }
  return { users, orders }
}

describe('the same set every time', () => {
  test('same options, same bundles, whatever the hour', () => {
    expect([...generateBundles({ ...options, today: new Date('2026-03-14T00:00:00Z') })]).toEqual(bundles)
  })

  test('another day moves the dates and keeps the ids', () => {
    const next = [...generateBundles({ ...options, today: new Date('2026-03-15T00:00:00Z') })]
    expect(next.flatMap(idsOf)).toEqual(bundles.flatMap(idsOf))
    expect(next).not.toEqual(bundles)
  })

  test('another team or seed shares no id, no client_user_id and no event id across seeds', () => {
    const ids = new Set(bundles.flatMap(idsOf))
    const otherTeam = [...generateBundles({ ...options, team_id: '00000000-0000-4000-8000-000000000002' })]
    const otherSeed = [...generateBundles({ ...options, seed: 7 })]
    expect([...otherTeam, ...otherSeed].flatMap(idsOf).filter((id) => ids.has(id))).toEqual([])
    const references = new Set(bundles.map(({ user }) => user.client_user_id))
    expect(otherSeed.filter(({ user }) => user.client_user_id && references.has(user.client_user_id))).toEqual([])
    const events = new Set(eventIds(bundles))
    expect(eventIds(otherSeed).filter((id) => events.has(id) || !Number.isSafeInteger(id))).toEqual([])
  })
})

describe('exact counts', () => {
  test('the default size', () => {
    expect(counted(bundles)).toEqual(DEFAULT_SIZE)
    expect(DEFAULT_SIZE.users).toBeGreaterThanOrEqual(250)
    expect(DEFAULT_SIZE.orders).toBeGreaterThanOrEqual(2500)
    const counts = bundles.map(({ orders }) => orders.length)
    expect(Math.min(...counts)).toBe(0)
    expect(Math.max(...counts)).toBeGreaterThan(30)
    expect(Math.max(...counts)).toBeLessThanOrEqual(45)
  })

  test.each([
    { users: 0, orders: 0 },
    { users: 1, orders: 3 },
    { users: 10, orders: 1000 },
    { users: 2000, orders: 0 },
    { users: 2000, orders: 7 },
  ])('$users users and $orders orders', (size) => {
    expect(counted(generateBundles({ ...options, ...size }))).toEqual(size)
  })

  test('any size', () => {
    const sizes = fc.record({ users: fc.integer({ min: 1, max: 80 }), orders: fc.integer({ min: 0, max: 300 }) })
    const exact = fc.property(sizes, (size) => {
      expect(counted(generateBundles({ ...options, ...size }))).toEqual(size)
    })
    fc.assert(exact, { numRuns: 50 })
  })

  test.each([{ users: 0, orders: 1 }, { users: -1 }, { orders: 1.5 }, { seed: 2 ** 20 }])('%o is refused', (wrong) => {
    expect(() => generateBundles({ ...options, ...wrong }).next()).toThrow(RangeError)
  })
})

function takeFive(all: Iterable<UserBundle>): UserBundle[] {
  const taken: UserBundle[] = []
  for (const bundle of all) if (taken.push(bundle) === 5) break
  return taken
}

describe('streaming', () => {
  test('a million users: the first are there at once, and the same again', () => {
    const million = { ...options, users: 1_000_000, orders: 1_000_000 }
    const started = performance.now()
    const five = takeFive(generateBundles(million))
    expect(performance.now() - started).toBeLessThan(1000)
    expect(five).toHaveLength(5)
    expect(takeFive(generateBundles(million))).toEqual(five)
  })
})

function eventIds(all: readonly UserBundle[]): number[] {
  return all.flatMap(({ orders }) => orders.flatMap((record) => record.order.events.map(({ id }) => id)))
}

describe('identity', () => {
  test('every id is unique and a version 4 UUID', () => {
    const ids = bundles.flatMap(idsOf)
    expect(new Set(ids).size).toBe(ids.length)
    const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect(ids.filter((id) => !version4.test(id))).toEqual([])
  })

  test('event ids are unique positive integers', () => {
    const ids = eventIds(bundles)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Math.min(...ids)).toBeGreaterThan(0)
  })

  test('client_user_ids are unique where there are any', () => {
    const references = bundles.flatMap(({ user }) => user.client_user_id ?? [])
    expect(new Set(references).size).toBe(references.length)
    expect(references.length).toBeGreaterThan(200)
    expect(references.length).toBeLessThan(bundles.length)
  })
})

describe('the contract', () => {
  test('users, as stored and as read', () => {
    for (const { user: record } of bundles) {
      const { info, ingestion_start, ingestion_end, ...fields } = record
      user.parse({ ...fields, connected_sources: [] })
      fallbackBirthDate.nullable().parse(fields.fallback_birth_date)
      fallbackTimeZone.nullable().parse(fields.fallback_time_zone)
      clientUserId.nullable().parse(fields.client_user_id)
      userUpdate.parse({ ingestion_start, ingestion_end, fallback_time_zone: fields.fallback_time_zone?.id })
      if (!info) continue
      userInfo.parse(info)
      // A case: a record that is older than today’s rules.
      if (info.medical_proxy && !info.medical_proxy['phone_number']) continue
      expect(userInfoWrite.parse(info)).toEqual(info)
    }
  })

  test('connections and orders', () => {
    for (const { connections, orders } of bundles) {
      for (const record of connections) connection.parse(record)
      for (const record of orders) expect(order.parse(record.order)).toEqual(record.order)
    }
  })

  test('everything survives JSON', () => {
    expect(JSON.parse(JSON.stringify(bundles))).toEqual(bundles)
  })
})
