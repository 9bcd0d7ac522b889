/** The map's own files, as they are: which of them a view needs, how large they are, and that nothing in them is amiss. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detailsOf } from '#components/service-centers/map/base/atlas.ts'
import {
  type Bounds,
  CELL_HEIGHT,
  CELL_WIDTH,
  type Cell,
  cellDetails,
  cellName,
  cellsInView,
  surroundings,
} from '#components/service-centers/map/base/base-files.ts'
import { packLine, unpackLine } from '#components/service-centers/map/base/coordinates.ts'
import { pixelsPerMile, pointAt, type View, zoomToFit } from '#components/service-centers/map/geometry/mercator.ts'
import { CELLS } from './use-base.ts'

const FOLDER = new URL('../../../public/static/map/', import.meta.url)
const ATLAS = new URL('../../../node_modules/us-atlas/states-10m.json', import.meta.url)
/** Kilobytes, compressed: all data of one search. */
const BUDGET = 350

const textOf = (url: URL) => readFileSync(url, 'utf8')
const cellOf = (name: string) => cellDetails.parse(JSON.parse(textOf(new URL(`${name}.json`, FOLDER))))
const kilobytes = (url: URL) => gzipSync(textOf(url)).length / 1000

describe('coordinates', () => {
  test('come back as they were, to half a thousandth of a degree, and without points that fall together', () => {
    const degree = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true })
    const line = fc.array(fc.tuple(degree(-180, -1), degree(15, 72)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(line, (positions) => {
        const back = unpackLine(packLine(positions))
        expect(back.length).toBeLessThanOrEqual(positions.length)
        for (const [lng, lat] of positions)
          expect(back.some(([x = 0, y = 0]) => Math.abs(x - lng) <= 0.00051 && Math.abs(y - lat) <= 0.00051)).toBe(true)
        expect(packLine(back)).toEqual(packLine(positions))
      }),
    )
  })
})

describe('cells in view', () => {
  const cell = (west: number, south: number): Cell => [west, south]

  test('are all that the view touches, the most visible first', () => {
    const [left, right, far] = [cell(-90, 40), cell(-84, 40), cell(-102, 40)]
    expect(cellsInView([right, far, left], { west: -86, south: 41, east: -83.5, north: 43 })).toEqual([left, right])
    expect(cellsInView([left], { west: -84, south: 40, east: -80, north: 42 })).toEqual([])
  })

  test('hold every point of the view that any cell holds', () => {
    const view = fc.record({
      west: fc.double({ min: -170, max: -60, noNaN: true }),
      south: fc.double({ min: 16, max: 70, noNaN: true }),
      wide: fc.double({ min: 0.1, max: 12, noNaN: true }),
      high: fc.double({ min: 0.1, max: 9, noNaN: true }),
    })
    const part = fc.double({ min: 0.01, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(view, part, part, ({ west, south, wide, high }, across, up) => {
        const bounds: Bounds = { west, south, east: west + wide, north: south + high }
        const [lng, lat] = [west + wide * across, south + high * up]
        const holder = CELLS.find(([w, s]) => lng > w && lng < w + CELL_WIDTH && lat > s && lat < s + CELL_HEIGHT)
        if (holder) expect(cellsInView(CELLS, bounds)).toContain(holder)
      }),
    )
  })
})

/** Large cities, those near the corners of cells and at the edges of the country among them. */
const CITIES = {
  Chicago: [-87.62, 41.88],
  'New York': [-74, 40.72],
  Hartford: [-72.68, 41.77],
  Louisville: [-85.76, 38.25],
  Memphis: [-90.05, 35.15],
  'El Paso': [-106.49, 31.76],
  Seattle: [-122.33, 47.61],
  Honolulu: [-157.86, 21.31],
  Anchorage: [-149.9, 61.22],
  'San Juan': [-66.1, 18.45],
  'Miles City': [-105.84, 46.41],
} as const

describe('the files', () => {
  test('of one search, at its widest on a large screen, are within the budget', () => {
    const shared = kilobytes(ATLAS) + kilobytes(new URL('surroundings.json', FOLDER))
    for (const [lng, lat] of Object.values(CITIES)) {
      for (const [width, height] of [
        [390, 640],
        [860, 770],
      ] as const) {
        const size = { width, height }
        const view: View = { ...size, center: { lng, lat }, zoom: zoomToFit(size, 100, lat) }
        const [corner, other] = [pointAt({ x: 0, y: height }, view), pointAt({ x: width, y: 0 }, view)]
        const bounds = { west: corner.lng, south: corner.lat, east: other.lng, north: other.lat }
        const sizes = cellsInView(CELLS, bounds).map((cell) => kilobytes(new URL(`${cellName(cell)}.json`, FOLDER)))
        expect(sizes.length).toBeGreaterThan(0)
        expect(shared + sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(BUDGET)
        expect(pixelsPerMile(view.zoom, lat)).toBeGreaterThan(1)
      }
    }
  })

  test('have the form that the map reads; every cell is listed, and every listed cell is there', () => {
    expect(surroundings.parse(JSON.parse(textOf(new URL('surroundings.json', FOLDER)))).great_lakes).toHaveLength(6)
    const names = readdirSync(FOLDER).filter((name) => name !== 'surroundings.json')
    expect(CELLS.map((cell) => `${cellName(cell)}.json`).sort()).toEqual(names.sort())
    for (const name of names) {
      const [, west, south] = /^w(\d+)n(\d+)/.exec(name)?.map(Number) ?? []
      const { towns } = cellOf(name.replace('.json', ''))
      for (const { x, y, population } of towns) {
        expect([Math.floor(x / 6000) * 6, Math.floor(y / 5000) * 5]).toEqual([-(west ?? 0), south])
        expect(population).toBeGreaterThan(0)
      }
    }
  })

  test('an area that two cells hold is drawn once', () => {
    const cells = ['w090n40', 'w090n45', 'w084n40', 'w084n45'].map(cellOf)
    const all = cells.flatMap(({ lakes }) => lakes.map(({ id }) => id))
    const { features, towns } = detailsOf(cells)
    expect(new Set(all).size).toBeLessThan(all.length)
    expect(features.filter(({ properties }) => properties?.kind === 'lake')).toHaveLength(new Set(all).size)
    expect(towns[0]?.name).toBe('Chicago')
  })

  test('sections of cities are no towns, and the Great Lakes are no lakes of cells', () => {
    const { towns, lakes, county_names } = cellOf('w090n40')
    const names = towns.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Chicago', 'Evanston', 'Naperville']))
    expect(names).not.toContain('Chicago Loop')
    expect(lakes.map(({ name }) => name)).not.toContain('Lake Michigan')
    expect(county_names.map(({ name }) => name)).toContain('Cook County')
  })
})
