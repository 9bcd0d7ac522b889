/** Puts the details of several cells together. Pure. */
import type { Feature, Geometry } from 'geojson'
import type { Point } from '#lib/utils/data/distance.ts'
import { featureOf, lineOf } from './atlas.ts'
import type { CellDetails } from './base-files.ts'
import { STEPS_PER_DEGREE, unpackLine } from './coordinates.ts'
import { areaOf, type MapArea, type MapLine, mapLine } from './map-areas.ts'

/** Features for the map, and the same for its inset, which has a brush of its own. */
export interface Details {
  features: readonly Feature[]
  /** Largest population first. */
  towns: readonly { name: string; population: number; point: Point }[]
  lakes: readonly MapArea[]
  urban: readonly MapArea[]
  rivers: readonly MapLine[]
}

export const NO_DETAILS: Details = { features: [], towns: [], lakes: [], urban: [], rivers: [] }

/** Areas that several cells hold are taken once. */
export function detailsOf(cells: readonly CellDetails[]): Details {
  const lakes = unique(cells.flatMap((cell) => cell.lakes)).map(unpackArea)
  const urban = unique(cells.flatMap((cell) => cell.urban)).map(unpackArea)
  const rivers = cells.flatMap((cell) => cell.rivers.map(unpackLine))
  const towns = cells
    .flatMap((cell) => cell.towns)
    .map(({ name, population, x, y }) => ({ name, population, point: pointOf(x, y) }))
    .sort((a, b) => b.population - a.population)
  return {
    features: [
      ...urban.map(({ rings }) => featureOf('urban', { type: 'Polygon', coordinates: rings })),
      ...lakes.map(({ name, rings }) => featureOf('lake', { type: 'Polygon', coordinates: rings }, { name })),
      ...rivers.map((line) => lineOf('river', line)),
      ...cells.flatMap(({ county_lines }) => county_lines.map((line) => lineOf('county_line', unpackLine(line)))),
      ...cells.flatMap(({ county_names }) =>
        county_names.map(({ name, x, y }) => featureOf('county', pointFeature(pointOf(x, y)), { name })),
      ),
      ...towns.map(({ name, population, point }) => featureOf('town', pointFeature(point), { name, population })),
    ],
    towns,
    lakes: lakes.map(({ rings }) => areaOf(rings)),
    urban: urban.map(({ rings }) => areaOf(rings)),
    rivers: rivers.map(mapLine),
  }
}

function unpackArea({ name = '', rings }: { id: number; name?: string; rings: readonly (readonly number[])[] }) {
  return { name, rings: rings.map(unpackLine) }
}

function unique<Area extends { id: number }>(areas: readonly Area[]): Area[] {
  return [...new Map(areas.map((area) => [area.id, area])).values()]
}

function pointOf(x: number, y: number): Point {
  return { lng: x / STEPS_PER_DEGREE, lat: y / STEPS_PER_DEGREE }
}

function pointFeature({ lng, lat }: Point): Geometry {
  return { type: 'Point', coordinates: [lng, lat] }
}
