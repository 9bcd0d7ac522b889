/** The base map of what is in view: its ground once, and the details of the cells that the view comes to. */
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  type Atlas,
  type Details,
  detailsOf,
  type Ground,
  groundOf,
  NO_DETAILS,
} from '#components/service-centers/map/base/atlas.ts'
import {
  type Cell,
  type CellDetails,
  cellName,
  cellsInView,
  type Surroundings,
} from '#components/service-centers/map/base/base-files.ts'
import CORNERS from '#components/service-centers/map/base/cells.json' with { type: 'json' }
import { drawBase } from '#components/service-centers/map/map-layers.ts'
import { DETAIL_ZOOM } from '#components/service-centers/map/map-style.ts'

export interface Base {
  ground: Ground
  details: Details
}

/** Returns null until the ground is there. `map` is null where streets take its place. */
export function useBase(map: MapLibre | null, onFailed: () => void): Base | null {
  const [ground, setGround] = useState<Ground | null>(null)
  const [details, setDetails] = useState(NO_DETAILS)
  const fail = useEffectEvent(onFailed)

  useEffect(() => {
    if (!map) return
    let isOver = false
    const loaded = new Map<Cell, CellDetails>()
    const draw = () => {
      const all = detailsOf([...loaded.values()])
      drawBase(map, 'details', all.features)
      setDetails(all)
    }
    const showMissing = async () => {
      const missing = missingCells(map, loaded)
      if (missing.length === 0) return
      const found = await Promise.all(missing.map(contentOf))
      if (isOver) return
      for (const { cell, content } of found) if (content) loaded.set(cell, content)
      if (found.some(({ content }) => content === null)) fail()
      draw()
    }
    const begin = async () => {
      const made = await loadGround()
      if (isOver) return
      drawBase(map, 'ground', made.features)
      setGround(made)
    }
    const onMoved = () => void showMissing()
    begin().catch(() => {
      if (!isOver) fail()
    })
    onMoved()
    map.on('moveend', onMoved)
    return () => {
      isOver = true
      map.off('moveend', onMoved)
      setGround(null)
      setDetails(NO_DETAILS)
    }
  }, [map])

  // One identity while nothing has changed: names are placed by it.
  return useMemo(() => ground && { ground, details }, [ground, details])
}

function missingCells(map: MapLibre, loaded: ReadonlyMap<Cell, CellDetails>): Cell[] {
  if (map.getZoom() < DETAIL_ZOOM) return []
  return cellsInView(CELLS, boundsOf(map)).filter((cell) => !loaded.has(cell))
}

async function contentOf(cell: Cell) {
  return { cell, content: await loadCell(cell).catch(() => null) }
}

function boundsOf(map: MapLibre) {
  const bounds = map.getBounds()
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
}

const ATLAS = new URL('us-atlas/states-10m.json', import.meta.url)
const FOLDER = '/static/map'

/** Each is loaded once, and stays for as long as the page lives; one that didn't come is asked for again. */
const files = new Map<URL | string, Promise<unknown>>()

function load<File>(url: URL | string): Promise<File>
function load(url: URL | string): Promise<unknown> {
  const loading = files.get(url) ?? fetchFile(url)
  files.set(url, loading)
  return loading.catch((error) => {
    files.delete(url)
    throw error
  })
}

async function fetchFile(url: URL | string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The map data failed to load (status ${response.status}).`)
  return response.json()
}

const loadCell = (cell: Cell) => load<CellDetails>(`${FOLDER}/${cellName(cell)}.json`)

async function loadGround(): Promise<Ground> {
  const [atlas, surroundings] = await Promise.all([
    load<Atlas>(ATLAS),
    load<Surroundings>(`${FOLDER}/surroundings.json`),
  ])
  return groundOf(atlas, surroundings)
}

/** South-west corners of the grid's cells, in degrees. */
export const CELLS = CORNERS.map(([west = 0, south = 0]): Cell => [west, south])
