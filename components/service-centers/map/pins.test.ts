import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { center } from '#components/service-centers/finder/centers.testing.ts'
import { overlap, projectionOf } from './geometry/mercator.ts'
import {
  boundsOf,
  boxAt,
  fanOut,
  groupLabel,
  groupPins,
  insetPinBox,
  mapPinBox,
  type Pin,
  pinsOf,
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

  test('bounds hold all points', () => {
    expect(boundsOf(CENTROIDS)).toEqual([
      [-104.97, 39.7],
      [-104.84, 39.76],
    ])
    expect(boundsOf([])).toBeNull()
  })
})

/** Few places, so that several pins share one, as those of a ZIP do. */
const place = fc.record({
  lat: fc.integer({ min: 0, max: 20 }).map((step) => 39.5 + step / 40),
  lng: fc.integer({ min: 0, max: 20 }).map((step) => -105 + step / 40),
})
const thirty = fc
  .array(place, { minLength: 1, maxLength: 30 })
  .map((points) => points.map((point, index): Pin => ({ number: index + 1, point })))

describe('groups', () => {
  const project = (zoom: number) =>
    projectionOf({ width: 700, height: 770, center: { lat: 39.75, lng: -104.75 }, zoom })

  test('every pin is in one group, pins of one place in the same, and no group covers another', () => {
    fc.assert(
      fc.property(
        thirty,
        fc.double({ min: 3, max: 12, noNaN: true }),
        fc.constantFrom(mapPinBox, insetPinBox),
        (pins, zoom, boxOf) => {
          const groups = groupPins(pins, project(zoom), boxOf)
          const numbers = groups.map((group) => group.pins.map(({ number }) => number))
          expect(numbers.flat().sort((a, b) => a - b)).toEqual(pins.map(({ number }) => number))
          for (const members of numbers) expect(members).toEqual([...members].sort((a, b) => a - b))
          const groupsOfPlace = new Map<string, Set<number>>()
          for (const [index, group] of groups.entries())
            for (const { point } of group.pins) {
              const key = `${point.lng} ${point.lat}`
              groupsOfPlace.set(key, (groupsOfPlace.get(key) ?? new Set()).add(index))
            }
          expect([...groupsOfPlace.values()].filter(({ size }) => size > 1)).toEqual([])
          const boxes = groups.map((group) => boxAt(group, project(zoom), boxOf))
          expect(boxes.filter((box, index) => boxes.slice(index + 1).some((other) => overlap(box, other)))).toEqual([])
        },
      ),
    )
  })

  test('what is apart stays apart, closer up', () => {
    const [denver, aurora] = CENTROIDS.map(({ lat, lng }, index): Pin => ({ number: index + 1, point: { lat, lng } }))
    if (!(denver && aurora)) throw new Error('There are two.')
    expect(groupPins([denver, aurora], project(6), mapPinBox)).toHaveLength(1)
    expect(groupPins([denver, aurora], project(12), mapPinBox)).toHaveLength(2)
    expect(groupPins([denver, { ...denver, number: 3 }], project(22), mapPinBox)).toHaveLength(1)
  })

  test('two are named both, of more the first or the selected one and how many others', () => {
    const group = (...numbers: [number, ...number[]]) => {
      const [first, ...rest] = numbers
      const pin = (number: number): Pin => ({ number, point: { lat: 0, lng: 0 } })
      return { pins: [pin(first), ...rest.map(pin)] } as const
    }
    expect(groupLabel(group(7), null)).toEqual({ first: '7', more: null })
    expect(groupLabel(group(24, 25), 25)).toEqual({ first: '24 · 25', more: null })
    expect(groupLabel(group(1, 4, 9), null)).toEqual({ first: '1', more: '+2' })
    expect(groupLabel(group(1, 4, 9), 4)).toEqual({ first: '4', more: '+2' })
    expect(groupLabel(group(1, 4, 9), 12)).toEqual({ first: '1', more: '+2' })
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
