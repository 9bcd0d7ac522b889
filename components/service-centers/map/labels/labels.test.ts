/** Names on the map, placed over its own files. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Atlas, groundOf } from '#components/service-centers/map/base/atlas.ts'
import { type CellDetails, cellDetails, surroundings } from '#components/service-centers/map/base/base-files.ts'
import { type Cell, cellName, cellsInView } from '#components/service-centers/map/base/cells-in-view.ts'
import { detailsOf } from '#components/service-centers/map/base/details.ts'
import { CELLS } from '#components/service-centers/map/base/use-base.ts'
import { type Box, grow, holds, overlap } from '#components/service-centers/map/geometry/boxes.ts'
import { landMaskOf } from '#components/service-centers/map/geometry/land-mask.ts'
import { pointAt, projectionOf, type View, zoomToFit } from '#components/service-centers/map/geometry/mercator.ts'
import { boxAround, type MapLabel, type Measure } from './label-types.ts'
import { placeLabels } from './place-labels.ts'
import { isLandmark, positionsAround, tierOf } from './town-labels.ts'

const DATA = new URL('../../../../public/static/map/', import.meta.url)
const atlas: Atlas = JSON.parse(
  readFileSync(new URL('../../../../node_modules/us-atlas/states-10m.json', import.meta.url), 'utf8'),
)
const ground = groundOf(atlas, surroundings.parse(JSON.parse(readFileSync(new URL('surroundings.json', DATA), 'utf8'))))
const measure: Measure = (text, { size }) => text.length * size * 0.55
const SIZE = { width: 700, height: 770 }

function viewOf(lng: number, lat: number, miles: number): View {
  return { ...SIZE, center: { lng, lat }, zoom: zoomToFit(SIZE, miles, lat) }
}

const contents = new Map<Cell, CellDetails>(
  CELLS.map(
    (cell) =>
      [cell, cellDetails.parse(JSON.parse(readFileSync(new URL(`${cellName(cell)}.json`, DATA), 'utf8')))] as const,
  ),
)

function detailsIn(view: View) {
  const [corner, other] = [pointAt({ x: 0, y: view.height }, view), pointAt({ x: view.width, y: 0 }, view)]
  const bounds = { west: corner.lng, south: corner.lat, east: other.lng, north: other.lat }
  return detailsOf(cellsInView(CELLS, bounds).flatMap((cell) => contents.get(cell) ?? []))
}

function labelsIn(view: View, obstacles: readonly Box[] = []) {
  return placeLabels({ ground, details: detailsIn(view), view, measure, obstacles })
}

/** Returns the box of an unrotated label. */
function boxOf(label: MapLabel, view: View): Box {
  const { x, y } = projectionOf(view)(label.point)
  return boxAround({ x: x + label.offset.x, y: y + label.offset.y }, measure(label.text, label, label.kind), label.size)
}

const inView = (label: MapLabel, view: View) => overlap(boxOf(label, view), { x: 0, y: 0, ...SIZE })
const namesOf = (labels: readonly MapLabel[], view: View, kind: MapLabel['kind']) =>
  labels.filter((label) => label.kind === kind && inView(label, view)).map(({ text }) => text)

describe('letters', () => {
  test('follow the number of people', () => {
    const look = (population: number) => {
      const { size, weight } = tierOf(population)
      return [size, weight]
    }
    expect([500_000, 499_999, 70_000, 69_999, 24_000, 900].map(look)).toEqual([
      [16, 660],
      [13.5, 600],
      [13.5, 600],
      [12, 480],
      [12, 480],
      [12, 480],
    ])
  })

  test('are right of the dot, else left, above or below, and never over it', () => {
    const [right, left, above, below] = positionsAround(60, 12, 2)
    expect([right?.y, left?.y, above?.x, below?.x]).toEqual([0, 0, 0, 0])
    expect([right && right.x > 32, left && left.x < -32, above && above.y < -8, below && below.y > 8]).toEqual(
      Array(4).fill(true),
    )
  })
})

const CITIES = [
  ['Chicago', -87.62, 41.88],
  ['New York City', -74, 40.75],
  ['San Francisco', -122.41, 37.77],
  ['Los Angeles', -118.24, 34.05],
  ['Houston', -95.37, 29.76],
  ['Phoenix', -112.07, 33.45],
  ['Philadelphia', -75.16, 39.95],
  ['Detroit', -83.05, 42.33],
  ['Seattle', -122.33, 47.61],
  ['Miami', -80.19, 25.77],
  ['New Orleans', -90.07, 29.95],
  ['El Paso', -106.49, 31.76],
  ['Honolulu', -157.86, 21.31],
  ['Anchorage', -149.9, 61.22],
  ['Miles City', -105.84, 46.41],
  ['San Juan', -66.1, 18.45],
] as const

describe('a viewer finds the way', () => {
  test.each(CITIES)('in %s: the city is named, with others around it', (city, lng, lat) => {
    for (const miles of [10, 25, 50]) {
      const view = viewOf(lng, lat, miles)
      expect(namesOf(labelsIn(view), view, 'town')).toContain(city)
    }
    const view = viewOf(lng, lat, 50)
    const labels = labelsIn(view).filter((label) => inView(label, view))
    expect(labels.length).toBeGreaterThanOrEqual(city === 'Honolulu' || city === 'Miles City' ? 4 : 10)
  })

  test('a large city is named although pins cover its place', () => {
    const view = viewOf(-87.62, 41.88, 25)
    const pins = grow({ x: 330, y: 385, width: 60, height: 30 }, 20)
    const chicago = labelsIn(view, [pins]).find(({ text }) => text === 'Chicago')
    expect(chicago).toBeDefined()
    expect(chicago && overlap(boxOf(chicago, view), pins)).toBe(false)
  })

  test('lakes, counties and states have their names, each where it is', () => {
    const view = viewOf(-87.62, 41.88, 25)
    const labels = labelsIn(view)
    expect(namesOf(labels, view, 'water')).toEqual(['Lake Michigan'])
    expect(namesOf(labels, view, 'county')).toContain('Cook County')
    expect(namesOf(labels, view, 'state').sort()).toEqual(['Illinois', 'Indiana'])
    const project = projectionOf(view)
    const at = (name: string) => project(labels.find(({ text }) => text === name)?.point ?? view.center)
    expect(at('Illinois').x).toBeLessThan(at('Indiana').x)
  })

  test('far out states are named instead of towns', () => {
    const view: View = { ...SIZE, center: { lng: -90, lat: 40 }, zoom: 4.6 }
    const labels = labelsIn(view)
    expect(namesOf(labels, view, 'town')).toEqual([])
    expect(namesOf(labels, view, 'state')).toEqual(expect.arrayContaining(['Illinois', 'Iowa', 'Missouri']))
  })
})

test('no name covers another, a pin or a control; towns and counties are wholly on land, lakes on water', () => {
  const place = fc.constantFrom(...CITIES)
  const obstacle = fc.record({
    x: fc.integer({ min: 0, max: 640 }),
    y: fc.integer({ min: 0, max: 740 }),
    width: fc.integer({ min: 20, max: 200 }),
    height: fc.integer({ min: 20, max: 100 }),
  })
  fc.assert(
    fc.property(
      place,
      fc.constantFrom(10, 20, 25, 50, 100),
      fc.array(obstacle, { maxLength: 8 }),
      ([, lng, lat], miles, obstacles) => {
        const view = viewOf(lng, lat, miles)
        const details = detailsIn(view)
        const land = landMaskOf(ground, details, view, 300)
        const labels = placeLabels({ ground, details, view, measure, obstacles })
        const level = labels.filter(({ turn }) => turn === 0).map((label) => ({ ...label, box: boxOf(label, view) }))
        const window = { x: 0, y: 0, ...SIZE }
        const others = (index: number) => [...level.slice(index + 1).map(({ box }) => box), ...obstacles]
        const covering = level.filter(({ box }, index) => others(index).some((other) => overlap(box, other)))
        const cut = level.filter(({ box }) => overlap(window, box) && !holds(window, box))
        expect([covering, cut]).toEqual([[], []])
        const landmarks = new Set(details.towns.filter(isLandmark).map(({ name }) => name))
        const drowned = level.filter(
          ({ kind, text, box }) =>
            (kind === 'county' || (kind === 'town' && !landmarks.has(text))) && !land.isLand(box),
        )
        const stranded = level.filter(({ kind, box }) => kind === 'water' && !land.isWater(box))
        expect([drowned, stranded]).toEqual([[], []])
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)

test('a landmark is over water only where it has no room on land', () => {
  const view = viewOf(-87.62, 41.88, 25)
  const details = detailsIn(view)
  const land = landMaskOf(ground, details, view, 300)
  const labels = placeLabels({ ground, details, view, measure, obstacles: [] })
  const towns = labels.filter(({ kind }) => kind === 'town')
  expect(towns.length).toBeGreaterThan(25)
  expect(towns.filter((label) => !land.isLand(boxOf(label, view)))).toEqual([])
})

test('what is land: by the shore, and by corners where no shore is known', () => {
  const view = viewOf(-87.62, 41.88, 25)
  const land = landMaskOf(ground, detailsIn(view), view, 300)
  const around = (x: number, y: number): Box => ({ x, y, width: 20, height: 10 })
  expect([land.isLand(around(100, 400)), land.isWater(around(100, 400))]).toEqual([true, false])
  expect([land.isLand(around(600, 300)), land.isWater(around(600, 300))]).toEqual([false, true])
  expect([
    land.isLand({ x: 100, y: 380, width: 500, height: 10 }),
    land.isWater({ x: 100, y: 380, width: 500, height: 10 }),
  ]).toEqual([false, false])
})
