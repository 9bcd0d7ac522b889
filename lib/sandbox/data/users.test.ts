import { expect, test } from 'vitest'
import { CONNECTION_ERROR_TYPES } from '#lib/kernel/values.ts'
import { HOURS_BEHIND_UTC, PLACES } from '#lib/sandbox/data/centers/places.ts'
import { DEFAULT_SIZE, generateBundles } from './generate.ts'
import { PROVIDERS } from './providers.ts'

const TODAY = new Date('2026-03-14T15:09:26Z')
const MIDNIGHT = '2026-03-14T00:00:00.000Z'
const bundles = [...generateBundles({ ...DEFAULT_SIZE, today: TODAY, team_id: 'c3b1f3a0-5d52-4c58-9a53-3f1b7d1e0a42' })]
const connections = bundles.flatMap((bundle) => bundle.connections)
const infos = bundles.flatMap(({ user }) => user.info ?? [])

test('some users have no demographics, and none of those has orders', () => {
  const without = bundles.filter(({ user }) => !user.info)
  expect(without.length).toBeGreaterThan(8)
  expect(without.flatMap(({ orders }) => orders)).toEqual([])
})

test('healthy, failed with each error type, and no connections', () => {
  expect(bundles.filter((bundle) => bundle.connections.length === 0).length).toBeGreaterThan(20)
  expect(connections.filter(({ status }) => status === 'connected').length).toBeGreaterThan(200)
  const failed = connections.filter(({ status }) => status === 'error')
  expect(new Set(failed.map(({ error_details }) => error_details?.error_type))).toEqual(new Set(CONNECTION_ERROR_TYPES))
  expect(connections.filter(({ status, error_details }) => (status === 'error') !== (error_details !== null))).toEqual(
    [],
  )
})

test('a user has a source once, with scopes where the source knows them', () => {
  for (const bundle of bundles) {
    const slugs = bundle.connections.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  }
  for (const { slug, resource_availability } of connections) {
    const provider = PROVIDERS.find((candidate) => candidate.slug === slug)
    expect(Object.keys(resource_availability)).toEqual(Object.keys(provider?.resources ?? {}))
    for (const { status, scope_requirements } of Object.values(resource_availability)) {
      expect(scope_requirements !== null).toBe(provider?.kind === 'cloud_oauth')
      const denied = scope_requirements?.user_denied.required ?? []
      expect(status).toBe(denied.length > 0 ? 'unavailable' : 'available')
    }
  }
  const missing = connections.filter(({ error_details }) => error_details?.error_type === 'required_scopes_not_granted')
  for (const { resource_availability } of missing) {
    expect(Object.values(resource_availability).some(({ status }) => status === 'unavailable')).toBe(true)
  }
})

test('a user exists before its connections and orders, and nothing is later than midnight', () => {
  for (const { user, connections: own, orders } of bundles) {
    for (const { created_on, error_details } of own) {
      expect(created_on > user.created_on && created_on <= MIDNIGHT).toBe(true)
      if (error_details?.errored_at) expect(error_details.errored_at >= created_on).toBe(true)
    }
    for (const { order } of orders) expect(order.created_at > user.created_on).toBe(true)
    for (const fallback of [user.fallback_birth_date, user.fallback_time_zone]) {
      if (fallback) expect(fallback.updated_at >= user.created_on && fallback.updated_at <= MIDNIGHT).toBe(true)
    }
    expect(user.created_on < MIDNIGHT).toBe(true)
  }
})

test('some users have fallbacks; a zone fits the state', () => {
  const zones = bundles.filter(({ user }) => user.fallback_time_zone)
  expect(zones.length).toBeGreaterThan(50)
  expect(zones.length).toBeLessThan(bundles.length)
  for (const { user } of zones) {
    if (!user.info) continue
    const place = PLACES.find(({ zip }) => user.info?.address.zip_code?.startsWith(zip))
    expect(user.fallback_time_zone?.id).toBe(place?.zone)
  }
  expect(bundles.some(({ user }) => user.fallback_birth_date)).toBe(true)
  expect(bundles.some(({ user }) => user.ingestion_start)).toBe(true)
})

test('people live in every state, the four ZIP codes the tests rely on among them', () => {
  expect(new Set(PLACES.map(({ state }) => state)).size).toBe(51)
  expect(new Set(infos.map(({ address }) => address.state)).size).toBe(51)
  const zips = infos.map(({ address }) => address.zip_code?.slice(0, 5))
  for (const zip of ['85004', '10001', '60601', '94103']) expect(zips).toContain(zip)
  for (const { zip, state, city, area, zone } of PLACES) {
    expect(`${zip} ${state} ${area} ${city}`).toMatch(/^\d{5} [A-Z]{2} \d{3} [A-Z][a-z]+( [A-Z][a-z]+)*$/)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  }
})

test('the hours behind UTC are the standard time of the zone', () => {
  const winter = new Date('2026-01-15T20:00:00Z')
  for (const [timeZone, hours] of Object.entries(HOURS_BEHIND_UTC)) {
    const there = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(winter)
    expect(Number(there)).toBe(20 - hours)
  }
})

test('people are varied and reachable at numbers kept for fiction only', () => {
  const names = infos.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  expect(new Set(names).size).toBeGreaterThan(infos.length * 0.95)
  expect(names.some((name) => name.includes("'"))).toBe(true)
  expect(names.some((name) => name.includes('-'))).toBe(true)
  for (const { phone_number, email } of infos) {
    expect(phone_number).toMatch(/^\+1\d{3}55501\d{2}$/)
    expect(email).toMatch(/^[a-z.]+\.\d+@(mail\.example|post\.example|example\.com|example\.org)$/)
  }
  expect(new Set(infos.map(({ gender }) => gender)).size).toBeGreaterThan(2)
})

test('children have a parent as proxy', () => {
  const children = infos.filter(({ dob }) => dob > '2008-03-14')
  expect(children.length).toBeGreaterThan(5)
  for (const { medical_proxy } of children) expect(medical_proxy).toMatchObject({ relationship: 'parent' })
})
