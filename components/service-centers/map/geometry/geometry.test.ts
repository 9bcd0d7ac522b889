import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { squaresOver } from '#components/service-centers/map/map-names.ts'
import { milesBetween, pointFrom } from '#lib/utils/data/distance.ts'
import { type Box, overlap, pixelsPerMile, pointAt, projectionOf, worldPixels, zoomToFit } from './mercator.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const somewhere = fc.record({ lat: number(18, 70), lng: number(-170, -60) })
const view = fc.record({ width: number(200, 1600), height: number(200, 1200), center: somewhere, zoom: number(3, 12) })

describe('Mercator', () => {
  test('the world is as wide as maps have it', () => {
    expect(worldPixels({ lat: 0, lng: 180 }, 0)).toEqual({ x: 512, y: 256 })
    expect(worldPixels({ lat: 85.0511287798, lng: -180 }, 1).y).toBeCloseTo(0, 4)
  })

  test('a pixel is at the place that is drawn there', () => {
    fc.assert(
      fc.property(view, number(0, 1), number(0, 1), (shown, across, down) => {
        const at = { x: shown.width * across, y: shown.height * down }
        const { x, y } = projectionOf(shown)(pointAt(at, shown))
        expect([x, y]).toEqual([expect.closeTo(at.x, 5), expect.closeTo(at.y, 5)])
      }),
    )
  })

  test('the search circle fills the map: its radius is half the shorter side less 32 pixels', () => {
    fc.assert(
      fc.property(view, fc.constantFrom(10, 20, 25, 50, 100), ({ width, height, center }, miles) => {
        const zoom = zoomToFit({ width, height }, miles, center.lat)
        expect(pixelsPerMile(zoom, center.lat)).toBeCloseTo((Math.min(width, height) - 64) / (2 * miles), 8)
        // At its own latitude a mile is as long as the scale says.
        const east = projectionOf({ width, height, center, zoom })({ ...center, lng: center.lng + 0.01 })
        const length = milesBetween(center, { ...center, lng: center.lng + 0.01 })
        expect(east.x - width / 2).toBeCloseTo(length * pixelsPerMile(zoom, center.lat), 3)
      }),
    )
  })

  test('all of the circle is in view, up to the latitude of Alaska’s cities', () => {
    for (const lat of [21.3, 25.8, 41.9, 47.6, 61.2]) {
      for (const miles of [10, 25, 100]) {
        const size = { width: 700, height: 770 }
        const center = { lat, lng: -100 }
        const project = projectionOf({ ...size, center, zoom: zoomToFit(size, miles, lat) })
        for (let bearing = 0; bearing < 360; bearing += 15) {
          const { x, y } = project(pointFrom(center, bearing, miles))
          expect(Math.min(x, y, size.width - x, size.height - y)).toBeGreaterThanOrEqual(0)
        }
      }
    }
  })
})

const box = fc.record({ x: number(-50, 50), y: number(-50, 50), width: number(1, 60), height: number(1, 60) })
const spot = (x: number, y: number, room: number): Box => ({
  x: x - room,
  y: y - room,
  width: 2 * room,
  height: 2 * room,
})

describe('boxes', () => {
  test('overlap is mutual, and a box overlaps what is within it', () => {
    fc.assert(
      fc.property(box, box, number(0, 1), number(0, 1), (a, b, across, down) => {
        expect(overlap(a, b)).toBe(overlap(b, a))
        expect(overlap(a, spot(a.x + a.width * across, a.y + a.height * down, 0.1))).toBe(true)
      }),
    )
  })

  test('squares that keep names away cover all of a box, and hardly more', () => {
    fc.assert(
      fc.property(view, box, number(0, 1), number(0, 1), (shown, area, across, down) => {
        const project = projectionOf(shown)
        const squares = squaresOver([area], shown).features.map(({ geometry }) => {
          const [lng = 0, lat = 0] = geometry.type === 'Point' ? geometry.coordinates : []
          const { x, y } = project({ lng, lat })
          return spot(x, y, 12)
        })
        const at = spot(area.x + area.width * across, area.y + area.height * down, 0.1)
        expect(squares.some((square) => overlap(square, at))).toBe(true)
        expect(squares.every((square) => overlap(square, area))).toBe(true)
      }),
    )
  })
})
