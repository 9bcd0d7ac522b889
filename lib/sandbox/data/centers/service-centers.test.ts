import { describe, expect, test, vi } from 'vitest'
import { PSC_LIMIT, serviceCenter } from '#lib/domains/service-centers/service-center.ts'
import { PSC_CAPABILITIES } from '#lib/kernel/values.ts'
import { LABS } from '#lib/sandbox/data/labs.ts'
import { milesBetween } from '#lib/utils/data/distance.ts'
import { centroidOf } from '#lib/utils/data/zip-codes.ts'
import { PLACES } from './places.ts'
import { type Center, centersOf } from './service-centers.ts'

const STATES = [...new Set(PLACES.map(({ state }) => state))]
const ALL: readonly Center[] = LABS.flatMap(({ id }) => centersOf(id))

/** Which first three digits the post office gives to which state: inclusive ranges. */
const PREFIXES: Readonly<Record<string, string>> = Object.fromEntries(
  `AK 995-999, AL 350-369, AR 716-729, AZ 850-865, CA 900-961, CO 800-816, CT 060-069, DC 200-200, DE 197-199,
  FL 320-349, GA 300-319, HI 967-968, IA 500-528, ID 832-838, IL 600-629, IN 460-479, KS 660-679, KY 400-427,
  LA 700-714, MA 010-027, MD 206-219, ME 039-049, MI 480-499, MN 550-567, MO 630-658, MS 386-397, MT 590-599,
  NC 270-289, ND 580-588, NE 680-693, NH 030-038, NJ 070-089, NM 870-884, NV 889-898, NY 100-149, OH 430-459,
  OK 730-749, OR 970-979, PA 150-196, RI 028-029, SC 290-299, SD 570-577, TN 370-385, TX 750-799, UT 840-847,
  VA 220-246, VT 050-059, WA 980-994, WI 530-549, WV 247-268, WY 820-831`
    .split(',')
    .map((entry) => entry.trim().split(' ')),
)

function miles(from: string, to: string): number {
  const [a, b] = [centroidOf(from), centroidOf(to)]
  return a && b ? milesBetween(a, b) : Number.NaN
}

function within(radius: number, zip: string, lab_id: number): Center[] {
  return centersOf(lab_id).filter(({ metadata }) => miles(zip, metadata.zip_code) <= radius)
}

function countByZip(centers: readonly Center[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { metadata } of centers) counts.set(metadata.zip_code, (counts.get(metadata.zip_code) ?? 0) + 1)
  return counts
}

describe('where centers stand', () => {
  test.each(LABS.map(({ id, name }) => [name, id] as const))('%s is present in all 51 states', (_, id) => {
    expect(STATES).toHaveLength(51)
    expect(new Set(centersOf(id).map(({ metadata }) => metadata.state))).toEqual(new Set(STATES))
  })

  test('only the largest lab is in nearly every place, and home tests have one center a state', () => {
    const placesOf = (id: number) => PLACES.filter(({ zip }) => within(0, zip, id).length > 0).length
    expect(placesOf(1)).toBeGreaterThan(PLACES.length * 0.9)
    for (const { id } of LABS.slice(1)) expect(placesOf(id), `lab ${id}`).toBeLessThan(PLACES.length - 5)
    expect(centersOf(12)).toHaveLength(STATES.length)
  })

  test.each(['85004', '10001', '60601', '94103'])('around %s the largest lab has more than a search returns', (zip) => {
    expect(within(25, zip, 1).length).toBeGreaterThanOrEqual(PSC_LIMIT + 5)
    expect(within(50, zip, 1).length).toBeGreaterThan(within(10, zip, 1).length)
  })

  test('some ZIP codes have several centers, some one', () => {
    const counts = [...countByZip(within(25, '85004', 1)).values()]
    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(0)
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(5)
    expect(Math.max(...counts)).toBeLessThan(8)
  })

  test('every ZIP is real, of the state it names, and within 60 miles of a place there', () => {
    const sites = new Map(ALL.map(({ metadata: { zip_code, state } }) => [`${state} ${zip_code}`, { zip_code, state }]))
    expect(sites.size).toBeGreaterThan(500)
    for (const [name, { zip_code, state }] of sites) {
      const [from = '', to = ''] = PREFIXES[state]?.split('-') ?? []
      expect(zip_code.slice(0, 3) >= from && zip_code.slice(0, 3) <= to, name).toBe(true)
      const places = PLACES.filter((place) => place.state === state)
      expect(Math.min(...places.map(({ zip }) => miles(zip, zip_code))), name).toBeLessThan(60)
    }
  })

  test('every place has a centroid', () => {
    expect(PLACES.filter(({ zip }) => centroidOf(zip) === null)).toEqual([])
  })

  test('a ZIP belongs to one city', () => {
    const cityOf = new Map(ALL.map(({ metadata }) => [metadata.zip_code, metadata.city]))
    expect(ALL.filter(({ metadata }) => cityOf.get(metadata.zip_code) !== metadata.city)).toEqual([])
    for (const { zip, city } of PLACES) expect(cityOf.get(zip)).toBe(city)
  })
})

describe('what centers say', () => {
  test('all are of the contract once a distance is added', () => {
    for (const center of ALL) {
      const sent = { ...center, distance: '1.5' }
      expect(serviceCenter.parse(sent)).toEqual(sent)
    }
  })

  test('a name is used once in a city', () => {
    for (const { id, name } of LABS) {
      const names = centersOf(id).map(({ metadata }) => `${metadata.name}, ${metadata.city}, ${metadata.state}`)
      expect(new Set(names).size, name).toBe(names.length)
      expect(names.every((entry) => entry.startsWith(name.split(' ')[0] ?? name))).toBe(true)
    }
  })

  test('telephone and fax numbers are of the block for fiction', () => {
    for (const { metadata } of ALL) {
      expect(metadata.phone_number).toMatch(/^\+1\d{3}55501\d{2}$/)
      expect(metadata.fax_number ?? metadata.phone_number).toMatch(/^\+1\d{3}55501\d{2}$/)
    }
    expect(ALL.some(({ metadata }) => metadata.fax_number === null)).toBe(true)
    expect(ALL.some(({ metadata }) => metadata.second_line === null)).toBe(true)
  })

  test('hours name days, or are null for a few', () => {
    const day = /^(Mon|Tues|Wednes|Thurs|Fri|Satur)day$/
    const spans = /^\d{1,2}:\d0 [AP]M - \d{1,2}:\d0 [AP]M(, \d{1,2}:\d0 [AP]M - \d{1,2}:\d0 [AP]M)?$/
    const weeks = ALL.map(({ metadata }) => metadata.hours)
    const unknown = weeks.filter((hours) => hours === null).length
    expect(unknown / weeks.length).toBeGreaterThan(0.03)
    expect(unknown / weeks.length).toBeLessThan(0.15)
    for (const hours of weeks) {
      for (const [name, text] of Object.entries(hours ?? {})) {
        expect(name.replace('Sunday', 'Monday')).toMatch(day)
        expect(text).toMatch(spans)
      }
    }
  })

  test('every combination of capabilities is there, and exactly two centers have one that nobody knows', () => {
    const known: readonly string[] = PSC_CAPABILITIES
    const unusual = ALL.filter(({ capabilities }) => capabilities.some((capability) => !known.includes(capability)))
    expect(unusual).toHaveLength(2)
    expect(unusual.every(({ metadata }) => metadata.zip_code === '85004')).toBe(true)
    const combinations = ALL.filter((center) => !unusual.includes(center)).map(({ capabilities }) =>
      capabilities.join(),
    )
    expect(new Set(combinations).size).toBe(2 ** known.length)
    for (const capability of known) {
      expect(
        within(25, '94103', 1).filter(({ capabilities }) => capabilities.includes(capability)).length,
      ).toBeGreaterThan(5)
    }
  })
})

test('they are made once, and the same again when the module is loaded afresh', async () => {
  expect(centersOf(3)).toBe(centersOf(3))
  vi.resetModules()
  const again = await import('./service-centers.ts')
  for (const { id } of [...LABS].reverse()) {
    expect(again.centersOf(id)).not.toBe(centersOf(id))
    expect(again.centersOf(id)).toEqual(centersOf(id))
  }
})

test.each([0, 15, -1, 1.5, Number.NaN])('lab %s does not exist and has none', (id) => {
  expect(centersOf(id)).toEqual([])
})
