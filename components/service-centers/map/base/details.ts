/** Puts the details of several cells together. Pure. */
import type { Feature } from 'geojson'
import type { Point } from '#lib/utils/data/distance.ts'
import { featureOf, lineOf, type NamedArea } from './atlas.ts'
import type { CellDetails } from './base-files.ts'
import { STEPS_PER_DEGREE, unpackLine } from './coordinates.ts'
import { areaOf, type MapLine, mapLine } from './map-areas.ts'

export interface Place {
  name: string
  point: Point
}

export interface Town extends Place {
  population: number
}

export interface Details {
  features: readonly Feature[]
  /** Largest population first. */
  towns: readonly Town[]
  counties: readonly Place[]
  lakes: readonly NamedArea[]
  /** For the detail inset. */
  urban: readonly NamedArea[]
  rivers: readonly MapLine[]
}

export const NO_DETAILS: Details = { features: [], towns: [], counties: [], lakes: [], urban: [], rivers: [] }

/** Areas that several cells hold are taken once. */
export function detailsOf(cells: readonly CellDetails[]): Details {
  const lakes = unique(cells.flatMap((cell) => cell.lakes)).map(unpackArea)
  const urban = unique(cells.flatMap((cell) => cell.urban)).map(unpackArea)
  const rivers = cells.flatMap((cell) => cell.rivers.map(unpackLine))
  return {
    features: [
      ...urban.map(({ rings }) => featureOf('urban', { type: 'Polygon', coordinates: rings })),
      ...lakes.map(({ rings }) => featureOf('lake', { type: 'Polygon', coordinates: rings })),
      ...rivers.map((line) => lineOf('river', line)),
      ...cells.flatMap(({ county_lines }) => county_lines.map((line) => lineOf('county_line', unpackLine(line)))),
    ],
    towns: cells
      .flatMap(({ towns }) => towns)
      .map(({ name, population, x, y }) => ({ name, population, point: pointOf(x, y) }))
      .sort((a, b) => b.population - a.population),
    counties: cells.flatMap(({ county_names }) =>
      county_names.map(({ name, x, y }) => ({ name, point: pointOf(x, y) })),
    ),
    lakes: lakes.map(({ name, rings }) => ({ name, area: areaOf(rings) })),
    urban: urban.map(({ name, rings }) => ({ name, area: areaOf(rings) })),
    rivers: rivers.map(mapLine),
  }
}

interface Packed {
  id: number
  name?: string
  rings: readonly (readonly number[])[]
}

function unpackArea({ name = '', rings }: Packed) {
  return { name, rings: rings.map(unpackLine) }
}

function unique<Area extends { id: number }>(areas: readonly Area[]): Area[] {
  return [...new Map(areas.map((area) => [area.id, area])).values()]
}

function pointOf(x: number, y: number): Point {
  return { lng: x / STEPS_PER_DEGREE, lat: y / STEPS_PER_DEGREE }
}
