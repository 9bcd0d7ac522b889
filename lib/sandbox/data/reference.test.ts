import { describe, expect, test } from 'vitest'
import { marker } from '#lib/domains/catalog/marker.ts'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { ORDER_METHODS } from '#lib/kernel/values.ts'
import { baseCatalog } from '#lib/sandbox/catalog-base.ts'
import { LAB_ACCOUNTS, LAB_TESTS, LABS } from './labs.ts'
import { ANALYTES, markersOf, PANELS } from './markers.ts'
import { CLOUD_OAUTH_PROVIDERS, PROVIDERS } from './providers.ts'

function unique<T>(values: readonly T[]): readonly T[] {
  expect(new Set(values).size).toBe(values.length)
  return values
}

describe('providers', () => {
  test('39 slugs, 16 of them cloud OAuth, and manual entry', () => {
    expect(unique(PROVIDERS.map(({ slug }) => providerSlug.parse(slug)))).toHaveLength(39)
    expect(CLOUD_OAUTH_PROVIDERS).toHaveLength(16)
    expect(CLOUD_OAUTH_PROVIDERS.every(({ kind }) => kind === 'cloud_oauth')).toBe(true)
    expect(PROVIDERS.filter(({ kind }) => kind === 'manual').map(({ slug }) => slug)).toEqual(['manual'])
    expect(new Set(PROVIDERS.map(({ kind }) => kind))).toEqual(
      new Set(['cloud_oauth', 'password', 'on_device', 'manual']),
    )
    unique(PROVIDERS.map(({ name }) => name))
  })

  test('logos are addresses, and only OAuth asks for scopes', () => {
    for (const { logo, kind, resources } of PROVIDERS) {
      expect(new URL(logo).protocol).toBe('https:')
      expect(Object.keys(resources).length).toBeGreaterThan(2)
      for (const { required } of Object.values(resources)) expect(required.length > 0).toBe(kind === 'cloud_oauth')
    }
  })

  test('four appointment providers', () => {
    expect(unique(baseCatalog.appointment_providers)).toHaveLength(4)
  })
})

describe('labs', () => {
  test('labs 1 to 14', () => {
    expect(LABS.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
    unique(LABS.map(({ slug }) => slug))
  })

  test('twelve lab tests, every method among them, each with markers', () => {
    expect(LAB_TESTS.map(({ id }) => uuid.parse(id).slice(-12))).toEqual(
      Array.from({ length: 12 }, (_, index) => `000000000${101 + index}`),
    )
    expect(new Set(LAB_TESTS.map(({ method }) => method))).toEqual(new Set(ORDER_METHODS))
    for (const { id, lab_id } of LAB_TESTS) {
      const markers = markersOf(id) ?? []
      expect(markers.length).toBeGreaterThan(1)
      unique(markers.map((entry) => entry.id))
      for (const entry of markers) {
        expect(marker.parse(entry)).toEqual(entry)
        expect(entry.lab_id).toBe(lab_id)
        expect(entry.expected_results.length > 1).toBe(entry.type === 'panel')
        expect(entry.price).toMatch(/^\d{1,2}\.\d{2}$/)
      }
    }
    expect(markersOf('00000000-0000-4000-a000-000000000101')?.length).toBeGreaterThan(50)
    expect(markersOf('00000000-0000-4000-a000-000000000103')).toHaveLength(14)
    expect(markersOf('00000000-0000-4000-a000-000000000199')).toBeNull()
  })

  test('a marker has the same id in every test of a lab', () => {
    const all = LAB_TESTS.flatMap(({ id }) => markersOf(id) ?? [])
    const keyOf = new Map(all.map(({ id, lab_id, slug }) => [id, `${lab_id} ${slug}`]))
    expect(all.every(({ id, lab_id, slug }) => keyOf.get(id) === `${lab_id} ${slug}`)).toBe(true)
  })

  test('analytes have a code each, panels only analytes that exist', () => {
    unique(ANALYTES.map(({ key }) => key))
    for (const code of unique(ANALYTES.map(({ loinc }) => loinc))) expect(code).toMatch(/^\d{3,5}-\d$/)
    const keys = ANALYTES.map(({ key }) => key)
    for (const { analytes } of PANELS) expect(analytes.filter((key) => !keys.includes(key))).toEqual([])
  })

  test('accounts name labs that exist', () => {
    const ids: readonly number[] = LABS.map(({ id }) => id)
    unique(LAB_ACCOUNTS.map(({ id }) => uuid.parse(id)))
    for (const { lab_ids } of LAB_ACCOUNTS) expect(lab_ids.filter((id) => !ids.includes(id))).toEqual([])
  })
})
