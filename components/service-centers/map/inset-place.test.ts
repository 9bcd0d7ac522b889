import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlap } from '#components/service-centers/map/geometry/mercator.ts'
import { pointFrom } from '#lib/utils/data/distance.ts'
import { closeReach, emptiestCorner, IN_THE_WAY } from './pins.ts'

const origin = { lat: 41.88, lng: -87.62 }
const around = (...miles: number[]) => miles.map((each, index) => pointFrom(origin, index * 40, each))

describe('how close all centers are', () => {
  test('said up to a quarter of the radius, and not beyond', () => {
    const within = (...miles: number[]) =>
      closeReach({ origin, radius: 25, points: around(...miles), distances: miles.map((each) => each.toFixed(2)) })
    expect(within(0, 1.2, 3.3)).toBe(3.3)
    expect(within(0, 6.24)).toBe(6.24)
    expect(within(0, 6.3)).toBeNull()
    expect(within(2, 24)).toBeNull()
  })

  test('not of one place, whose detail shows nothing more, and not without a place to measure from', () => {
    const distances = ['0.00', '0.00']
    expect(closeReach({ origin, radius: 25, points: [origin, origin], distances })).toBeNull()
    expect(closeReach({ origin, radius: 25, points: [origin], distances: ['0.00'] })).toBeNull()
    expect(closeReach({ origin: null, radius: 25, points: around(1, 2), distances: ['1', '2'] })).toBeNull()
  })

  test('by where pins stand when a distance is no number, and never when a pin is farther out', () => {
    expect(closeReach({ origin, radius: 25, points: around(1, 2), distances: ['near', '2.0'] })).toBeCloseTo(2, 5)
    expect(closeReach({ origin, radius: 25, points: around(1, 9), distances: ['1.0', '2.0'] })).toBeNull()
  })
})

describe('the emptiest corner', () => {
  const map = { width: 700, height: 770 }
  const size = { width: 200, height: 284 }

  test('is the right top one of an empty map, and the one with the fewest people of a full one', () => {
    expect(emptiestCorner(map, size, [])).toEqual({ x: 486, y: 14, ...size })
    const town = (x: number, y: number, weight: number) => ({ box: { x, y, width: 80, height: 16 }, weight })
    const towns = [town(500, 50, 3), town(20, 50, 2), town(500, 600, 1), town(20, 600, 4)]
    expect(emptiestCorner(map, size, towns)).toMatchObject({ x: 486, y: 426 })
  })

  test('never covers what must be seen, and stays within the map', () => {
    const thing = fc.record({
      x: fc.integer({ min: 0, max: 680 }),
      y: fc.integer({ min: 0, max: 750 }),
      width: fc.integer({ min: 10, max: 120 }),
      height: fc.integer({ min: 10, max: 60 }),
    })
    fc.assert(
      fc.property(fc.array(thing, { maxLength: 12 }), fc.integer({ min: 150, max: 900 }), (things, width) => {
        const found = emptiestCorner(
          { width, height: 770 },
          size,
          things.map((box) => ({ box, weight: IN_THE_WAY })),
        )
        if (!found) return
        expect(
          Math.min(found.x, found.y, width - found.x - found.width, 770 - found.y - found.height),
        ).toBeGreaterThanOrEqual(0)
        expect(things.filter((each) => overlap(found, each))).toEqual([])
      }),
    )
  })
})
