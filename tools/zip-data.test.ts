import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { milesBetween } from '#lib/utils/data/distance.ts'
import { centroidOf } from '#lib/utils/data/zip-codes.ts'
import { packed, runsOf, zipPlaces, zipZones } from './zip-data.ts'

const places = zipPlaces()
const zoned = zipZones(places)

test('what is committed is what the sources make', () => {
  const written = (name: string) => readFileSync(new URL(`../lib/utils/data/${name}.ts`, import.meta.url), 'utf8')
  expect(written('zip-points').includes(`'${packed(places)}'`)).toBe(true)
  expect(written('zip-runs')).toContain(runsOf(zoned).runs)
})

test('every ZIP is read back at its place, with its zone', () => {
  expect(places.length).toBeGreaterThan(41_500)
  const lost = places.filter(({ zip, point }) => milesBetween(centroidOf(zip) ?? { lat: 0, lng: 0 }, point) > 0.02)
  expect(lost).toEqual([])
  expect(zoned.filter(({ zip, zone }) => !zonesOf({ zip }).includes(zone))).toEqual([])
})

test('of two sources that differ, the one near its city is taken; one far from its city is moved there', () => {
  expect(centroidOf('00765')?.lat).toBeCloseTo(18.13, 1)
  expect(centroidOf('10200')?.lng).toBeCloseTo(-74, 0)
})
