import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { center } from '#components/service-centers/finder/centers.testing.ts'
import { milesBetween, pointFrom } from '#lib/utils/data/distance.ts'
import {
  boundsOf,
  canPart,
  fanOut,
  groupPins,
  type Pin,
  pinsOf,
  townsOf,
  viewOf,
  worldPixels,
  zipsToLocate,
} from './pins.ts'

const CENTROIDS = [
  { zip_code: '80205', lat: 39.76, lng: -104.97 },
  { zip_code: '80012', lat: 39.7, lng: -104.84 },
]
const FOUND = [
  center(),
  center({ zip_code: '80012-4411', city: 'Aurora' }),
  center({ zip_code: '99999' }),
  center({ zip_code: '99998' }, { location: { lat: 39.5, lng: -105 } }),
  center({}, { location: { lat: 0, lng: 0 } }),
]

describe('positions', () => {
  test('a center’s own comes first, then the middle of its ZIP; the others are in the list only', () => {
    const { pins, at_zip, nowhere } = pinsOf(FOUND, CENTROIDS)
    expect(pins.map(({ number }) => number)).toEqual([1, 2, 4, 5])
    expect(pins[1]?.point).toEqual({ lat: 39.7, lng: -104.84 })
    expect(pins[2]?.point).toEqual({ lat: 39.5, lng: -105 })
    expect([at_zip, nowhere]).toEqual([[1, 2, 5], [3]])
  })

  test('each ZIP is asked for once, and only where it is needed', () => {
    expect(zipsToLocate(FOUND, '80202')).toEqual(['80012', '80202', '80205', '99999'])
    expect(zipsToLocate([], null)).toEqual([])
  })

  test('a town stands where its centers do', () => {
    expect(townsOf(FOUND, pinsOf(FOUND, CENTROIDS)).map(({ name }) => name)).toEqual(['Denver', 'Aurora'])
  })

  test('bounds hold all points', () => {
    expect(boundsOf(CENTROIDS)).toEqual([
      [-104.97, 39.7],
      [-104.84, 39.76],
    ])
    expect(boundsOf([])).toBeNull()
  })
})

test('the map begins with the whole search, but where as many came back as ever do with what they reach', () => {
  const origin = { lat: 39.75, lng: -105 }
  const within = (miles: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      point: pointFrom(origin, index * 12, (miles * (index + 1)) / count),
    }))
  const farthest = (pins: Pin[], inner_miles: number | null) => {
    const points = viewOf({ origin, miles: 25, inner_miles, pins })
    return Math.round(Math.max(...points.map((point) => milesBetween(origin, point))))
  }
  expect(farthest(within(3, 29), 10)).toBe(25)
  expect(farthest(within(6, 30), 10)).toBe(10)
  expect(farthest(within(12, 30), 10)).toBe(25)
  expect(farthest(within(3, 30), 10)).toBe(3)
  expect(viewOf({ origin: null, miles: 25, inner_miles: 10, pins: within(3, 2) })).toHaveLength(2)
})

const somewhere = fc.record({
  lat: fc.double({ min: 39, max: 41, noNaN: true }),
  lng: fc.double({ min: -106, max: -104, noNaN: true }),
})
const thirty = fc
  .array(somewhere, { minLength: 1, maxLength: 30 })
  .map((points) => points.map((point, index): Pin => ({ number: index + 1, point })))

describe('groups', () => {
  test('every pin is in one group, near its first, and the first ones are apart', () => {
    fc.assert(
      fc.property(thirty, fc.double({ min: 3, max: 12, noNaN: true }), (pins, zoom) => {
        const groups = groupPins(pins, zoom, 30)
        expect(groups.flatMap((group) => group.pins.map(({ number }) => number)).sort((a, b) => a - b)).toEqual(
          pins.map(({ number }) => number),
        )
        const pixels = (pin: Pin) => worldPixels(pin.point, zoom)
        const apart = (a: Pin, b: Pin) => Math.hypot(pixels(a).x - pixels(b).x, pixels(a).y - pixels(b).y)
        for (const { pins: members } of groups)
          for (const member of members) expect(apart(members[0], member)).toBeLessThan(30)
        for (const [index, { pins: members }] of groups.entries())
          for (const { pins: others } of groups.slice(index + 1))
            expect(apart(members[0], others[0])).toBeGreaterThanOrEqual(30)
      }),
    )
  })

  test('those that share a place never part, those that do not part at some zoom', () => {
    const [denver, aurora] = CENTROIDS.map(({ lat, lng }) => ({ lat, lng }))
    if (!(denver && aurora)) throw new Error('There are two.')
    const [same] = groupPins(
      [denver, denver].map((point, index) => ({ number: index + 1, point })),
      4,
      30,
    )
    const [near] = groupPins(
      [denver, aurora].map((point, index) => ({ number: index + 1, point })),
      4,
      30,
    )
    expect([same && canPart(same, 22, 30), near && canPart(near, 12, 30)]).toEqual([false, true])
  })

  test('the world is as wide as maps have it', () => {
    expect(worldPixels({ lat: 0, lng: 180 }, 0)).toEqual({ x: 512, y: 256 })
    expect(worldPixels({ lat: 85.0511287798, lng: -180 }, 1).y).toBeCloseTo(0, 4)
  })
})

test('fanned out, no two are nearer than the gap, and none covers the middle', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 20, max: 60 }), (count, gap) => {
      const spots = fanOut(count, gap)
      expect(spots).toHaveLength(count)
      for (const [index, a] of spots.entries()) {
        expect(Math.hypot(a.x, a.y)).toBeGreaterThan(gap)
        for (const b of spots.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(gap * 0.999)
      }
    }),
  )
})
