import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EARTH_RADIUS_MILES, milesBetween, type Point, pointFrom, ringAround } from './distance.ts'
import { centroidOf } from './zip-codes.ts'

const HALF_TURN = Math.PI * EARTH_RADIUS_MILES
/** A few feet: what rounding may cost near antipodes, where the formula is least exact. */
const TOLERANCE = 0.001

/** The angle between two unit vectors, from their cross and dot products: shares nothing with the haversine. */
function arcMiles(a: Point, b: Point): number {
  const [ax, ay, az] = vector(a)
  const [bx, by, bz] = vector(b)
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
  return EARTH_RADIUS_MILES * Math.atan2(cross, ax * bx + ay * by + az * bz)
}

function vector({ lat, lng }: Point): [number, number, number] {
  const [phi, lambda] = [(lat / 180) * Math.PI, (lng / 180) * Math.PI]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

function zipPoint(zip: string): Point {
  const found = centroidOf(zip)
  if (!found) throw new Error(`no ${zip}`)
  return found
}

// Near each other and far apart, and over the date line: Guam and the Samoa Islands are among them.
const ZIPS = '85004 85003 85281 10001 10002 07030 60601 60302 94103 94612 99501 96813 33040 04101 00601 96910 96799'
const PAIRS = ZIPS.split(' ').flatMap((a, index, all) => all.slice(index + 1).map((b): [string, string] => [a, b]))

describe('milesBetween', () => {
  test(`${PAIRS.length} pairs of ZIP codes are as far apart as their unit vectors say`, () => {
    expect(PAIRS.length).toBeGreaterThan(50)
    for (const [a, b] of PAIRS) {
      const expected = arcMiles(zipPoint(a), zipPoint(b))
      expect(milesBetween(zipPoint(a), zipPoint(b)), `${a} to ${b}`).toBeCloseTo(expected, 6)
    }
  })

  test.each([
    ['a quarter of a meridian', { lat: 0, lng: 12 }, { lat: 90, lng: 0 }, HALF_TURN / 2],
    ['a degree of the equator', { lat: 0, lng: 0 }, { lat: 0, lng: 1 }, HALF_TURN / 180],
    ['two degrees over the date line', { lat: 0, lng: 179 }, { lat: 0, lng: -179 }, HALF_TURN / 90],
    ['one place, named from both sides of the date line', { lat: 52, lng: 180 }, { lat: 52, lng: -180 }, 0],
    ['a pole, whatever the longitude', { lat: 90, lng: -71 }, { lat: 90, lng: 104 }, 0],
    ['pole to pole', { lat: 90, lng: 5 }, { lat: -90, lng: 99 }, HALF_TURN],
    ['over the pole', { lat: 89, lng: 0 }, { lat: 89, lng: 180 }, HALF_TURN / 90],
  ])('%s', (_, a, b, expected) => {
    expect(milesBetween(a, b)).toBeCloseTo(expected, 6)
  })

  test('San Francisco to New York, as atlases have it', () => {
    expect(milesBetween({ lat: 37.7749, lng: -122.4194 }, { lat: 40.7128, lng: -74.006 })).toBeCloseTo(2566, -1)
  })

  test('any two points: as the unit vectors say, the same both ways, never more than half way round', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const miles = milesBetween(a, b)
        expect(Math.abs(miles - arcMiles(a, b))).toBeLessThan(TOLERANCE)
        expect(miles).toBeCloseTo(milesBetween(b, a), 3)
        expect(miles).toBeGreaterThanOrEqual(0)
        expect(miles).toBeLessThanOrEqual(HALF_TURN + TOLERANCE)
      }),
    )
  })

  test('no detour is a short cut', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(milesBetween(a, c)).toBeLessThanOrEqual(milesBetween(a, b) + milesBetween(b, c) + TOLERANCE)
      }),
    )
  })

  test('a point is nowhere but at itself, and half way round from its antipode', () => {
    fc.assert(
      fc.property(point, (a) => {
        expect(milesBetween(a, a)).toBe(0)
        const antipode = { lat: -a.lat, lng: a.lng > 0 ? a.lng - 180 : a.lng + 180 }
        expect(Math.abs(milesBetween(a, antipode) - HALF_TURN)).toBeLessThan(TOLERANCE)
      }),
    )
  })
})

describe('ringAround', () => {
  const inhabited = fc.record({
    lat: fc.double({ min: -70, max: 72, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })

  test('every point of it is as far away as it should be, and the whole of it is round', () => {
    fc.assert(
      fc.property(inhabited, fc.integer({ min: 1, max: 500 }), (center, miles) => {
        const ring = ringAround(center, miles, 24)
        expect(ring).toHaveLength(25)
        expect(ring.at(-1)).toEqual(ring[0])
        for (const at of ring) expect(Math.abs(milesBetween(center, at) - miles)).toBeLessThan(TOLERANCE)
        const sides = ring.slice(1).map((at, index) => milesBetween(ring[index] ?? center, at))
        expect(Math.max(...sides) - Math.min(...sides)).toBeLessThan(miles / 100)
      }),
    )
  })

  test('it goes on over the date line instead of around the world', () => {
    const lngs = ringAround({ lat: 51.9, lng: -176.6 }, 500).map(({ lng }) => lng)
    expect(Math.max(...lngs) - Math.min(...lngs)).toBeLessThan(30)
    expect(Math.min(...lngs)).toBeLessThan(-180)
  })

  test('the first point lies north, the next ones to the east', () => {
    const start = { lat: 39.75, lng: -105 }
    expect(pointFrom(start, 0, 69).lat).toBeCloseTo(40.75, 1)
    expect(pointFrom(start, 0, 69).lng).toBeCloseTo(-105, 9)
    expect(pointFrom(start, 90, 10).lng).toBeGreaterThan(-105)
  })
})
